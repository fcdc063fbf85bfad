package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"vertigo/eval"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/progress"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/cgroup"
	"vertigo/internal/system/executable"
	"vertigo/search"
)

// audit is one execution of the command.
type audit struct {
	config  Config
	options *options
	head    results.Header
	network *eval.Network // nil for the one in the binary
	tables  *syzygy.Tables

	build string // of this program

	chunks  int // in the file
	drawn   int // of them
	checked int // positions
	differ  int // of them
}

// task is a chunk that is searched again.
type task struct {
	job      *answer.Job
	chunk    worker.Chunk
	done     chan struct{} // closed when the rest is there
	found    []answer.Answer
	err      error
	recorded []answer.Saved // of all positions of the job
}

func (a *audit) run() (err error) {
	f, err := os.Open(a.options.file)
	if err != nil {
		return err
	}
	defer f.Close() // it is only read
	if err := a.count(f); err != nil {
		return err
	}
	err = a.prepare()
	defer func() { err = errors.Join(err, a.tables.Close()) }()
	if err != nil {
		return err
	}
	a.drawn = int(min(math.Ceil(a.options.share*float64(a.chunks)), float64(a.chunks)))
	fmt.Fprintf(a.config.Out, "%s: Vertigo %s, network %s, %s\n", a.options.file, a.head.EngineBuild(), a.head.Network, a.head.Limits.Describe())
	if a.otherBuild() {
		fmt.Fprintf(a.config.Out, "This is a different build (%s) of the same version and may give different answers.\n", a.build)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := a.search(f); err != nil {
		return err
	}
	a.report()
	return nil
}

// count reads the whole file, to make sure that it is complete and to know of how many chunks to draw.
func (a *audit) count(in io.Reader) error {
	return a.read(in, func(r *results.Record) error {
		a.chunks += a.chunksOf(r)
		return nil
	})
}

// read reads the file. Errors name it and the line.
func (a *audit) read(in io.Reader, each func(*results.Record) error) error {
	r, err := results.NewReader(in)
	if err != nil {
		return fmt.Errorf("%s:1: %w", a.options.file, err)
	}
	a.head = r.Header
	for {
		record, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = each(record)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", a.options.file, r.Line(), err)
		}
	}
}

// chunksOf returns how many chunks the positions of a record make.
func (a *audit) chunksOf(r *results.Record) int {
	n, size := 0, 1
	if r.Kind == "pgn" {
		size = max(a.head.Limits.Chunk, 1)
	}
	for i := range r.Results {
		if !r.Results[i].LeftOut() {
			n++
		}
	}
	return (n + size - 1) / size
}

// prepare opens what the answers were found with, and refuses results that cannot be expected to be found again.
func (a *audit) prepare() error {
	var problems []string
	refuse := func(format string, values ...any) { problems = append(problems, fmt.Sprintf(format, values...)) }
	h, l := &a.head, &a.head.Limits
	if h.Engine != a.config.Version {
		refuse("they are of version %s, and this is %s", h.Engine, a.config.Version)
	}
	if l.MoveTime > 0 {
		refuse("a time limit of %d ms ended the searches, which then give different answers each time", l.MoveTime)
	}
	if l.Threads > 1 {
		refuse("searches with %d threads give different answers each time", l.Threads)
	}
	var err error
	if a.build, err = executable.Build(a.config.Release); err != nil {
		return err
	}
	network, err := worker.OpenNetwork(a.options.evalFile)
	if err != nil {
		return err
	}
	if a.options.evalFile != "" {
		a.network = network
	}
	if name := network.String(); h.Network != name {
		refuse("they were found with the network %s, and this is %s; --evalfile names another", h.Network, name)
	}
	tables, description, err := worker.OpenTablebases(a.options.syzygy)
	a.tables = tables
	if err != nil {
		return err
	}
	if l.Tablebases != description {
		refuse("they were found with %s, and here are %s; --syzygy names some", tablebases(l.Tablebases), tablebases(description))
	}
	if len(problems) > 0 {
		return fmt.Errorf("%s: these results cannot be found again: %s", a.options.file, strings.Join(problems, "; "))
	}
	return nil
}

