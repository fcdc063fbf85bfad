package pgn

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// TestAlone reads made-up files: a game without faults is the same when its text is read alone. So an analysis may take the game
// that the reader returns, and when it is continued, the text that it has kept.
func TestAlone(t *testing.T) {
	parts := []string{
		"{", "}", "{a}", "(", ")", "(2. d4)", "[", "]", "[%clk 1]", "\"", ";c", "\n%x\n", "\n", "\n\n", "\r\n", Mark, "\u00a0", "[Event \"x\"]\n",
		"[White \"y\"]\n", "1. e4 ", " e5 ", "2. Nf3 ", "$4", " word ", "1-0", "1/2-1/2 ", "*",
	}
	games := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		for range 3 + r.IntN(14) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		file := NewReader(strings.NewReader(text.String()))
		for g, err := file.Next(); err == nil; g, err = file.Next() {
			if len(g.Faults) > 0 {
				continue
			}
			games++
			if alone, err := Parse(file.Text()); err != nil || !reflect.DeepEqual(g, alone) {
				t.Errorf("%q in %q is\n%+v\nand alone\n%+v, %v", file.Text(), text.String(), g, alone, err)
			}
		}
	}
	if games < 1000 {
		t.Errorf("only %d games", games)
	}
}
