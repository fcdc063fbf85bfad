package selfplay

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/training/gamedata"
	"vertigo/movegen"
)

// Referee decides one game by its scores: it counts for how many plies they have agreed.
type Referee struct {
	Rules Adjudication

	white int // plies in a row in which White was winning
	black int
	equal int
}

// Judge takes the score of the search, in centipawns for White, that chose the move of the given ply, counted from the
// first move, and reports whether that decides the game.
func (r *Referee) Judge(ply, score int) (result gamedata.Result, over bool) {
	count := func(n *int, holds bool) {
		*n++
		if !holds {
			*n = 0
		}
	}
	count(&r.white, score >= r.Rules.WinScore)
	count(&r.black, score <= -r.Rules.WinScore)
	count(&r.equal, ply >= r.Rules.DrawFrom && max(score, -score) <= r.Rules.DrawScore)
	switch {
	case r.white >= r.Rules.WinPlies || score >= scores.MateBound:
		return gamedata.WhiteWins, true
	case r.black >= r.Rules.WinPlies || score <= -scores.MateBound:
		return gamedata.BlackWins, true
	case r.equal >= r.Rules.DrawPlies || ply+1 >= r.Rules.MaxPlies:
		return gamedata.Draw, true
	}
	return gamedata.Draw, false
}

// Finished reports whether the rules of chess end the game at its present position.
func Finished(g *board.Game) (result gamedata.Result, over bool) {
	switch end := movegen.EndOfGame(g); {
	case end == movegen.Checkmate && g.Position.Turn() == board.White:
		return gamedata.BlackWins, true
	case end == movegen.Checkmate:
		return gamedata.WhiteWins, true
	default:
		return gamedata.Draw, end != movegen.Unfinished
	}
}
