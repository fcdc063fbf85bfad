package main

import (
	"cmp"
	"context"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/engine/limited"
	"vertigo/lab/gamedata"
	"vertigo/movegen"
	"vertigo/search"
)

// player is one side of a game.
type player interface {
	// move returns the move in g, to which moves have led from start, and its score in centipawns for the side to move.
	move(ctx context.Context, start string, moves []string, g *board.Game) (m board.Move, score int, err error)
}

// levelPlayer is the player of a level.
type levelPlayer struct{ *limited.Player }

func (l levelPlayer) move(ctx context.Context, _ string, _ []string, g *board.Game) (board.Move, int, error) {
	r := l.Search(ctx, g, search.Limits{}, search.Reporter{})
	if scores.IsMate(r.Score) {
		return r.Best, r.Score, nil
	}
	return r.Best, winrate.Centipawns(&g.Position, r.Score), nil
}

// rules say when a game is adjudicated: both sides must agree, for a number of moves in a row, that one side is winning or, from
// some move on, that neither is. Very long games are drawn.
var rules = gamedata.Adjudication{
	WinScore: 900, WinPlies: 10,
	DrawScore: 15, DrawPlies: 16, DrawFrom: 79,
	MaxPlies: 400,
}

// play plays a game from the position and returns White's points, or the context's error. Watch sees every move.
func play(ctx context.Context, p board.Position, white, black player,
	watch func(g *board.Game, m board.Move)) (points float64, err error) {
	g := board.NewGame(p)
	start := p.FEN()
	var moves []string
	referee := gamedata.Referee{Rules: rules}
	for {
		if result, over := gamedata.Finished(g); over {
			return float64(result) / 2, nil
		}
		mover, sign := white, 1
		if g.Position.Turn() == board.Black {
			mover, sign = black, -1
		}
		m, score, err := mover.move(ctx, start, moves, g)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return 0, err
		}
		if result, over := referee.Judge(len(moves), sign*belowMate(score)); over {
			return float64(result) / 2, nil
		}
		watch(g, m)
		moves = append(moves, movegen.FormatMove(&g.Position, m, false))
		g.Play(m)
	}
}

// belowMate returns a score for the referee that does not end the game at once: a weak player that sees a mate may not play it.
func belowMate(score int) int { return min(max(score, 1-scores.MateBound), scores.MateBound-1) }
