package train

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/system/files"
	"vertigo/internal/system/pipeline"
	"vertigo/internal/training/gamedata"
)

// Conversion says how games become samples.
type Conversion struct {
	Sources    []string        // files of packed games
	Out        string          // file of samples to write, which must not exist; made beside it, with the ending ".part"
	Filter     gamedata.Filter // which positions to keep
	Validation float64         // share of the games to hold out, 0..1
	Seed       uint64          // of the order and the choice of the held-out games
	Threads    int             // how many blocks to decode at once, at least 1

	// Damaged, if not nil, is called for every block that cannot be read. Such blocks are left out.
	Damaged func(error)
	// Report, if not nil, is called now and then with the counts so far.
	Report func(Converted)
}

// Converted holds the counts of a conversion.
type Converted struct {
	Blocks, BlocksDone int
	DamagedBlocks      int
	Games, HeldOut     int                       // HeldOut are those of the games that are for validation
	Positions          [gamedata.ReasonCount]int // by the reason of the filter; index Kept are the usable ones
	Training           int                       // samples
	Validation         int                       // samples
}

// decoded holds the samples of the games of a block. Blocks have thousands of samples each, so its memory is used again.
type decoded struct {
	reader    *gamedata.Reader
	block     int
	samples   []sample
	ends      []int // for each game, how many samples there are up to its end
	positions [gamedata.ReasonCount]int
	damage    error
}

// Convert writes the usable positions of all games to a file of samples, in random order but for those of the held-out
// games, which stand together at the end. The result is the same for the same sources and settings. It takes little
// memory whatever the amount of data, and room on the disk for twice the samples. A file that exists is an error
// (fs.ErrExist): it may be games, or the samples of a training that is to be resumed.
func Convert(ctx context.Context, c Conversion) (done Converted, err error) {
	if err := files.CheckNew(c.Out); err != nil {
		return done, err
	}
	folder := filepath.Dir(c.Out)
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
	shuffled := newShuffler(c.Seed, folder)
	defer func() { err = errors.Join(err, shuffled.close()) }()
	var heldOut bucket
	if err := c.collect(ctx, readers, shuffled, &heldOut, &done); err != nil {
		return done, err
	}
	if done.Training == 0 {
		return done, errors.New("there is no usable position to train with")
	}
	return done, files.Write(c.Out, func(f *files.File) error { return c.write(f.File, shuffled, &heldOut, &done) })
}

// collect reads all games and deals their usable positions out to the shuffler and the held-out ones.
func (c *Conversion) collect(ctx context.Context, readers []*gamedata.Reader, shuffled *shuffler, heldOut *bucket, done *Converted) error {
	memory := sync.Pool{New: func() any { return new(decoded) }}
	read := func(_ context.Context, emit func(*decoded, ...*decoded) bool) error {
		for _, r := range readers {
			for i := range r.Blocks() {
				d := memory.Get().(*decoded)
				d.reader, d.block = r, i
				if !emit(d, d) {
					return nil
				}
			}
		}
		return nil
	}
	decode := func(_ context.Context, _ struct{}, d *decoded) error {
		c.decode(d)
		return nil
	}
	return pipeline.Run(ctx, make([]struct{}, max(c.Threads, 1)), read, decode, func(d *decoded) error {
		defer memory.Put(d)
		return c.collectBlock(d, shuffled, heldOut, done)
	})
}

// collectBlock deals the games of a block.
func (c *Conversion) collectBlock(d *decoded, shuffled *shuffler, heldOut *bucket, done *Converted) error {
	done.BlocksDone++
	if d.damage != nil {
		done.DamagedBlocks++
		if c.Damaged != nil {
			c.Damaged(d.damage)
		}
	}
	for reason, n := range d.positions {
		done.Positions[reason] += n
	}
	first := 0
	for _, end := range d.ends {
		if err := c.deal(d.samples[first:end], shuffled, heldOut, done); err != nil {
			return err
		}
		first = end
	}
	if c.Report != nil {
		c.Report(*done)
	}
	return nil
}

// deal puts the samples of one game where they belong.
func (c *Conversion) deal(game []sample, shuffled *shuffler, heldOut *bucket, done *Converted) error {
	done.Games++
	if shuffled.rng.Float64() < c.Validation {
		done.HeldOut++
		done.Validation += len(game)
		for i := range game {
			if err := shuffled.put(heldOut, &game[i]); err != nil {
				return err
			}
		}
		return nil
	}
	done.Training += len(game)
	for i := range game {
		if err := shuffled.add(&game[i]); err != nil {
			return err
		}
	}
	return nil
}

// decode makes samples of the block of d.
func (c *Conversion) decode(d *decoded) {
	*d = decoded{reader: d.reader, block: d.block, samples: d.samples[:0], ends: d.ends[:0]}
	d.damage = d.reader.Block(d.block, func(g *gamedata.Game) bool {
		g.Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
			reason := c.Filter.Judge(p, ply, pl)
			d.positions[reason]++
			if reason == gamedata.Kept {
				d.samples = append(d.samples, newSample(p, bareScore(p, pl.Score), int(g.Result)))
			}
			return true
		})
		d.ends = append(d.ends, len(d.samples))
		return true
	})
}

// bareScore returns the network's target for the score of the search.
func bareScore(p *board.Position, score int16) int16 {
	return gamedata.ClampScore(eval.Unscale(p, int(score)))
}

// write writes the file of samples.
func (c *Conversion) write(f *os.File, shuffled *shuffler, heldOut *bucket, done *Converted) error {
	w, err := newSamplesWriter(f)
	if err != nil {
		return err
	}
	if err := shuffled.emit(w); err != nil {
		return err
	}
	err = shuffled.read(heldOut, func(chunk []byte) error {
		_, err := w.Write(chunk)
		return err
	})
	if err != nil {
		return err
	}
	return w.finish(uint64(done.Training), c.text(done))
}

// text describes the source of the samples in lines of "name: value". It names as many files as there is room for.
func (c *Conversion) text(done *Converted) string {
	text := fmt.Sprintf("games: %d, of which %d are held out for validation\n", done.Games, done.HeldOut) +
		fmt.Sprintf("filter: from ply %d", c.Filter.MinPly)
	if c.Filter.ScoreLimit > 0 {
		text += fmt.Sprintf(", |score| < %d cp", c.Filter.ScoreLimit)
	}
	if c.Filter.QuietOnly {
		text += ", not in check, best move quiet"
	}
	text += fmt.Sprintf("\nseed of the order: %d\n", c.Seed)
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
