package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/system/files"
	"vertigo/internal/training/gamedata"
)

// Conversion says how games become samples.
type Conversion struct {
	Sources    []string // files of packed games
	Out        string   // file of samples to write, which must not exist; made beside it, with the ending ".part"
	Validation float64  // share of the games to hold out, 0..1
	Seed       uint64   // of the order and the choice of the held-out games

	// Damaged, if not nil, is called for every block that cannot be read. Such blocks are left out.
	Damaged func(error)
	// Report, if not nil, is called after every block with the counts so far.
	Report func(Converted)
}

// Converted holds the counts of a conversion.
type Converted struct {
	Blocks, BlocksDone int
	DamagedBlocks      int
	Games, HeldOut     int                       // HeldOut are those of the games that are for validation
	Positions          [gamedata.ReasonCount]int // by the reason that they are not used for; index Kept are the samples
	Validation         int                       // samples for validation
}

// Training returns the number of samples for training.
func (c *Converted) Training() int { return c.Positions[gamedata.Kept] - c.Validation }

// Convert writes the usable positions of all games to a file of samples, in random order but for those of the held-out
// games, which stand together at the end. The result is the same for the same sources and settings. It takes little
// memory whatever the amount of data, and room on the disk for twice the samples. A file that exists is an error
// (fs.ErrExist): it may be games, or the samples of a training that is to be resumed.
func Convert(ctx context.Context, c Conversion) (done Converted, err error) {
	if err := files.CheckNew(c.Out); err != nil {
		return done, err
	}
	var readers []*gamedata.Reader
	defer func() {
		for _, r := range readers {
			err = errors.Join(err, r.Close())
		}
	}()
	for _, path := range c.Sources {
		r, err := gamedata.Open(path)
		if err != nil {
			return done, err
		}
		readers = append(readers, r)
		done.Blocks += r.Blocks()
	}
	d := dealer{shuffler: newShuffler(c.Seed, filepath.Dir(c.Out)), share: c.Validation, done: &done}
	defer func() { err = errors.Join(err, d.shuffler.close(), d.heldOut.close()) }()
	for _, r := range readers {
		for i := range r.Blocks() {
			if err := ctx.Err(); err != nil {
				return done, err
			}
			damage := r.Block(i, d.deal)
			if d.err != nil {
				return done, d.err
			}
			if done.BlocksDone++; damage != nil {
				done.DamagedBlocks++
				if c.Damaged != nil {
					c.Damaged(damage)
				}
			}
			if c.Report != nil {
				c.Report(done)
			}
		}
	}
	if done.Training() == 0 {
		return done, errors.New("there is no usable position to train with")
	}
	return done, files.Write(c.Out, func(f *files.File) error {
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
		return w.finish(uint64(done.Training()), c.text(&done))
	})
}

// dealer deals out the samples of games.
type dealer struct {
	shuffler *shuffler
	heldOut  spool
	share    float64 // of the games that are held out
	done     *Converted
	err      error
}

// deal puts the samples of a game where they belong, and reports whether that went well.
func (d *dealer) deal(g *gamedata.Game) bool {
	d.done.Games++
	holdOut := d.shuffler.rng.Float64() < d.share
	if holdOut {
		d.done.HeldOut++
	}
	g.Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
		reason := gamedata.Judge(p, ply, pl)
		d.done.Positions[reason]++
		if reason != gamedata.Kept {
			return true
		}
		one := newSample(p, bareScore(p, pl.Score), int(g.Result))
		if holdOut {
			d.done.Validation++
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
func (c *Conversion) text(done *Converted) string {
	text := fmt.Sprintf("games: %d, of which %d are held out for validation\nfilter: from ply %d, |score| < %d cp, not in check, best move quiet\n"+
		"seed of the order: %d\n", done.Games, done.HeldOut, gamedata.MinPly, gamedata.ScoreLimit, c.Seed)
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
