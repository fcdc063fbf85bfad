package trainer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/lab/gamedata"
)

// Conversion says how games become samples.
type Conversion struct {
	Sources    []string // files of packed games
	Out        string   // file of samples to write, which must not exist; made beside it, with the extension ".part"
	Validation float64  // share of the games to hold out, 0..1
	Seed       uint64   // of the order and the choice of the held-out games
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

// Convert writes the usable positions of all games to a file of samples, in random order but for those of the held-out
// games, which stand together at the end. The result is the same for the same sources and settings. It takes little
// memory whatever the amount of data, and room on the disk for twice the samples. A file that exists is an error
// (fs.ErrExist): it may be games, or the samples of a training that is to be resumed. Convert prints its progress and the counts.
// Blocks that cannot be read are left out and reported to log.
func Convert(ctx context.Context, c Conversion, out, log io.Writer) (err error) {
	if !(c.Validation >= 0 && c.Validation < 1) {
		return fmt.Errorf("%g of the games for validation, want a share from 0 to below 1", c.Validation)
	}
	if err := files.CheckNew(c.Out); err != nil {
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
	for _, path := range c.Sources {
		r, err := gamedata.Open(path)
		if err != nil {
			return err
		}
		readers = append(readers, r)
		blocks += r.Blocks()
	}
	d := dealer{shuffler: newShuffler(c.Seed, filepath.Dir(c.Out)), share: c.Validation, done: &done}
	defer func() { err = errors.Join(err, d.shuffler.close(), d.heldOut.close()) }()
	start, show := time.Now(), ProgressLines(out)
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
	if err := files.Write(c.Out, func(f *files.File) error {
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

// ProgressLines returns a function that reports how far a command is: now and then and at the end it prints a line, with the time
// left.
func ProgressLines(out io.Writer) func(done, all int, line string) {
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
	g.Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
		reason := gamedata.Judge(p, ply, pl)
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
func (c *Conversion) text(done *converted) string {
	text := fmt.Sprintf("games: %d, of which %d are held out for validation\n"+
		"filter: from ply %d, |score| < %d cp, not in check, best move quiet\nseed of the order: %d\n",
		done.games, done.heldOut, gamedata.MinPly, gamedata.ScoreLimit, c.Seed)
	const room = 2048
	var names []string
	used := 0
	for _, path := range c.Sources {
		name := strings.ToValidUTF8(filepath.Base(path), "?")
		if used += len(name) + 2; used > room {
			names = append(names, fmt.Sprintf("and %d more files", len(c.Sources)-len(names)))
			break
		}
		names = append(names, name)
	}
	return text + "sources: " + strings.Join(names, ", ") + "\n"
}
