package answer

import (
	"math"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
)

func TestPath(t *testing.T) {
	for _, test := range []struct {
		what      string
		reports   [][2]int // depth and score
		low, high int
	}{
		{"nothing", nil, 0, 0},
		{"one iteration", [][2]int{{1, -30}}, -30, -30},
		{"the first half does not count", [][2]int{{1, 900}, {2, -900}, {3, 40}, {4, 20}, {5, 30}, {6, 25}}, 20, 40},
		{"half of an odd depth", [][2]int{{1, 900}, {2, 800}, {3, 40}, {4, 20}, {5, 30}}, 20, 40},
		{"the last report on a depth counts", [][2]int{{4, 0}, {5, 500}, {5, 10}, {6, -700}, {6, 20}}, 0, 20},
		{"back to an iteration that was completed", [][2]int{{4, 0}, {5, 10}, {6, -700}, {5, 15}}, 0, 15},
	} {
		var p Path
		for _, r := range test.reports {
			p.Add(r[0], r[1])
		}
		if low, high := p.Range(); low != test.low || high != test.high {
			t.Errorf("%s: %d to %d, want %d to %d", test.what, low, high, test.low, test.high)
		}
	}
}

func TestSwing(t *testing.T) {
	p := board.StartPosition()
	if swing, ok := (&Answer{}).Swing(&p); ok {
		t.Errorf("without a legal move the score swings by %.3f", swing)
	}
	lines := []Line{{Score: 30}}
	for _, test := range []struct {
		low, high   int
		least, most float64
	}{{30, 30, 0, 0}, {0, 200, 0.1, 0.5}, {-200, 200, 0.2, 1}, {-scores.Mate + 4, scores.Mate - 3, 1, 1}} {
		a := Answer{Lines: lines, Low: test.low, High: test.high}
		if swing, ok := a.Swing(&p); !ok || math.IsNaN(swing) || swing < test.least || swing > test.most {
			t.Errorf("%d to %d: %.3f, %v; want %.1f to %.1f", test.low, test.high, swing, ok, test.least, test.most)
		}
	}
}
