package syzygy

import (
	"errors"
	"fmt"
	"runtime/debug"

	"vertigo/board"
	"vertigo/movegen"
)

// WDL is the value of a position for the side to move when both sides play perfectly.
type WDL int8

// The values, from the worst to the best. They take the fifty-move rule into account, with the count at zero.
const (
	Loss        WDL = iota - 2
	BlessedLoss     // lost, if the fifty-move rule did not make it a draw
	Draw
	CursedWin // won, if the fifty-move rule did not make it a draw
	Win
)

// String returns the value in words.
func (w WDL) String() string {
	if w < Loss || w > Win {
		return fmt.Sprintf("WDL(%d)", int8(w))
	}
	return [...]string{"loss", "blessed loss", "draw", "cursed win", "win"}[w-Loss]
}

// afterZeroing returns the distance to zeroing of a position of value w whose best move is a capture or a pawn move.
func (w WDL) afterZeroing() int { return [...]int{-1, -101, 0, 101, 1}[w-Loss] }

// errValue says that a table holds a number that has no meaning.
var errValue = errors.New("damaged: impossible value")

// WDL returns the value of p for the side to move, with the fifty-move count taken as zero. It returns false if p
// has more pieces than any table, has castling rights, or leads to material whose WDL table is missing or damaged. It does not
// allocate.
func (t *Tables) WDL(p *board.Position) (w WDL, ok bool) {
	if !t.Covers(p) {
		return Draw, false
	}
	defer t.surviveFault(debug.SetPanicOnFault(true), &ok)
	w, _, ok = t.search(p, Loss, Win, wdlFile)
	return w, ok
}

// DTZ returns the number of plies to the next capture or pawn move, or to mate, when the winner hurries towards it
// without giving away the win and the loser delays it; negative if the side to move loses, 0 in a draw:
//
//	  1 ..  100   win
//	101 ..        win, but a draw by the fifty-move rule: 100 more than the plies
//	 -1 .. -100   loss, also when the side to move is checkmated
//	     ..-101   loss, but a draw by the fifty-move rule
//
// Most tables count moves, not plies, so the number may be one too low (in absolute value), though never so that a
// win at a fifty-move count of zero would be wrong: with n > 0 and n + count <= 99 the win is certain. DTZ returns
// false where WDL does, and if a DTZ table is missing or damaged.
func (t *Tables) DTZ(p *board.Position) (plies int, ok bool) {
	if !t.Covers(p) {
		return 0, false
	}
	defer t.surviveFault(debug.SetPanicOnFault(true), &ok)
	return t.distance(p)
}

// search returns the value of p if it lies between alpha and beta, else a bound on it, like every fail-soft search, and whether a
// move that it has searched decides: because it wins, even if too late for the fifty-move rule, or because there are no others.
//
// Where a capture wins (or holds the draw), the WDL table may hold anything worse, whatever compresses best; where a capture or a
// pawn move wins, so may the DTZ table. So the moves of which the table of kind k may know nothing are searched, and the value is
// the best of theirs and of that in the WDL table.
func (t *Tables) search(p *board.Position, alpha, beta WDL, k kind) (value WDL, decided, ok bool) {
	var moves movegen.List
	movegen.Generate(p, &moves, [...]movegen.Kind{wdlFile: movegen.Captures, dtzFile: movegen.All}[k])
	best, searched := Loss, 0
	var next board.Position
	for _, m := range moves.Slice() {
		if !p.IsCapture(m) && (k == wdlFile || !p.IsZeroing(m)) { // among the captures are promotions, which that table knows
			continue
		}
		searched++
		p.Make(m, &next)
		value, _, ok := t.search(&next, -beta, -max(alpha, best), wdlFile)
		if !ok {
			return Draw, false, false
		}
		if best = max(best, -value); best >= beta {
			return best, true, true
		}
	}
	if k == dtzFile && searched > 0 && searched == moves.N {
		return best, true, true
	}
	value, ok = t.stored(p)
	switch {
	case value == Draw && best < Draw && p.EnPassant() != board.NoSquare && onlyEnPassant(p):
		return best, true, ok // without en passant, of which the table does not know, this is stalemate
	case best >= value:
		return best, best > Draw, ok
	}
	return value, false, ok
}

// onlyEnPassant reports whether all legal moves, if any, are captures en passant.
func onlyEnPassant(p *board.Position) bool {
	var moves movegen.List
	movegen.Generate(p, &moves, movegen.All)
	for _, m := range moves.Slice() {
		if m.Flag() != board.EnPassant {
			return false
		}
	}
	return true
}

// stored returns the value of p in the WDL table.
func (t *Tables) stored(p *board.Position) (WDL, bool) {
	l, ok := t.lookUp(p, wdlFile)
	if !ok || l.part == nil {
		return Draw, ok
	}
	value, err := l.part.pairs.at(l.index())
	if err == nil && value > 4 {
		err = errValue
	}
	if err != nil {
		t.leaveOut(l.file, err)
		return Draw, false
	}
	return Loss + WDL(value), true
}

