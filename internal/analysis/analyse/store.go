package analyse

import (
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
	target, err := files.Find(o.store)
	if err != nil {
		return fmt.Errorf("--store: %w", err)
	}
	if err = target.CheckInputs(append(slices.Clone(o.inputs), o.evalFile, o.bookFile)...); err != nil {
		return cli.UsageError("--store: " + err.Error())
	}
	if a.store, err = await(a, func() (*results.Store, error) { return results.OpenStore(target, h) }); err != nil {
		return err
	}
	if a.store.Unprotected != nil {
		cli.Message(a.config.Err, "vertigo analyse: %v", a.store.Unprotected)
	}
	if a.store.ReadOnly != nil {
		cli.Message(a.config.Err, "vertigo analyse: %v; its answers are used, but new ones are not kept", a.store.ReadOnly)
	}
	a.reportDamage()
	return nil
}

// openJournal opens the journal of the file that --out names, where answers are kept without --store until the file is complete.
func (a *analysis) openJournal(target files.Target, h *results.Header) (err error) {
	a.store, err = await(a, func() (*results.Store, error) { return results.OpenJournal(target, h, a.options.restart) })
	if err != nil {
		return err
	}
	a.reportDamage()
	if a.store.Lines() > 0 && !a.options.quiet {
		cli.Message(a.config.Err, "vertigo analyse: continuing with %s", a.store.Name())
	}
	return nil
}

// reportDamage says how many lines of the store are damaged.
func (a *analysis) reportDamage() {
	if s := a.store; s.Damaged > 0 {
		cli.Message(a.config.Err, "vertigo analyse: %s:%d: wrong checksum; %s skipped, to be searched again",
			s.Name(), s.First, cli.Count(s.Damaged, "damaged line"))
	}
}

// closeStore closes the store, if one is open.
func (a *analysis) closeStore() error {
	if a.store == nil {
		return nil
	}
	return a.store.Close()
}

// chunks gives a job the answers that the store has, and returns the chunks that are left to search.
func (a *analysis) chunks(j *task) (list []*chunk) {
	parts := j.Chunks(a.options.chunk)
	keys := make([]game.Key, len(parts))
	if a.store != nil {
		keys = j.Keys(parts)
	}
	j.chunks = make([]*chunk, len(j.Positions))
	for n, part := range slices.Backward(parts) { // The position after a chunk needs its answer first.
		if a.store != nil && a.store.Find(j.Answers, part, keys[n]) {
			for _, i := range part.Positions {
				j.states[i] = settled
			}
			continue
		}
		c := &chunk{part, j, keys[n], len(part.Positions)}
		for _, i := range part.Positions {
			j.chunks[i] = c
		}
		list = append(list, c)
	}
	return list
}

// keep keeps the answers about a chunk, which are final.
func (a *analysis) keep(c *chunk) error {
	if err := a.CheckTables(); err != nil || a.store == nil { // An answer that lacks a table is not kept.
		return err
	}
	return a.store.Add(c.task.Answers, c.Chunk, c.key)
}
