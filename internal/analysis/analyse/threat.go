package analyse

import (
	"context"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
)

// pass is a position of a task where the side to move passes.
type pass struct {
	i      int             // its number
	behind *input.Position // the one behind the pass
	key    store.Key       // of the answer about that
	stored *store.Answer   // nil if the store does not have it
}

// threats finds what the opponent threatens at each position of a chunk, if that is asked for. Threats are searched behind
// the chunk, with nothing known, so that the answers are the same with and without them.
func (a *analysis) threats(ctx context.Context, w *worker.Worker, c chunk) error {
	if !a.options.threats {
		return nil
	}
	var list []pass
	for _, i := range c.Positions {
		if behind := answer.Passed(c.task.Positions[i]); behind != nil {
			list = append(list, pass{i: i, behind: behind})
		}
	}
	if err := a.store.findPasses(list); err != nil {
		return err
	}
	for n := range list {
		found, err := a.threat(ctx, w, &list[n])
		if err != nil || ctx.Err() != nil {
			return err
		}
		c.task.Answers[list[n].i].SetThreat(&found)
	}
	return nil
}

// threat returns the answer about the position behind a pass, which is searched if the store does not have it.
func (a *analysis) threat(ctx context.Context, w *worker.Worker, p *pass) (found answer.Answer, err error) {
	if p.stored != nil {
		return p.stored.About(p.behind)
	}
	found = w.SearchThreat(ctx, p.behind)
	if err := worker.CheckTablebases(a.tables); err != nil || ctx.Err() != nil || a.store == nil {
		return found, err
	}
	return found, a.store.Add(p.key, &a.store.threat, store.NewAnswer(p.behind, &found))
}

// findPasses looks up the answers about the positions behind passes. They are kept as answers about those positions, with the limits
// of threats.
func (s *answerStore) findPasses(list []pass) error {
	if s == nil {
		return nil
	}
	keys := make([]store.Key, len(list))
	for n := range list {
		keys[n] = s.threat.Key(list[n].behind.Game, nil, nil)
	}
	stored, err := s.Find(keys)
	if err != nil {
		return err
	}
	for n := range list {
		list[n].key, list[n].stored = keys[n], stored[n]
	}
	return nil
}
