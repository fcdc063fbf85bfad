package syzygy

import (
	"errors"
	"math/bits"

	"vertigo/board"
)

// encoder computes the index of positions in one part of a table. The pieces fall into groups, each of which is numbered
// by itself; the index is the sum of the numbers, each times a factor of its own.
//
// The leading group comes first because symmetry is used up on it: the pawns of one side, which may be mirrored from
// left to right, or, without pawns, three pieces that occur once each, or the two kings where there are no such three;
// these can be mirrored in eight ways. Every other group consists of the pieces of one kind; for them only the squares
// that earlier groups left free are counted.
type encoder struct {
	lead       [3]board.Piece // without pawns: the pieces of the leading group; with pawns: the leading pawn alone
	leadPieces int            // how many pieces the leading group has
	leadFactor uint64
	groups     [maxPieces - 1]group
	groupCount int
	size       uint64 // how many indices there are
}

// group is all pieces of one kind.
type group struct {
	piece   board.Piece
	pawns   bool // the pawns of the side that does not lead: they have the 48 squares from a2 on
	factor  uint64
	members int
}

// errOrder says that the groups' order of factors makes no sense.
var errOrder = errors.New("damaged: impossible order of the groups of pieces")

// newEncoder returns the encoder of a part with the pieces in the given order. LeadAt and pawnsAt say at which place
// in the order of factors the leading group and the pawns of the other side come; the rest fill the places left in
// their own order. File, 0..3, is that of the leading pawn.
func newEncoder(m *material, pieces []board.Piece, leadAt, pawnsAt, file int) (*encoder, error) {
	e, err := groupPieces(m, pieces)
	if err != nil {
		return nil, err
	}
	bothPawns := e.groupCount > 0 && e.groups[0].pawns
	if leadAt > e.groupCount || bothPawns && (pawnsAt > e.groupCount || pawnsAt == leadAt) {
		return nil, errOrder
	}
	g := geometryTables
	free := board.SquareCount - e.leadPieces
	next := 0
	if bothPawns {
		free -= e.groups[0].members
		next = 1
	}
	e.size = 1
	for place := 0; place <= e.groupCount; place++ {
		switch {
		case place == leadAt:
			e.leadFactor = e.size
			switch {
			case m.hasPawns():
				e.size *= g.leadPawns[e.leadPieces][file]
			case e.leadPieces == 3:
				e.size *= trios
			default:
				e.size *= kingPairs
			}
		case bothPawns && place == pawnsAt:
			e.groups[0].factor = e.size
			e.size *= g.binomial[e.groups[0].members][48-e.leadPieces]
		default:
			e.groups[next].factor = e.size
			e.size *= g.binomial[e.groups[next].members][free]
			free -= e.groups[next].members
			next++
		}
	}
	return e, nil
}

// groupPieces checks the pieces that a file lists against those that its name promises, and divides them into groups.
func groupPieces(m *material, pieces []board.Piece) (*encoder, error) {
	var counts [board.PieceCount]int
	for _, piece := range pieces {
		if piece >= board.PieceCount {
			return nil, errors.New("damaged: unknown piece")
		}
		counts[piece]++
	}
	if counts != m.counts {
		return nil, errors.New("damaged: the pieces listed are not those in the name")
	}
	e := &encoder{leadPieces: 2}
	switch {
	case m.hasPawns():
		e.leadPieces = m.pawns(m.leader())
		e.lead[0] = board.NewPiece(m.leader(), board.Pawn)
	case m.loners() >= 3:
		e.leadPieces = 3
		fallthrough
	default:
		copy(e.lead[:e.leadPieces], pieces)
	}
	for i := range e.leadPieces {
		switch {
		case m.hasPawns() && pieces[i] != e.lead[0]:
			return nil, errors.New("damaged: the pieces do not begin with the leading pawns")
		case !m.hasPawns() && (counts[pieces[i]] != 1 || e.leadPieces == 2 && pieces[i].Type() != board.King):
			return nil, errors.New("damaged: the pieces do not begin with a leading group")
		}
	}
	for i := e.leadPieces; i < len(pieces); {
		piece := pieces[i]
		members := counts[piece]
		for ; counts[piece] > 0; counts[piece]-- {
			if i == len(pieces) || pieces[i] != piece {
				return nil, errors.New("damaged: equal pieces are not listed together")
			}
			i++
		}
		e.groups[e.groupCount] = group{piece: piece, members: members, pawns: piece.Type() == board.Pawn}
		e.groupCount++
	}
	if other := m.pawns(m.leader().Other()); other > 0 && m.pawns(m.leader()) > 0 && !e.groups[0].pawns {
		return nil, errors.New("damaged: the other side's pawns do not follow the leading ones")
	}
	return e, nil
}

