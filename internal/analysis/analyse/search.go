package analyse

import (
	"cmp"
	"context"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/worker"
)

// defaultChunk is the number of positions of a game that are searched with one table; docs/store.md explains why.
const defaultChunk = 10

// defaultVerify is the default of --verify, the nodes of a search that compares two moves as a multiple of the first search's.
// docs/formats.md explains what it gains.
const defaultVerify = 4

// chunk is a chunk of a task.
type chunk struct {
	worker.Chunk
	task *task
}

// answer finds the answers of a chunk, with the threats if they are asked for, and verifies them.
func (a *analysis) answer(ctx context.Context, w *worker.Worker, c chunk) error {
	if err := a.find(ctx, w, c); err != nil {
		return err
	}
	if err := a.threats(ctx, w, c); err != nil {
		return err
	}
	if err := a.settle(ctx, w, c); err != nil {
		return err
	}
	return ctx.Err() // an answer may be missing
}

// find finds the answers of a chunk, in the store or by a search.
func (a *analysis) find(ctx context.Context, w *worker.Worker, c chunk) error {
	keys := a.store.keys(c.task, c.Searched())
	if found, err := a.store.find(c, keys); found || err != nil {
		a.progress.Count(len(c.Positions))
		return err
	}
	return w.SearchChunk(ctx, c.task.Job, c.Chunk, func(n int, one game.Answer) error {
		if err := a.CheckTables(); err != nil { // before an answer that lacks a table is kept
			return err
		}
		i := c.Positions[n]
		if a.store != nil {
			if err := a.store.add(c.task, keys[n], i, &one); err != nil {
				return err
			}
		}
		c.task.Plies[i].Answer = one
		a.progress.Count(1)
		return nil
	})
}

// threats finds the opponent's threat at each position of a chunk, if the options ask for it: the answer about the position after
// a pass. Threats are searched after the chunk and with empty tables, so that the answers are the same with and without them.
func (a *analysis) threats(ctx context.Context, w *worker.Worker, c chunk) error {
	if !a.options.threats {
		return nil
	}
	for _, i := range c.Positions {
		after := game.AfterPass(c.task.Plies[i].Answer.Root)
		if after == nil {
			continue
		}
		found, _, err := a.alone(ctx, &game.Position{Game: board.NewGame(*after)}, threatSearch, w.SearchThreat)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if len(found.Lines) > 0 {
			c.task.Plies[i].Answer.Threat = &found.Lines[0]
		}
	}
	return nil
}

// settle compares doubtful moves with the best ones in longer searches, each with empty tables, so that the answers do not depend
// on other searches. A position can be settled when it and the next one are answered, so the worker that answers the later one of
// two chunks settles the last position of the other.
func (a *analysis) settle(ctx context.Context, w *worker.Worker, c chunk) error {
	if a.options.verify == 1 {
		return nil
	}
	t := c.task
	doubtful := t.answer(c.Positions)
	a.progress.Again(len(doubtful) * a.options.verify)
	for _, i := range doubtful {
		longer, key, err := a.alone(ctx, t.Plies[i].Rivals(), longerSearch, func(ctx context.Context, p *game.Position) game.Answer {
			return w.Verify(ctx, p, a.options.verify)
		})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		t.keys[i] = key
		t.mutex.Lock() // other workers may read the answer
		t.Plies[i].Verify(&longer)
		t.mutex.Unlock()
		a.progress.CountAgain(a.options.verify)
	}
	return nil
}

// usuallyAgain estimates the longer searches of a job, in positions of equal time: about one of ten moves of a game is doubtful.
func (o *options) usuallyAgain(kind string, positions int) int {
	if kind != "pgn" || o.verify == 1 {
		return 0
	}
	return positions * o.verify / 10
}

// answer notes that the positions are answered, and returns the doubtful ones of those that can be settled now, each once.
func (t *task) answer(positions []int) (doubtful []int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, i := range positions {
		t.states[i] = answered
	}
	for i := max(positions[0]-1, 0); i <= positions[len(positions)-1]; i++ {
		if t.states[i] != answered || i+1 < len(t.states) && t.states[i+1] == unanswered {
			continue
		}
		t.states[i] = settled
		if t.IsDoubtful(i) {
			doubtful = append(doubtful, i)
		}
	}
	return doubtful
}
