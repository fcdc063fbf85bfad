package analyse

import (
	"context"
	"errors"
	"sync"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/system/limits"
	"vertigo/internal/system/pipeline"
)

// task is a job on its way through the analysis.
type task struct {
	answer.Job
	restored bool        // an earlier run has searched it
	keys     []store.Key // of the answers in the store; written as the answers are

	mutex    sync.Mutex
	answered []bool // positions, for their difficulty
	judged   []bool // those of them whose difficulty is known, or being looked for
}

// run sends the input through the workers and writes the results in the order of the input.
func (a *analysis) run() error {
	workers, err := a.newWorkers()
	if err != nil {
		return err
	}
	defer func() {
		for _, w := range workers {
			w.Close()
		}
	}()
	defer a.progress.Run()()
	a.begin()
	if err := pipeline.Run(context.Background(), workers, a.read, a.answer, a.put); err != nil {
		return err
	}
	return a.finish()
}

func (a *analysis) newWorkers() ([]*worker.Worker, error) {
	o := a.options
	s := worker.Settings{Limits: o.limits, Threads: o.threads, Hash: o.hash, Tables: a.tables, Replays: o.difficulty}
	if o.evalFile != "" {
		s.Network = a.network
	}
	return worker.Several(worker.Count(o.workers, o.threads, limits.Processors()), s)
}

// read emits every job of this shard, with its chunks to be searched unless an earlier run has done that.
func (a *analysis) read(ctx context.Context, emit func(*task, ...chunk) bool) error {
	var stopped error
	err := a.readInputs(func(parsed *input.Job) bool {
		a.jobs++
		if !a.options.shard.Has(parsed.Number) {
			return ctx.Err() == nil
		}
		j := &task{Job: answer.Job{Job: parsed}}
		if stopped = a.prepare(j); stopped != nil {
			return false
		}
		if j.restored {
			return emit(j)
		}
		return emit(j, a.options.chunks(j)...)
	})
	if err = errors.Join(stopped, err); err != nil || ctx.Err() != nil {
		return err
	}
	return a.nothingLeft()
}

// readInputs reads what this shard has to read.
func (a *analysis) readInputs(emit func(*input.Job) bool) error {
	o := a.options
	if !o.shard.Bytes {
		return input.Read(o.inputs, a.config.In, o.format, emit)
	}
	span, err := input.ReadPart(o.inputs, o.format, a.part, emit)
	a.span = &span
	return err
}

// put keeps and writes the results of one job.
func (a *analysis) put(j *task) error {
	// The tables are checked before results that lack one are kept.
	if err := worker.CheckTablebases(a.tables); err != nil {
		return err
	}
	if err := a.storeGame(j); err != nil {
		return err
	}
	if a.journal != nil && !j.restored {
		if err := a.journal.Add(&j.Job); err != nil {
			return err
		}
	}
	if err := a.add(&j.Job); err != nil {
		return err
	}
	a.progress.Finish(j.End-a.part.From, j.restored)
	return nil
}

// finish keeps and writes what comes behind the last job.
func (a *analysis) finish() error {
	e := results.Ending{Jobs: a.jobs, Bad: a.bad, Span: a.span}
	if a.journal != nil {
		if err := a.journal.Finish(e); err != nil {
			return err
		}
	}
	return a.end(e)
}
