package textbook

import "math/bits"

// grid is a game of putting stones on a board until someone owns a line.
type grid struct {
	width, height int
	gravity       bool     // a stone needs the edge or another stone below it
	lines         []uint16 // the winning sets of cells; cell x+y*width is bit x+y*width, y grows upwards
}

// newGrid returns a game in which length stones in a row, upright, level or diagonal, win.
func newGrid(width, height, length int, gravity bool) *grid {
	g := &grid{width: width, height: height, gravity: gravity}
	for y := range height {
		for x := range width {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				endX, endY := x+d[0]*(length-1), y+d[1]*(length-1)
				if endX < 0 || endX >= width || endY >= height {
					continue
				}
				var line uint16
				for i := range length {
					line |= 1 << (x + i*d[0] + (y+i*d[1])*width)
				}
				g.lines = append(g.lines, line)
			}
		}
	}
	return g
}

// won is the value of a won game, far above every estimate.
const won = 1000

// gridState is a position of such a game.
type gridState struct {
	*grid
	mine, theirs uint16 // stones of the side to move and of the opponent
}

// start returns the empty board.
func (g *grid) start() gridState { return gridState{grid: g} }

func (s gridState) full() uint16 { return 1<<(s.width*s.height) - 1 }

// lost reports whether the opponent, who moved last, owns a line.
func (s gridState) lost() bool {
	for _, line := range s.lines {
		if s.theirs&line == line {
			return true
		}
	}
	return false
}

func (s gridState) Moves() []uint8 {
	if s.lost() {
		return nil
	}
	var moves []uint8
	taken := s.mine | s.theirs
	for cell := range s.width * s.height {
		free := taken>>cell&1 == 0
		if free && (!s.gravity || cell < s.width || taken>>(cell-s.width)&1 != 0) {
			moves = append(moves, uint8(cell))
		}
	}
	return moves
}

func (s gridState) Play(cell uint8) gridState {
	return gridState{grid: s.grid, mine: s.theirs, theirs: s.mine | 1<<cell}
}

// Evaluate counts the lines that are still open to the one and to the other, unless the game is decided.
func (s gridState) Evaluate() int {
	if s.lost() {
		return -won
	}
	if s.mine|s.theirs == s.full() {
		return 0
	}
	value := 0
	for _, line := range s.lines {
		if s.theirs&line == 0 {
			value++
		}
		if s.mine&line == 0 {
			value--
		}
	}
	return value
}

func (s gridState) Color() Color {
	if bits.OnesCount16(s.mine) == bits.OnesCount16(s.theirs) {
		return First
	}
	return Second
}

// Hint prefers to win, then to keep the opponent from winning, then cells on many lines that are still of use.
func (s gridState) Hint(cell uint8) int {
	hint := 0
	for _, line := range s.lines {
		rest := line &^ (1 << cell)
		switch {
		case rest == line:
		case s.mine&rest == rest:
			hint += 10000
		case s.theirs&rest == rest:
			hint += 100
		case s.mine&rest == 0 || s.theirs&rest == 0:
			hint++
		}
	}
	return hint
}

func (s gridState) Key() uint64 { return uint64(s.mine)<<16 | uint64(s.theirs) }

// solve is an independent witness: the value of every position that can be reached, with a map that forgets nothing
// and no window.
func (s gridState) solve(known map[[2]uint16]int) int {
	key := [2]uint16{s.mine, s.theirs}
	if value, ok := known[key]; ok {
		return value
	}
	value := -won
	moves := s.Moves()
	for _, m := range moves {
		value = max(value, -s.Play(m).solve(known))
	}
	if len(moves) == 0 {
		value = s.Evaluate()
	}
	known[key] = value
	return value
}
