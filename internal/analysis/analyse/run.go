package analyse

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"vertigo/eval"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/progress"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/store"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/cgroup"
	"vertigo/internal/system/commandline"
)

// exitIncomplete is the exit code where part of the input could not be read.
const exitIncomplete = 3

// Config is what the command needs from the program around it.
type Config struct {
	Version string // of the engine
	Release bool   // every build of that version is the same
	In      io.Reader
	Out     io.Writer
	Err     io.Writer // messages

	network string                    // name of the one that evaluates the positions
	disk    func(io.Writer) io.Writer // what a test puts before every file, nil for nothing
	whole   int64                     // in place of wholeSize, 0 for that
}

// Run executes the command with the given arguments and returns the exit code: 0 if all went well, 1 if the analysis
// failed, 2 if the arguments are wrong, 3 if part of the input could not be read.
func Run(c Config, args []string) int {
	o, err := parseOptions(args)
	if err != nil {
		return commandline.Misused(c.Err, "analyse", err)
	}
	if o.help {
		fmt.Fprint(c.Out, Help())
		return commandline.ExitOK
	}
	a := &analysis{config: c, options: o}
	a.divide()
	if !o.quiet {
		a.progress = progress.New("analyse", "positions", c.Err, a.part.To-a.part.From)
	}
	if err = a.loadNetwork(); err == nil {
		a.tables, o.tablebases, err = worker.OpenTablebases(o.syzygy)
	}
	if err == nil {
		err = a.openFilter()
	}
	if err == nil {
		err = a.openStore()
	}
	switch {
	case err != nil:
	case o.out == "":
		err = a.runToStream()
	default:
		err = a.runToFile()
	}
	return a.report("analyse", errors.Join(err, a.tables.Close(), a.store.close()))
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

// openFilter gives the filter what it needs: the book, and the network to judge by.
func (a *analysis) openFilter() error {
	o := a.options
	if o.filter.Decided > 0 {
		o.filter.UseNetwork(a.network)
	}
	if o.bookFile == "" {
		return nil
	}
	if err := o.filter.OpenBook(o.bookFile); err != nil {
		return fmt.Errorf("--skip-book: %w", err)
	}
	return nil
}

// runToStream writes the results to standard output, each as soon as it is its turn.
func (a *analysis) runToStream() error {
	a.out = a.config.Out
	if a.options.as != "results" {
		a.renderer = output.New(a.options.outputSettings(a.config))
		return a.run()
	}
	h, err := a.header()
	if err != nil {
		return err
	}
	a.renderer = &results.Renderer{Header: h}
	return a.run()
}

// report tells how the command ended and returns the exit code.
func (a *analysis) report(name string, err error) int {
	switch {
	case err != nil:
		return commandline.Failed(a.config.Err, name, err)
	case a.bad > 0:
		fmt.Fprintf(a.config.Err, "vertigo %s: %d of %d could not be read\n", name, a.bad, a.seen)
		if a.options.tolerant {
			return commandline.ExitOK
		}
		return exitIncomplete
	}
	return commandline.ExitOK
}

// analysis is one execution of the command.
type analysis struct {
	config   Config
	options  *options
	network  *eval.Network
	tables   *syzygy.Tables     // nil if there are none
	store    *answerStore       // nil if there is none
	renderer output.Renderer    // nil if only the journal is written
	out      io.Writer          // for what the renderer makes
	journal  *results.Journal   // nil if there is none
	progress *progress.Progress // nil if none is told

	part input.Part  // of the inputs that is read, as far as their size is known
	span *input.Span // what that has come to, nil before its end, or if everything was read; the reader's

	jobs      int // lines or games that have been read; the reader's
	seen, bad int // those of this shard so far, and those of them that could not be read
	text      []byte
}

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
	return worker.Several(worker.Count(o.workers, o.threads, cgroup.Processors()), s)
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
		mine := a.options.shard.has(j.Number)
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
	if !o.shard.bytes {
		return input.Read(o.inputs, a.config.In, o.format, emit)
	}
	span, err := input.ReadPart(o.inputs, o.format, a.part, emit)
	a.span = &span
	return err
}

// write writes the results of each job as soon as it is its turn.
func (a *analysis) write(order <-chan *task) error {
	if a.renderer != nil {
		a.text = a.renderer.Begin(a.text)
	}
	for j := range order {
		j.pending.Wait()
		if err := errors.Join(j.failed, worker.CheckTablebases(a.tables)); err != nil { // before results that lack a table are kept
			return err
		}
		if err := a.put(j); err != nil {
			return err
		}
		a.progress.Finish(j.End-a.part.From, j.restored)
	}
	return nil
}

// put writes the results of one job.
func (a *analysis) put(j *task) error {
	a.seen++
	if err := a.storeGame(j); err != nil {
		return err
	}
	if a.journal != nil && !j.restored {
		if err := a.journal.Add(&j.Job); err != nil {
			return err
		}
	}
	if j.Err != nil {
		a.bad++
		a.progress.Hide()
		fmt.Fprintf(a.config.Err, "%s: %v\n", j.Where, j.Err)
	}
	if a.renderer == nil {
		return nil
	}
	if j.Err == nil {
		a.text = a.renderer.Render(a.text, &j.Job)
	} else if r, ok := a.renderer.(output.FailureRenderer); ok {
		a.text = r.Failure(a.text, &j.Job)
	}
	return a.flush()
}

// flush writes what the renderer has made.
func (a *analysis) flush() error {
	if len(a.text) == 0 {
		return nil
	}
	if a.out == a.config.Out {
		a.progress.Hide() // both may be the terminal
	}
	_, err := a.out.Write(a.text)
	a.text = a.text[:0]
	return err
}

// finish writes what comes behind the last job.
func (a *analysis) finish() error {
	e := results.Ending{Jobs: a.jobs, Bad: a.bad, Span: a.span}
	if a.journal != nil {
		if err := a.journal.Finish(e); err != nil {
			return err
		}
	}
	if a.renderer == nil {
		return nil
	}
	if r, ok := a.renderer.(*results.Renderer); ok {
		r.Ending = e
	}
	a.text = a.renderer.End(a.text)
	return a.flush()
}
