package analyse

import (
	"cmp"
	"context"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
)

// defaultVerify is the default of --verify, the nodes of a second search as a multiple of the first. docs/analysis.md explains
// what it gains.
const defaultVerify = 4

// verify searches the positions around doubtful moves again, each with empty tables, so that the answers do not depend on other
// searches. A position can be settled when it and its neighbours are answered. Verify returns the positions that it has
// settled. Those at the ends of a chunk are settled by the worker that answers the later one of two chunks.
func (a *analysis) verify(ctx context.Context, w *worker.Worker, c chunk) (settled []int, err error) {
	settled, doubtful := c.task.settle(c.Positions, a.options.verify > 1)
	a.progress.Again(len(doubtful) * a.options.verify)
	for _, i := range doubtful {
		longer, key, err := a.alone(ctx, c.task.Positions[i], longerSearch, func(ctx context.Context, p *answer.Position) answer.Answer {
			return w.Verify(ctx, p, a.options.verify)
		})
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		c.task.keys[i] = key
		c.task.mutex.Lock() // other workers may read the answer
		c.task.Answers[i].Verify(longer)
		c.task.mutex.Unlock()
		a.progress.CountAgain(a.options.verify)
	}
	return settled, nil
}

// usuallyAgain estimates the second searches of a job, in positions of equal time: about one of eight positions of a game is doubtful.
func (o *options) usuallyAgain(kind string, positions int) int {
	if kind != "pgn" || o.verify == 1 {
		return 0
	}
	return positions * o.verify / 8
}

// settle notes that the positions are answered. It returns the positions that can be settled now and, if ask is set, which of
// them are doubtful. It returns each position once.
func (j *task) settle(positions []int, ask bool) (ready, doubtful []int) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for _, i := range positions {
		j.answered[i] = true
	}
	for i := max(positions[0]-1, 0); i < min(positions[len(positions)-1]+2, len(j.answered)); i++ {
		if !j.answered[i] || j.checked[i] || !j.isKnown(i-1) || !j.isKnown(i+1) {
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

// isKnown reports whether position i is answered, left out, or beyond the ends of the game.
func (j *task) isKnown(i int) bool {
	return i < 0 || i >= len(j.answered) || j.answered[i]
}
