package game

import "vertigo/board"

// Stability describes how the search found its best move. A move that was found at once is easy to find, and a late change may
// change again. In games that are searched backward, a search begins with the results for the later positions, so it may find a
// move sooner than it would alone.
type Stability struct {
	Found   Point // when the best move was the best for the first time
	Stable  Point // since when it has been the best
	Changes int   // how often another move became the best
}

// Point is a moment of a search.
type Point struct {
	Depth int    `json:"depth"` // plies
	Nodes uint64 `json:"nodes"`
}

// Margin returns the difference of the expected scores of the best and the second-best move, false if only one line was
// searched. It is less than 0 if an interrupted search left the lines with scores of different depths.
func (a *Answer) Margin() (margin float64, ok bool) {
	if len(a.Lines) < 2 {
		return 0, false
	}
	return a.Lines[0].Expected() - a.Lines[1].Expected(), true
}

// Stability returns how the search found its best move, false if there is none.
func (a *Answer) Stability() (t Stability, ok bool) {
	if a.Best == board.NoMove || len(a.Lines) == 0 {
		return t, false
	}
	course := a.Course
	if n := len(course); n == 0 || course[n-1].Move != a.Best { // the search ended with another move than its last report
		course = append(course[:n:n], Change{Move: a.Best, Depth: a.Lines[0].Depth, Nodes: a.Nodes})
	}
	first := 0
	for course[first].Move != a.Best {
		first++
	}
	last := course[len(course)-1]
	return Stability{Point{course[first].Depth, course[first].Nodes}, Point{last.Depth, last.Nodes}, len(course) - 1}, true
}
