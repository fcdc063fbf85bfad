package analyse

import (
	"context"

	"vertigo/internal/analysis/worker"
)

// rate lets players try positions where a good move can be missed, once they and the next positions are settled. Other answers
// do not depend on it. The store does not keep ratings.
func (a *analysis) rate(ctx context.Context, w *worker.Worker, j *task, settled []int) {
	if a.options.difficulty == 0 {
		return
	}
	for _, i := range j.decided(settled) {
		w.Rate(ctx, j.Job, i)
	}
}

// decided notes that the positions are settled and returns those that can be judged now, since they and the next ones are
// settled. A position is judged by the worker that settles the later one of the two.
func (j *task) decided(settled []int) (list []int) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for _, i := range settled {
		j.settled[i] = true
	}
	for i := range j.settled {
		if j.settled[i] && !j.judged[i] && (i+1 == len(j.settled) || j.settled[i+1]) {
			j.judged[i] = true
			list = append(list, i)
		}
	}
	return list
}
