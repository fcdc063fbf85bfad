package game

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// Chunk is a part of a job that is searched with one table and one set of histories: a single position, or some consecutive
// positions of a game. A game is searched from its end, as fishnet does it, so that each search begins with the results of the
// search of the next position. Every chunk begins with the first position of the next chunk, whose answer is not kept, so that
// the last position of the chunk begins with such results, too. Tables and histories are cleared between chunks. So the answers
// do not depend on which worker searches a chunk, and when.
type Chunk struct {
	Positions []int // their numbers, the first one of the game first
	Next      int   // the first position of the next chunk, which is searched before; -1 if there is none
}

// Chunks divides the positions that the filters leave into chunks of a given size. Chunks are counted from the beginning
// of a game, so games with the same opening share chunks. Positions that belong to no game are chunks of their own.
func (a *Answers) Chunks(size int) (list []Chunk) {
	backward := a.Kind == "pgn" && size > 1
	if !backward {
		size = 1
	}
	left := slices.Collect(a.Selection.Searched())
	for len(left) > 0 {
		c := Chunk{Positions: left[:min(size, len(left))], Next: -1}
		if left = left[len(c.Positions):]; len(left) > 0 && backward {
			c.Next = left[0]
		}
		list = append(list, c)
	}
	return list
}

// Searched returns the positions to search, in the order of the game.
func (c *Chunk) Searched() []int {
	if c.Next < 0 {
		return c.Positions
	}
	return append(slices.Clone(c.Positions), c.Next)
}

// Key names the answers about the positions of a chunk: half of the SHA-256 of everything that they depend on besides the
// settings of the analysis. Among 10^12 of them, the chance that two share one is 10^-15.
type Key [16]byte

// MarshalText returns the key in hexadecimal digits.
func (k Key) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%x", k[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Key) UnmarshalText(text []byte) error {
	var b []byte
	if _, err := fmt.Sscanf(string(text), "%x", &b); err != nil || len(b) != len(k) {
		return fmt.Errorf("%q is not a key", text)
	}
	copy(k[:], b)
	return nil
}

// Keys returns the keys of all chunks, in their order. Whether the last move of a chunk is searched again depends on the
// answers of the next chunk, so a key has the positions of that chunk, too.
func (a *Answers) Keys(chunks []Chunk) []Key {
	keys := make([]Key, len(chunks))
	var next [sha256.Size]byte
	for n := len(chunks) - 1; n >= 0; n-- {
		hash := sha256.Sum256(a.chunkText(&chunks[n]))
		both := sha256.Sum256(slices.Concat(hash[:], next[:]))
		keys[n], next = Key(both[:]), hash
	}
	return keys
}

// chunkText describes everything that the first searches of a chunk depend on: the positions with the count of the fifty-move
// rule and what may repeat, and the root moves. The number of the move does not count. It also says which moves are chosen, and
// where the game ends.
func (a *Answers) chunkText(c *Chunk) (text []byte) {
	for _, i := range c.Searched() {
		p := a.Positions[i]
		at := p.Root()
		text = fmt.Appendf(text, "%s %d", at.EPD(), at.Rule50())
		for _, key := range p.Game.Keys {
			text = binary.BigEndian.AppendUint64(text, key)
		}
		text = append(text, '\n')
		for _, m := range p.SearchMoves {
			text = append(append(text, m.String()...), ' ')
		}
		text = fmt.Appendf(text, "\n%d %t %t\n", a.Selection[i], i == c.Next, i == len(a.Positions)-1)
	}
	return text
}
