package gamedata

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// Combined counts what became of the games of several files.
type Combined struct {
	Games      int     // written
	Duplicates int     // left out because the same game had been met before
	Damaged    []error // blocks that could not be read
}

// gameRef tells where a packed game lies.
type gameRef struct {
	at   int64 // offset in the file
	file int32
	size int32
}

// Merge writes the games of all files, in order, to a new file in blocks of full size. Games that are equal in all but
// their ID are written once, and IDs count anew from 0.
// Damaged blocks are skipped and reported. The new file appears under its name when it is complete; when the context ends
// before, there is none. Merge needs about 60 bytes of memory for each game; the games themselves are mapped.
func Merge(ctx context.Context, path string, from []string) (Combined, error) {
	return combine(ctx, path, from, "merged\n", func([]gameRef) {})
}

// Shuffle is Merge with the games in random order: the same seed and files give the same order. It reads the files
// in random order, which is slow if they are neither in memory nor on a solid-state disk.
func Shuffle(ctx context.Context, path string, from []string, seed uint64) (Combined, error) {
	title := fmt.Sprintf("shuffled with seed %d\n", seed)
	return combine(ctx, path, from, title, func(refs []gameRef) {
		rng := rand.New(rand.NewPCG(seed, uint64(len(refs))))
		rng.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
	})
}

func combine(ctx context.Context, path string, from []string, title string, arrange func([]gameRef)) (c Combined, err error) {
	if err := files.CheckNew(path); err != nil {
		return c, err
	}
	readers, err := openAll(from)
	defer func() {
		for _, r := range readers {
			err = errors.Join(err, r.Close())
		}
	}()
	if err != nil {
		return c, err
	}
	refs, err := c.collect(ctx, readers)
	if err != nil {
		return c, err
	}
	arrange(refs)
	c.Games = len(refs)
	return c, files.Write(path, func(f *files.File) error { return writeRefs(ctx, f.File, title+sources(readers), readers, refs) })
}

func openAll(paths []string) (readers []*Reader, err error) {
	for _, path := range paths {
		r, err := Open(path)
		if err != nil {
			return readers, err
		}
		readers = append(readers, r)
	}
	return readers, nil
}

// sources returns what the files tell about their games, each text once.
func sources(readers []*Reader) string {
	var b strings.Builder
	told := map[string]bool{}
	for _, r := range readers {
		if told[r.Info()] {
			continue
		}
		told[r.Info()] = true
		for line := range strings.Lines(r.Info()) {
			b.WriteString("  " + strings.TrimSuffix(line, "\n") + "\n")
		}
	}
	return b.String()
}

// collect finds the games of all files and counts those that come again and the blocks that cannot be read.
func (c *Combined) collect(ctx context.Context, readers []*Reader) (refs []gameRef, err error) {
	seen := map[uint64]struct{}{}
	for file, r := range readers {
		for i := range r.Blocks() {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			err := r.games(i, func(_ *Game, at int64, body []byte) bool {
				sum := xxhash.Sum64(body)
				if _, again := seen[sum]; again {
					c.Duplicates++
					return true
				}
				seen[sum] = struct{}{}
				refs = append(refs, gameRef{at: at, file: int32(file), size: int32(len(body))})
				return true
			})
			if err != nil {
				c.Damaged = append(c.Damaged, err)
			}
		}
	}
	return refs, nil
}

// writeRefs writes the games to an empty file.
func writeRefs(ctx context.Context, f *os.File, info string, readers []*Reader, refs []gameRef) error {
	header, err := encodeHeader(info)
	if err != nil {
		return err
	}
	w := newWriter(f, f.Name())
	if err := w.writeHeader(header); err != nil {
		return err
	}
	for i, ref := range refs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.copy(uint64(i), readers[ref.file], ref); err != nil {
			return err
		}
	}
	return w.Flush()
}

// copy adds the game that lies at ref in the file of r.
func (w *Writer) copy(id uint64, r *Reader, ref gameRef) error {
	return w.appendPacked(id, r.data[ref.at:ref.at+int64(ref.size)])
}
