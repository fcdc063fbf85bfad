package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
	"vertigo/internal/training/gamedata"
)

// fileStats are the counts of stats.
type fileStats struct {
	tally
	damaged int // blocks
	bytes   int64
	least   int // plies of the shortest game
	most    int
	scores  [len(scoreSteps) + 1]uint64
	usable  [3]uint64 // usable positions by result
}

// scoreSteps are the upper limits, in centipawns, of the rows in which scores of usable positions are counted by size.
var scoreSteps = [...]int{25, 50, 100, 200, 400, 800, 1600}

func (s *fileStats) add(g *gamedata.Game) {
	s.least, s.most = min(s.least, len(g.Plies)), max(s.most, len(g.Plies))
	s.tally.add(g, func(pl gamedata.Ply) {
		s.usable[g.Result]++
		size, row := max(int(pl.Score), -int(pl.Score)), 0
		for row < len(scoreSteps) && size >= scoreSteps[row] {
			row++
		}
		s.scores[row]++
	})
}

// addFile counts the games of a file, and reports the blocks that cannot be read.
func (s *fileStats) addFile(ctx context.Context, path string, out, log io.Writer) (err error) {
	r, err := gamedata.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	fmt.Fprintf(out, "%s: %d bytes in %s\n", path, r.Size(), cli.Count(r.Blocks(), "block"))
	s.bytes += r.Size()
	for g, err := range r.All() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.damaged++
			fmt.Fprintf(log, "skipped: %v\n", err)
			continue
		}
		s.add(g)
	}
	return nil
}

func statsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "stats FILE...", Args: cobra.MinimumNArgs(1), Short: "count games, results and positions, and report damage",
		Long: "Counts games, results, positions, and the reasons why positions are not usable, and reports damage.",
		RunE: func(c *cobra.Command, args []string) error {
			return stats(c.Context(), args, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
}

// stats counts the games of the files, all together. Damage makes an error in the end.
func stats(ctx context.Context, paths []string, out, log io.Writer) error {
	sum := fileStats{least: math.MaxInt}
	for _, path := range paths {
		if err := sum.addFile(ctx, path, out, log); err != nil {
			return err
		}
	}
	if err := sum.print(out); err != nil || sum.damaged == 0 {
		return err
	}
	return fmt.Errorf("%d damaged blocks", sum.damaged)
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
