package search

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// oracle knows the distance to mate of positions of up to four men: without castling, without pawns on both sides, which may
// capture en passant, and without the fifty-move rule. It makes the table of a material when it is first asked, by retrograde
// analysis (T. Ströhlein, 1970), and shares nothing with the generator of moves and the tablebases.
type oracle map[[4]board.Piece]mateTable

// mateTable has, by setup.index, one more than the plies to mate; 0 for a draw.
type mateTable []uint8

// impossible is the entry of a mateTable for what is not a legal position.
const impossible = 255

// setup is a position of n men in the order of a table: White before Black, and of each side the king first.
type setup struct {
	turn    board.Color
	n       int
	pieces  [4]board.Piece // from n on all the same
	squares [4]board.Square
}

// plies returns the number of plies to mate, odd if the side to move mates; ok is false in a draw.
func (o oracle) plies(p *board.Position) (plies int, ok bool) {
	s := setup{turn: p.Turn()}
	// Tables of four men take a while, so White is made the stronger side.
	swap := board.Color(0)
	if strength(p, board.White) < strength(p, board.Black) {
		swap = 1
		s.turn ^= 1
	}
	for square := range p.Occupied().All() {
		s.pieces[s.n], s.squares[s.n] = p.At(square)^board.Piece(swap), square.Relative(swap)
		s.n++
	}
	s.sort()
	value := o.value(&s)
	return value - 1, value != 0
}

// strength orders the sides of a position by number of men and then by their kinds.
func strength(p *board.Position, c board.Color) (sum int) {
	for square := range p.Color(c).All() {
		sum += 100 + int(p.At(square).Type())
	}
	return sum
}

// value returns the entry of s.
func (o oracle) value(s *setup) int {
	table := o[s.pieces]
	if table == nil {
		table = o.generate(s.pieces, s.n)
	}
	return int(table[s.index()])
}

// generate makes the table of a material: it goes from the mates backwards, and from the captures and promotions that lead to
// other materials. At each distance it looks at the positions that may be that far from mate, since a successor is a ply nearer.
func (o oracle) generate(pieces [4]board.Piece, n int) mateTable {
	table := make(mateTable, 2<<(6*n))
	o[pieces] = table
	var mayBe [impossible + 1][]int32 // indexes, by distance in plies
	var successors []setup
	for index := range table {
		s := setupAt(index, pieces, n)
		if s.index() != index || !s.isLegal() {
			table[index] = impossible
			continue
		}
		successors = s.moves(successors[:0])
		if len(successors) == 0 && s.attacked(s.king(s.turn), s.turn.Other()) {
			mayBe[0] = append(mayBe[0], int32(index))
		}
		for i := range successors {
			if next := &successors[i]; next.pieces != pieces {
				if value := o.value(next); value != 0 {
					mayBe[value] = append(mayBe[value], int32(index))
				}
			}
		}
	}
	for plies := range mayBe {
		for _, index := range mayBe[plies] {
			s := setupAt(int(index), pieces, n)
			if table[index] != 0 {
				continue
			}
			successors = s.moves(successors[:0])
			if o.best(successors, pieces, table) != plies+1 {
				continue
			}
			table[index] = uint8(plies + 1)
			mayBe[plies+1] = s.predecessors(mayBe[plies+1], table)
		}
		mayBe[plies] = nil
	}
	return table
}

// best returns the entry of a position by those of its successors, which table has or those of other materials: the nearest mate,
// or else, if no move draws, the most distant.
func (o oracle) best(successors []setup, pieces [4]board.Piece, table mateTable) int {
	win, loss, draw := impossible, 1, false
	for i := range successors {
		next := &successors[i]
		value := 0
		if next.pieces == pieces {
			value = int(table[next.index()])
		} else {
			value = o.value(next)
		}
		switch {
		case value == 0:
			draw = true
		case value%2 == 1:
			win = min(win, value+1)
		default:
			loss = max(loss, value+1)
		}
	}
	switch {
	case win < impossible:
		return win
	case draw:
		return 0
	}
	return loss
}

