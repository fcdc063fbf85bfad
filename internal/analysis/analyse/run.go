package analyse

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/system/limits"
)

// task is a job on its way through the analysis.
type task struct {
	answer.Job
	pending  sync.WaitGroup // chunks still to be searched
	restored bool           // an earlier run has searched them
	keys     []store.Key    // of the answers in the store; written as the answers are

	mutex    sync.Mutex
	failed   error  // why answers are missing
	answered []bool // positions, for their difficulty
	judged   []bool // those of them whose difficulty is known, or being looked for
}

// fail keeps the first error that a chunk ended with.
func (j *task) fail(err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.failed == nil {
		j.failed = err
	}
}

// run sends the input through the workers and writes the results in the order of the input.
func (a *analysis) run() error {
	workers, err := a.newWorkers()
	if err != nil {
		return err
	}
	defer a.progress.Run()()
	ahead := 4 * len(workers) // how far reading may be ahead
	order, chunks := make(chan *task, ahead), make(chan chunk, ahead)
	ctx, stop := context.WithCancel(context.Background()) // it ends when nobody wants more results
	defer stop()
	var group errgroup.Group
	group.Go(func() error {
		defer close(order)
		defer close(chunks)
		return a.read(order, chunks, ctx.Done())
	})
	for _, w := range workers {
		group.Go(func() error {
			defer w.Close()
			a.serve(ctx, w, chunks)
			return nil
		})
	}
	err = a.write(order)
	if err != nil {
		stop()
		for range order { // until the reader has noticed
		}
	}
	if err = errors.Join(err, group.Wait()); err != nil {
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

// serve finds answers until there are no more chunks. After the end of the context it only counts them off.
func (a *analysis) serve(ctx context.Context, w *worker.Worker, chunks <-chan chunk) {
	for c := range chunks {
		if ctx.Err() == nil {
			if err := a.answer(ctx, w, c); err != nil {
				c.task.fail(err)
			}
		}
		c.task.pending.Done()
	}
}

// read sends every job of this shard to order, and its chunks to be searched unless an earlier run has done that.
func (a *analysis) read(order chan<- *task, chunks chan<- chunk, enough <-chan struct{}) error {
	var stopped error
	err := a.readInputs(func(parsed *input.Job) bool {
		a.jobs++
		j := &task{Job: answer.Job{Job: parsed}}
		var parts []chunk
		mine := a.options.shard.Has(j.Number)
		if mine {
			if stopped = a.prepare(j); stopped != nil {
				return false
			}
			if !j.restored {
				parts = a.options.chunks(j)
				j.pending.Add(len(parts))
			}
		}
		select {
		case <-enough:
			return false
		default:
		}
		if !mine {
			return true
		}
		select {
		case <-enough:
			return false
		case order <- j:
		}
		for _, c := range parts {
			chunks <- c
		}
		return true
	})
	if err = errors.Join(stopped, err); err != nil {
		return err
	}
	select {
	case <-enough:
		return nil
	default:
		return a.nothingLeft()
	}
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

// write writes the results of each job as soon as it is its turn.
func (a *analysis) write(order <-chan *task) error {
	a.begin()
	for j := range order {
		j.pending.Wait()
		// The tables are checked before results that lack one are kept.
		if err := errors.Join(j.failed, worker.CheckTablebases(a.tables)); err != nil {
			return err
		}
		if err := a.put(j); err != nil {
			return err
		}
		a.progress.Finish(j.End-a.part.From, j.restored)
	}
	return nil
}

// put keeps and writes the results of one job.
func (a *analysis) put(j *task) error {
	if err := a.storeGame(j); err != nil {
		return err
	}
	if a.journal != nil && !j.restored {
		if err := a.journal.Add(&j.Job); err != nil {
			return err
		}
	}
	return a.add(&j.Job)
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
