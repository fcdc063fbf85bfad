package board

//go:generate go run magicgen.go

// magic holds what is needed to look up a slider's attacks from one square: the squares whose occupancy matters,
// the multiplier that gathers them in the high bits, and where in sliderAttacks the square's share begins.
type magic struct {
	mask   Bitboard
	factor uint64
	offset uint32
	shift  uint8
}

// sliderMagics keeps the two magics of a square in one cache line.
type sliderMagics struct{ bishop, rook magic }

// sliderTableSize is a power of two, so that a mask does the work of a bounds check; 107,648 entries are used.
const sliderTableSize = 1 << 17

// The tables below are computed once when the program starts and never change.
var (
	slidersOf     [SquareCount]sliderMagics
	sliderAttacks [sliderTableSize]Bitboard
	knightAttacks [SquareCount]Bitboard
	kingAttacks   [SquareCount]Bitboard
	pawnAttacks   [ColorCount][SquareCount]Bitboard
	bishopRays    [SquareCount]Bitboard // attacks on the empty board
	rookRays      [SquareCount]Bitboard
	between       [SquareCount][SquareCount]Bitboard
	line          [SquareCount][SquareCount]Bitboard
)

var (
	bishopSteps = [4][2]int{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}} // two for each line
	rookSteps   = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	knightSteps = [...][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	kingSteps   = [...][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
)

// step returns the square reached from s by going df files and dr ranks, and whether it is on the board.
func step(s Square, df, dr int) (Square, bool) {
	f, r := s.File()+df, s.Rank()+dr
	return NewSquare(f, r), f >= 0 && f < 8 && r >= 0 && r < 8
}

// walk returns the squares a slider on s reaches in the given directions when occ is occupied. It is slow,
// and the magic tables are filled from it.
func walk(s Square, occ Bitboard, steps ...[2]int) Bitboard {
	var reached Bitboard
	for _, d := range steps {
		for t, ok := step(s, d[0], d[1]); ok; t, ok = step(t, d[0], d[1]) {
			reached |= t.Bit()
			if occ.Has(t) {
				break
			}
		}
	}
	return reached
}

// leap returns the squares that single steps from s reach.
func leap(s Square, steps ...[2]int) Bitboard {
	var reached Bitboard
	for _, d := range steps {
		if t, ok := step(s, d[0], d[1]); ok {
			reached |= t.Bit()
		}
	}
	return reached
}

// relevant returns the squares whose occupancy changes the attacks in rays from s: the rays without their last
// squares, since nothing is beyond the edge.
func relevant(s Square, rays Bitboard) Bitboard {
	edges := (Rank1|Rank8)&^RankOf(s.Rank()) | (FileA|FileH)&^FileOf(s.File())
	return rays &^ edges
}

func init() {
	offset := uint32(0)
	for s := Square(0); s < SquareCount; s++ {
		knightAttacks[s] = leap(s, knightSteps[:]...)
		kingAttacks[s] = leap(s, kingSteps[:]...)
		pawnAttacks[White][s] = leap(s, [2]int{-1, 1}, [2]int{1, 1})
		pawnAttacks[Black][s] = leap(s, [2]int{-1, -1}, [2]int{1, -1})
		bishopRays[s] = walk(s, 0, bishopSteps[:]...)
		rookRays[s] = walk(s, 0, rookSteps[:]...)
		slidersOf[s].bishop, offset = fillMagic(s, bishopRays[s], bishopFactors[s], bishopSteps, offset)
		slidersOf[s].rook, offset = fillMagic(s, rookRays[s], rookFactors[s], rookSteps, offset)
	}
	for a := Square(0); a < SquareCount; a++ {
		for _, steps := range [...][4][2]int{bishopSteps, rookSteps} {
			rays := walk(a, 0, steps[:]...)
			for b := range rays.All() {
				line[a][b] = rays&walk(b, 0, steps[:]...) | a.Bit() | b.Bit()
				between[a][b] = walk(a, b.Bit(), steps[:]...) & walk(b, a.Bit(), steps[:]...)
			}
		}
	}
}

// lineAttacks are the attacks on one line among the blockers occ.
type lineAttacks struct{ occ, attacks Bitboard }

// everyLine returns the attacks from s on one line, in two opposite directions, for every occupancy that matters.
func everyLine(s Square, steps ...[2]int) (list []lineAttacks) {
	mask := relevant(s, walk(s, 0, steps...))
	for occ := Bitboard(0); ; {
		list = append(list, lineAttacks{occ, walk(s, occ, steps...)})
		if occ = (occ - mask) & mask; occ == 0 { // Carry-Rippler: the next subset of mask
			return list
		}
	}
}

// fillMagic writes the attacks from s for every occupancy that matters into sliderAttacks from offset on, and
// returns the magic that finds them and the offset after them. The two lines of a slider do not depend on each other, so
// that few walks are enough.
func fillMagic(s Square, rays Bitboard, factor uint64, steps [4][2]int, offset uint32) (magic, uint32) {
	mask := relevant(s, rays)
	m := magic{mask: mask, factor: factor, offset: offset, shift: uint8(64 - mask.Count())}
	second := everyLine(s, steps[2:]...)
	for _, a := range everyLine(s, steps[:2]...) {
		for _, b := range second {
			sliderAttacks[m.index(a.occ|b.occ)] = a.attacks | b.attacks
		}
	}
	return m, offset + 1<<mask.Count()
}

// index returns the place in sliderAttacks of the attacks for the occupancy occ.
func (m *magic) index(occ Bitboard) uint64 {
	return (uint64(occ&m.mask)*m.factor>>(m.shift&63) + uint64(m.offset)) & (sliderTableSize - 1)
}

// BishopAttacks returns the squares that a bishop on s attacks when occ is occupied, the first blockers included.
func BishopAttacks(s Square, occ Bitboard) Bitboard {
	return sliderAttacks[slidersOf[s&63].bishop.index(occ)]
}

// RookAttacks returns the squares that a rook on s attacks when occ is occupied, the first blockers included.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	return sliderAttacks[slidersOf[s&63].rook.index(occ)]
}

