package analyse

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"vertigo/eval"
	"vertigo/internal/engine/syzygy"
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

	network string                    // name of the one that evaluates the positions
	disk    func(io.Writer) io.Writer // what a test puts before every file, nil for nothing
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
	a := &analysis{config: c, options: o, progress: newProgress(c, o)}
	if err = a.loadNetwork(); err == nil {
		err = a.openTablebases()
	}
	switch {
	case err != nil:
	case o.out == "":
		err = a.runToStream()
	default:
		err = a.runToFile()
	}
	return a.report("analyse", errors.Join(err, a.tables.Close()))
}

// loadNetwork reads the evaluation network.
func (a *analysis) loadNetwork() (err error) {
	if a.options.evalFile != "" {
		a.network, err = eval.Load(a.options.evalFile)
	} else {
		a.network, err = eval.Default()
	}
	if err == nil {
		a.config.network = a.network.String()
	}
	return err
}

// runToStream writes the results to standard output, each as soon as it is its turn.
func (a *analysis) runToStream() error {
	a.out = a.config.Out
	if a.options.as != "results" {
		a.renderer = newRenderer(a.config, a.options)
		return a.run()
	}
	h, err := a.header()
	if err != nil {
		return err
	}
	a.renderer = &resultsRenderer{header: h}
	return a.run()
}

// report tells how the command ended and returns the exit code.
func (a *analysis) report(name string, err error) int {
	switch {
	case err != nil:
		fmt.Fprintf(a.config.Err, "vertigo %s: %v\n", name, err)
		return exitFailed
	case a.bad > 0:
		fmt.Fprintf(a.config.Err, "vertigo %s: %d of %d could not be read\n", name, a.bad, a.seen)
		if a.options.tolerant {
			return exitOK
		}
		return exitIncomplete
	}
	return exitOK
}

// analysis is one execution of the command.
type analysis struct {
	config   Config
	options  *options
	network  *eval.Network
	tables   *syzygy.Tables // nil if there are none
	renderer renderer       // nil if only the journal is written
	out      io.Writer      // for what the renderer makes
	journal  *journal       // nil if there is none
	progress *progress

	jobs      int // lines or games in all inputs; the reader's
	seen, bad int // those of this shard so far, and those of them that could not be read
	text      []byte
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
	defer a.progress.run()()
	ahead := 4 * len(workers) // how far reading may be ahead
	order, units := make(chan *job, ahead), make(chan unit, ahead)
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
			w.serve(units, enough, a.progress)
		})
	}
	err = a.write(order)
	if err != nil {
		close(enough)
		for _, w := range workers {
			w.end()
		}
		for range order { // until the reader has noticed
		}
	}
	group.Wait()
	if err = errors.Join(err, readErr); err != nil {
		return err
	}
	return a.finish()
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
		if a.options.evalFile != "" {
			pool.SetNetwork(a.network)
		}
		pool.SetTablebases(search.Tablebases{Tables: a.tables, MaxMen: a.tables.MaxMen(), MinDepth: 1, Rule50: true})
		workers = append(workers, &worker{pool: pool, limits: a.options.limits})
	}
	return workers, nil
}

// serve searches units until there are no more. After enough is closed it only counts them off.
func (w *worker) serve(units <-chan unit, enough <-chan struct{}, p *progress) {
	for u := range units {
		select {
		case <-enough:
		default:
			u.job.outcomes[u.index] = w.analyse(u.job.positions[u.index])
			p.count()
		}
		u.job.pending.Done()
	}
}

// read sends every job of this shard to order, and its positions to units unless an earlier run has searched them.
func (a *analysis) read(order chan<- *job, units chan<- unit, enough <-chan struct{}) error {
	var stopped error
	s := &source{format: a.options.format, emit: func(j *job) bool {
		a.jobs++
		mine := a.options.shard.has(j.Number)
		if mine {
			if stopped = a.prepare(j); stopped != nil {
				return false
			}
			j.pending.Add(len(j.positions))
			if j.restored {
				j.pending.Add(-len(j.positions))
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
		for i := range j.positions {
			if !j.restored {
				units <- unit{j, i}
			}
		}
		return true
	}}
	err := s.readArguments(a.options.inputs, a.config.In)
	switch {
	case stopped != nil:
		return stopped
	case err == errEnough:
		return nil
	case err != nil:
		return err
	}
	return a.nothingLeft()
}

// write writes the results of each job as soon as it is its turn.
func (a *analysis) write(order <-chan *job) error {
	if a.renderer != nil {
		a.text = a.renderer.begin(a.text)
	}
	for j := range order {
		j.pending.Wait()
		if err := a.checkTablebases(); err != nil { // before results that lack a table are kept
			return err
		}
		if err := a.put(j); err != nil {
			return err
		}
		a.progress.finish(j)
	}
	return nil
}

// put writes the results of one job.
func (a *analysis) put(j *job) error {
	a.seen++
	if a.journal != nil && !j.restored {
		if err := a.journal.add(j); err != nil {
			return err
		}
	}
	if j.err != nil {
		a.bad++
		a.progress.hide()
		fmt.Fprintf(a.config.Err, "%s: %v\n", j.where, j.err)
	}
	if a.renderer == nil {
		return nil
	}
	if j.err == nil {
		a.text = a.renderer.render(a.text, j)
	} else if r, ok := a.renderer.(failureRenderer); ok {
		a.text = r.failure(a.text, j)
	}
	return a.flush()
}

// flush writes what the renderer has made.
func (a *analysis) flush() error {
	if len(a.text) == 0 {
		return nil
	}
	if a.out == a.config.Out {
		a.progress.hide() // both may be the terminal
	}
	_, err := a.out.Write(a.text)
	a.text = a.text[:0]
	return err
}

// finish writes what comes behind the last job.
func (a *analysis) finish() error {
	e := ending{Jobs: a.jobs, Bad: a.bad}
	if a.journal != nil {
		if err := a.journal.finish(e); err != nil {
			return err
		}
	}
	if a.renderer == nil {
		return nil
	}
	if r, ok := a.renderer.(*resultsRenderer); ok {
		r.ending = e
	}
	a.text = a.renderer.end(a.text)
	return a.flush()
}
