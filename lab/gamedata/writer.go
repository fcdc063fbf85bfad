package gamedata

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"vertigo/internal/system/files"
)

// Writer appends games to a file. It is not safe for concurrent use. Games are collected in blocks. Blocks that Flush or Close
// has written survive any end of the process.
type Writer struct {
	file    *os.File
	path    string
	encoder *zstd.Encoder
	raw     []byte // the games of the block to be
	games   uint32 // in raw
	block   []byte // the last block that was written; its memory serves the next
	size    int64  // of the file as far as it is good
	failed  error
}

// NewWriter creates a file with a text that says how its games are made (see Reader.Info). A file that exists is an
// error (fs.ErrExist) unless it is empty. No other process can write the file until the Writer is closed.
func NewWriter(path, info string) (*Writer, error) {
	return openWriter(path, os.O_CREATE, func(w *Writer) error {
		stat, err := w.file.Stat()
		if err != nil {
			return err
		}
		if stat.Size() > 0 {
			return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
		}
		header := encodeHeader(info)
		w.size = int64(len(header))
		if _, err := w.file.Write(header); err != nil {
			return errors.Join(err, w.file.Truncate(0))
		}
		return nil
	})
}

// Resume opens a file to append games to it, unless a header in it is damaged. An incomplete block at
// its end, which a killed process leaves behind, is cut off; anything else stays, damaged blocks included. It returns the
// number of bytes that it has cut off.
func Resume(path string) (w *Writer, cut int64, err error) {
	w, err = openWriter(path, 0, func(w *Writer) error {
		cut, err = w.cutTail()
		return err
	})
	return w, cut, err
}

// openWriter opens a file that no other process can write from now on, and has begin make it ready.
func openWriter(path string, flag int, begin func(*Writer) error) (*Writer, error) {
	f, err := files.OpenFile(path, os.O_RDWR|flag, 0o666)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f, path: path}
	if err = files.Lock(f); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else if w.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false)); err == nil {
		err = begin(w)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// cutTail finds where the last complete block ends and lets the file end there.
func (w *Writer) cutTail() (cut int64, err error) {
	r, err := Open(w.path)
	if err != nil {
		return 0, err
	}
	size, end, rest := r.Size(), r.Size(), r.rest
	if rest != nil {
		end = int64(r.blocks[len(r.blocks)-1])
	}
	if err := r.Close(); err != nil { // The file must not change under the mapping.
		return 0, err
	}
	if rest != nil {
		if rest != errTorn {
			return 0, fmt.Errorf("%s: from byte %d on: %w", w.path, end, rest)
		}
		if err := w.file.Truncate(end); err != nil {
			return 0, err
		}
	}
	w.size, err = w.file.Seek(end, io.SeekStart)
	return size - end, err
}

// Append adds a game, which it checks (see Game.Check). The game is written with its block: when the block is full, or
// by Flush. After a write error, all calls return that error.
func (w *Writer) Append(g *Game) error {
	if err := g.Check(); err != nil {
		return err
	}
	if w.failed != nil {
		return w.failed
	}
	w.raw = appendGame(w.raw, g)
	w.games++
	if len(w.raw) >= blockSize {
		return w.Flush()
	}
	return nil
}

// Flush writes the games since the last block as a block of their own: 20 bytes more, and they survive if the process is
// killed. Without games it does nothing.
func (w *Writer) Flush() error {
	if w.failed != nil || w.games == 0 {
		return w.failed
	}
	w.block = w.encoder.EncodeAll(w.raw, append(w.block[:0], make([]byte, blockHeaderSize)...))
	payload := w.block[blockHeaderSize:]
	blockHeader{length: uint32(len(payload)), games: w.games, sum: xxhash.Sum64(payload)}.put(w.block)
	n, err := w.file.Write(w.block)
	if err != nil {
		w.failed = fmt.Errorf("%w (the last %d games are lost)", err, w.games)
		if n > 0 { // best effort: a torn block is cut off on Resume as well
			_ = w.file.Truncate(w.size)
		}
		return w.failed
	}
	w.size += int64(n)
	w.raw, w.games = w.raw[:0], 0
	return nil
}

// Close writes the remaining games, makes sure that the system has stored them, and closes the file.
func (w *Writer) Close() error {
	err := w.Flush()
	if err == nil {
		err = w.file.Sync()
	}
	return errors.Join(err, w.file.Close())
}