// sort brings the men into the order of a table.
func (s *setup) sort() {
	precedes := func(i, j int) bool {
		a, b := s.pieces[i], s.pieces[j]
		return a.Color() < b.Color() || a.Color() == b.Color() && a > b
	}
	for i := 1; i < s.n; i++ {
		for j := i; j > 0 && precedes(j, j-1); j-- {
			s.pieces[j], s.pieces[j-1] = s.pieces[j-1], s.pieces[j]
			s.squares[j], s.squares[j-1] = s.squares[j-1], s.squares[j]
		}
	}
}

// index returns where a table has s: with the white king on the files a to d and, if there are no pawns, on the ranks 1 to 4.
func (s *setup) index() int {
	mirror := board.Square(0)
	if s.squares[0].File() > 3 {
		mirror ^= 7
	}
	if s.squares[0].Rank() > 3 && s.pieces[s.n-1].Type() != board.Pawn && s.pieces[s.n-2].Type() != board.Pawn {
		mirror ^= 56
	}
	index := int(s.turn)
	for _, square := range s.squares[:s.n] {
		index = index<<6 | int(square^mirror)
	}
	return index
}

// setupAt is the inverse of index.
func setupAt(index int, pieces [4]board.Piece, n int) setup {
	s := setup{n: n, pieces: pieces}
	for i := n - 1; i >= 0; i-- {
		s.squares[i] = board.Square(index & 63)
		index >>= 6
	}
	s.turn = board.Color(index)
	return s
}

// isLegal reports whether all men have squares of their own, where pawns may stand, and the side to move cannot take the king.
func (s *setup) isLegal() bool {
	for i, piece := range s.pieces[:s.n] {
		rank := s.squares[i].Rank()
		if piece.Type() == board.Pawn && (rank == 0 || rank == 7) || slices.Contains(s.squares[:i], s.squares[i]) {
			return false
		}
	}
	return !s.attacked(s.king(s.turn.Other()), s.turn)
}

// occupied returns the squares of all men.
func (s *setup) occupied() (occupied board.Bitboard) {
	for _, square := range s.squares[:s.n] {
		occupied |= square.Bit()
	}
	return occupied
}

// king returns the square of a king.
func (s *setup) king(c board.Color) board.Square {
	return s.squares[slices.Index(s.pieces[:s.n], board.NewPiece(c, board.King))]
}

// attacked reports whether men of color by attack the square.
func (s *setup) attacked(square board.Square, by board.Color) bool {
	occupied := s.occupied()
	for i, piece := range s.pieces[:s.n] {
		if piece.Color() == by && s.squares[i] != square && attacks(piece, s.squares[i], occupied).Has(square) {
			return true
		}
	}
	return false
}

// attacks returns what a piece on a square attacks.
func attacks(piece board.Piece, square board.Square, occupied board.Bitboard) board.Bitboard {
	if piece.Type() == board.Pawn {
		return board.PawnAttacks(piece.Color(), square)
	}
	return board.Attacks(piece.Type(), square, occupied)
}

// moves appends what each legal move leads to.
func (s *setup) moves(list []setup) []setup {
	occupied := s.occupied()
	for i, piece := range s.pieces[:s.n] {
		if piece.Color() != s.turn {
			continue
		}
		from := s.squares[i]
		targets := attacks(piece, from, occupied)
		if piece.Type() == board.Pawn {
			pushed := from.Bit().Up(s.turn) &^ occupied
			if from.Relative(s.turn).Rank() == 1 {
				pushed |= pushed.Up(s.turn) &^ occupied
			}
			targets = targets&occupied | pushed
		}
		for to := range targets.All() {
			next := *s
			next.turn = s.turn.Other()
			next.squares[i] = to
			if hit := slices.Index(s.squares[:s.n], to); hit >= 0 {
				if s.pieces[hit].Color() == s.turn {
					continue
				}
				next.remove(hit)
			}
			if next.attacked(next.king(s.turn), next.turn) {
				continue
			}
			promotes := piece.Type() == board.Pawn && to.Relative(s.turn).Rank() == 7
			if !promotes {
				list = append(list, next)
			}
			for t := board.Knight; promotes && t <= board.Queen; t++ {
				promoted := next
				promoted.pieces[slices.Index(next.squares[:next.n], to)] = board.NewPiece(s.turn, t)
				promoted.sort()
				list = append(list, promoted)
			}
		}
	}
	return list
}

