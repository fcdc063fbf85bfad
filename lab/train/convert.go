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

// conversion says how games become samples.
type conversion struct {
	sources    []string // files of packed games
	out        string   // made beside it, with the extension ".part"
	validation float64
	seed       uint64
}

// converted holds the counts of a conversion.
type converted struct {
	blocks, damaged int
	games, heldOut  int                       // heldOut are those of the games that are for validation
	positions       [gamedata.ReasonCount]int // by the reason that they are not used for; index Kept are the samples
	validation      int                       // samples for validation
}

// training returns the number of samples for training.
func (c *converted) training() int { return c.positions[gamedata.Kept] - c.validation }

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
	var done converted
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
	d := dealer{shuffler: newShuffler(c.seed, filepath.Dir(c.out)), share: c.validation, done: &done}
	defer func() { err = errors.Join(err, d.shuffler.close(), d.heldOut.close()) }()
	start, show := time.Now(), progressLines(out)
	for _, r := range readers {
		for i := range r.Blocks() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if damage := r.Block(i, d.deal); damage != nil {
				done.damaged++
				fmt.Fprintf(log, "left out: %v\n", damage)
			}
			if d.err != nil {
				return d.err
			}
			done.blocks++
			show(done.blocks, blocks, fmt.Sprintf("%5.1f %%  %d games  %d samples", 100*float64(done.blocks)/float64(blocks), done.games,
				done.positions[gamedata.Kept]))
		}
	}
	if done.training() == 0 {
		return errors.New("there is no usable position to train with")
	}
	if err := files.Write(c.out, func(f *files.File) error {
		w, err := newSamplesWriter(f.File)
		if err == nil {
			err = d.shuffler.emit(w)
		}
		if err == nil {
			err = d.heldOut.writeTo(w)
		}
		if err != nil {
			return err
		}
		return w.finish(done.training(), c.text(&done))
	}); err != nil {
		return err
	}
	done.print(out, time.Since(start))
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
func (c *converted) print(out io.Writer, took time.Duration) {
	positions := 0
	for _, n := range c.positions {
		positions += n
	}
	fmt.Fprintf(out, "%d games, %d held out, %d positions in %v\n", c.games, c.heldOut, positions, took.Round(time.Millisecond))
	for reason, n := range c.positions {
		fmt.Fprintf(out, "%12d  %5.1f %%  %v\n", n, 100*float64(n)/float64(max(positions, 1)), gamedata.Reason(reason))
	}
	fmt.Fprintf(out, "%12d  samples for training\n%12d  samples for validation\n%12d  damaged blocks\n",
		c.training(), c.validation, c.damaged)
}

// dealer deals out the samples of games.
type dealer struct {
	shuffler *shuffler
	heldOut  spool
	share    float64 // of the games that are held out
	done     *converted
	err      error
}

// deal puts the samples of a game where they belong, and reports whether that went well.
func (d *dealer) deal(g *gamedata.Game) bool {
	d.done.games++
	holdOut := d.shuffler.rng.Float64() < d.share
	if holdOut {
		d.done.heldOut++
	}
	g.Judged(func(p *board.Position, pl gamedata.Ply, reason gamedata.Reason) bool {
		d.done.positions[reason]++
		if reason != gamedata.Kept {
			return true
		}
		one := newSample(p, bareScore(p, pl.Score), int(g.Result))
		if holdOut {
			d.done.validation++
			d.err = d.heldOut.add(&one, d.shuffler.folder)
		} else {
			d.err = d.shuffler.add(&one)
		}
		return d.err == nil
	})
	return d.err == nil
}

// bareScore returns the network's target for the score of the search.
func bareScore(p *board.Position, score int16) int16 {
	return gamedata.ClampScore(eval.Unscale(p, int(score)))
}

// text describes the source of the samples in lines of "name: value". It names as many files as there is room for.
func (c *conversion) text(done *converted) string {
	text := fmt.Sprintf("games: %d, of which %d are held out for validation\n"+
		"filter: from ply %d, |score| < %d cp, not in check, best move quiet, not in the line of a capture or promotion\n"+
		"seed of the order: %d\n",
		done.games, done.heldOut, gamedata.MinPly, gamedata.ScoreLimit, c.seed)
	const room = 2048
	var names []string
	used := 0
	for _, path := range c.sources {
		name := strings.ToValidUTF8(filepath.Base(path), "?")
		if used += len(name) + 2; used > room {
			names = append(names, fmt.Sprintf("and %d more files", len(c.sources)-len(names)))
			break
		}
		names = append(names, name)
	}
	return text + "sources: " + strings.Join(names, ", ") + "\n"
}
