package answer

import (
	"vertigo/board"
	"vertigo/movegen"
)

// Serious is the least gain of a threat that is shown to people. A free move alone is worth about half of it.
const Serious = 0.2

// Pass returns the position after a null move at p, without history. It returns nil in check and where the game is over.
func Pass(p *board.Position) *board.Position {
	if p.InCheck() || !movegen.HasLegalMove(p) {
		return nil
	}
	var passed board.Position
	p.MakeNull(&passed)
	return &passed
}

// SetThreat sets the threat by the answer about the position after a pass.
func (a *Answer) SetThreat(passed *Answer) {
	if len(passed.Lines) > 0 {
		a.Threat = &passed.Lines[0]
	}
}

// Gain returns how much expected score, -1 to 1, the threat would gain for the opponent, compared with the best move of the side
// to move. It is 0 without a threat.
func (a *Answer) Gain() float64 {
	if a.Threat == nil {
		return 0
	}
	return a.Threat.Expected() - (1 - a.Top().Expected())
}
