package analyse

import (
	"cmp"
	"context"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
)

// defaultVerify is the default of --verify, the nodes of a search that compares two moves as a multiple of the first search's.
// docs/formats.md explains what it gains.
const defaultVerify = 4

// verify compares doubtful moves with the best ones in longer searches, each with empty tables, so that the answers do not depend on
// other searches. A position can be settled when it and the next one are answered. Verify returns the positions that it has
// settled. The last one of a chunk is settled by the worker that answers the later one of two chunks.
func (a *analysis) verify(ctx context.Context, w *worker.Worker, c chunk) (settled []int, err error) {
	settled, doubtful := c.task.settle(c.Positions, a.options.verify > 1)
	a.progress.Again(len(doubtful) * a.options.verify)
	for _, i := range doubtful {
		longer, key, err := a.alone(ctx, c.task.Rivals(i), longerSearch, func(ctx context.Context, p *answer.Position) answer.Answer {
			return w.Verify(ctx, p, a.options.verify)
		})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		c.task.keys[i] = key
		c.task.mutex.Lock() // other workers may read the answer
		c.task.Verify(i, &longer)
		c.task.mutex.Unlock()
		a.progress.CountAgain(a.options.verify)
	}
	return settled, nil
}

// usuallyAgain estimates the longer searches of a job, in positions of equal time: about one of ten moves of a game is doubtful.
func (o *options) usuallyAgain(kind string, positions int) int {
	if kind != "pgn" || o.verify == 1 {
		return 0
	}
	return positions * o.verify / 10
}

// settle notes that the positions are answered. It returns the positions that can be settled now and, if ask is set, which of
// them are doubtful. It returns each position once.
func (j *task) settle(positions []int, ask bool) (ready, doubtful []int) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for _, i := range positions {
		j.answered[i] = true
	}
	for i := max(positions[0]-1, 0); i <= positions[len(positions)-1]; i++ {
		if !j.answered[i] || j.checked[i] || i+1 < len(j.answered) && !j.answered[i+1] {
			continue
		}
		j.checked[i] = true
		ready = append(ready, i)
		if ask && j.IsDoubtful(i) {
			doubtful = append(doubtful, i)
		}
	}
	return ready, doubtful
}
