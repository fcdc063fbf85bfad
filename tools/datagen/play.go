package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/limits"
	"vertigo/internal/system/progress"
	"vertigo/internal/training/gamedata"
	"vertigo/internal/training/selfplay"
)

// playOptions are the options of play.
type playOptions struct {
	settings selfplay.Settings
	path     string
	games    uint64
	workers  int
	interval time.Duration // between progress lines; 0 for none
	wait     time.Duration // how long games may wait until they are written
	syzygy   string        // directories of tablebases; empty for none
}

func (o *playOptions) define(flags *flag.FlagSet) {
	s := selfplay.DefaultSettings()
	o.settings = s
	flags.StringVar(&o.path, "out", "", "`file` to write; if it exists, only the missing games are played")
	flags.Uint64Var(&o.games, "games", 1000, "number of games in the complete file")
	flags.IntVar(&o.workers, "workers", limits.Processors(), "number of games to play at a time")
	flags.DurationVar(&o.interval, "progress", 10*time.Second, "time between lines of progress; 0 for none")
	flags.DurationVar(&o.wait, "write", 10*time.Second, "time between writes to the file; a kill loses the games since the last one")

	flags.Uint64Var(&o.settings.Seed, "seed", s.Seed, "seed of the random openings; different seeds give different games")
	flags.Uint64Var(&o.settings.Nodes, "nodes", s.Nodes, "soft limit per move: no iteration begins after this many nodes")
	flags.Uint64Var(&o.settings.HardNodes, "hard-nodes", 0, "hard limit of nodes per move; 0 for 8 times -nodes")
	flags.Uint64Var(&o.settings.TacticalNodes, "tactical-nodes", 0, "soft limit per move in check and where a capture or promotion is best; 0 for a quarter of -nodes")
	flags.Float64Var(&o.settings.ScoreShare, "score-share", s.ScoreShare, "share of the positions, above 0 to 1, that get a score and -nodes")
	flags.Uint64Var(&o.settings.QuickNodes, "quick-nodes", 0, "soft limit per move in the other positions; 0 for a twentieth of -nodes")
	flags.IntVar(&o.settings.Hash, "hash", s.Hash, "size of each worker's transposition table in MiB")
	flags.Float64Var(&o.settings.FischerRandom, "dfrc", s.FischerRandom, "share of the games, 0 to 1, that start as double Fischer random chess")
	flags.IntVar(&o.settings.RandomPlies, "random-plies", s.RandomPlies, "random moves at the start; half of the games have one more")
	flags.IntVar(&o.settings.SoftmaxPlies, "softmax-plies", s.SoftmaxPlies, "moves after the random ones, drawn by their scores; see -temperature")
	flags.Float64Var(&o.settings.Temperature, "temperature", s.Temperature, "`centipawns` T: the probability of a drawn move is in proportion to exp(score/T), with the score of a search of one ply")
	flags.Uint64Var(&o.settings.OpeningNodes, "opening-nodes", s.OpeningNodes, "soft limit of nodes of the search that checks the opening")
	flags.IntVar(&o.settings.OpeningLimit, "opening-limit", s.OpeningLimit, "replace openings with scores beyond ± this many centipawns")
	flags.IntVar(&o.settings.WinScore, "win-score", s.WinScore, "a side ahead by this many centipawns for -win-plies plies has won")
	flags.IntVar(&o.settings.WinPlies, "win-plies", s.WinPlies, "see -win-score")
	flags.IntVar(&o.settings.DrawScore, "draw-score", s.DrawScore, "a score within ± this many centipawns for -draw-plies plies, from ply -draw-from on, is a draw")
	flags.IntVar(&o.settings.DrawPlies, "draw-plies", s.DrawPlies, "see -draw-score")
	flags.IntVar(&o.settings.DrawFrom, "draw-from", s.DrawFrom, "see -draw-score")
	flags.IntVar(&o.settings.MaxPlies, "max-plies", s.MaxPlies, "a game of this many plies is a draw")
	flags.StringVar(&o.syzygy, "syzygy", "", "`directories` of Syzygy tables, which end games at positions that they have")
}

// check completes the options and reports impossible ones.
func (o *playOptions) check(flags *flag.FlagSet) error {
	if o.settings.HardNodes == 0 {
		o.settings.HardNodes = 8 * o.settings.Nodes
	}
	if o.settings.TacticalNodes == 0 {
		o.settings.TacticalNodes = max(o.settings.Nodes/4, 1)
	}
	if o.settings.QuickNodes == 0 {
		o.settings.QuickNodes = max(o.settings.Nodes/20, 1)
	}
	if err := o.settings.Check(); err != nil {
		return commandline.Misuse(flags, "%v", err)
	}
	switch {
	case o.path == "":
		return commandline.Misuse(flags, "-out is missing")
	case o.workers < 1 || o.workers > 4096:
		return commandline.Misuse(flags, "%d workers, want 1 to 4096", o.workers)
	case o.games > 1<<32:
		return commandline.Misuse(flags, "%d games are more than one file can count", o.games)
	}
	return nil
}

