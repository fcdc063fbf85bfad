package analyse

import (
	"context"

	"vertigo/internal/analysis/worker"
)

// rate lets the players try the positions that it can be decided for, now that a chunk is answered, whether something can be
// missed there. Other answers do not depend on it. The store does not keep what it finds.
func (a *analysis) rate(ctx context.Context, w *worker.Worker, c chunk) {
	if a.options.difficulty == 0 {
		return
	}
	for _, i := range c.task.decided(c.Positions) {
		w.Rate(ctx, &c.task.Job, i)
	}
}

// decided notes that the positions are answered and returns those of the task that can be judged from now on: they and the
// next ones are answered. The last position of a chunk is judged by the worker that answers the later one of two chunks.
func (j *task) decided(positions []int) (list []int) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for _, i := range positions {
		j.answered[i] = true
	}
	for i := max(positions[0]-1, 0); i <= positions[len(positions)-1]; i++ {
		if j.answered[i] && !j.judged[i] && (i+1 == len(j.answered) || j.answered[i+1]) {
			j.judged[i] = true
			list = append(list, i)
		}
	}
	return list
}
