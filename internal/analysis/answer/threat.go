package answer

import (
	"vertigo/board"
	"vertigo/internal/analysis/input"
	"vertigo/movegen"
)

// Serious is from where on what a threat would gain is shown to people: a free move alone is worth about half of it.
const Serious = 0.2

// Pass returns the position in which the opponent may move at p instead, without a past. It is false where nobody can pass: in
// check, and where the game is over.
func Pass(p *board.Position) (passed board.Position, ok bool) {
	if p.InCheck() || !movegen.HasLegalMove(p) {
		return passed, false
	}
	p.MakeNull(&passed)
	return passed, true
}

// Passed returns Pass of a position that is to be searched, nil where nobody can pass.
func Passed(p *input.Position) *input.Position {
	passed, ok := Pass(&p.Game.Position)
	if !ok {
		return nil
	}
	return &input.Position{Game: board.NewGame(passed)}
}

// SetThreat takes from the answer about the position behind a pass what the opponent would do there.
func (a *Answer) SetThreat(passed *Answer) {
	if len(passed.Lines) > 0 {
		a.Threat = &passed.Lines[0]
	}
}

// Gain returns how much of the expected score, -1 to 1, the opponent would win by his threat at p, compared with what he has
// where the side to move plays its best move. It is 0 without a threat.
func (a *Answer) Gain(p *board.Position) float64 {
	if a.Threat == nil {
		return 0
	}
	passed, _ := Pass(p)
	return a.Threat.Expected(&passed) - (1 - a.Expected(p))
}
