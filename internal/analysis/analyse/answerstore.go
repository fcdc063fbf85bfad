package analyse

import (
	"context"
	"slices"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
)

// answerStore is the store of an analysis. A nil store has no answers and ignores new ones.
type answerStore struct {
	*store.Store
	game             store.Setting // of what is said of games
	single, backward store.Setting // for positions with a table of their own, and for positions of a chunk
	alone            [2]store.Setting
	chunk            int // positions of a game in a chunk
}

// openStore opens the store that --store names.
func (a *analysis) openStore() error {
	o := a.options
	if o.store == "" {
		return nil
	}
	build, err := a.config.Build()
	if err != nil {
		return err
	}
	l := o.answerLimits()
	single := store.Setting{Engine: "Vertigo " + a.config.Version, Build: build, Network: a.NetworkName, Limits: l.OfSearch()}
	backward := single
	backward.Limits.Chunk = l.Chunk
	game := single
	game.Limits = l
	game.Limits.Threats = false // nothing that is said of a move depends on them
	threat, short := single, worker.ShortLimits(o.limits)
	threat.Limits.Depth, threat.Limits.Nodes, threat.Limits.Mate, threat.Limits.MultiPV = short.Depth, short.Nodes, short.Mate, short.MultiPV
	longer, long := single, worker.LongLimits(o.limits, o.verify)
	longer.Limits.Depth, longer.Limits.Nodes, longer.Limits.MultiPV = long.Depth, long.Nodes, max(o.limits.MultiPV, 1)+1
	opened, err := store.Open(o.store)
	if err == nil {
		a.store = &answerStore{opened, game, single, backward, [...]store.Setting{threatSearch: threat, longerSearch: longer}, o.chunk}
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
	if worker.Backward(j.Job, s.chunk) {
		return &s.backward
	}
	return &s.single
}

// keys returns the keys of the positions in list, of which the last one is searched first. Each answer depends on those of all
// later positions in the list.
func (s *answerStore) keys(j *task, list []int) []store.Key {
	if s == nil {
		return nil
	}
	keys := make([]store.Key, len(list))
	var before []store.Key
	for n := len(list) - 1; n >= 0; n-- {
		p := j.Plies[list[n]].Position
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
	stored, err := s.Find(keys[:len(c.Positions)])
	if err != nil || slices.Contains(stored, nil) {
		return false, err
	}
	for n, i := range c.Positions {
		p := c.task.Plies[i]
		if err := stored[n].SetPosition(p.Position); err != nil {
			return false, err
		}
		stored[n].Scope = p.Answer.Scope
	}
	for n, i := range c.Positions {
		c.task.Plies[i].Answer, c.task.keys[i] = *stored[n], keys[n]
	}
	return true, nil
}

// add keeps the answer about position i of a task.
func (s *answerStore) add(j *task, key store.Key, i int, a *game.Answer) error {
	j.keys[i] = key
	return s.Add(key, s.setting(j), a)
}

// The searches of single positions besides those of chunks.
const (
	threatSearch = iota // of a position after a pass
	longerSearch        // of a position that is searched again
)

// alone returns the answer about a position that is searched alone: the one in the store with its key or, if there is none, that
// of search, which it adds.
func (a *analysis) alone(ctx context.Context, p *game.Position, kind int, search func(context.Context, *game.Position) game.Answer) (
	found game.Answer, key store.Key, err error) {
	if a.store != nil {
		key = a.store.alone[kind].Key(p.Game, p.SearchMoves, nil)
		stored, err := a.store.Find([]store.Key{key})
		if err != nil {
			return found, key, err
		}
		if stored[0] != nil {
			err = stored[0].SetPosition(p)
			return *stored[0], key, err
		}
	}
	found = search(ctx, p)
	if err := a.CheckTables(); err != nil || ctx.Err() != nil || a.store == nil {
		return found, key, err
	}
	return found, key, a.store.Add(key, &a.store.alone[kind], &found)
}

// storeGame keeps a game whose answers have been kept.
func (a *analysis) storeGame(j *task) error {
	if a.store == nil || j.PGN == nil || j.Err != nil || j.restored || j.LeftOut() {
		return nil
	}
	return a.store.AddGame(j.Job, &a.store.game, j.keys)
}
