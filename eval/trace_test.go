package eval

import (
	"fmt"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/playout"
)

// TestTrace checks that the last lines have the number that the search uses, and warn where the search never asks.
func TestTrace(t *testing.T) {
	net := network(t)
	e := nnue.New(net, 1)
	for p := range playout.Positions(9, 200) {
		text, want := Trace(net, p), Static(e, p)
		white := winrate.Current().Centipawns(want, winrate.Material(p))
		if p.Turn() == board.Black {
			white = -white
		}
		line := fmt.Sprintf("Evaluation %+.2f for White as it is shown, %d in the search for %v to move\n",
			float64(white)/100, want, p.Turn())
		if !strings.Contains(text, line) {
			t.Fatalf("%s: no line %q in\n%s", p.FEN(), line, text)
		}
		if strings.Contains(text, "in check") != p.InCheck() {
			t.Fatalf("%s: wrong about check:\n%s", p.FEN(), text)
		}
	}
}