// view says how a table sees a position: with the colours exchanged (and the board turned accordingly) or as it is.
type view struct {
	p      *board.Position
	colors board.Piece  // exclusive-ored to a piece
	turn   board.Square // exclusive-ored to a square
}

// newView returns p as it is or with the colours exchanged.
func newView(p *board.Position, exchanged bool) view {
	if exchanged {
		return view{p, 1, 56}
	}
	return view{p, 0, 0}
}

// pieces returns the squares, before turning, of the pieces of that kind in the view.
func (v view) pieces(piece board.Piece) board.Bitboard {
	piece ^= v.colors
	return v.p.Pieces(piece.Color(), piece.Type())
}

// leadingPawn returns the square, after turning, of the pawn that decides which part of a table is used.
func (v view) leadingPawn(pawn board.Piece) board.Square {
	best, order := board.Square(0), -1
	for b := v.pieces(pawn); b != 0; {
		s := b.Pop() ^ v.turn
		if o := geometryTables.pawnOrder[s&63]; o > order {
			best, order = s, o
		}
	}
	return best & 63
}

// pawnFile returns the file 0..3 of the leading pawn on s, mirrored to the left half of the board.
func pawnFile(s board.Square) int { return min(s.File(), 7-s.File()) }

// pawnIndex returns the index of the position in a table with pawns, whose leading pawn is on the square lead.
func (e *encoder) pawnIndex(v view, lead board.Square) uint64 {
	g := geometryTables
	mirror := v.turn
	if lead.File() > 3 {
		mirror ^= 7
		lead ^= 7
	}
	used, others := lead.Bit(), board.Bitboard(0) // others: by pawnOrder instead of square
	for b := v.pieces(e.lead[0]); b != 0; {
		if s := (b.Pop() ^ mirror) & 63; s != lead {
			used |= s.Bit()
			others |= 1 << g.pawnOrder[s]
		}
	}
	n := g.leadPawn[e.leadPieces%6][lead] + combination(others, 0)
	return n*e.leadFactor + e.rest(v, used, mirror, false)
}

// pieceIndex returns the index of the position in a table without pawns.
func (e *encoder) pieceIndex(v view) uint64 {
	var squares [3]board.Square
	lead := squares[:e.leadPieces]
	for i := range lead {
		lead[i] = v.pieces(e.lead[i]).First()
	}
	mirror := v.turn
	if lead[0].File() > 3 {
		mirror ^= 7
	}
	if (lead[0] ^ v.turn).Rank() > 3 {
		mirror ^= 56
	}
	transposed := false
	for _, s := range lead {
		if h := height((s ^ mirror) & 63); h != 0 {
			transposed = h > 0
			break
		}
	}
	used := board.Bitboard(0)
	for i := range lead {
		lead[i] ^= mirror
		if transposed {
			lead[i] = transpose(lead[i])
		}
		used |= lead[i].Bit()
	}
	g := geometryTables
	n := uint64(0)
	if e.leadPieces == 3 {
		n = g.trio(squares[0], squares[1], squares[2])
	} else {
		n = uint64(g.kings[g.corner[squares[0]&63]][squares[1]&63])
	}
	return n*e.leadFactor + e.rest(v, used, mirror, transposed)
}

// rest returns the part of the index for the groups after the leading one, whose squares are used.
func (e *encoder) rest(v view, used board.Bitboard, mirror board.Square, transposed bool) (index uint64) {
	for i := range e.groups[:e.groupCount] {
		g := &e.groups[i]
		set := board.Bitboard(0)
		for b := v.pieces(g.piece); b != 0; {
			s := b.Pop() ^ mirror
			if transposed {
				s = transpose(s)
			}
			set |= s.Bit()
		}
		// Squares are counted without those that are used.
		free := board.Bitboard(0)
		for b := set; b != 0; {
			s := b.Pop()
			free |= 1 << (int(s) - (used & (s.Bit() - 1)).Count())
		}
		skip := 0
		if g.pawns {
			skip = 8
		}
		index += g.factor * combination(free, skip)
		used |= set
	}
	return index
}

// combination numbers the sets of squares with as many members as this one: the sum over its members, in rising
// order, of the number of ways to choose the i-th and those before it from lower squares only. Skip is subtracted from
// every square.
func combination(set board.Bitboard, skip int) (n uint64) {
	for k := 1; set != 0 && k < len(geometryTables.binomial); k++ {
		s := bits.TrailingZeros64(uint64(set)) - skip
		set &= set - 1
		n += geometryTables.binomial[k][s&63]
	}
	return n
}
