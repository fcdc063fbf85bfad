package analyse

import (
	"context"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
)

// threats finds the opponent's threat at each position of a chunk, if the options ask for it: the answer about the position after a
// pass. Threats are searched after the chunk and with empty tables, so that the answers are the same with and without them.
func (a *analysis) threats(ctx context.Context, w *worker.Worker, c chunk) error {
	if !a.options.threats {
		return nil
	}
	for _, i := range c.Positions {
		after := answer.Pass(&c.task.Positions[i].Game.Position)
		if after == nil {
			continue
		}
		found, _, err := a.alone(ctx, &answer.Position{Game: board.NewGame(*after)}, threatSearch, w.SearchThreat)
		if err != nil || ctx.Err() != nil {
			return err
		}
		c.task.Answers[i].SetThreat(&found)
	}
	return nil
}
