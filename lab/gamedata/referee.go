package gamedata

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// Adjudication says when a game ends before the rules of chess end it. Scores are those of the searches that chose
// the moves, so both sides count wherever more than one ply is needed.
type Adjudication struct {
	WinScore int // a side is ahead by this many centipawns …
	WinPlies int // … for this many plies in a row: it has won. A mate score counts at once.

	DrawScore int // the score stays within ± this many centipawns …
	DrawPlies int // … for this many plies in a row …
	DrawFrom  int // … after this many plies since the first move: a draw

	MaxPlies int // a game of this many plies since the first move is a draw
}

// Referee decides one game by its scores: it counts for how many plies they have agreed.
type Referee struct {
	Rules Adjudication

	white int // plies in a row in which White was winning
	black int
	equal int
}

// Judge takes the score of the search, in centipawns for White, that chose the move of the given ply, counted from the
// first move, and reports whether that decides the game.
func (r *Referee) Judge(ply, score int) (result Result, over bool) {
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
		return WhiteWins, true
	case r.black >= r.Rules.WinPlies || score <= -scores.MateBound:
		return BlackWins, true
	case r.equal >= r.Rules.DrawPlies || ply+1 >= r.Rules.MaxPlies:
		return Draw, true
	}
	return Draw, false
}

// Finished reports whether the rules of chess end the game at its present position.
func Finished(g *board.Game) (result Result, over bool) {
	switch end := movegen.EndOfGame(g); {
	case end == movegen.Checkmate && g.Position.Turn() == board.White:
		return BlackWins, true
	case end == movegen.Checkmate:
		return WhiteWins, true
	default:
		return Draw, end != movegen.Unfinished
	}
}
