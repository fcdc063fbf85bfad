package eval

import (
	"fmt"

	"vertigo/board"
	"vertigo/eval/nnue"
)

// Trace returns, for people, what the network makes of p and what the evaluation makes of that. Values are in pawns from
// White's point of view, the last line has the centipawns of the side to move too.
func Trace(net *Network, p *board.Position) string {
	e := New(net, 1)
	e.Reset(p)
	score := e.Evaluate(0, p)
	white := score
	if p.Turn() == board.Black {
		white = -score
	}
	text := nnue.Trace(net, p)
	text += fmt.Sprintf("\nEvaluation %+.2f for White, %d centipawns for %v to move\n", float64(white)/100, score, p.Turn())
	if p.InCheck() {
		text += "The side to move is in check: the search never asks for this evaluation.\n"
	}
	return text
}
