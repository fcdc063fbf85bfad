package output

import (
	"cmp"
	"fmt"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/page"
	"vertigo/internal/pgn"
)

// describeCut says where a game stops being readable, and why; "" if all of its moves can be read.
func describeCut(j *answer.Job) string {
	cut := j.PGN.Cut
	if cut.Text == "" {
		return ""
	}
	last := "no move can be read"
	if n := len(j.Moves); n > 0 {
		last = "read only up to " + pgn.MoveNumber(j.Answers[n-1].Root) + " " + j.SAN()[n-1]
	}
	return answer.PlainText(fmt.Sprintf("Incomplete: %s; line %d, %s", last, max(j.Line, 1)+cut.Line-1, cut.Text))
}

// newGame returns the data of a game as a whole: where it is from, who played it, and how well. Moves and positions are
// missing.
func newGame(j *answer.Job) *page.Game {
	g := &page.Game{Where: answer.PlainText(j.Where), Tags: map[string]string{}, Result: j.PGN.Outcome(), Opening: j.Opening(), Cut: describeCut(j)}
	for name, value := range j.PGN.Tags() {
		g.Tags[name] = answer.PlainText(value)
	}
	for c := range g.Players {
		name, figures := answer.Known(g.Tags[players[c]]), &j.Review().Players[c]
		g.Players[c] = page.Player{Name: cmp.Or(name, players[c]), Elo: answer.Known(g.Tags[players[c]+"Elo"]), Moves: figures.Moves}
		g.Unnamed[c] = name == ""
		if figures.Moves > 0 {
			g.Players[c].Loss, g.Players[c].Accuracy = figures.AverageLoss(), figures.Percent()
		}
	}
	return g
}
