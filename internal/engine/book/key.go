package book

import (
	_ "embed"
	"encoding/binary"
	"strings"

	"vertigo/board"
)

// keyBytes is the array of 781 random numbers, 8 bytes each with the highest first, from which keys are made. The
// numbers are part of the format: every program that reads or writes a book must use the same. Their author is Fabien Letouzey.
//
//	  0 .. 767   a piece on a square: 64 * kind + square; the kinds are black pawn, white pawn, black knight, … white king
//	768 .. 771   castling rights: White's short, White's long, Black's short, Black's long
//	772 .. 779   the file of a pawn that can be captured en passant
//	780          White is to move
//
//go:embed keys.bin
var keyBytes string

// Where the parts of the array begin.
const (
	castlingKeys  = 768
	enPassantKeys = 772
	turnKey       = 780
	keyCount      = 781
)

var keys = func() (list [keyCount]uint64) {
	for i := range list {
		list[i] = binary.BigEndian.Uint64([]byte(keyBytes[8*i : 8*i+8]))
	}
	return list
}()

// Key returns the number by which books know p. Positions that differ only in their move counters have the same. See also
// pinnedKeys.
func Key(p *board.Position) uint64 {
	key := uint64(0)
	for s := range p.Occupied().All() {
		piece := int(p.At(s)) ^ 1 // the format has Black first
		key ^= keys[64*piece+int(s)]
	}
	for rook := range p.Castling().All() {
		color := p.At(rook).Color()
		i := castlingKeys + 2*int(color)
		if rook.File() < p.King(color).File() {
			i++ // the long side
		}
		key ^= keys[i]
	}
	if s := p.EnPassant(); s != board.NoSquare {
		key ^= keys[enPassantKeys+s.File()]
	}
	if p.Turn() == board.White {
		key ^= keys[turnKey]
	}
	return key
}

// pinnedKeys returns the other numbers by which books may know p. The format counts a pawn as open to capture en passant if an
// enemy pawn stands beside it, even one that must not capture because it is pinned. A board.Position does not remember such a
// pawn. But whether the pawn has just made its double step or not, the legal moves are the same.
func pinnedKeys(p *board.Position) (list []uint64) {
	if p.EnPassant() != board.NoSquare {
		return nil
	}
	us, fields := p.Turn(), strings.Fields(p.EPD())
	for file := range 8 {
		behind := board.NewSquare(file, 5).Relative(us)
		if board.PawnAttacks(us.Other(), behind)&p.Pieces(us, board.Pawn) == 0 {
			continue
		}
		fields[3] = behind.String()
		q, dropped, err := board.ReadFEN(strings.Join(fields, " "))
		if err == nil && len(dropped) == 0 && q.EnPassant() == board.NoSquare {
			list = append(list, Key(p)^keys[enPassantKeys+file])
		}
	}
	return list
}
