package worker

import (
	"context"

	"vertigo/internal/analysis/game"
)

// SearchChunk searches a chunk of a job from its end, beginning with empty tables. It calls found with the index and the answer
// of each position of the chunk. An error of found ends the search, and so does the end of the context.
func (w *Worker) SearchChunk(ctx context.Context, j *game.Job, c game.Chunk, found func(n int, a game.Answer) error) error {
	w.Forget()
	list := c.Searched()
	for n := len(list) - 1; n >= 0; n-- {
		a := w.Search(ctx, j.Plies[list[n]].Position)
		if ctx.Err() != nil {
			return nil // the search may have been cut short
		}
		if list[n] == c.Next {
			continue
		}
		a.Scope = j.Plies[list[n]].Answer.Scope
		if err := found(n, a); err != nil {
			return err
		}
	}
	return nil
}
