package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"vertigo/board"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/limits"
	"vertigo/internal/system/pipeline"
	"vertigo/internal/training/gamedata"
)

// fileStats are the counts of stats.
type fileStats struct {
	tally
	faults []error
	bytes  uint64
	least  int // plies of the shortest game
	most   int
	scores [len(scoreSteps) + 1]uint64
	usable [3]uint64 // usable positions by result
}

// scoreSteps are the upper limits, in centipawns, of the rows in which scores of usable positions are counted by size.
var scoreSteps = [...]int{25, 50, 100, 200, 400, 800, 1600}

func (s *fileStats) add(g *gamedata.Game, f *gamedata.Filter) {
	s.tally.add(g, f)
	s.least, s.most = min(s.least, len(g.Plies)), max(s.most, len(g.Plies))
	g.Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
		if f.Judge(p, ply, pl) != gamedata.Kept {
			return true
		}
		s.usable[g.Result]++
		size, row := max(int(pl.Score), -int(pl.Score)), 0
		for row < len(scoreSteps) && size >= scoreSteps[row] {
			row++
		}
		s.scores[row]++
		return true
	})
}

// join adds the counts of another.
func (s *fileStats) join(o *fileStats) {
	s.games += o.games
	s.positions += o.positions
	s.bytes += o.bytes
	s.least, s.most = min(s.least, o.least), max(s.most, o.most)
	s.faults = append(s.faults, o.faults...)
	for _, sum := range []struct{ to, from []uint64 }{
		{s.results[:], o.results[:]}, {s.verdicts[:], o.verdicts[:]},
		{s.scores[:], o.scores[:]}, {s.usable[:], o.usable[:]},
	} {
		for i := range sum.to {
			sum.to[i] += sum.from[i]
		}
	}
}

// eachFile opens the files one after the other.
func eachFile(ctx context.Context, paths []string, visit func(*gamedata.Reader) error) error {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := gamedata.Open(path)
		if err != nil {
			return err
		}
		if err := errors.Join(visit(r), r.Close()); err != nil {
			return err
		}
	}
	return nil
}

// stats counts the games of the files, all together, on all cores. Blocks that cannot be read are reported, and make an error in
// the end.
func stats(ctx context.Context, flags *flag.FlagSet, args []string, out, log io.Writer) error {
	f := gamedata.FilterFlags(flags)
	if err := parse(flags, args, true); err != nil {
		return err
	}
	sum := fileStats{least: math.MaxInt}
	err := eachFile(ctx, flags.Args(), func(r *gamedata.Reader) error {
		fmt.Fprintf(out, "%s: %d bytes in %s\n", r.Path(), r.Size(), commandline.Count(r.Blocks(), "block"))
		one, err := countFile(ctx, r, f)
		one.bytes = uint64(r.Size())
		sum.join(&one)
		return err
	})
	if err != nil {
		return err
	}
	for _, fault := range sum.faults {
		fmt.Fprintf(log, "skipped: %v\n", fault)
	}
	if err := sum.print(out); err != nil || len(sum.faults) == 0 {
		return err
	}
	return fmt.Errorf("%d damaged blocks", len(sum.faults))
}

// countFile counts the games of a file on all processors.
func countFile(ctx context.Context, r *gamedata.Reader, f *gamedata.Filter) (fileStats, error) {
	sum := fileStats{least: math.MaxInt}
	type block struct {
		number int
		fileStats
	}
	err := pipeline.Run(ctx, make([]struct{}, limits.Processors()), func(_ context.Context, emit func(*block, ...*block) bool) error {
		for i := range r.Blocks() {
			if b := (&block{i, fileStats{least: math.MaxInt}}); !emit(b, b) {
				break
			}
		}
		return nil
	}, func(_ context.Context, _ struct{}, b *block) error {
		if err := r.Block(b.number, func(g *gamedata.Game) bool { b.add(g, f); return true }); err != nil {
			b.faults = append(b.faults, err)
		}
		return nil
	}, func(b *block) error {
		sum.join(&b.fileStats)
		return nil
	})
	return sum, err
}

func (s *fileStats) print(out io.Writer) error {
	if s.games == 0 {
		_, err := fmt.Fprintln(out, "no games")
		return err
	}
	usable := s.verdicts[gamedata.Kept]
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(t, name+"\t"+format+"\n", args...) }
	part := func(name string, n, whole uint64) { row(name, "%d\t%.1f%%", n, percent(n, whole)) }
	row("games", "%d", s.games)
	row("results", "%s", s.outcomes())
	row("plies per game", "%.1f (%d to %d)", float64(s.positions)/float64(s.games), s.least, s.most)
	row("positions", "%d", s.positions)
	row("bytes per position", "%.2f", float64(s.bytes)/float64(max(s.positions, 1)))
	row("bytes per usable position", "%.2f", float64(s.bytes)/float64(max(usable, 1)))
	for reason, n := range s.verdicts {
		part("  "+gamedata.Reason(reason).String(), n, s.positions)
	}
	row("usable positions by result", "")
	for r := gamedata.WhiteWins; r >= gamedata.BlackWins; r-- {
		part("  "+r.String(), s.usable[r], usable)
	}
	row("usable positions by score", "")
	for i, n := range s.scores {
		if i < len(scoreSteps) {
			part(fmt.Sprintf("  below %d", scoreSteps[i]), n, usable)
		} else {
			part("  above", n, usable)
		}
	}
	return t.Flush()
}