// otherBuild reports whether the results are known to be of a different build.
func (a *audit) otherBuild() bool { return a.head.Build != "" && a.head.Build != a.build }

// tablebases describes tablebases in a sentence.
func tablebases(description string) string {
	if description == "" {
		return "no tablebases"
	}
	return "the tablebases " + description
}

// settings returns the settings of the workers.
func (a *audit) settings() worker.Settings {
	l := &a.head.Limits
	return worker.Settings{
		Limits:  search.Limits{Depth: l.Depth, Nodes: l.Nodes, Mate: l.Mate, UntilStable: l.UntilStable, MultiPV: l.MultiPV},
		Threads: 1, Hash: l.Hash, Network: a.network, Tables: a.tables, Replays: l.Difficulty,
	}
}

// search searches the chunks that are drawn and compares them in their order.
func (a *audit) search(in io.Reader) error {
	workers, err := worker.Several(worker.Count(a.options.workers, 1, cgroup.Processors()), a.settings())
	if err != nil {
		return err
	}
	told := a.newProgress(a.drawn)
	defer told.Run()()
	order, queue := make(chan *task, 4*len(workers)), make(chan *task, 4*len(workers))
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var group errgroup.Group
	group.Go(func() error {
		defer close(order)
		defer close(queue)
		return a.draw(in, func(t *task) bool {
			select {
			case <-ctx.Done():
				return false
			case order <- t:
			}
			queue <- t
			return true
		})
	})
	for _, w := range workers {
		group.Go(func() error {
			defer w.Close()
			for t := range queue {
				t.err = a.serve(ctx, w, t)
				close(t.done)
			}
			return nil
		})
	}
	return errors.Join(a.settle(order, told, stop), group.Wait())
}

// settle compares the chunks as soon as it is their turn. An error ends the audit.
func (a *audit) settle(order <-chan *task, progress *progress.Progress, stop func()) (err error) {
	finished := int64(0)
	for t := range order {
		<-t.done
		if err == nil {
			err = t.err
		}
		if err != nil {
			stop() // and wait until the reader has noticed
			continue
		}
		finished++
		for range t.found {
			progress.Count()
		}
		progress.Finish(finished, false)
		progress.Hide()
		a.compare(t)
	}
	return err
}

// serve searches a chunk.
func (a *audit) serve(ctx context.Context, w *worker.Worker, t *task) error {
	again := answer.Job{Job: t.job.Job, Answers: slices.Clone(t.job.Answers)} // what is not searched again stays as it was
	err := w.SearchChunk(ctx, t.job, t.chunk, func(n int, found answer.Answer) error {
		again.Answers[t.chunk.Positions[n]] = found
		return nil
	})
	for _, i := range t.chunk.Positions {
		if passed := answer.Passed(t.job.Positions[i]); a.head.Limits.Threats && passed != nil {
			threat := w.SearchThreat(ctx, passed)
			again.Answers[i].SetThreat(&threat)
		}
	}
	for _, i := range t.chunk.Positions {
		w.Rate(ctx, &again, i)
		t.found = append(t.found, again.Answers[i])
	}
	return errors.Join(err, worker.CheckTablebases(a.tables))
}

// draw reads the file again and emits the chunks that are drawn: as many as are to be, each with the same chance. When emit
// returns false, no more are wanted.
func (a *audit) draw(in io.Reader, emit func(*task) bool) error {
	r := rand.New(rand.NewPCG(a.options.seed, 0))
	left, wanted := a.chunks, a.drawn
	errEnough := errors.New("no more are wanted")
	err := a.read(in, func(record *results.Record) error {
		var numbers []int
		for n := range a.chunksOf(record) {
			if left > 0 && r.IntN(left) < wanted {
				numbers, wanted = append(numbers, n), wanted-1
			}
			left--
		}
		if len(numbers) == 0 {
			return nil
		}
		j, err := a.head.Job(record)
		if err != nil {
			return err
		}
		chunks := worker.Chunks(j, max(a.head.Limits.Chunk, 1))
		for _, n := range numbers {
			if !emit(&task{job: j, chunk: chunks[n], done: make(chan struct{}), recorded: record.Results}) {
				return errEnough
			}
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
