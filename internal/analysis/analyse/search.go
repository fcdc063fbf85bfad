package analyse

import (
	"context"
	"slices"

	"vertigo/board"
	"vertigo/internal/analysis/game"
)

// defaultChunk is the number of positions of a game that are searched with one table; docs/analysis.md explains why.
const defaultChunk = 10

// defaultVerify is the default of --verify, the nodes of a search that compares two moves as a multiple of the first search's.
// docs/formats.md explains what it gains.
const defaultVerify = 4

// chunk is a chunk of a task that is to be searched.
type chunk struct {
	game.Chunk
	task *task
	key  game.Key // if there is a store
	open int      // positions that are not settled
}

// answer finds the answers of a chunk, with the threats if they are asked for, and verifies them.
func (a *analysis) answer(ctx context.Context, w *Worker, c *chunk) error {
	if err := a.find(ctx, w, c); err != nil {
		return err
	}
	if err := a.threats(ctx, w, c); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err // an answer may be missing
	}
	return a.settle(ctx, w, c)
}

// find searches a chunk from its end, beginning with empty tables.
func (a *analysis) find(ctx context.Context, w *Worker, c *chunk) error {
	w.Forget()
	for _, i := range slices.Backward(c.Searched()) {
		answer := w.Search(ctx, c.task.Positions[i])
		if ctx.Err() != nil {
			return nil // the search may have been cut short
		}
		if i == c.Next { // searched for the table alone
			continue
		}
		if err := a.CheckTables(); err != nil {
			return err
		}
		c.task.List[i] = answer
		a.progress.Count(1)
	}
	return nil
}

// threats finds the opponent's threat at each position of a chunk, if the options ask for it: the answer about the position after
// a pass. Threats are searched after the chunk and with empty tables, so that the answers are the same with and without them.
func (a *analysis) threats(ctx context.Context, w *Worker, c *chunk) error {
	if !a.options.threats {
		return nil
	}
	for _, i := range c.Positions {
		after := game.AfterPass(c.task.Positions[i].Root())
		if after == nil {
			continue
		}
		found := w.SearchThreat(ctx, &game.Position{Game: board.NewGame(*after)})
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(found.Lines) > 0 {
			c.task.List[i].Threat = &found.Lines[0]
		}
	}
	return nil
}

// settle compares doubtful moves with the best ones in longer searches, each with empty tables, so that the answers do not depend
// on other searches. A position can be settled when it and the next one are answered, so the worker that answers the later one of
// two chunks settles the last position of the other. A chunk whose positions are settled is kept.
func (a *analysis) settle(ctx context.Context, w *Worker, c *chunk) error {
	t := c.task
	ready, doubtful := t.answer(c.Positions)
	if a.options.verify == 1 {
		doubtful = nil
	}
	a.progress.Again(len(doubtful) * a.options.verify)
	for _, i := range doubtful {
		longer := w.Verify(ctx, t.Rivals(i), a.options.verify)
		if err := ctx.Err(); err != nil {
			return err
		}
		t.mutex.Lock() // other workers may read the answer
		t.Verify(i, &longer)
		t.mutex.Unlock()
		a.progress.CountAgain(a.options.verify)
	}
	for _, done := range t.settle(ready) {
		if err := a.keep(done); err != nil {
			return err
		}
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

// answer notes that the positions are answered, and returns those that can be settled now, each once, and the doubtful ones of
// them.
func (t *task) answer(positions []int) (ready, doubtful []int) {
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
		if ready = append(ready, i); t.IsDoubtful(i) {
			doubtful = append(doubtful, i)
		}
	}
	return ready, doubtful
}

// settle notes that a worker has settled the positions, and returns the chunks of which those were the last.
func (t *task) settle(positions []int) (done []*chunk) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, i := range positions {
		c := t.chunks[i]
		if c.open--; c.open == 0 {
			done = append(done, c)
		}
	}
	return done
}
