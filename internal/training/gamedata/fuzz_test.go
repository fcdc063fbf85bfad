package gamedata

import (
	"bytes"
	"encoding/binary"
	"os"
	"testing"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/testing/must"
)

// FuzzReader: no file, however wrong, may do worse than report errors, and every game that is given out is one that a
// Writer takes. Half of the inputs get correct checksums, or else hardly any would be looked into.
func FuzzReader(f *testing.F) {
	for seed := range uint64(4) {
		games := randomGames(20+seed, 3)
		for i := range games {
			games[i].Plies = games[i].Plies[:min(len(games[i].Plies), 30)]
		}
		content := must.Get(os.ReadFile(write(f, "i", games, func(int) bool { return seed == 0 })))(f)
		f.Add(content, seed%2 == 1)
	}
	content, err := os.ReadFile(version5)
	must.Do(f, err)
	f.Add(content[:min(len(content), 2000)], true)
	f.Fuzz(func(t *testing.T, content []byte, mend bool) {
		if mend {
			content = bytes.Clone(content)
			mendChecksums(content)
		}
		r, err := openBytes(content)
		if err != nil {
			return
		}
		defer r.Close()
		for i := range r.Blocks() {
			_ = r.Block(i, func(g *Game) bool { // damage is likely
				must.Do(t, g.Check(), i)
				return true
			})
		}
	})
}

// mendChecksums sets the checksums of the header and of the blocks that follow one another.
func mendChecksums(content []byte) {
	if len(content) < 12 {
		return
	}
	at := 12 + int(binary.LittleEndian.Uint32(content[8:]))
	if at+8 > len(content) {
		return
	}
	binary.LittleEndian.PutUint64(content[at:], xxhash.Sum64(content[:at]))
	at += 8
	for at+20 <= len(content) {
		b := content[at:]
		n := min(int(binary.LittleEndian.Uint32(b[4:])), len(b)-20)
		binary.LittleEndian.PutUint32(b[4:], uint32(n))
		binary.LittleEndian.PutUint32(b, uint32(xxhash.Sum64(b[4:12])))
		binary.LittleEndian.PutUint64(b[12:], xxhash.Sum64(b[20:20+n]))
		at += 20 + n
	}
}
