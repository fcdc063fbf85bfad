package answer

import (
	"vertigo/board"
	"vertigo/internal/analysis/input"
	"vertigo/movegen"
)

// Serious is the least gain of a threat that is shown to people. A free move alone is worth about half of it.
const Serious = 0.2

// Pass returns the position after a null move at p, without history. It returns false in check and where the game is over.
func Pass(p *board.Position) (passed board.Position, ok bool) {
	if p.InCheck() || !movegen.HasLegalMove(p) {
		return passed, false
	}
	p.MakeNull(&passed)
	return passed, true
}

// Passed returns Pass of a position that is to be searched, nil where there is none.
func Passed(p *input.Position) *input.Position {
	passed, ok := Pass(&p.Game.Position)
	if !ok {
		return nil
	}
	return &input.Position{Game: board.NewGame(passed)}
}

// SetThreat sets the threat by the answer about the position after a pass.
func (a *Answer) SetThreat(passed *Answer) {
	if len(passed.Lines) > 0 {
		a.Threat = &passed.Lines[0]
	}
}

// Gain returns how much expected score, -1 to 1, the threat at p would gain for the opponent, compared with the best move of
// the side to move. It is 0 without a threat.
func (a *Answer) Gain(p *board.Position) float64 {
	if a.Threat == nil {
		return 0
	}
	passed, _ := Pass(p)
	return a.Threat.Expected(&passed) - (1 - a.Expected(p))
}
