package analyse

import (
	"context"
	"fmt"
	"io"
	"sync"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/pipeline"
)

// task is a job on its way through the analysis.
type task struct {
	*game.Job
	restored bool // an earlier run has searched it
	kept     bool // the store has it

	mutex  sync.Mutex
	states []state // of the plies
}

// state says how far the analysis of a position is.
type state uint8

const (
	unanswered state = iota
	answered         // it has the answer of its first search
	settled          // and a worker has settled it, or is settling it
)

// run has the workers search the input and writes the results in the order of the input.
func (a *analysis) run() error {
	o := a.options
	workers, err := a.NewPool(o.workers, worker.Settings{Limits: o.limits, Threads: o.threads, Hash: o.hash},
		"use fewer --workers or a smaller --hash")
	if err != nil {
		return err
	}
	defer func() {
		for _, w := range workers {
			w.Close()
		}
	}()
	defer a.progress.Run()()
	ctx, stop := cli.Interruptible(a.config.Context)
	defer stop()
	err = pipeline.Run(ctx, workers, a.read, a.answer, a.put)
	switch {
	case err != nil && err == ctx.Err():
		return a.interrupted()
	case err != nil:
		return err
	}
	return a.finish()
}

// interrupted ends an output in one piece when a signal has ended the analysis, and says how much is done and how to go on.
func (a *analysis) interrupted() error {
	a.progress.Hide()
	if a.seen == 0 {
		return fmt.Errorf("%w before the first game or position was done", cli.ErrInterrupted)
	}
	o := a.options
	divisible := output.Divisible(o.as, a.games > 0)
	done, written := "after "+a.things(o.skip+a.seen), "the results so far are written"
	further := fmt.Sprintf("; with --skip %d, the same command continues from there", o.skip+a.seen)
	switch {
	case a.journal != nil:
		return fmt.Errorf("%w %s", cli.ErrInterrupted, done)
	case a.store != nil:
		further = "; the same command finds all answers so far in " + o.store
	case o.shard.Count > 1 || !divisible:
		further = "; with --out FILE the same command could continue"
	}
	if o.as == "results" { // an end would say that nothing is missing
		written = "the results file is not complete"
	} else if !divisible {
		if err := a.end(results.Footer{}); err != nil {
			return err
		}
	}
	return fmt.Errorf("%w %s; %s%s", cli.ErrInterrupted, done, written, further)
}

// read emits every job of this shard, with its chunks to be searched unless an earlier run has done that.
func (a *analysis) read(ctx context.Context, emit func(*task, ...chunk) bool) error {
	in := source.NewReader(a.options.inputs, a.config.In, a.options.format, results.Refused())
	defer in.Close()
	end := int64(0) // of the last job, in bytes
	for ctx.Err() == nil {
		parsed, err := in.Next()
		if err == io.EOF {
			return a.checkNoMoreRecords()
		}
		if err != nil {
			return err
		}
		a.jobs++
		bytes := parsed.End - end
		end = parsed.End
		switch {
		case !a.options.shard.Has(parsed.Number):
			a.progress.Plan(bytes, 0, 0)
			continue
		case parsed.Number < a.options.skip:
			a.progress.Skip(bytes)
			continue
		}
		j := &task{Job: parsed}
		if err := a.prepare(j); err != nil {
			return err
		}
		var chunks []chunk
		if j.restored {
			a.progress.Skip(bytes)
		} else {
			if chunks, err = a.chunks(j); err != nil {
				return err
			}
			positions := 0
			for _, c := range chunks {
				positions += len(c.Positions)
			}
			a.progress.Plan(bytes, positions, a.options.usuallyAgain(parsed.Kind, positions))
		}
		if !emit(j, chunks...) {
			return nil
		}
	}
	return nil
}

// put keeps the results of one job, in the journal if there is one, or else writes them.
func (a *analysis) put(j *task) error {
	// The tables are checked before results that lack one are kept.
	if err := a.CheckTables(); err != nil {
		return err
	}
	if !j.restored {
		j.Judge()
	}
	if a.store != nil && !j.kept {
		if err := a.store.Add(j.Job); err != nil {
			return err
		}
	}
	if a.journal != nil && !j.restored {
		if err := a.journal.Add(j.Job); err != nil {
			return err
		}
	}
	a.note(j.Job)
	if a.journal != nil {
		return nil
	}
	return a.write(j.Job)
}

// finish writes the end of the journal, or of the output.
func (a *analysis) finish() error {
	e := results.Footer{Jobs: a.jobs, Bad: a.inputs.Bad(a.seen)}
	if a.journal != nil {
		return a.journal.Finish(e)
	}
	return a.end(e)
}
