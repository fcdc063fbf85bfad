package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"vertigo/board"
	"vertigo/lab/client"
	"vertigo/movegen"
)

// The ratings that the reference, Stockfish 15.1, offers.
const lowestReference, highestReference = 1350, 2850

// referenceDepth returns the iteration after which Stockfish 15.1 chooses its move at a limited rating. What it searches
// after that changes nothing.
func referenceDepth(elo int) int {
	return 1 + int(math.Pow((float64(elo)-1346.6)/143.4, 1/0.806))
}

// reference is the engine whose ratings are the scale, a process that speaks UCI.
type reference struct {
	*client.Engine
	elo int
}

// startReference starts the engine.
func startReference(ctx context.Context, path string) (*reference, error) {
	e, err := client.Start(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(e.Set("Hash", 16), e.Set("UCI_LimitStrength", true)); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return &reference{Engine: e}, nil
}

// newGame begins a game at the rating.
func (r *reference) newGame(elo int) error {
	r.elo = elo
	if err := r.Set("UCI_Elo", elo); err != nil {
		return err
	}
	return r.NewGame()
}

// move returns the engine's move after the moves that have led from start to g, and its score in centipawns for the side to move.
func (r *reference) move(_ context.Context, start string, moves []string, g *board.Game) (board.Move, int, error) {
	position := "fen " + start
	if len(moves) > 0 {
		position += " moves " + strings.Join(moves, " ")
	}
	a, err := r.Search(position, fmt.Sprintf("depth %d", referenceDepth(r.elo)))
	if err != nil {
		return board.NoMove, 0, err
	}
	m, err := movegen.ParseMove(&g.Position, a.Move)
	if err != nil {
		return board.NoMove, 0, fmt.Errorf("the reference: %w", err)
	}
	return m, a.Score, nil
}
