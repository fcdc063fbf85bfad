package selfplay

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"vertigo/internal/training/gamedata"
)

// Run plays games on the given number of workers, each with a search of its own, until next has no more numbers, keep
// fails, or the context ends; games in progress are then abandoned. Next and keep are called by one worker at a time.
// Keep must not hold on to the game. Games are kept in the order in which they end; which games they are does not depend
// on the number of workers. The error is the first that occurred, nil when all games were played.
func Run(ctx context.Context, s Settings, workers int, next func() (number uint64, ok bool),
	keep func(*gamedata.Game) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var mu sync.Mutex // held around next and keep
	work := func() error {
		player, err := NewPlayer(s)
		if err != nil {
			return err
		}
		defer player.Close()
		var g gamedata.Game
		for {
			mu.Lock()
			number, ok := next()
			mu.Unlock()
			if !ok {
				return nil
			}
			if err := player.Play(ctx, number, &g); err != nil {
				return err
			}
			mu.Lock()
			err := keep(&g)
			mu.Unlock()
			if err != nil {
				return err
			}
		}
	}
	for range workers {
		group.Go(work)
	}
	return group.Wait()
}
