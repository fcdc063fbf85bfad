package eval

import (
	"fmt"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/eval/winrate"
)

// Trace returns a text that shows how the network evaluates p, and what the evaluation makes of that. The values of the
// network are in its own unit and from White's point of view. The last line has what the search uses, for the side to move,
// and what would be shown for it.
func Trace(net *Network, p *board.Position) string {
	score := Static(nnue.New(net, 1), p)
	shown := winrate.ScoreOf(p, score)
	if p.Turn() == board.Black {
		shown.N = -shown.N
	}
	text := nnue.Trace(net, p)
	text += fmt.Sprintf("\nEvaluation %v for White as it is shown, %d in the search for %v to move\n", shown, score, p.Turn())
	if p.InCheck() {
		text += "The side to move is in check: the search never asks for this evaluation.\n"
	}
	return text
}
