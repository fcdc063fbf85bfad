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

// referee decides one game by its scores: it counts for how many plies they have agreed.
type referee struct {
	rules Adjudication

	white int // plies in a row in which White was winning
	black int
	equal int
}

// judge takes the score of the search, in centipawns for White, that chose the move of the given ply, counted from the
// first move, and reports whether that decides the game.
func (r *referee) judge(ply, score int) (result Result, over bool) {
	count := func(n *int, holds bool) {
		*n++
		if !holds {
			*n = 0
		}
	}
	count(&r.white, score >= r.rules.WinScore)
	count(&r.black, score <= -r.rules.WinScore)
	count(&r.equal, ply >= r.rules.DrawFrom && max(score, -score) <= r.rules.DrawScore)
	switch {
	case r.white >= r.rules.WinPlies || score >= scores.MateBound:
		return WhiteWins, true
	case r.black >= r.rules.WinPlies || score <= -scores.MateBound:
		return BlackWins, true
	case r.equal >= r.rules.DrawPlies || ply+1 >= r.rules.MaxPlies:
		return Draw, true
	}
	return Draw, false
}

// Play plays from the present position of g, after so many plies, until the rules of chess or those of the adjudication end the
// game. Move returns the next move and its score in centipawns for the side to move. Its error breaks the game off; there is no
// other.
func Play(g *board.Game, ply int, rules Adjudication, move func() (m board.Move, score int, err error)) (Result, error) {
	for r := (referee{rules: rules}); ; ply++ {
		if result, over := finished(g); over {
			return result, nil
		}
		m, score, err := move()
		if err != nil {
			return Draw, err
		}
		if g.Position.Turn() == board.Black {
			score = -score
		}
		if result, over := r.judge(ply, score); over {
			return result, nil
		}
		g.Play(m)
	}
}

// finished reports whether the rules of chess end the game at its present position.
func finished(g *board.Game) (result Result, over bool) {
	switch end := movegen.EndOfGame(g); {
	case end == movegen.Checkmate && g.Position.Turn() == board.White:
		return BlackWins, true
	case end == movegen.Checkmate:
		return WhiteWins, true
	default:
		return Draw, end != movegen.Unfinished
	}
}
