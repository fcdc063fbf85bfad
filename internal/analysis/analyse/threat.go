package analyse

import (
	"context"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
)

// pass is a position of a task where the side to move passes.
type pass struct {
	i      int              // its number
	after  *answer.Position // the position after the pass
	key    store.Key        // of its answer
	stored *answer.Answer   // nil if the store does not have it
}

// threats finds the opponent's threat at each position of a chunk, if the options ask for it. Threats are searched after the
// chunk and with empty tables, so that the answers are the same with and without them.
func (a *analysis) threats(ctx context.Context, w *worker.Worker, c chunk) error {
	if !a.options.threats {
		return nil
	}
	var list []pass
	for _, i := range c.Positions {
		if after := answer.Pass(&c.task.Positions[i].Game.Position); after != nil {
			list = append(list, pass{i: i, after: &answer.Position{Game: board.NewGame(*after)}})
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

// threat returns the answer about the position after a pass, which is searched if the store does not have it.
func (a *analysis) threat(ctx context.Context, w *worker.Worker, p *pass) (found answer.Answer, err error) {
	if p.stored != nil {
		err = p.stored.SetPosition(p.after)
		return *p.stored, err
	}
	found = w.SearchThreat(ctx, p.after)
	if err := worker.CheckTablebases(a.tables); err != nil || ctx.Err() != nil || a.store == nil {
		return found, err
	}
	return found, a.store.Add(p.key, &a.store.threat, &found)
}

// findPasses looks up the answers about the positions after passes. The store has them as answers about those positions, with the
// limits of threats.
func (s *answerStore) findPasses(list []pass) error {
	if s == nil {
		return nil
	}
	keys := make([]store.Key, len(list))
	for n := range list {
		keys[n] = s.threat.Key(list[n].after.Game, nil, nil)
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
