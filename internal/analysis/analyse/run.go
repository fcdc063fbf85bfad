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
	"vertigo/internal/system/cli"
)

// task is a job on its way through the analysis, with the answers so far.
type task struct {
	*game.Answers
	chunks []*chunk // of each ply, nil if the store had its answer

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
	workers, err := await(a, func() ([]*Worker, error) {
		return a.NewPool(o.workers, WorkerSettings{Limits: o.limits, Threads: o.threads, Hash: o.hash},
			"use fewer --workers or a smaller --hash")
	})
	if err != nil {
		return err
	}
	defer func() {
		for _, w := range workers {
			w.Close()
		}
	}()
	defer a.progress.Run()()
	ctx := a.config.Context
	err = cli.Pipeline(ctx, workers, a.read, a.answer, a.put)
	switch {
	case err != nil && err == ctx.Err():
		return a.interrupted()
	case err != nil:
		return err
	}
	return a.end(results.Footer{Jobs: a.jobs, Bad: a.inputs.Bad()})
}

// interrupted ends an output in one piece when a signal has ended the analysis, and says how much is done and how to go on.
func (a *analysis) interrupted() error {
	a.progress.Hide()
	if a.inputs.Seen == 0 {
		return fmt.Errorf("%w before the first game or position was done", cli.ErrInterrupted)
	}
	o := a.options
	divisible := output.Divisible(o.as, a.games > 0)
	done, written := "after "+a.things(o.skip+a.inputs.Seen), "the results so far are written"
	further := fmt.Sprintf("; with --skip %d, the same command continues from there", o.skip+a.inputs.Seen)
	switch {
	case a.wait:
		return fmt.Errorf("%w %s", cli.ErrInterrupted, done)
	case a.store != nil && a.store.ReadOnly == nil:
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

// read emits every job of this shard, with the chunks to search.
func (a *analysis) read(ctx context.Context, emit func(*task, ...*chunk) bool) error {
	in := source.NewReader(ctx, a.options.inputs, a.config.In, a.options.format, results.Refused())
	defer in.Close()
	end := int64(0) // of the last job, in bytes
	for ctx.Err() == nil {
		job, err := in.Next()
		if err == io.EOF || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		a.jobs++
		bytes := job.End - end
		end = job.End
		switch {
		case !a.options.shard.Has(job.Number):
			a.progress.Plan(bytes, 0, 0)
			continue
		case job.Number < a.options.skip:
			a.progress.Skip(bytes)
			continue
		}
		j, err := a.prepare(job)
		if err != nil {
			return err
		}
		chunks, positions := a.chunks(j), 0
		for _, c := range chunks {
			positions += len(c.Positions)
		}
		if positions == 0 && len(j.Positions) > 0 && !j.LeftOut() { // the store has all answers
			a.progress.Skip(bytes)
		} else {
			a.progress.Plan(bytes, positions, a.options.usuallyAgain(job.Kind, positions))
		}
		if !emit(j, chunks...) {
			return nil
		}
	}
	return nil
}

// prepare reads a job and chooses what is to be searched of it.
func (a *analysis) prepare(job *game.Job) (*task, error) {
	if err := a.options.checkKind(job); err != nil {
		return nil, err
	}
	f := &a.options.filter
	g := job.ReadAs(game.Reading{SearchMoves: a.options.searchMoves, Wants: f.wants})
	j := &task{Answers: g.Ask(f.choose(g)), states: make([]state, len(g.Positions))}
	for i, scope := range j.Selection {
		if scope == game.LeftOut { // no worker waits for it
			j.states[i] = settled
		}
	}
	if err := f.book.Err(); err != nil {
		return nil, fmt.Errorf("opening book: %w", err)
	}
	return j, nil
}

// put judges a job and writes it.
func (a *analysis) put(j *task) error {
	if err := a.CheckTables(); err != nil { // An answer that lacks a table is not written.
		return err
	}
	return a.add(j.Judge())
}
