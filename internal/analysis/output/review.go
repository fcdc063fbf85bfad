package output

import (
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/page"
)

// newGame returns the data of a game as a whole: where it is from, who played it, and how well. Moves and positions are
// missing.
func newGame(j *answer.Job) *page.Game {
	g := &page.Game{Where: answer.PlainText(j.Where), Tags: map[string]string{}, Result: j.PGN.Outcome(), Opening: j.Opening()}
	for name, value := range j.PGN.Tags() {
		g.Tags[name] = answer.PlainText(value)
	}
	for c := range g.Players {
		figures := &j.Review().Players[c]
		g.Players[c] = page.Player{Name: players[c], Moves: figures.Moves}
		if name := answer.Known(g.Tags[players[c]]); name != "" {
			g.Players[c].Name = name
		}
		if figures.Moves > 0 {
			g.Players[c].Loss, g.Players[c].Accuracy = figures.AverageLoss(), figures.Percent()
		}
	}
	return g
}
