package analyse

import (
	"context"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
)

// defaultChunk is the number of positions of a game that are searched with one table; docs/store.md explains why.
const defaultChunk = 10

// chunk is a chunk of a task.
type chunk struct {
	worker.Chunk
	task *task
}

// chunks divides what the filters leave of a task.
func (o *options) chunks(j *task) (list []chunk) {
	for _, c := range worker.Chunks(j.Job, o.chunk) {
		list = append(list, chunk{c, j})
	}
	return list
}

// answer finds the answers of a chunk, with the threats and the difficulty if they are asked for, and verifies them.
func (a *analysis) answer(ctx context.Context, w *worker.Worker, c chunk) error {
	if err := a.find(ctx, w, c); err != nil {
		return err
	}
	if err := a.threats(ctx, w, c); err != nil {
		return err
	}
	settled, err := a.verify(ctx, w, c)
	if err != nil {
		return err
	}
	a.rate(ctx, w, c.task, settled)
	return ctx.Err() // an answer may be missing
}

// find finds the answers of a chunk, in the store or by a search.
func (a *analysis) find(ctx context.Context, w *worker.Worker, c chunk) error {
	keys := a.store.keys(c.task, c.Searched())
	if found, err := a.store.find(c, keys); found || err != nil {
		a.progress.Count(len(c.Positions))
		return err
	}
	return w.SearchChunk(ctx, c.task.Job, c.Chunk, func(n int, one answer.Answer) error {
		if err := worker.CheckTablebases(a.tables); err != nil { // before an answer that lacks a table is kept
			return err
		}
		i := c.Positions[n]
		if a.store != nil {
			if err := a.store.add(c.task, keys[n], i, &one); err != nil {
				return err
			}
		}
		c.task.Answers[i] = one
		a.progress.Count(1)
		return nil
	})
}
