package cli

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"
)

// job is a job between reading and writing.
type job[J any] struct {
	value   J
	pending sync.WaitGroup // parts that no worker has done

	mutex sync.Mutex
	err   error // the error that has ended a part
}

// fail keeps the first error that a part has ended with.
func (j *job[J]) fail(err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.err == nil {
		j.err = err
	}
}

// part is a part of a job, which one worker does.
type part[J, P any] struct {
	job   *job[J]
	value P
}

// Pipeline reads jobs, lets the workers do their parts, and writes the jobs in the order in which they were read. A job that has
// no parts, or whose parts are done, waits only for those before it. Reading is ahead by at most four jobs for each worker.
//
// Read emits jobs with their parts until there are none, or until emit returns false or its context ends. Do is called by one
// goroutine for each worker. Write is called by the goroutine that has called Pipeline.
//
// Pipeline returns the first error of a part or of write, in the order of the jobs, with that of read. All jobs before it have
// been written, and none after it. When the context ends, Pipeline does not begin with further parts, and returns the context's
// error if there is no other.
func Pipeline[J, P, W any](ctx context.Context, workers []W, read func(ctx context.Context, emit func(J, ...P) bool) error,
	do func(ctx context.Context, w W, part P) error, write func(J) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ahead := 4 * len(workers)
	order, parts := make(chan *job[J], ahead), make(chan part[J, P], ahead)
	var group errgroup.Group
	group.Go(func() error {
		defer close(order)
		defer close(parts)
		return read(ctx, func(value J, list ...P) bool {
			j := &job[J]{value: value}
			j.pending.Add(len(list))
			if ctx.Err() != nil {
				return false
			}
			select {
			case <-ctx.Done():
				return false
			case order <- j:
			}
			for _, p := range list {
				parts <- part[J, P]{j, p}
			}
			return true
		})
	})
	for _, w := range workers {
		group.Go(func() error {
			for p := range parts {
				err := ctx.Err()
				if err == nil {
					err = do(ctx, w, p.value)
				}
				if err != nil {
					p.job.fail(err)
				}
				p.job.pending.Done()
			}
			return nil
		})
	}
	var err error
	for j := range order {
		j.pending.Wait()
		if err != nil {
			continue // until the reader has noticed
		}
		if err = j.err; err == nil {
			err = write(j.value)
		}
		if err != nil {
			stop()
		}
	}
	failed := group.Wait()
	switch {
	case failed != nil:
		return errors.Join(err, failed)
	case err != nil:
		return err
	}
	return ctx.Err()
}
