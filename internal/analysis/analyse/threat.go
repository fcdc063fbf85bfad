package analyse

import (
	"context"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
)

// threats finds what the opponent threatens at each position of a chunk, if that is asked for. Threats are searched behind
// the chunk, with nothing known, so that the answers are the same with and without them.
func (a *analysis) threats(ctx context.Context, w *worker.Worker, c chunk) error {
	if !a.options.threats {
		return nil
	}
	for _, i := range c.Positions {
		passed := answer.Passed(c.task.Positions[i])
		if passed == nil {
			continue
		}
		found, err := a.threat(ctx, w, passed)
		if err != nil || ctx.Err() != nil {
			return err
		}
		c.task.Answers[i].SetThreat(&found)
	}
	return nil
}

// threat finds the answer about a position behind a pass, in the store or by a search. The store has it as an answer about that
// position, with the limits of threats.
func (a *analysis) threat(ctx context.Context, w *worker.Worker, passed *input.Position) (found answer.Answer, err error) {
	if a.store == nil {
		return w.SearchThreat(ctx, passed), worker.CheckTablebases(a.tables)
	}
	setting := &a.store.threat
	key := setting.Key(passed.Game, nil, nil)
	stored, err := a.store.Find(key)
	if err != nil {
		return found, err
	}
	if stored != nil {
		return stored.About(passed)
	}
	found = w.SearchThreat(ctx, passed)
	if err := worker.CheckTablebases(a.tables); err != nil || ctx.Err() != nil {
		return found, err
	}
	return found, a.store.Add(key, setting, store.New(passed, &found))
}