// remove takes a man off the board.
func (s *setup) remove(i int) {
	copy(s.pieces[i:], s.pieces[i+1:s.n])
	copy(s.squares[i:], s.squares[i+1:s.n])
	s.n--
	s.pieces[s.n], s.squares[s.n] = 0, 0
}

// predecessors appends the indexes of the positions from which a move of the same men leads to s and of which table knows nothing
// yet.
func (s *setup) predecessors(list []int32, table mateTable) []int32 {
	occupied := s.occupied()
	mover := s.turn.Other()
	for i, piece := range s.pieces[:s.n] {
		if piece.Color() != mover {
			continue
		}
		to := s.squares[i]
		origins := board.Attacks(piece.Type(), to, occupied)
		if piece.Type() == board.Pawn {
			origins = to.Bit().Up(s.turn) &^ occupied
			if to.Relative(mover).Rank() == 3 {
				origins |= origins.Up(s.turn) &^ occupied
			}
		}
		for from := range (origins &^ occupied).All() {
			earlier := *s
			earlier.turn = mover
			earlier.squares[i] = from
			if i := earlier.index(); table[i] == 0 {
				list = append(list, int32(i))
			}
		}
	}
	return list
}

// TestOracle compares with known distances to mate of three men. In the file they are in moves.
func TestOracle(t *testing.T) {
	o := oracle{}
	checked := 0
	for line := range strings.Lines(string(testfiles.Read(t, "epd", "endgame-dm-4.epd"))) {
		position, distance, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ";"), " dm ")
		p := game(t, position+" 0 1").Position
		if p.Occupied().Count() > 3 {
			continue
		}
		want, err := strconv.Atoi(distance)
		if err != nil {
			t.Fatal(err)
		}
		checked++
		if plies, ok := o.plies(&p); ok != (want != 0) || ok && plies != max(2*want-1, -2*want) {
			t.Errorf("%s: mate in %d plies, %v, want %d moves", position, plies, ok, want)
		}
	}
	if checked < 4 {
		t.Errorf("only %d positions", checked)
	}
}

// TestTablebaseMateDistance compares the mates that the search shows with tablebases with the truth: none is shorter, and short
// ones are exact, for the side that mates and for the side that is mated.
func TestTablebaseMateDistance(t *testing.T) {
	ci.NoRace(t)
	requireSelective(t)
	names := []string{"KQvK", "KRvK", "KPvK"}
	if ci.Runs() {
		names = append(names, "KQRvK") // takes half a minute to make
	}
	o := oracle{}
	p := newEngine(t, 1, 1)
	p.SetTablebases(allOf(openTables(t)))
	rng := rand.New(rand.NewPCG(9, 10))
	short := 0
	for _, name := range names {
		for searched := 0; searched < 30; {
			start := playout.Men(rng, name)
			truth, mates := o.plies(&start)
			if (!mates || truth > 6) && rng.IntN(8) > 0 || len(legalMoves(&start)) == 0 {
				continue // mostly short mates
			}
			searched++
			count := rng.IntN(100)
			g := withCount(t, &start, count)
			p.NewGame()
			r, lines := searchLines(t, p, g, Limits{Depth: 12, MultiPV: 1 + rng.IntN(5)})
			for _, line := range lines {
				var next board.Position
				start.Make(line.PV[0], &next)
				left, mates := o.plies(&next)
				if claimed := scores.Mate - max(line.Score, -line.Score); scores.IsMate(line.Score) && (!mates || claimed <= left) {
					t.Errorf("%s: mate after %d plies, %v, but %+v", g.Position.FEN(), left+1, mates, line)
				}
			}
			if !mates || truth > 6 || truth+count > 100 {
				continue
			}
			short++
			if want := [...]int{-scores.Mate + truth, scores.Mate - truth}[truth%2]; r.Score != want {
				t.Errorf("%s: mate after %d plies, but %+v", g.Position.FEN(), truth, r)
			}
		}
	}
	if short < 10 {
		t.Errorf("only %d short mates", short)
	}
}
