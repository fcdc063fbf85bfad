package gamedata

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// version5 holds random games in which every kind of move occurs, as they were written when the format was new.
const version5 = "testdata/version5.games"

// TestVersion reads games that were written when the format was new, and encodes them again: nothing of the format has changed.
func TestVersion(t *testing.T) {
	r := open(t, version5)
	if head := encodeHeader(r.Info()); !bytes.HasPrefix(r.data, head) || r.blocks[0] != len(head) {
		t.Errorf("the header would be\n%x", head)
	}
	kinds, content := map[board.MoveFlag]int{}, xxhash.New()
	for i, at := range r.blocks {
		var raw []byte
		games := uint32(0)
		must.Do(t, r.Block(i, func(g *Game) bool {
			fmt.Fprintln(content, g.ID, g.Start.FEN(), g.Result, g.Plies)
			for _, pl := range g.Plies {
				kinds[pl.Move.Flag()]++
			}
			raw = appendGame(raw, g)
			games++
			return true
		}))
		if !bytes.Equal(raw, r.raw) {
			t.Errorf("the games of block %d would be\n%x", i, raw)
		}
		payload := r.data[at+blockHeaderSize:]
		head := make([]byte, blockHeaderSize)
		if i+1 < len(r.blocks) {
			payload = r.data[at+blockHeaderSize : r.blocks[i+1]]
		}
		blockHeader{length: uint32(len(payload)), games: games, sum: xxhash.Sum64(payload)}.put(head)
		if !bytes.HasPrefix(r.data[at:], head) {
			t.Errorf("the header of block %d would be %x", i, head)
		}
	}
	must.Equal(t, content.Sum64(), 0x15db5ab6afa2cbcd, "the games are others: their text has the checksum")
	for flag := board.Normal; flag <= board.PromoteQueen; flag++ {
		if kinds[flag] == 0 {
			t.Errorf("there is no move of kind %d", flag)
		}
	}
}