// QueenAttacks returns the squares that a queen on s attacks when occ is occupied, the first blockers included.
func QueenAttacks(s Square, occ Bitboard) Bitboard {
	m := &slidersOf[s&63]
	return sliderAttacks[m.bishop.index(occ)] | sliderAttacks[m.rook.index(occ)]
}

// KnightAttacks returns the squares that a knight on s attacks.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s&63] }

// KingAttacks returns the squares that a king on s attacks.
func KingAttacks(s Square) Bitboard { return kingAttacks[s&63] }

// PawnAttacks returns the squares that a pawn of colour c on s attacks.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c&1][s&63] }

// PawnSetAttacks returns the squares that any pawn of colour c in pawns attacks.
func PawnSetAttacks(c Color, pawns Bitboard) Bitboard {
	if c == White {
		return pawns&^FileA<<7 | pawns&^FileH<<9
	}
	return pawns&^FileA>>9 | pawns&^FileH>>7
}

// Attacks returns the squares that a piece of type t, which must not be a pawn, on s attacks when occ is occupied.
func Attacks(t PieceType, s Square, occ Bitboard) Bitboard {
	switch t {
	case Knight:
		return KnightAttacks(s)
	case Bishop:
		return BishopAttacks(s, occ)
	case Rook:
		return RookAttacks(s, occ)
	case Queen:
		return QueenAttacks(s, occ)
	}
	return KingAttacks(s)
}

// Between returns the squares strictly between a and b, which is empty unless they share a rank, file or diagonal.
func Between(a, b Square) Bitboard { return between[a&63][b&63] }

// Line returns the whole rank, file or diagonal through a and b, or nothing if they share none.
func Line(a, b Square) Bitboard { return line[a&63][b&63] }
