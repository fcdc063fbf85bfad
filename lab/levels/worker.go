package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"vertigo/board"
	"vertigo/internal/engine/limited"
	"vertigo/search"
)

// worker plays one game at a time.
type worker struct {
	players   [2]*limited.Player
	reference *reference
	judge     *search.Engine
}

// startWorkers returns a number of workers, those that could be started if it fails.
func startWorkers(ctx context.Context, number int, referencePath string) (workers []*worker, err error) {
	for len(workers) < number {
		w, err := newWorker(ctx, referencePath)
		if err != nil {
			return workers, err
		}
		workers = append(workers, w)
	}
	return workers, nil
}

// closeWorkers closes them all.
func closeWorkers(workers []*worker) {
	for _, w := range workers {
		w.close()
	}
}

// newWorker returns a worker with a reference of its own, the program of the given path, or without one if the path is empty.
// Close ends both.
func newWorker(ctx context.Context, referencePath string) (*worker, error) {
	w := &worker{}
	var errs [4]error
	for i := range w.players {
		w.players[i], errs[i] = limited.New(0)
	}
	w.judge, errs[2] = search.NewEngine(judgeHash, 1)
	if referencePath != "" {
		w.reference, errs[3] = startReference(ctx, referencePath)
	}
	if err := errors.Join(errs[:]...); err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

// close gives the memory back and ends the reference, as far as they are there.
func (w *worker) close() {
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
		a, err := w.player(l, 0, p.row, 0, rng.Uint64())
		if err != nil {
			return g, err
		}
		b, err := w.player(l, 1, p.opponent, p.elo, rng.Uint64())
		if err != nil {
			return g, err
		}
		rowIsWhite := i == 0
		white, black := a, b
		if !rowIsWhite {
			white, black = b, a
		}
		points, err := play(ctx, start, white, black, func(game *board.Game, m board.Move) {
			mover := 0
			if (game.Position.Turn() == board.White) != rowIsWhite {
				mover = 1
			}
			if mover == 0 || p.opponent != known {
				g.queens[mover].count(w.judge, game, m)
			}
		})
		if ctx.Err() != nil {
			return g, ctx.Err()
		}
		if err != nil {
			return g, fmt.Errorf("%d against %d, opening %s: %w", l.rows[p.row].Elo, p.elo, start.FEN(), err)
		}
		if !rowIsWhite {
			points = 1 - points
		}
		g.points[i] = points
	}
	return g, nil
}

// player returns the player of a row, or the reference, ready for a game. The seed decides the player's errors of judgement.
func (w *worker) player(l *ladder, which, row, elo int, seed uint64) (player, error) {
	if row == known {
		return w.reference, w.reference.newGame(elo)
	}
	w.players[which].SetLevel(moved(l.rows[row], l.steps[row]))
	w.players[which].Reset(seed)
	return levelPlayer{w.players[which]}, nil
}
