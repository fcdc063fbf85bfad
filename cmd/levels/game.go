package main

import (
	"context"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/search"
)

// player is one side of a game.
type player interface {
	// move returns the move in g, to which moves have led from start, and its score in centipawns for the side to move.
	move(start string, moves []string, g *board.Game) (m board.Move, score int, err error)
}

// limited is the player of a level.
type limited struct{ *search.Limited }

func (l limited) move(_ string, _ []string, g *board.Game) (board.Move, int, error) {
	r := l.Search(context.Background(), g, search.Limits{}, search.Reporter{})
	if scores.IsMate(r.Score) {
		return r.Best, r.Score, nil
	}
	return r.Best, scores.Centipawns(&g.Position, r.Score), nil
}

// How games are cut short: both sides have to agree, for so many moves in a row, that one side is winning, or, from a move
// on, that nobody is. Games that are longer than any of sense are drawn.
const (
	winScore, winPlies            = 900, 10
	drawScore, drawFrom, drawLast = 15, 80, 16
	mostPlies                     = 400
)

// referee counts for how many plies the sides have agreed.
type referee struct{ plies, white, black, equal int }

// judge takes the score for White of the side that moves, and reports whether it ends the game and with how many points for White.
func (r *referee) judge(score int) (points float64, over bool) {
	count := func(n *int, holds bool) {
		*n++
		if !holds {
			*n = 0
		}
	}
	r.plies++
	count(&r.white, score >= winScore)
	count(&r.black, score <= -winScore)
	count(&r.equal, r.plies >= drawFrom && max(score, -score) <= drawScore)
	switch {
	case r.white >= winPlies:
		return 1, true
	case r.black >= winPlies:
		return 0, true
	}
	return 0.5, r.equal >= drawLast || r.plies >= mostPlies
}

// play plays a game from the position and returns White's points. Watch sees every move.
func play(p board.Position, white, black player, watch func(g *board.Game, m board.Move)) (points float64, err error) {
	g := board.NewGame(p)
	start := p.FEN()
	var moves []string
	var ref referee
	for {
		if end := movegen.EndOfGame(g); end != movegen.Unfinished {
			switch {
			case end != movegen.Checkmate:
				return 0.5, nil
			case g.Position.Turn() == board.White:
				return 0, nil
			}
			return 1, nil
		}
		mover, sign := white, 1
		if g.Position.Turn() == board.Black {
			mover, sign = black, -1
		}
		m, score, err := mover.move(start, moves, g)
		if err != nil {
			return 0, err
		}
		if points, over := ref.judge(sign * score); over {
			return points, nil
		}
		watch(g, m)
		moves = append(moves, movegen.FormatMove(&g.Position, m, false))
		g.Play(m)
	}
}
