package syzygy

import (
	"encoding/hex"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// TestIndexes computes indexes of positions of more pieces than the tables at hand have, in materials that between them use every
// way of building an index. The sums are those of an encoder by whose indexes Stockfish 15.1, too, found the values in files of
// random values.
func TestIndexes(t *testing.T) {
	for _, test := range []struct {
		name            string
		pieces          string // in the order of the file
		leadAt, pawnsAt int
		want            uint64
	}{
		{"KQRvKR", "KrkQR", 1, 0, 0x18427ca4bfcac3ae},     // three lone pieces lead, two others follow
		{"KRRvKB", "kbKRR", 0, 0, 0x285507149fa12983},     // three lone pieces and a pair
		{"KRRRvK", "kKRRR", 1, 0, 0xaa4ea890379ff7dd},     // kings and a triple
		{"KPPvKP", "pPPkK", 2, 0, 0xea04fd69e5ff6cd2},     // pawns on both sides, the leading one black
		{"KRPvKP", "PpRKk", 0, 3, 0x90ac3a9338a30638},     // pawns on both sides, the leading one white
		{"KRRvKRR", "KkrrRR", 1, 0, 0xe035cb8717f069a9},   // kings and two pairs, the same on both sides
		{"KPPvKPP", "PPppkK", 1, 2, 0xabf27fb4866b9110},   // two pawns on both sides
		{"KNNvKPP", "ppNNKk", 2, 0, 0xa1dd2ba9faf712c4},   // leading pawns of the side named last, and a pair
		{"KNPPPvK", "PPPkNK", 1, 0, 0xca76762c17090f33},   // three leading pawns and a piece
		{"KPPPvKP", "pPPPKk", 0, 1, 0xc9f993720cc51d0d},   // a triple of pawns that does not lead
		{"KRRRRRvK", "KkRRRRR", 0, 0, 0xad21edf4e4ca7b5c}, // kings and a quintuple
		{"KPPPPvKP", "pPPPPkK", 1, 0, 0xaad48e53f66462a4}, // seven pieces with pawns on both sides
		{"KPPPPPvK", "PPPPPKk", 2, 0, 0x829d84ef27e7ce50}, // five leading pawns
	} {
		m, _ := parseMaterial(test.name)
		rng := rand.New(rand.NewPCG(23, 24))
		sum := uint64(0)
		for range 1000 {
			p := playout.Material(rng, test.name)
			l := location{view: newView(&p, keyOf(&p, p.Occupied()) != m.key)}
			file := 0
			if m.hasPawns() {
				l.lead = l.view.leadingPawn(board.NewPiece(m.leader(), board.Pawn))
				file = pawnFile(l.lead)
			}
			order, err := newEncoder(&m, piecesOf(test.pieces), test.leadAt, test.pawnsAt, file)
			must.Do(t, err, test.name)
			l.part = &part{order: order}
			index := l.index()
			if index >= order.size {
				t.Fatalf("%s: index %d of %d", p.FEN(), index, order.size)
			}
			sum = sum*31 + index
		}
		must.Equal(t, sum, test.want, test.name)
	}
}

// piecesOf returns the pieces that the letters stand for.
func piecesOf(letters string) (pieces []board.Piece) {
	for _, letter := range []byte(letters) {
		piece := board.Piece(0)
		for piece.Letter() != letter {
			piece++
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// TestParseRefuses checks what a reader must refuse lest probing goes wrong.
func TestParseRefuses(t *testing.T) {
	order := func(name, pieces string, leadAt, pawnsAt int) error {
		m, _ := parseMaterial(name)
		_, err := newEncoder(&m, piecesOf(pieces), leadAt, pawnsAt, 0)
		return err
	}
	symbols := func(halves ...uint32) error {
		var data []byte
		for _, h := range halves {
			data = append(data, byte(h), byte(h>>8), byte(h>>16))
		}
		return new(pairs).readSymbols(data)
	}
	const value = leaf << 12
	doubled := []uint32{value}
	for i := range uint32(9) {
		doubled = append(doubled, i<<12|i) // the last one stands for 512 values
	}
	codes := func(lowest ...uint16) error { return (&pairs{shortest: 1}).findLengths(lowest) }
	sizes := func(spanBits, shortest, longest byte) error {
		data := make([]byte, 100)
		copy(data, []byte{0, 6, spanBits, 0, 1, 0, 0, 0, longest, shortest})
		return (&part{order: &encoder{size: 1}}).parsePairs(&reader{data: data})
	}
	data := must.Get(os.ReadFile(dataDir(t) + "/KPvKP.rtbz"))(t)
	whole := func(at int, bits byte) error { // what parse says if bits of a byte are others
		m, _ := parseMaterial("KPvKP")
		data := slices.Clone(data)
		data[at] ^= bits
		_, err := parse(dtzFile, &m, data)
		return err
	}
	const flags = 30 // the offset of the first part's
	for _, test := range []struct {
		what      string
		good, bad error
	}{
		{"Black to move where White always is, which would never end", whole(flags, 0), whole(flags, flagBlack)},
		{"sides with different pieces", whole(4, 0), whole(4, layoutSplit)},
		{"an unknown piece", whole(7, 0), whole(7, 7)},
		{"blocks beyond the end", whole(flags+5, 0), whole(flags+5, 128)},
		{"blocks that end early", whole(flags+4, 0), whole(flags+4, 1)},
		{"a group's place in the order of factors beyond the last", order("KRvKR", "KRkr", 1, 0), order("KRvKR", "KRkr", 9, 0)},
		{"two groups at one place", order("KPvKP", "PpKk", 0, 1), order("KPvKP", "PpKk", 1, 1)},
		{"other pawns beyond the last place", order("KPvKP", "PpKk", 0, 3), order("KPvKP", "PpKk", 0, 4)},
		{"other pieces than the name says", order("KRvKR", "KRkr", 0, 0), order("KRvKR", "KRkb", 0, 0)},
		{"a pair that does not begin with kings", order("KRRvKBB", "KkRRbb", 0, 0), order("KRRvKBB", "RRKkbb", 0, 0)},
		{"equal pieces apart", order("KRRRvK", "KkRRR", 0, 0), order("KRRvKBB", "KkRbRb", 0, 0)},
		{"leading pawns that do not lead", order("KPPvKP", "pPPKk", 0, 1), order("KPPvKP", "PpPKk", 0, 1)},
		{"a symbol that contains itself", symbols(value, 0), symbols(value, 1<<12|1)},
		{"a symbol of too many values", symbols(doubled[:9]...), symbols(doubled...)},
		{"a symbol that there is not", symbols(value, value, 1<<12), symbols(value, value, 2<<12)},
		{"fewer codes than symbols of a length", codes(1, 0), codes(0, 5)},
		{"more codes than fit a length", codes(2, 0), codes(6, 0)},
		{"an impossible span", sizes(30, 1, 1), sizes(31, 1, 1)},
		{"a code of no bits", sizes(9, 1, 1), sizes(9, 0, 1)},
		{"a code that is too long", sizes(9, 1, maxCode), sizes(9, 1, maxCode+1)},
	} {
		if test.good != nil {
			t.Errorf("%s: the sound counterpart is refused: %v", test.what, test.good)
		}
		if test.bad == nil {
			t.Errorf("%s: not refused", test.what)
		}
	}
}

// TestImpossibleIndex checks that an index that points beyond the blocks gets an error.
func TestImpossibleIndex(t *testing.T) {
	for _, test := range []struct {
		what          string
		i             uint64
		block, offset byte
	}{
		{"a value beyond the last", 8, 0, 2},
		{"a block beyond the counts", 0, 9, 0},
		{"a block that only the counts have", 0, 1, 2},
		{"values before the first", 0, 0, 1},
		{"values after the last", 3, 0, 200},
	} {
		c := pairs{values: 8, spanBits: 2, blocks: 1, countsLen: 2, counts: []byte{7, 0, 3, 0}}
		c.index = []byte{test.block, 0, 0, 0, test.offset, 0}
		if value, err := c.at(test.i); err != errIndex {
			t.Errorf("%s: %d %v", test.what, value, err)
		}
	}
}

// TestDistanceOfValue reads distances that no table at hand has: those in lists of wide numbers, and those beyond the fifty-move
// rule. The tables are made up, with the same value for all positions.
func TestDistanceOfValue(t *testing.T) {
	p := playout.Parse(t, "k7/8/8/3nn3/8/8/8/KBB5 w - - 0 1")
	lists := []byte{0, 0, 2, 0, 0, 0, 100, 0, 2, 0, 0, 0, 200, 0, 2, 0, 0, 0, 44, 1, 2, 0, 0, 0, 144, 1}
	for _, test := range []struct {
		value  WDL
		stored uint16
		want   int
		ok     bool
	}{
		{Win, 1, 101, true},
		{Loss, 1, -401, true},
		{CursedWin, 1, 701, true},
		{BlessedLoss, 1, -901, true},
		{Win, 0, 1, true},
		{Win, 2, 0, false}, // the list has two
	} {
		tables := openData(t)
		dtz := part{flags: flagMapped | flagWide | flagWinPlies, pairs: pairs{single: true, value: test.stored}}
		dtz.parseLists(&reader{data: lists, at: 1})
		addTable(tables, "KBBvKNN", part{pairs: pairs{single: true, value: uint16(test.value - Loss)}}, dtz)
		if plies, ok := tables.DTZ(&p); plies != test.want || ok != test.ok {
			t.Errorf("%v: DTZ %d %v, want %d", test.value, plies, ok, test.want)
		}
		if problems := tables.Problems(); (len(problems) == 0) != test.ok {
			t.Errorf("%v: problems %v", test.value, problems)
		}
	}
}

// addTable adds a table whose parts are all the same.
func addTable(tables *Tables, name string, wdl, dtz part) {
	m, _ := parseMaterial(name)
	entry := &table{material: m}
	for k, p := range []part{wdlFile: wdl, dtzFile: dtz} {
		c := &content{sides: 1, pawns: m.hasPawns(), lead: board.NewPiece(m.leader(), board.Pawn)}
		for file := range c.parts {
			c.parts[file] = [2]part{p, p}
		}
		entry.files[k] = &file{kind: kind(k), path: "made up", material: &entry.material}
		entry.files[k].content.Store(c)
	}
	tables.byKey[m.key.swapped()], tables.byKey[m.key] = entry, entry
	tables.maxPieces = max(tables.maxPieces, m.count)
}

// TestChecksum compares with what the reference implementation says of a sequence of pseudo-random bytes.
func TestChecksum(t *testing.T) {
	tests := []struct {
		size int
		want string
	}{
		{64, "3453099a63bd2b3530a80cce2179b43c"},
		{128, "0e02238e7087598dfb43181d2fb57093"},
		{192, "ed3000e57a678168f8c59bfbaa16825b"},
		{256, "db6dcd22e98a720e92a998feca17d0e7"},
		{64000, "89e17b8014d795a7b98e19a1a1d5d0cb"},
		{16777216, "6958274c9eaecb1b489aeef3fea277da"},
		{16777280, "396b00181f16c45091a41afe64ed4bfa"},
		{83886528, "5e18e4582365bfcd715ca8d047542162"},
		{150995072, "75a24020268ed5d98067da86699d325e"},
		{469762048, "3345032fb646a69c74a6abb98028b37f"},
		{486539328, "39001f8af3484bbf367e35d169f10303"},
	}
	last := 83886528
	switch {
	case testing.Short():
		last = 1 << 25
	case *complete:
		last = tests[len(tests)-1].size
	case testfiles.InCI():
		last = 150995072
	}
	data := make([]byte, last)
	x := uint64(1)
	for i := range data {
		x = x*6364136223846793005 + 1442695040888963407
		data[i] = byte(x >> 56)
	}
	for _, test := range tests {
		if test.size > last {
			break
		}
		if sum, ok := checksum(data[:test.size], nil); hex.EncodeToString(sum[:]) != test.want || !ok {
			t.Errorf("%d bytes: %x, want %s", test.size, sum, test.want)
		}
	}
	if _, ok := checksum(data[:64], func() bool { return true }); ok {
		t.Error("not stopped")
	}
}

// FuzzParse reads mutated files as tables of every material that fits, without looking at the checksum.
func FuzzParse(f *testing.F) {
	paths, _ := filepath.Glob(dataDir(f) + "/*")
	for _, path := range paths {
		if data, err := os.ReadFile(path); err == nil && len(data) < 8_000 {
			name, extension, _ := strings.Cut(filepath.Base(path), ".")
			f.Add(name, extension == "rtbz", uint64(12345), data)
		}
	}
	f.Fuzz(func(t *testing.T, name string, dtz bool, seed uint64, data []byte) {
		m, ok := parseMaterial(name)
		if !ok {
			return
		}
		k := wdlFile
		if dtz {
			k = dtzFile
		}
		// Most mutations change the size, or hit the magic, which is no reason to stop here.
		if len(data) >= 64+checksumSize {
			data = slices.Clone(data[:(len(data)-checksumSize)/64*64+checksumSize])
			copy(data, k.magic())
		}
		c, err := parse(k, &m, data)
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		for file := range c.parts {
			for side := range c.parts[file] {
				p := &c.parts[file][side]
				if p.order == nil {
					continue
				}
				for range 50 {
					for value := Loss; value <= Win; value++ {
						p.distance(rng.Uint64N(p.order.size), value)
					}
				}
			}
		}
		for range 20 {
			probeContent(rng, k, &m, c, playout.Material(rng, name))
		}
	})
}

// probeContent computes the index of a position and looks it up.
func probeContent(rng *rand.Rand, k kind, m *material, c *content, p board.Position) {
	entry := &table{material: *m}
	entry.files[k] = &file{kind: k, path: "fuzz", material: m}
	entry.files[k].content.Store(c)
	tables := &Tables{
		files: entry.files[k : k+1], byKey: map[materialKey]*table{m.key.swapped(): entry, m.key: entry}, maxPieces: maxPieces,
	}
	if k == wdlFile {
		tables.WDL(&p)
		return
	}
	if l, ok := tables.lookUp(&p, k); ok && l.part != nil {
		l.part.distance(l.index(), Win)
	}
}
