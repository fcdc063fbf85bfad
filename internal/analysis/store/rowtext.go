package store

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// rowText is what text returns, as an expression of SQL: one string instead of fifteen columns takes a third off the time of a
// lookup. What nobody can have written is null there, and left out.
const rowText = "concat_ws(char(0), setting, fen, best, nodes, us, score, bound, CASE known WHEN 0 THEN 'false' WHEN 1 THEN 'true' END, " +
	"depth, seldepth, pv, more, course, low, high)"

// text returns every column that is not computed from others: what the checksum covers besides the key.
func (r *row) text() string {
	return fmt.Sprintf("%d\x00%s\x00%s\x00%d\x00%d\x00%d\x00%s\x00%t\x00%d\x00%d\x00%s\x00%s\x00%s\x00%d\x00%d",
		r.setting, r.fen, r.best, r.nodes, r.us, r.score, r.bound, r.known, r.depth, r.selDepth, r.pv, r.more, r.course, r.low, r.high)
}

// parseRow reads what text returns. The checksum has to be that of the key and the text.
func parseRow(key []byte, text string, sum int64) (r row, err error) {
	words := strings.Split(text, "\x00")
	if len(key) != len(Key{}) || len(words) != 15 || rowSum(Key(key), text) != sum {
		return r, ErrDamaged
	}
	number := func(word string) int64 {
		n, failed := strconv.ParseInt(word, 10, 64)
		if failed != nil {
			err = ErrDamaged
		}
		return n
	}
	r = row{
		setting: number(words[0]), fen: words[1], best: words[2], nodes: number(words[3]), us: number(words[4]), score: int(number(words[5])),
		bound: words[6], known: words[7] == "true", depth: int(number(words[8])), selDepth: int(number(words[9])), pv: words[10], more: words[11],
		course: words[12], low: int(number(words[13])), high: int(number(words[14])),
	}
	return r, err
}

// rowSum returns the checksum of the row with that key and text. It begins with the hexadecimal digits of the hexadecimal digits of
// the key, as it always has.
func rowSum(key Key, text string) int64 {
	var digits [2 * len(key)]byte
	hex.Encode(digits[:], key[:])
	var head [2*len(digits) + 1]byte // ends with 0
	hex.Encode(head[:], digits[:])
	var d xxhash.Digest
	d.Reset()
	_, _ = d.Write(head[:]) // no write fails
	_, _ = d.WriteString(text)
	return int64(d.Sum64() >> 32)
}