// location is where a table has its value for a position.
type location struct {
	file *file
	part *part // nil for the two kings alone, which need no table
	view view
	lead board.Square // the square of the leading pawn
	side int          // the side to move in the table's view
	both bool         // the part is good for either side to move
}

// lookUp finds the part of a file that p belongs to.
func (t *Tables) lookUp(p *board.Position, k kind) (l location, ok bool) {
	occupied := p.Occupied()
	if !(occupied & (occupied - 1)).MoreThanOne() {
		return l, true
	}
	key := keyOf(p, occupied)
	entry := t.byKey[key]
	if entry == nil {
		return l, false
	}
	f := entry.files[k]
	if f == nil {
		return l, false
	}
	c := t.open(f)
	if c == nil {
		return l, false
	}
	l.file = f
	// A table has White as the side named first. With the same pieces on both sides it has only White to move.
	symmetric := entry.symmetric()
	exchanged := key != entry.key || symmetric && p.Turn() == board.Black
	l.view = newView(p, exchanged)
	l.side = int(p.Turn())
	if exchanged {
		l.side ^= 1
	}
	l.both = symmetric && !c.pawns
	file := 0
	if c.pawns {
		l.lead = l.view.leadingPawn(c.lead)
		file = pawnFile(l.lead)
	}
	l.part = &c.parts[file][l.side&(c.sides-1)]
	return l, true
}

// index returns the index within the part.
func (l *location) index() uint64 {
	switch {
	case l.part.pairs.single:
		return 0
	case l.part.order.lead[0].Type() == board.Pawn:
		return l.part.order.pawnIndex(l.view, l.lead)
	}
	return l.part.order.pieceIndex(l.view)
}

// distance returns the distance to zeroing as DTZ does.
func (t *Tables) distance(p *board.Position) (int, bool) {
	value, decided, ok := t.search(p, Loss, Win, dtzFile)
	if !ok || value == Draw {
		return 0, ok // tables do not hold draws
	}
	if decided {
		return value.afterZeroing(), true
	}
	l, ok := t.lookUp(p, dtzFile)
	if !ok || l.part == nil {
		return 0, false // a bare king against another is a draw
	}
	if l.side != int(l.part.flags&flagBlack) && !l.both {
		return t.distanceOfMoves(p, value)
	}
	plies, err := l.part.distance(l.index(), value)
	if err != nil {
		t.leaveOut(l.file, err)
		return 0, false
	}
	switch value {
	case CursedWin:
		return plies + 100, true
	case BlessedLoss:
		return -plies - 100, true
	case Loss:
		return -plies, true
	}
	return plies, true
}

// distance returns the plies to zeroing, without sign and without the 100 that fifty-move draws get, of a position with
// the given index and value.
func (p *part) distance(index uint64, value WDL) (int, error) {
	stored, err := p.pairs.at(index)
	if err != nil {
		return 0, err
	}
	plies := int(stored)
	if p.flags&flagMapped != 0 {
		ok := false
		if plies, ok = p.lists[[...]int{1, 3, 0, 2, 0}[value-Loss]].at(plies); !ok {
			return 0, errValue
		}
	}
	inPlies := value == Win && p.flags&flagWinPlies != 0 || value == Loss && p.flags&flagLossPlies != 0
	if !inPlies {
		plies *= 2
	}
	return plies + 1, nil
}

// distanceOfMoves returns the distance to zeroing of a position of the given value, not a draw, whose table holds
// positions with the other side to move only: that of the best move, and one ply more.
func (t *Tables) distanceOfMoves(p *board.Position, value WDL) (int, bool) {
	var moves movegen.List
	movegen.Generate(p, &moves, movegen.All)
	var next board.Position
	best := 0
	for _, m := range moves.Slice() {
		p.Make(m, &next)
		plies, ok := t.distanceOfMove(p, m, &next)
		if !ok {
			return 0, false
		}
		// The least of the right sign: the shortest way to win, the longest to lose.
		if (plies > 0) == (value > Draw) && plies != 0 && (best == 0 || plies < best) {
			best = plies
		}
	}
	if best == 0 { // mate
		best = -1
	}
	return best, true
}

// distanceOfMove returns the distance to zeroing, for the side that makes the move, of p if its best move is m, which
// leads to next.
func (t *Tables) distanceOfMove(p *board.Position, m board.Move, next *board.Position) (int, bool) {
	if p.IsZeroing(m) {
		value, _, ok := t.search(next, Loss, Win, wdlFile)
		return (-value).afterZeroing(), ok
	}
	plies, ok := t.distance(next)
	switch plies = -plies; {
	case plies == 1 && movegen.IsMate(next):
	case plies > 0:
		plies++
	case plies < 0:
		plies--
	}
	return plies, ok
}
