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

// Writer appends games to a file. It is not safe for concurrent use. Games are collected in blocks. Blocks that Flush or Close has
// written survive any end of the process.
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
	header, err := encodeHeader(info)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	w, err := lockedWriter(f, path)
	if err == nil {
		if err = w.writeHeader(header); err == nil {
			return w, nil
		}
	}
	return nil, errors.Join(err, f.Close())
}

// writeHeader writes the header to a file that must be empty.
func (w *Writer) writeHeader(header []byte) error {
	stat, err := w.file.Stat()
	if err != nil {
		return err
	}
	if stat.Size() > 0 {
		return &fs.PathError{Op: "create", Path: w.path, Err: fs.ErrExist}
	}
	if _, err := w.file.Write(header); err != nil {
		return errors.Join(err, w.file.Truncate(0))
	}
	w.size = int64(len(header))
	return nil
}

// Resume opens a file to append games to it, unless its header is damaged. An incomplete block at
// its end, which a killed process leaves behind, is cut off; anything else stays, damaged blocks included. It returns the
// number of bytes that it has cut off.
func Resume(path string) (w *Writer, cut int64, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, 0, err
	}
	if w, err = lockedWriter(f, path); err == nil {
		if cut, err = w.cutTail(); err == nil {
			return w, cut, nil
		}
	}
	return nil, 0, errors.Join(err, f.Close())
}

func lockedWriter(f *os.File, path string) (*Writer, error) {
	if err := files.Lock(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	return &Writer{file: f, path: path, encoder: encoder}, nil
}

// cutTail finds where the last complete block ends and lets the file end there.
func (w *Writer) cutTail() (cut int64, err error) {
	r, err := Open(w.path)
	if err != nil {
		return 0, err
	}
	if r.bad != nil {
		return 0, errors.Join(fmt.Errorf("%s: %w", w.path, r.bad), r.Close())
	}
	end := r.Size()
	if last := len(r.spans) - 1; last >= 0 && r.spans[last].fault != sound {
		end = r.spans[last].at
	}
	size := r.Size()
	if err := r.Close(); err != nil { // before the file changes under the mapping
		return 0, err
	}
	if end < size {
		if err := w.file.Truncate(end); err != nil {
			return 0, err
		}
	}
	w.size, err = w.file.Seek(end, io.SeekStart)
	return size - end, err
}

// Append adds a game, which it checks (see Game.Check). The game is written with its block: when the block is full, or
// by Flush. After an error in writing all calls return that error.
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
