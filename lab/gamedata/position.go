package gamedata

import (
	"encoding/binary"
	"fmt"

	"vertigo/board"
)

// packedSize is the number of bytes of a packed position.
const packedSize = 28

// packed is a position in 28 bytes. It keeps everything that FEN holds. Numbers are little-endian:
//
//	bytes   content
//	 0.. 7  occupied squares, bit i for Square(i)
//	 8..23  one code of 4 bits for each occupied square, from the lowest square up: the low half of byte 8, its high
//	        half, the low half of byte 9, …; unused codes are 0
//	24..25  number of the move, from 1
//	26      plies since the last capture or pawn move, at most 255
//	27      side to move: 0 White, 1 Black
//
// The codes:
//
//	 0..11  the Piece of that number
//	12, 13  a rook of White, of Black that may still castle
//	14      the pawn, of the side not to move, that can legally be captured en passant
type packed [packedSize]byte

const (
	codeCastlingRook = byte(board.NoPiece) // of White; of Black one more
	codeEnPassant    = codeCastlingRook + 2
)

// pack returns the position in 28 bytes.
func pack(p *board.Position) (c packed) {
	binary.LittleEndian.PutUint64(c[:], uint64(p.Occupied()))
	n := 0
	for s := range p.Occupied().All() {
		code := byte(p.At(s))
		if p.Castling().Has(s) {
			code = codeCastlingRook + code&1
		} else if p.EnPassant() != board.NoSquare && s == p.EnPassant()^8 {
			code = codeEnPassant
		}
		c[8+n/2] |= code << (n % 2 * 4)
		n++
	}
	binary.LittleEndian.PutUint16(c[24:], uint16(p.FullMove()))
	c[26], c[27] = byte(p.Rule50()), byte(p.Turn())
	return c
}

// unpack returns the position that c holds. It accepts exactly what pack returns for the positions that ParseFEN accepts.
func (c packed) unpack() (board.Position, error) {
	fen, err := c.fen()
	if err != nil {
		return board.Position{}, err
	}
	p, err := board.ParseFEN(fen)
	if err == nil && pack(&p) != c {
		err = fmt.Errorf("FEN %q: impossible castling rights, en-passant pawn or move number, or a code without a piece", fen)
	}
	return p, err
}

// fen returns the text of the position, which need not be a possible one.
func (c packed) fen() (string, error) {
	occupied, turn := board.Bitboard(binary.LittleEndian.Uint64(c[:])), board.Color(c[27])
	if n := occupied.Count(); n > 32 {
		return "", fmt.Errorf("%d pieces, at most 32 are possible", n)
	}
	if turn > board.Black {
		return "", fmt.Errorf("side to move %d", turn)
	}
	pieces := []byte("11111111/11111111/11111111/11111111/11111111/11111111/11111111/11111111")
	castling, enPassant := "", "-"
	n := 0
	for s := range occupied.All() {
		code := c[8+n/2] >> (n % 2 * 4) & 15
		n++
		piece := board.Piece(code)
		switch code {
		case codeCastlingRook, codeCastlingRook + 1:
			piece = board.NewPiece(board.Color(code&1), board.Rook)
			castling += string("Aa"[code&1] + byte(s.File()))
		case codeEnPassant:
			piece = board.NewPiece(turn.Other(), board.Pawn)
			enPassant = (s ^ 8).String()
		}
		pieces[9*(7-s.Rank())+s.File()] = piece.Letter()
	}
	if castling == "" {
		castling = "-"
	}
	return fmt.Sprintf("%s %c %s %s %d %d", pieces, "wb"[turn], castling, enPassant, c[26], binary.LittleEndian.Uint16(c[24:])), nil
}
