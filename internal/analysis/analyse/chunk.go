package analyse

import (
	"context"
	"slices"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
	"vertigo/movegen"
)

// defaultChunk is how many positions of a game are searched with one table; docs/store.md tells why as many.
const defaultChunk = 10

// chunk is a part of a task that is searched with one table and one set of histories: a single position, or some positions
// of a game one after the other. A game is searched from its end, so that each search begins with what the search of the
// next position has found, as fishnet does it; and every chunk begins with the first position of the next one, without
// keeping that answer, so that its last position has a predecessor too. All that is forgotten between two chunks, so the
// answers are the same whoever searches them, in whatever order, with whatever was searched before.
type chunk struct {
	task      *task
	positions []int // their numbers, the first one of the game first
	next      int   // the first position of the next chunk, which is searched before; -1 if there is none
}

// chunks divides what the filters leave of a task. Chunks are counted from the beginning of a game: games that begin alike
// have them in common.
func (o *options) chunks(j *task) (list []chunk) {
	size := 1
	if o.backward(j) {
		size = o.chunk
	}
	var left []int
	for i := range j.Positions {
		if j.Answers[i].Scope != answer.LeftOut {
			left = append(left, i)
		}
	}
	for len(left) > 0 {
		c := chunk{task: j, positions: left[:min(size, len(left))], next: -1}
		if left = left[len(c.positions):]; len(left) > 0 && o.backward(j) {
			c.next = left[0]
		}
		list = append(list, c)
	}
	return list
}

// searched returns the positions to search, in the order of the game.
func (c *chunk) searched() []int {
	if c.next < 0 {
		return c.positions
	}
	return append(slices.Clone(c.positions), c.next)
}

// backward reports whether the positions of the task share tables.
func (o *options) backward(j *task) bool { return j.PGN != nil && o.chunk > 1 }

// answer finds the answers of a chunk, in the store or by a search.
func (a *analysis) answer(ctx context.Context, w *worker.Worker, c chunk) error {
	list := c.searched()
	keys := a.store.keys(c.task, list)
	if found, err := a.store.find(c, keys); found || err != nil {
		return err
	}
	w.Forget()
	for n := len(list) - 1; n >= 0; n-- {
		i := list[n]
		one := w.Search(ctx, c.task.Positions[i])
		if ctx.Err() != nil {
			return nil // nobody wants it any more, and it may have been cut short
		}
		if i == c.next {
			continue
		}
		one.Scope = c.task.Answers[i].Scope
		if err := a.checkTablebases(); err != nil { // before an answer that lacks a table is kept
			return err
		}
		if a.store != nil {
			if err := a.store.add(c.task, keys[n], i, &one); err != nil {
				return err
			}
		}
		c.task.Answers[i] = one
		a.progress.Count()
	}
	return nil
}

// answerStore is the store of an analysis. A nil one has no answers and takes none.
type answerStore struct {
	*store.Store
	single, backward store.Setting // for positions that have a table each, and for those that share some
	isBackward       func(*task) bool
}

// openStore opens the store that --store names.
func (a *analysis) openStore() error {
	o := a.options
	if o.store == "" {
		return nil
	}
	build, err := store.Build(a.config.Release)
	if err != nil {
		return err
	}
	l := o.answerLimits()
	single := store.Setting{
		Engine: "Vertigo " + a.config.Version, Build: build, Network: a.config.network, Depth: l.Depth, Nodes: l.Nodes, Mate: l.Mate,
		MultiPV: l.MultiPV, Hash: l.Hash, Tablebases: l.Tablebases,
	}
	backward := single
	backward.Chunk = l.Chunk
	opened, err := store.Open(o.store)
	if err == nil {
		a.store = &answerStore{opened, single, backward, o.backward}
	}
	return err
}

func (s *answerStore) close() error {
	if s == nil {
		return nil
	}
	return s.Close()
}

// setting returns what the answers of a task depend on.
func (s *answerStore) setting(j *task) *store.Setting {
	if s.isBackward(j) {
		return &s.backward
	}
	return &s.single
}

// keys returns the keys of the positions in list, of which the last one is searched first. Each position but that one
// depends on the one behind it, and so on all that are behind it.
func (s *answerStore) keys(j *task, list []int) []store.Key {
	if s == nil {
		return nil
	}
	keys := make([]store.Key, len(list))
	var before []store.Key
	for n := len(list) - 1; n >= 0; n-- {
		p := j.Positions[list[n]]
		keys[n] = s.setting(j).Key(p.Game, p.SearchMoves, before)
		before = keys[n : n+1]
	}
	return keys
}

// find gives a chunk its answers if the store has all of them.
func (s *answerStore) find(c chunk, keys []store.Key) (found bool, err error) {
	if s == nil {
		return false, nil
	}
	answers := make([]answer.Answer, len(c.positions))
	for n, i := range c.positions {
		stored, err := s.Find(keys[n])
		if stored == nil || err != nil {
			return false, err
		}
		if answers[n], err = stored.About(c.task.Positions[i]); err != nil {
			return false, err
		}
		answers[n].Scope = c.task.Answers[i].Scope
	}
	for n, i := range c.positions {
		c.task.Answers[i], c.task.keys[i] = answers[n], keys[n]
	}
	return true, nil
}

// add keeps the answer about position i of a task.
func (s *answerStore) add(j *task, key store.Key, i int, a *answer.Answer) error {
	j.keys[i] = key
	return s.Add(key, s.setting(j), store.New(j.Positions[i], a))
}

// storeGame keeps a game whose answers have been kept.
func (a *analysis) storeGame(j *task) error {
	if a.store == nil || j.PGN == nil || j.Err != nil || j.restored || j.LeftOut() {
		return nil
	}
	g := &store.Game{Tags: j.PGN.Tags(), Result: j.PGN.Outcome()}
	for i, key := range j.keys {
		move := ""
		if i < len(j.Moves) {
			move = formatMove(j, i)
		}
		g.Moves = append(g.Moves, store.GameMove{Ply: i, Move: move, Key: key})
	}
	return a.store.AddGame(g)
}

// formatMove returns move i of a game as the store has moves.
func formatMove(j *task, i int) string {
	return movegen.FormatMove(&j.Positions[i].Game.Position, j.Moves[i], true)
}
