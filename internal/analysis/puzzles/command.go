package puzzles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
)

// Command returns "vertigo puzzles".
func Command(p cli.Program) *cobra.Command {
	o := newOptions()
	command := &cobra.Command{
		Use: "puzzles [flags] GAMES|RESULTS...", Short: "find puzzles in games", Long: description,
		Example: "  vertigo puzzles --out puzzles.html --out puzzles.csv games.pgn\n" +
			"  vertigo puzzles --nodes 1M --syzygy tables --out puzzles.pgn part-1.results part-2.results",
	}
	cli.Section(command, "Games", o.gameFlags)
	cli.Section(command, "Search", o.searchFlags)
	cli.Section(command, "Output", o.outputFlags)
	cli.Section(command, "Run", o.runFlags)
	_, _ = command.MarkFlagDirname("syzygy"), command.MarkFlagFilename("evalfile", "nnue") // there are these flags
	command.PreRunE = func(_ *cobra.Command, args []string) error {
		if err := o.parse(args); err != nil || len(o.outs) > 0 {
			return err
		}
		return cli.CheckPage(p.Out, o.forms[0].Name, "")
	}
	command.RunE = func(*cobra.Command, []string) error { return cli.Exit(find(p, o)) }
	return command
}

// find executes the command and returns the exit code.
func find(c cli.Program, o *options) int {
	var err error
	r := &run{config: c, options: o, seen: map[uint64]bool{}}
	if !o.quiet {
		r.progress = cli.NewProgress("puzzles", c.Err, source.Size(o.inputs))
		r.progress.Shorter = fmt.Sprintf("--nodes %d takes about half of that, and misses some puzzles", o.settings.Nodes/2)
	}
	if err = o.checkOuts(); err == nil {
		r.inputs, err = source.Check(o.inputs)
	}
	if err == nil {
		r.Resources, err = analyse.OpenResources(o.evalFile, o.syzygy)
	}
	if err == nil {
		err = r.work()
	}
	return r.report(errors.Join(err, r.close()))
}

// run is an execution of the command.
type run struct {
	analyse.Resources
	config    cli.Program
	options   *options
	searchers []*searcher
	outputs   []*destination
	progress  *cli.Progress // nil if none is shown

	inputs      source.Inputs
	counts      tally           // of their moves
	seen        map[uint64]bool // keys of the positions of the puzzles
	interrupted bool
}

// close frees the searchers and the tables. After an interruption it does not wait for searchers that have not ended.
func (r *run) close() error {
	closeAll := func() error {
		for _, s := range r.searchers {
			s.close()
		}
		return r.Tables.Close()
	}
	if r.interrupted {
		go func() { _ = closeAll() }() // the process ends
		return nil
	}
	return closeAll()
}

// work finds the puzzles and writes them. A signal that comes while large tables are made ends the process at once, for there is
// nothing to keep yet.
func (r *run) work() (err error) {
	if r.searchers, err = r.newSearchers(); err != nil {
		return err
	}
	ctx, stop := r.config.Interruptible()
	defer stop()
	if err = r.openOutputs(); err != nil {
		return err
	}
	stopProgress := r.progress.Run()
	err = r.pass(ctx, r.searchers)
	stopProgress()
	return r.closeOutputs(err)
}

// ofWorker returns the settings of a worker. The size of its table is twice what the nodes of the two searches of a turn fill,
// within bounds.
func (s *Settings) ofWorker() analyse.WorkerSettings {
	const entry, least, most = 64, 4, 1024 // bytes for each node; MiB
	mib := least
	for mib < most && uint64(mib)<<20/entry < s.Nodes {
		mib *= 2
	}
	return analyse.WorkerSettings{Threads: 1, Hash: mib}
}

func (r *run) newSearchers() (list []*searcher, err error) {
	workers, err := r.NewPool(r.options.workers, r.options.settings.ofWorker(), "use fewer --workers")
	for _, w := range workers {
		one := &searcher{settings: r.options.settings, worker: w, tables: r.Tables, refutes: r.options.hasPage()}
		list = append(list, one)
		if err == nil {
			one.players, err = newPlayers(one.settings.Replays, r.Network)
		}
	}
	return list, err
}

// close ends the threads of the searcher, when it has ended.
func (s *searcher) close() {
	s.busy.Wait()
	s.worker.Close()
	s.players.close()
}

// pass lets the searchers find the puzzles of the games and writes them in the order of the games. When the context ends, it
// stops after the last game with no missing game before it.
func (r *run) pass(ctx context.Context, searchers []*searcher) error {
	err := cli.Pipeline(ctx, searchers, r.read, r.do, r.put)
	if err != nil && err == ctx.Err() {
		r.interrupted = true
		return nil
	}
	return err
}

