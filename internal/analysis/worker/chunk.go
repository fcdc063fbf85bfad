package worker

import (
	"context"
	"slices"

	"vertigo/internal/analysis/answer"
)

// Chunk is a part of a job that is searched with one table and one set of histories: a single position, or some positions
// of a game one after the other. A game is searched from its end, so that each search begins with what the search of the
// next position has found, as fishnet does it; and every chunk begins with the first position of the next one, without
// keeping that answer, so that its last position has a predecessor too. All that is forgotten between two chunks, so the
// answers are the same whoever searches them, in whatever order, with whatever was searched before.
type Chunk struct {
	Positions []int // their numbers, the first one of the game first
	Next      int   // the first position of the next chunk, which is searched before; -1 if there is none
}

// Backward reports whether the positions of a job share tables where chunks have so many positions.
func Backward(j *answer.Job, size int) bool { return j.PGN != nil && size > 1 }

// Chunks divides what the filters leave of a job into chunks of so many positions. Chunks are counted from the beginning of a
// game: games that begin alike have them in common.
func Chunks(j *answer.Job, size int) (list []Chunk) {
	backward := Backward(j, size)
	if !backward {
		size = 1
	}
	var left []int
	for i := range j.Positions {
		if j.Answers[i].Scope != answer.LeftOut {
			left = append(left, i)
		}
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

// SearchChunk searches a chunk of a job from its end, with nothing known before. Found takes the answer about each position of
// the chunk, of which it is given the index; an error of it ends the search, and so does the end of the context.
func (w *Worker) SearchChunk(ctx context.Context, j *answer.Job, c Chunk, found func(n int, a answer.Answer) error) error {
	w.Forget()
	list := c.Searched()
	for n := len(list) - 1; n >= 0; n-- {
		a := w.Search(ctx, j.Positions[list[n]])
		if ctx.Err() != nil {
			return nil // nobody wants it any more, and it may have been cut short
		}
		if list[n] == c.Next {
			continue
		}
		a.Scope = j.Answers[list[n]].Scope
		if err := found(n, a); err != nil {
			return err
		}
	}
	return nil
}
