package analyse

import (
	"errors"
	"fmt"
	"slices"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// openStore opens the file that --store names.
func (a *analysis) openStore() error {
	o := a.options
	if o.store == "" {
		return nil
	}
	h, err := a.header(true)
	if err != nil {
		return err
	}
	h.NoTimes = o.noTimes
	target, err := files.Find(o.store)
	if err != nil {
		return fmt.Errorf("--store: %w", err)
	}
	if err = target.CheckInputs(append(slices.Clone(o.inputs), o.evalFile, o.bookFile)...); err != nil {
		return cli.UsageError("--store: " + err.Error())
	}
	a.store, err = results.OpenStore(target, h, a.disk, a.damaged)
	return err
}

// closeStore closes the file that --store names after an analysis that has ended with err. It has what was found so far, also
// after an interruption.
func (a *analysis) closeStore(err error) error {
	switch {
	case a.store == nil:
		return nil
	case err == nil || errors.Is(err, cli.ErrInterrupted):
		return a.store.Commit(a.disk)
	}
	return a.store.Close()
}

// chunks returns the chunks of a job, with the answers that the store has.
func (a *analysis) chunks(j *task) (list []chunk, err error) {
	parts := j.Chunks(a.options.chunk)
	keys, known := make([]game.Key, len(parts)), make([]bool, len(parts))
	if a.store != nil && len(parts) > 0 {
		keys = j.Keys(parts)
		if known, j.kept, err = a.store.Find(j.Job, parts, keys); err != nil {
			return nil, err
		}
	}
	for n, part := range parts {
		list = append(list, chunk{part, j, keys[n], known[n]})
	}
	return list, nil
}

// keep keeps the answers about a chunk until its job is done. The last move of the chunk may still be searched again.
func (a *analysis) keep(c chunk) error {
	if a.store == nil || c.known {
		return nil
	}
	if err := a.CheckTables(); err != nil { // before an answer that lacks one is kept
		return err
	}
	answers := make([]game.Answer, len(c.Positions))
	c.task.mutex.Lock()
	for n, i := range c.Positions {
		answers[n] = c.task.Plies[i].Answer
	}
	c.task.mutex.Unlock()
	return a.store.AddChunk(c.key, answers)
}
