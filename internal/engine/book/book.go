// Package book reads opening books in the format of Polyglot, the adapter by Fabien Letouzey that made it the common
// one.
//
// A book is a sequence of entries of 16 bytes, sorted by key, all numbers with the highest byte first:
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
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/internal/system/files"
	"vertigo/movegen"
)

// entrySize is the number of bytes of an entry.
const entrySize = 16

// Book is an opening book in memory. It may be used by any number of goroutines at once.
type Book struct {
	entries []byte
}

// Entry is a move that the book has for a position.
type Entry struct {
	Move   board.Move
	Weight int // in proportion to how often the move should be played; 0: never
}

// Open reads the book with the given path. The error names the file and says why it is refused: it is not a whole number
// of entries, they are not sorted by key, or none of them belongs to a position.
func Open(path string) (*Book, error) {
	f, err := files.Map(path) // a file that is not a book may be larger than the memory
	if err != nil {
		return nil, err
	}
	defer f.Close() // the entries are copied
	b := &Book{f.Bytes()}
	if err := b.check(); err != nil {
		return nil, fmt.Errorf("%s: not an opening book: %w", path, err)
	}
	b.entries = slices.Clone(b.entries)
	return b, nil
}

// check returns an error if the entries are not those of a book.
func (b *Book) check() error {
	n := b.Len()
	switch {
	case len(b.entries)%entrySize != 0:
		return fmt.Errorf("%d bytes are not a multiple of %d", len(b.entries), entrySize)
	case n == 0:
		return errors.New("empty")
	case b.key(n-1) == 0: // a key of 0 marks the text that some books begin with
		return fmt.Errorf("entries 1 to %d belong to no position", n)
	}
	for i := 1; i < n; i++ {
		if b.key(i) < b.key(i-1) {
			return fmt.Errorf("entry %d is not sorted by key", i+1)
		}
	}
	return nil
}

// Len returns the number of entries.
func (b *Book) Len() int { return len(b.entries) / entrySize }

// Fingerprint returns a hash of all entries: two books with the same one are the same.
func (b *Book) Fingerprint() uint64 { return xxhash.Sum64(b.entries) }

// key returns the key of the i-th entry.
func (b *Book) key(i int) uint64 { return binary.BigEndian.Uint64(b.entries[i*entrySize:]) }

// Moves returns the legal moves that the book has for p, the greatest weight first. It leaves out illegal ones.
func (b *Book) Moves(p *board.Position) []Entry {
	list := b.movesOf(p, Key(p))
	if len(list) > 0 {
		return list
	}
	for _, key := range pinnedKeys(p) {
		list = append(list, b.movesOf(p, key)...)
	}
	return list
}

// movesOf returns the legal moves that the book has for p under a key, the greatest weight first.
func (b *Book) movesOf(p *board.Position, key uint64) (list []Entry) {
	first := sort.Search(b.Len(), func(i int) bool { return b.key(i) >= key })
	for i := first; i < b.Len() && b.key(i) == key; i++ {
		e := b.entries[i*entrySize : (i+1)*entrySize]
		if m := legalMove(p, binary.BigEndian.Uint16(e[8:])); m != board.NoMove {
			list = append(list, Entry{Move: m, Weight: int(binary.BigEndian.Uint16(e[10:]))})
		}
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) })
	return list
}

// Pick returns a move to play in p: the one with the greatest weight if best, else one drawn by weight. It returns false
// if the book has no move for p with a weight above 0. Rng draws the random number; nil stands for the generator of the
// process.
func (b *Book) Pick(p *board.Position, best bool, rng *rand.Rand) (board.Move, bool) {
	list := b.Moves(p)
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
	var moves movegen.List
	movegen.Generate(p, &moves, movegen.All)
	found := board.NoMove
	for _, m := range moves.Slice() {
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