// play plays the games that the file lacks. Those that have ended are written from time to time, in a block: when the program
// is killed, they and the games in progress are lost.
func play(ctx context.Context, flags *flag.FlagSet, args []string, _, log io.Writer) (err error) {
	var o playOptions
	o.define(flags)
	if err := parse(flags, args, false); err != nil {
		return err
	}
	if err := o.check(flags); err != nil {
		return err
	}
	closeTables, err := o.openTables()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeTables()) }()
	info, err := o.info()
	if err != nil {
		return err
	}
	w, there, err := openGames(o.path, info, o.games, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()

	running := newRunning(o.games, there.count(), o.workers)
	stop := progress.Every(o.interval, func() { fmt.Fprintln(log, running.line(time.Now())) })
	written := time.Now()
	err = selfplay.Run(ctx, o.settings, o.workers, there.missing(o.games), func(g *gamedata.Game) error {
		if err := w.Append(g); err != nil {
			return err
		}
		running.add(g)
		if time.Since(written) < o.wait {
			return nil
		}
		written = time.Now()
		return w.Flush()
	})
	stop()
	fmt.Fprintln(log, running.line(time.Now()))
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return fmt.Errorf("%w; the same command continues from here", commandline.ErrInterrupted)
	}
	return err
}

// openTables opens the tablebases, if any are wanted. The function that closes them returns the problems that were found
// meanwhile.
func (o *playOptions) openTables() (closeTables func() error, err error) {
	if o.syzygy == "" {
		return func() error { return nil }, nil
	}
	tables, errs := syzygy.Open(o.syzygy)
	if wdl, _ := tables.Count(); wdl == 0 && len(errs) == 0 {
		errs = []error{fmt.Errorf("%s: there are no tables", o.syzygy)}
	}
	if len(errs) > 0 {
		return nil, errors.Join(append(errs, tables.Close())...)
	}
	o.settings.Tables = tables
	return func() error { return errors.Join(append(tables.Problems(), tables.Close())...) }, nil
}

// info returns the text at the beginning of the file: everything that the games depend on.
func (o *playOptions) info() (string, error) {
	signature, err := selfplay.Signature()
	if err != nil {
		return "", err
	}
	info := fmt.Sprintf("vertigo self-play\nengine %s\n%s", signature, &o.settings)
	if o.settings.Tables != nil {
		fingerprint, err := o.settings.Tables.Fingerprint()
		if err != nil {
			return "", err
		}
		info += fmt.Sprintf("syzygy %016x\n", fingerprint)
	}
	return info, nil
}

// openGames creates the file with the given text about its games or, if it exists and its text is the same, opens it to
// be continued. There tells which of the first n games it has.
func openGames(path, info string, n uint64, log io.Writer) (w *gamedata.Writer, there *gameSet, err error) {
	there = newGameSet(n)
	w, err = gamedata.NewWriter(path, info)
	if !errors.Is(err, fs.ErrExist) {
		return w, there, err
	}
	w, cut, err := gamedata.Resume(path)
	if err != nil {
		return nil, nil, err
	}
	if cut > 0 {
		fmt.Fprintf(log, "%s: %d bytes of games that were being written have been cut off\n", path, cut)
	}
	if err := readNumbers(path, info, there, log); err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	fmt.Fprintf(log, "%s: continuing after %s\n", path, commandline.Count(int(there.count()), "game"))
	return w, there, nil
}

// readNumbers adds the numbers of the games in the file to there. The file must have been begun with the same text.
func readNumbers(path, info string, there *gameSet, log io.Writer) (err error) {
	r, err := gamedata.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if r.Info() != info {
		return fmt.Errorf("%s was made with another engine or other settings, which must not be mixed: %s",
			path, differences(r.Info(), info))
	}
	for g, err := range r.All() {
		if err != nil {
			fmt.Fprintf(log, "%v; its games will be played again\n", err)
			continue
		}
		there.add(g.ID)
	}
	return nil
}

// differences returns the lines of the two texts that are not the same.
func differences(have, want string) string {
	var list []string
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		line := func(lines []string) string {
			if i < len(lines) {
				return lines[i]
			}
			return "nothing"
		}
		if line(a) != line(b) {
			list = append(list, fmt.Sprintf("%q there, %q now", line(a), line(b)))
		}
	}
	return strings.Join(list, "; ")
}

// gameSet is a set of numbers of games below a limit.
type gameSet struct {
	bits  []uint64
	limit uint64
	n     uint64
}

func newGameSet(limit uint64) *gameSet {
	return &gameSet{bits: make([]uint64, (limit+63)/64), limit: limit}
}

// add adds a number; one at or beyond the limit, of a file that has more games than are asked for, is left out.
func (s *gameSet) add(number uint64) {
	if number < s.limit && !s.has(number) {
		s.bits[number/64] |= 1 << (number % 64)
		s.n++
	}
}

func (s *gameSet) has(number uint64) bool { return s.bits[number/64]>>(number%64)&1 != 0 }

func (s *gameSet) count() uint64 { return s.n }

// missing returns a function that gives out the numbers below n, at most the limit, that are not in the set, in order.
func (s *gameSet) missing(n uint64) func() (uint64, bool) {
	at := uint64(0)
	return func() (uint64, bool) {
		for ; at < n; at++ {
			if !s.has(at) {
				at++
				return at - 1, true
			}
		}
		return 0, false
	}
}
