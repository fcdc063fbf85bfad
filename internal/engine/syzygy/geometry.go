package syzygy

import "vertigo/board"

// The number of ways to place the leading group of a table without pawns, with symmetric ones counted once.
const (
	kingPairs = 462   // two kings that do not touch
	trios     = 31332 // three different pieces on any squares
)

// trianglePairs is the number of squares strictly below the long diagonal a1-h8.
const trianglePairs = 28

// geometry holds the tables of the index computation. All are laid down by the format.
type geometry struct {
	binomial [6][64]uint64 // [k][n]: how many sets of k there are among n

	// corner numbers the squares of the triangle a1-d1-d4: first the six below the diagonal, then the diagonal.
	corner [64]int
	// below numbers the squares below the diagonal a1-h8, rank by rank.
	below [64]int
	// kings numbers the pairs of kings, the first on corner and the second on any square: first those that are not
	// both on the diagonal a1-h8, then those that are.
	kings [10][64]int

	// pawnOrder ranks the squares of pawns: the nearer to the edge and then to the first rank, the greater. Among the
	// pawns of one side the one with the greatest number leads, and the others have squares below that number.
	pawnOrder [64]int
	// leadPawn is, by the number of pawns in a group, the first number that it can have when its leading pawn is on the square.
	leadPawn [6][64]uint64
	// leadPawns is how many numbers such groups have when the leading pawn is on the file a to d.
	leadPawns [6][4]uint64
}

var geometryTables = newGeometry()

func newGeometry() *geometry {
	g := &geometry{}
	for n := range 64 {
		g.binomial[0][n] = 1
		for k := 1; k < 6 && n > 0; k++ {
			g.binomial[k][n] = g.binomial[k-1][n-1] + g.binomial[k][n-1]
		}
	}
	g.numberSquares()
	g.numberKings()
	g.numberPawns()
	return g
}

// height returns how far s is above (below, if negative) the diagonal a1-h8.
func height(s board.Square) int { return s.Rank() - s.File() }

// transpose mirrors s at the diagonal a1-h8.
func transpose(s board.Square) board.Square { return (s>>3 | s<<3) & 63 }

func (g *geometry) numberSquares() {
	corner, below := 0, 0
	for s := range board.Square(64) {
		if height(s) < 0 {
			g.below[s] = below
			below++
			if s.File() < 4 {
				g.corner[s] = corner
				corner++
			}
		}
	}
	for i := range 4 {
		g.corner[board.NewSquare(i, i)] = corner + i
	}
}

func (g *geometry) numberKings() {
	var first [10]board.Square
	for s := range board.Square(64) {
		if s.File() < 4 && height(s) <= 0 {
			first[g.corner[s]] = s
		}
	}
	next := 0
	for _, diagonal := range [...]bool{false, true} {
		for i, a := range first {
			for b := range board.Square(64) {
				onDiagonal := height(a) == 0 && height(b) == 0
				touching := (board.KingAttacks(a) | a.Bit()).Has(b)
				if onDiagonal != diagonal || touching || height(a) == 0 && height(b) > 0 {
					continue
				}
				g.kings[i][b] = next
				next++
			}
		}
	}
}

func (g *geometry) numberPawns() {
	order := 47
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			for _, f := range [...]int{file, 7 - file} {
				g.pawnOrder[board.NewSquare(f, rank)] = order
				order--
			}
		}
	}
	for count := 1; count < 6; count++ {
		for file := range 4 {
			for rank := 1; rank < 7; rank++ {
				s := board.NewSquare(file, rank)
				g.leadPawn[count][s] = g.leadPawns[count][file]
				g.leadPawns[count][file] += g.binomial[count-1][g.pawnOrder[s]]
			}
		}
	}
}

// trio numbers three different squares of which the first is in the triangle a1-d1-d4 and the first that is off the
// diagonal a1-h8 is below it. Every later piece has fewer squares left, hence the subtractions:
//
//	below             6 squares x 63 x 62
//	on, below         4 x 28 x 62
//	on, on, below     4 x 7 x 28
//	on, on, on        4 x 7 x 6             sum 31332
func (g *geometry) trio(a, b, c board.Square) uint64 {
	skipB := after(b, a)
	skipC := after(c, a) + after(c, b)
	n := 0
	switch {
	case height(a) != 0:
		n = (g.corner[a&63]*63+int(b)-skipB)*62 + int(c) - skipC
	case height(b) != 0:
		n = 6*63*62 + (a.Rank()*trianglePairs+g.below[b&63])*62 + int(c) - skipC
	case height(c) != 0:
		n = (6*63+4*trianglePairs)*62 + (a.Rank()*7+b.Rank()-skipB)*trianglePairs + g.below[c&63]
	default:
		n = (6*63+4*trianglePairs)*62 + 4*7*trianglePairs + (a.Rank()*7+b.Rank()-skipB)*6 + c.Rank() - skipC
	}
	return uint64(n)
}

// after returns 1 if s comes after t, else 0.
func after(s, t board.Square) int {
	if s > t {
		return 1
	}
	return 0
}
