package board

import "github.com/cespare/xxhash/v2"

// Zobrist keys are the xxHash64 of a documented label, so that they can be reproduced:
//
//	piece/<color>/<type>/<square>   for example "piece/white/knight/g1"
//	castling/<square of the rook>   for every rook that may still castle, for example "castling/h1"
//	en-passant/<file>               "en-passant/e", only while an en-passant capture is legal
//	turn/black                      when Black is to move
//
// The tables are computed once when the program starts and never change.
var (
	pieceKeys     [PieceCount][SquareCount]uint64
	castlingKeys  [SquareCount]uint64
	enPassantKeys [8]uint64
	blackKey      = xxhash.Sum64String("turn/black")
)

func init() {
	for s := Square(0); s < SquareCount; s++ {
		for p := Piece(0); p < PieceCount; p++ {
			pieceKeys[p][s] = xxhash.Sum64String("piece/" + p.Color().String() + "/" + p.Type().String() + "/" + s.String())
		}
		castlingKeys[s] = xxhash.Sum64String("castling/" + s.String())
	}
	for file := range enPassantKeys {
		enPassantKeys[file] = xxhash.Sum64String("en-passant/" + string(rune('a'+file)))
	}
	initCycles()
}