// task is a game on its way through the command.
type task struct {
	*game.Job
	judged  *game.Judgement // from do on
	bytes   int64           // of the inputs, from the end of the game before
	leftOut bool            // there is no position of the solver
	puzzles []*Puzzle
	counts  tally // of its moves
}

// do finds the puzzles of a game with a searcher. They are not complete if the context has ended.
func (r *run) do(ctx context.Context, s *searcher, t *task) error {
	j, analysed := t.Judged, t.Judged != nil // the filters of an analysis count
	if !analysed {
		j = t.Read().Unasked().Judge()
	}
	if j.Err == nil && !j.IsGame() {
		j = t.Refuse("a position; puzzles are found in games")
	}
	t.judged = j
	r.progress.Plan(t.bytes, len(j.Plies), 0)
	chosen := r.options.players.Of(j.Game)
	solves := func(p *game.Ply) bool {
		return chosen[p.Root().Turn()] && (!analysed || p.Scope == game.Whole)
	}
	t.leftOut = !slices.ContainsFunc(j.Plies, solves)
	if j.Err == nil && !t.leftOut {
		done := make(chan struct{})
		s.busy.Go(func() {
			t.puzzles, t.counts = s.puzzles(ctx, j, solves, r.options.players.Chosen())
			close(done)
		})
		select {
		case <-done:
		case <-ctx.Done(): // clearing a large table, for example, may take seconds
		}
	}
	r.progress.Count(len(j.Plies))
	return ctx.Err()
}

// read emits every game that is not left out.
func (r *run) read(ctx context.Context, emit func(*task, ...*task) bool) error {
	in := source.NewReader(ctx, r.options.inputs, r.config.In, "auto", results.Format())
	defer in.Close()
	for seen, end := 0, int64(0); ctx.Err() == nil; seen++ {
		j, err := in.Next()
		if err == io.EOF || ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		t := &task{Job: j, bytes: j.End - end}
		end = j.End
		if seen < r.options.skip {
			r.progress.Skip(t.bytes)
		} else if !emit(t, t) {
			return nil
		}
	}
	return nil
}

// put writes the puzzles of one game.
func (r *run) put(t *task) error {
	// The tables are checked before puzzles that lack one are written.
	if err := r.CheckTables(); err != nil {
		return err
	}
	r.inputs.Add(t.judged, t.leftOut, r.options.players.Person, r.config.Err, r.progress.Hide)
	for _, p := range t.puzzles {
		start := p.Start()
		if r.seen[start.Key()] {
			t.counts[isPuzzle]--
			t.counts[seenBefore]++
			continue
		}
		r.seen[start.Key()] = true
		for _, o := range r.outputs {
			if err := o.write(o.form.Item(nil, p)); err != nil {
				return err
			}
		}
	}
	r.counts.add(t.counts)
	return nil
}

// report says how the command ended and what was found, and returns the exit code.
func (r *run) report(err error) int {
	switch {
	case err != nil || !r.interrupted:
	case r.inputs.Seen == 0:
		err = fmt.Errorf("%w before the first game was done; the same command begins again", cli.ErrInterrupted)
	default:
		done := r.options.skip + r.inputs.Seen
		names := ""
		if len(r.options.outs) > 0 {
			names = " and other names after --out" // the puzzles would be replaced
		}
		err = fmt.Errorf("%w after %s; puzzles written: %d; with --skip %d%s, the same command continues from there",
			cli.ErrInterrupted, cli.Count(done, "game"), r.counts[isPuzzle], done, names)
	}
	if err != nil {
		return cli.Failed(r.config.Err, "puzzles", err)
	}
	message := func(format string, args ...any) {
		cli.Message(r.config.Err, "vertigo puzzles: "+format, args...)
	}
	reason := r.nothing()
	if reason == "" && !r.options.quiet {
		message("Games: %d. %s", r.inputs.Seen, &r.counts)
	}
	code := r.inputs.Conclude("puzzles", r.options.tolerant, reason, message)
	if reason != "" {
		return code
	}
	for _, name := range r.options.outs {
		if !r.options.quiet {
			cli.Wrote(r.config.Err, "puzzles", name, cli.Count(r.counts[isPuzzle], "puzzle"))
		}
	}
	return code
}

// nothing returns why there was no game to find puzzles in, "" if there was one or only games that could not be read.
func (r *run) nothing() string { return r.inputs.Nothing(r.options.skip, "no games") }
