package analyse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"vertigo/search"
)

// The exit codes of the command.
const (
	exitOK         = 0
	exitFailed     = 1 // the analysis could not be finished
	exitUsage      = 2 // the arguments are wrong
	exitIncomplete = 3 // part of the input could not be read
)

// Config is what the command needs from the program around it.
type Config struct {
	Version string // of the engine
	In      io.Reader
	Out     io.Writer
	Err     io.Writer // messages
}

// Run executes the command with the given arguments and returns the exit code: 0 if all went well, 1 if the analysis
// failed, 2 if the arguments are wrong, 3 if part of the input could not be read.
func Run(c Config, args []string) int {
	o, err := parseOptions(args)
	if err != nil {
		fmt.Fprintf(c.Err, "vertigo analyse: %v\n\"vertigo help analyse\" lists the flags\n", err)
		return exitUsage
	}
	if o.help {
		fmt.Fprint(c.Out, Help())
		return exitOK
	}
	a := &analysis{config: c, options: o, renderer: newRenderer(c, o)}
	if o.out == "" {
		a.out = c.Out
		err = a.run()
	} else {
		err = a.runToFile()
	}
	switch {
	case err != nil:
		fmt.Fprintf(c.Err, "vertigo analyse: %v\n", err)
		return exitFailed
	case a.bad > 0:
		fmt.Fprintf(c.Err, "vertigo analyse: %d of %d could not be read\n", a.bad, a.seen)
		return exitIncomplete
	}
	return exitOK
}

// analysis is one execution of the command.
type analysis struct {
	config   Config
	options  *options
	renderer renderer
	out      io.Writer

	seen, bad int // lines or games so far, and those that could not be read
}

// runToFile writes the results aside and gives the file its name when it is complete.
func (a *analysis) runToFile() (err error) {
	f, err := os.CreateTemp(filepath.Dir(a.options.out), filepath.Base(a.options.out)+".part-*")
	if err != nil {
		return err
	}
	a.out = f
	err = a.run()
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), a.options.out)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// unit is one position of a job.
type unit struct {
	job   *job
	index int
}

// run sends the input through the workers and writes the results in the order of the input.
func (a *analysis) run() error {
	workers, err := a.newWorkers()
	if err != nil {
		return err
	}
	order := make(chan *job, 4*len(workers)) // how far reading may be ahead of writing
	units := make(chan unit)
	enough := make(chan struct{}) // closed when nobody wants more results
	var readErr error
	go func() {
		defer close(order)
		defer close(units)
		readErr = a.read(order, units, enough)
	}()
	var group sync.WaitGroup
	for _, w := range workers {
		group.Go(func() {
			defer w.pool.Close()
			w.serve(units, enough)
		})
	}
	err = a.write(order)
	if err != nil {
		close(enough)
		for _, w := range workers {
			w.pool.Stop()
		}
		for range order { // until the reader has noticed
		}
	}
	group.Wait()
	return errors.Join(err, readErr)
}

func (a *analysis) newWorkers() (workers []*worker, err error) {
	for range a.options.workers {
		pool, err := search.NewPool(a.options.hash, a.options.threads)
		if err != nil {
			for _, w := range workers {
				w.pool.Close()
			}
			return nil, err
		}
		workers = append(workers, &worker{pool: pool, limits: a.options.limits})
	}
	return workers, nil
}

// serve searches units until there are no more. After enough is closed it only counts them off.
func (w *worker) serve(units <-chan unit, enough <-chan struct{}) {
	for u := range units {
		select {
		case <-enough:
		default:
			u.job.outcomes[u.index] = w.analyse(u.job.positions[u.index])
		}
		u.job.pending.Done()
	}
}

// read sends every job of the inputs to order, and its positions to units.
func (a *analysis) read(order chan<- *job, units chan<- unit, enough <-chan struct{}) error {
	var errs error
	s := &source{format: a.options.format, emit: func(j *job) bool {
		j.outcomes = make([]outcome, len(j.positions))
		j.pending.Add(len(j.positions))
		select {
		case <-enough:
			return false
		case order <- j:
		}
		for i := range j.positions {
			units <- unit{j, i}
		}
		return true
	}}
	for _, input := range a.options.inputs {
		err := s.readArgument(input, a.config.In)
		if err == errEnough {
			return nil
		}
		errs = errors.Join(errs, err) // the other inputs are still worth reading
	}
	return errs
}

// write writes the results of each job as soon as it is its turn.
func (a *analysis) write(order <-chan *job) error {
	text := a.renderer.begin(nil)
	for j := range order {
		j.pending.Wait()
		a.seen++
		if j.err != nil {
			a.bad++
			fmt.Fprintf(a.config.Err, "%s: %v\n", j.where, j.err)
			continue
		}
		text = a.renderer.render(text, j)
		if _, err := a.out.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	_, err := a.out.Write(a.renderer.end(text))
	return err
}
