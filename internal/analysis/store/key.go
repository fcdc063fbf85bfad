package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// Key names an answer: the first half of the SHA-256 of everything that it depends on. Among 10^12 answers the chance that
// two share one is 10^-15.
type Key [16]byte

// Key returns the key of the answer at the end of a game. Only searchMoves are allowed at the root if there are any. Before
// holds the keys of the searches before it with the same table and histories, in their order; nil if these were empty. The
// full-move number does not count, since no answer depends on it.
func (s *Setting) Key(g *board.Game, searchMoves []board.Move, before []Key) (k Key) {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen: every member is a number or a string
	}
	text = append(text, '\n')
	fen := g.Position.FEN()
	text = append(text, fen[:strings.LastIndexByte(fen, ' ')]...)
	for _, key := range g.Keys {
		var digits [8]byte
		binary.BigEndian.PutUint64(digits[:], key)
		text = hex.AppendEncode(append(text, ' '), digits[:])
	}
	text = append(text, '\n')
	for _, m := range searchMoves {
		text = append(append(text, movegen.FormatMove(&g.Position, m, true)...), ' ')
	}
	text = append(text, '\n')
	for _, key := range before {
		text = append(text, key[:]...)
	}
	sum := sha256.Sum256(text)
	copy(k[:], sum[:])
	return k
}
