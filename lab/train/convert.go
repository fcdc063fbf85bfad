package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/lab/gamedata"
)

// convertCommand returns the command that makes a file of samples.
func convertCommand() *cobra.Command {
	var conversion conversion
	c := &cobra.Command{
		Use: "convert --out SAMPLES [flags] GAMES...", Short: "make a file of samples", Args: cobra.MinimumNArgs(1),
		Long: "Makes a file of samples: the usable positions of all games in random order. It needs little memory, but\n" +
			"disk space for twice the samples while it runs.",
		RunE: func(c *cobra.Command, args []string) error {
			conversion.sources = args
			return conversion.run(c.Context(), c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	flags := c.Flags()
	flags.StringVar(&conversion.out, "out", "", "`file` of samples to write, which must not exist")
	flags.Float64Var(&conversion.validation, "validation", 0.01, "`share` of the games to hold out for validation")
	flags.Uint64Var(&conversion.seed, "seed", 1, "seed of the order and of the choice of the held-out games")
	require(c, "out")
	return c
}

// conversion makes samples of games.
type conversion struct {
	sources    []string // files of packed games
	out        string   // made beside it, with the extension ".part"
	validation float64
	seed       uint64

	shuffler *shuffler // samples for training
	heldOut  spool     // for validation
	err      error     // of writing them

	blocks, damaged     int
	games, heldOutGames int
	positions           [gamedata.ReasonCount]int // by the reason that they are not used for; index Kept are the samples
	heldOutSamples      int
}

// training returns the number of samples for training.
func (c *conversion) training() int { return c.positions[gamedata.Kept] - c.heldOutSamples }

// run writes the usable positions of all games to a file of samples, in random order but for those of the held-out
// games, which stand together at the end. The result is the same for the same sources and settings. It takes little
// memory whatever the amount of data, and room on the disk for twice the samples. A file that exists is an error
// (fs.ErrExist): it may be games, or the samples of a training that is to be resumed. It prints its progress and the counts.
// Blocks that cannot be read are left out and reported to log.
func (c *conversion) run(ctx context.Context, out, log io.Writer) (err error) {
	if !(c.validation >= 0 && c.validation < 1) {
		return fmt.Errorf("%g of the games for validation, want a share from 0 to below 1", c.validation)
	}
	if err := files.CheckNew(c.out); err != nil {
		return err
	}
	blocks := 0
	var readers []*gamedata.Reader
	defer func() {
		for _, r := range readers {
			err = errors.Join(err, r.Close())
		}
	}()
	for _, path := range c.sources {
		r, err := gamedata.Open(path)
		if err != nil {
			return err
		}
		readers = append(readers, r)
		blocks += r.Blocks()
	}
	c.shuffler = newShuffler(c.seed, filepath.Dir(c.out))
	defer func() { err = errors.Join(err, c.shuffler.close(), c.heldOut.close()) }()
	start, show := time.Now(), progressLines(out)
	for _, r := range readers {
		for i := range r.Blocks() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if damage := r.Block(i, c.deal); damage != nil {
				c.damaged++
				fmt.Fprintf(log, "left out: %v\n", damage)
			}
			if c.err != nil {
				return c.err
			}
			c.blocks++
			show(c.blocks, blocks, fmt.Sprintf("%5.1f %%  %d games  %d samples", 100*float64(c.blocks)/float64(blocks), c.games,
				c.positions[gamedata.Kept]))
		}
	}
	if c.training() == 0 {
		return errors.New("there is no usable position to train with")
	}
	if err := files.Write(c.out, func(f *files.File) error {
		w, err := newSamplesWriter(f.File)
		if err == nil {
			err = c.shuffler.emit(w)
		}
		if err == nil {
			err = c.heldOut.writeTo(w)
		}
		if err != nil {
			return err
		}
		return w.finish(c.training(), c.text())
	}); err != nil {
		return err
	}
	c.print(out, time.Since(start))
	return nil
}

// progressLines returns a function that reports how far a command is: now and then and at the end it prints a line, with the time
// left.
func progressLines(out io.Writer) func(done, all int, line string) {
	start := time.Now()
	last := start
	return func(done, all int, line string) {
		if now := time.Now(); now.Sub(last) >= 10*time.Second || done == all {
			last = now
			fmt.Fprintln(out, line+cli.Left(now.Sub(start), float64(done), float64(all)))
		}
	}
}

// print prints the counts.
func (c *conversion) print(out io.Writer, took time.Duration) {
	positions := 0
	for _, n := range c.positions {
		positions += n
	}
	fmt.Fprintf(out, "%d games, %d held out, %d positions in %v\n", c.games, c.heldOutGames, positions, took.Round(time.Millisecond))
	for reason, n := range c.positions {
		fmt.Fprintf(out, "%12d  %5.1f %%  %v\n", n, 100*float64(n)/float64(max(positions, 1)), gamedata.Reason(reason))
	}
	fmt.Fprintf(out, "%12d  samples for training\n%12d  samples for validation\n%12d  damaged blocks\n",
		c.training(), c.heldOutSamples, c.damaged)
}

// deal puts the samples of a game where they belong, and reports whether that went well.
func (c *conversion) deal(g *gamedata.Game) bool {
	c.games++
	holdOut := c.shuffler.rng.Float64() < c.validation
	if holdOut {
		c.heldOutGames++
	}
	g.Judged(func(p *board.Position, pl gamedata.Ply, reason gamedata.Reason) bool {
		c.positions[reason]++
		if reason != gamedata.Kept {
			return true
		}
		one := newSample(p, bareScore(p, pl.Score), int(g.Result))
		if holdOut {
			c.heldOutSamples++
			c.err = c.heldOut.add(&one, c.shuffler.folder)
		} else {
			c.err = c.shuffler.add(&one)
		}
		return c.err == nil
	})
	return c.err == nil
}

// bareScore returns the network's target for the score of the search.
func bareScore(p *board.Position, score int16) int16 {
	return gamedata.ClampScore(eval.Unscale(p, int(score)))
}

// text describes the source of the samples in lines of "name: value". It names as many files as there is room for.
func (c *conversion) text() string {
	text := fmt.Sprintf("games: %d, of which %d are held out for validation\n"+
		"filter: from ply %d, |score| < %d cp, not in check, best move quiet, not in the line of a capture or promotion\n"+
		"seed of the order: %d\n",
		c.games, c.heldOutGames, gamedata.MinPly, gamedata.ScoreLimit, c.seed)
	const room = 2048
	text += "sources: "
	for i, path := range c.sources {
		if len(text) > room {
			return text + fmt.Sprintf("and %d more files\n", len(c.sources)-i)
		}
		text += strings.ToValidUTF8(filepath.Base(path), "?") + ", "
	}
	return strings.TrimSuffix(text, ", ") + "\n"
}
