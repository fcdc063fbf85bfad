package worker

import (
	"context"
	"slices"

	"vertigo/internal/analysis/game"
)

// Chunk is a part of a job that is searched with one table and one set of histories: a single position, or some consecutive
// positions of a game. A game is searched from its end, as fishnet does it, so that each search begins with the results of the
// search of the next position. Every chunk begins with the first position of the next chunk, whose answer is not kept, so that
// the last position of the chunk begins with such results, too. Tables and histories are cleared between chunks. So the answers
// do not depend on which worker searches a chunk, and when.
type Chunk struct {
	Positions []int // their numbers, the first one of the game first
	Next      int   // the first position of the next chunk, which is searched before; -1 if there is none
}

// Backward reports whether the positions of a job share tables, given the size of the chunks in positions.
func Backward(j *game.Job, size int) bool { return j.PGN != nil && size > 1 }

// Chunks divides the positions that the filters leave of a job into chunks of a given size. Chunks are counted from the beginning of a
// game, so games with the same opening share chunks.
func Chunks(j *game.Job, size int) (list []Chunk) {
	backward := Backward(j, size)
	if !backward {
		size = 1
	}
	var left []int
	for i := range j.Searched() {
		left = append(left, i)
	}
	for len(left) > 0 {
		c := Chunk{Positions: left[:min(size, len(left))], Next: -1}
		if left = left[len(c.Positions):]; len(left) > 0 && backward {
			c.Next = left[0]
		}
		list = append(list, c)
	}
	return list
}

// Searched returns the positions to search, in the order of the game.
func (c *Chunk) Searched() []int {
	if c.Next < 0 {
		return c.Positions
	}
	return append(slices.Clone(c.Positions), c.Next)
}

// SearchChunk searches a chunk of a job from its end, beginning with empty tables. It calls found with the index and the answer
// of each position of the chunk. An error of found ends the search, and so does the end of the context.
func (w *Worker) SearchChunk(ctx context.Context, j *game.Job, c Chunk, found func(n int, a game.Answer) error) error {
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
