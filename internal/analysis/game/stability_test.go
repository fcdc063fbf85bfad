package game

import (
	"math"
	"testing"

	"vertigo/board"
)

func TestStability(t *testing.T) {
	e4, d4 := board.NewMove(12, 28, board.Normal), board.NewMove(11, 27, board.Normal)
	lines := []Line{{Depth: 9}}
	for _, test := range []struct {
		what   string
		answer Answer
		want   Stability
		ok     bool
	}{
		{"no legal move", Answer{}, Stability{}, false},
		{"at once", Answer{Best: e4, Lines: lines, Nodes: 90, Course: []Change{{Move: e4, Depth: 1, Nodes: 20}}}, Stability{Point{1, 20}, Point{1, 20}, 0}, true},
		{"there and back", Answer{Best: e4, Lines: lines, Nodes: 90, Course: []Change{
			{Move: d4, Depth: 1, Nodes: 20}, {Move: e4, Depth: 2, Nodes: 30}, {Move: d4, Depth: 3, Nodes: 40}, {Move: e4, Depth: 5, Nodes: 70},
		}}, Stability{Point{2, 30}, Point{5, 70}, 3}, true},
		{"without a word", Answer{Best: d4, Lines: lines, Nodes: 90, Course: []Change{{Move: e4, Depth: 1, Nodes: 20}}}, Stability{Point{9, 90}, Point{9, 90}, 1}, true},
		{"nothing was reported", Answer{Best: d4, Lines: lines, Nodes: 90}, Stability{Point{9, 90}, Point{9, 90}, 0}, true},
	} {
		if got, ok := test.answer.Stability(); got != test.want || ok != test.ok {
			t.Errorf("%s: %+v, %v; want %+v, %v", test.what, got, ok, test.want, test.ok)
		}
		if n := len(test.answer.Course); n > 0 && test.answer.Course[n-1].Depth > 5 {
			t.Errorf("%s: the course was changed", test.what)
		}
	}
}

// TestMargin compares the margin with the expected scores of the lines.
func TestMargin(t *testing.T) {
	p := board.StartPosition()
	if margin, ok := (&Answer{Lines: []Line{{Root: &p, Score: 50}}}).Margin(); ok {
		t.Errorf("one line has a margin of %.3f", margin)
	}
	a := Answer{Lines: []Line{{Root: &p, Score: 200}, {Root: &p, Score: -100}, {Root: &p, Score: -300}}}
	if margin, ok := a.Margin(); !ok || margin < 0.1 || math.Abs(margin-(a.Top(&p).Expected()-a.Lines[1].Expected())) > 1e-9 {
		t.Errorf("the margin is %.3f, %v", margin, ok)
	}
}
