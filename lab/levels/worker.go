package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/engine/limited"
	"vertigo/lab/client"
	"vertigo/movegen"
	"vertigo/search"
)

// worker plays one game at a time.
type worker struct {
	players   [2]*limited.Player
	judge     *search.Engine
	reference *client.Engine // the engine whose ratings are the scale; nil without it
}

// startWorkers returns a number of workers, those that could be started if it fails.
func startWorkers(ctx context.Context, number int, referencePath string) (workers []*worker, err error) {
	for len(workers) < number && err == nil {
		w := &worker{}
		workers = append(workers, w)
		err = w.start(ctx, referencePath)
	}
	return workers, err
}

// start gets what the worker plays with: a reference of its own, too, unless the path of the program is empty.
func (w *worker) start(ctx context.Context, referencePath string) (err error) {
	for i := range w.players {
		if w.players[i], err = limited.New(0); err != nil {
			return err
		}
	}
	if w.judge, err = search.NewEngine(judgeHash, 1); err != nil || referencePath == "" {
		return err
	}
	if w.reference, err = client.Start(ctx, referencePath); err != nil {
		return err
	}
	return errors.Join(w.reference.Set("Hash", 16), w.reference.Set("UCI_LimitStrength", true))
}

// closeWorkers gives their memory back and ends the references, as far as they are there.
func closeWorkers(workers []*worker) {
	for _, w := range workers {
		for _, p := range w.players {
			if p != nil {
				p.Close()
			}
		}
		if w.judge != nil {
			w.judge.Close()
		}
		if w.reference != nil {
			_ = w.reference.Close() // it plays no more, however it ends
		}
	}
}

// games are two games from the same opening.
type games struct {
	points [2]float64 // of the row of the pairing
	queens [2]queens  // of the row and its opponent
}

// pair plays two games. Their number decides the opening and the players' errors of judgement.
func (w *worker) pair(ctx context.Context, l *ladder, p pairing, number uint64) (g games, err error) {
	rng := rand.New(rand.NewPCG(l.seed, number))
	start := l.book[rng.IntN(len(l.book))]
	for i := range g.points {
		row, errRow := w.player(ctx, l, 0, p.row, 0, rng.Uint64())
		opponent, errOpponent := w.player(ctx, l, 1, p.opponent, p.elo, rng.Uint64())
		if err := errors.Join(errRow, errOpponent); err != nil {
			return g, err
		}
		sides := [2]player{row, opponent} // White's first
		if i == 1 {
			sides = [2]player{opponent, row}
		}
		points, err := play(ctx, start, sides, func(game *board.Game, m board.Move) {
			if mover := int(game.Position.Turn()) ^ i; mover == 0 || p.opponent != known {
				g.queens[mover].count(w.judge, game, m)
			}
		})
		if ctx.Err() != nil {
			return g, ctx.Err()
		}
		if err != nil {
			return g, fmt.Errorf("%d against %d, opening %s: %w", l.rows[p.row].Elo, p.elo, start.FEN(), err)
		}
		g.points[i] = points
		if i == 1 {
			g.points[i] = 1 - points
		}
	}
	return g, nil
}

// player returns the player of a row, or the reference, ready for a game. The seed decides the player's errors of judgement.
func (w *worker) player(ctx context.Context, l *ladder, which, row, elo int, seed uint64) (player, error) {
	if row == known {
		return func(position string, g *board.Game) (board.Move, int, error) {
			a, err := w.reference.Search(position, fmt.Sprintf("depth %d", referenceDepth(elo)))
			if err != nil {
				return board.NoMove, 0, err
			}
			m, err := movegen.ParseMove(&g.Position, a.Move)
			return m, a.Score, err
		}, errors.Join(w.reference.Set("UCI_Elo", elo), w.reference.NewGame())
	}
	p := w.players[which]
	p.SetLevel(moved(l.rows[row], l.steps[row]))
	p.Reset(seed)
	return func(_ string, g *board.Game) (board.Move, int, error) {
		r := p.Search(ctx, g, search.Limits{}, search.Reporter{})
		if scores.IsMate(r.Score) {
			return r.Best, r.Score, nil
		}
		return r.Best, winrate.Centipawns(&g.Position, r.Score), nil
	}, nil
}

// The ratings that the reference, Stockfish 15.1, offers.
const lowestReference, highestReference = 1350, 2850

// referenceDepth returns the iteration after which Stockfish 15.1 chooses its move at a limited rating. What it searches
// after that changes nothing.
func referenceDepth(elo int) int {
	return 1 + int(math.Pow((float64(elo)-1346.6)/143.4, 1/0.806))
}
