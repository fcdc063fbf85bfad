package main

import (
	"cmp"
	"context"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/lab/gamedata"
	"vertigo/movegen"
)

// player is one side of a game. It returns its move in g, and the score in centipawns for the side to move. The position is that
// of g as the text of a UCI command has it, with the moves that led there.
type player func(position string, g *board.Game) (m board.Move, score int, err error)

// rules say when a game is adjudicated: both sides must agree, for a number of moves in a row, that one side is winning or, from
// some move on, that neither is. Very long games are drawn.
var rules = gamedata.Adjudication{
	WinScore: 900, WinPlies: 10,
	DrawScore: 15, DrawPlies: 16, DrawFrom: 79,
	MaxPlies: 400,
}

// play plays a game from the position, White's player first, and returns White's points, or the context's error. Watch sees every
// move before it is played.
func play(ctx context.Context, p board.Position, players [2]player, watch func(g *board.Game, m board.Move)) (float64, error) {
	g, position := board.NewGame(p), "fen "+p.FEN()+" moves"
	result, err := gamedata.Play(g, 0, rules, func() (board.Move, int, error) {
		m, score, err := players[g.Position.Turn()](position, g)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return m, 0, err
		}
		watch(g, m)
		position += " " + movegen.FormatMove(&g.Position, m, false)
		// A mate score would end the game at once, but a weak player that sees a mate may not play it.
		return m, min(max(score, 1-scores.MateBound), scores.MateBound-1), nil
	})
	return float64(result) / 2, err
}
