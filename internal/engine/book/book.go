// Package book reads opening books in the format of Polyglot, the adapter by Fabien Letouzey that made it the common
// one.
//
// A book is a sequence of 16-byte entries, sorted by key, with all numbers big-endian:
//
//	 0               8       10      12              16
//	+---------------+-------+-------+---------------+
//	| key           | move  | weight| learn         |
//	+---------------+-------+-------+---------------+
//
// The key stands for a position; see Key. The entries of one position have its moves, usually the one with the greatest
// weight first. A move is written as
//
//	 15 14     12 11        6 5         0
//	+--+---------+-----------+-----------+
//	|  |promotion| from      | to        |   squares: a1 = 0, b1 = 1, … h8 = 63
//	+--+---------+-----------+-----------+   promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen
//
// and castling as the king taking its own rook. Weights count: a move is chosen with a probability in proportion to
// its weight, and never if that is 0. The meaning of learn depends on the program that wrote the book.
package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sort"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/internal/system/files"
	"vertigo/movegen"
)

// entrySize is the number of bytes of an entry.
const entrySize = 16

// Book is an opening book, which is read in place. It may be used by any number of goroutines at once.
type Book struct {
	file        io.ReaderAt
	size        int // in entries
	fingerprint uint64
	failure     atomic.Pointer[error] // the first; nil if all could be read
}

// entry is an entry as it stands in the file.
type entry [entrySize]byte

func (e *entry) key() uint64 { return binary.BigEndian.Uint64(e[:]) }

// Entry is a move that the book has for a position.
type Entry struct {
	Move   board.Move
	Weight int // in proportion to how often the move should be played; 0: never
}

// Open opens the book with the given path. The error names the file and says why it is refused: it is not a whole number
// of entries, they are not sorted by key, or none of them belongs to a position.
func Open(path string) (*Book, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	b, err := newBook(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: not an opening book: %w", path, err)
	}
	return b, nil
}

// newBook returns the book of size bytes in file.
func newBook(file io.ReaderAt, size int64) (*Book, error) {
	b := &Book{file: file, size: int(size / entrySize)}
	switch last := b.entry(b.size - 1); {
	case size%entrySize != 0:
		return nil, fmt.Errorf("%d bytes are not a multiple of %d", size, entrySize)
	case size == 0:
		return nil, errors.New("empty")
	case b.Err() == nil && last.key() == 0: // a key of 0 marks the text that some books begin with
		return nil, fmt.Errorf("entries 1 to %d belong to no position", b.size)
	}
	hash := xxhash.New()
	in := bufio.NewReader(io.TeeReader(io.NewSectionReader(file, 0, size), hash))
	var e entry
	for i, before := 0, uint64(0); i < b.size; i, before = i+1, e.key() {
		if _, err := io.ReadFull(in, e[:]); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		if e.key() < before {
			return nil, fmt.Errorf("entry %d is not sorted by key", i+1)
		}
	}
	b.fingerprint = hash.Sum64()
	return b, nil
}

// Close closes the file. The book cannot be used afterwards.
func (b *Book) Close() error {
	if f, ok := b.file.(io.Closer); ok {
		return f.Close()
	}
	return nil
}

// Len returns the number of entries.
func (b *Book) Len() int { return b.size }

// Fingerprint returns a hash of all entries: two books with the same one are the same.
func (b *Book) Fingerprint() uint64 { return b.fingerprint }

// Err returns the first error of reading the file since the book was opened, nil if there was none or b is nil. After an error,
// moves may be missing.
func (b *Book) Err() error {
	if b == nil || b.failure.Load() == nil {
		return nil
	}
	return *b.failure.Load()
}

// entry returns the i-th entry. One that cannot be read belongs to no position.
func (b *Book) entry(i int) (e entry) {
	if _, err := b.file.ReadAt(e[:], int64(i)*entrySize); err != nil {
		err = fmt.Errorf("can no longer read entry %d of %d: %w", i+1, b.size, err)
		b.failure.CompareAndSwap(nil, &err)
		return entry{}
	}
	return e
}

// Moves returns the legal moves that the book has for p, the greatest weight first. It leaves out illegal ones.
func (b *Book) Moves(p *board.Position) []Entry {
	list := b.movesOf(p, Key(p))
	if len(list) == 0 {
		for _, key := range pinnedKeys(p) {
			list = append(list, b.movesOf(p, key)...)
		}
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) })
	return list
}

// movesOf returns the legal moves that the book has for p under a key, in their order.
func (b *Book) movesOf(p *board.Position, key uint64) (list []Entry) {
	first := sort.Search(b.Len(), func(i int) bool { e := b.entry(i); return e.key() >= key })
	for i := first; i < b.Len(); i++ {
		e := b.entry(i)
		if e.key() != key {
			break
		}
		if m := legalMove(p, binary.BigEndian.Uint16(e[8:])); m != board.NoMove {
			list = append(list, Entry{Move: m, Weight: int(binary.BigEndian.Uint16(e[10:]))})
		}
	}
	return list
}

// Pick returns a move to play in p: of those that are allowed, the one with the greatest weight if best, else one drawn by weight.
// It returns false if the book has no such move with a weight above 0. Rng draws the random number; nil stands for the generator
// of the process. Without allowed, all moves are.
func (b *Book) Pick(p *board.Position, best bool, rng *rand.Rand, allowed func(board.Move) bool) (board.Move, bool) {
	list := slices.DeleteFunc(b.Moves(p), func(e Entry) bool { return allowed != nil && !allowed(e.Move) })
	total := 0
	for _, e := range list {
		total += e.Weight
	}
	if total == 0 {
		return board.NoMove, false
	}
	if best {
		return list[0].Move, true
	}
	draw := rand.IntN
	if rng != nil {
		draw = rng.IntN
	}
	n := draw(total)
	for _, e := range list {
		if n -= e.Weight; n < 0 {
			return e.Move, true
		}
	}
	panic("unreachable: n was less than the sum of the weights")
}

// legalMove returns the legal move that the book writes as code, or NoMove.
func legalMove(p *board.Position, code uint16) board.Move {
	found := board.NoMove
	for _, m := range movegen.LegalMoves(p) {
		switch {
		case encode(m, m.To()) == code:
			return m
		case m.Flag() == board.Castle:
			// Some programs write where the king lands. A king's step to there would be another move, and comes first.
			if kingTo, _ := board.CastlingSquares(p.Turn(), m.From(), m.To()); encode(m, kingTo) == code {
				found = m
			}
		}
	}
	return found
}

// encode writes m as a book does, except that it goes to the square to.
func encode(m board.Move, to board.Square) uint16 {
	code := uint16(to) | uint16(m.From())<<6
	if m.IsPromotion() {
		code |= uint16(m.Promotion()) << 12 // a knight is 1, as in the format
	}
	return code
}
