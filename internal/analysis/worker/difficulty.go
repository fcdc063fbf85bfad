package worker

import (
	"context"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/search"
)

// Rate measures the difficulty of position i of a job, if there are players and the position is a task. The job must have the
// answer about the next position, too. Where the answers do not cover the move of a player, a short search of that move with
// empty tables decides, so the rating depends on nothing else.
func (w *Worker) Rate(ctx context.Context, j *answer.Job, i int) {
	if w.players == nil || !j.IsTask(i) {
		return
	}
	p := j.Positions[i]
	found := map[board.Move]bool{}
	rating := w.players.Rate(ctx, func(player *search.LimitedEngine) bool {
		m := player.Search(ctx, p.Game, search.Limits{SearchMoves: p.SearchMoves}, search.Reporter{}).Best
		good, known := found[m]
		if !known {
			good = w.finds(ctx, j, i, m)
			found[m] = good
		}
		return good
	})
	if ctx.Err() == nil {
		j.Answers[i].Difficulty = &rating
	}
}

// finds reports whether m is a good move at position i of a job.
func (w *Worker) finds(ctx context.Context, j *answer.Job, i int, m board.Move) bool {
	if good, known := j.Finds(i, m); known || ctx.Err() != nil {
		return good
	}
	w.Forget()
	only := w.search(ctx, &answer.Position{Game: j.Positions[i].Game, SearchMoves: []board.Move{m}}, ShortLimits(w.limits))
	return j.FindsBy(i, &only)
}
