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
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/playout"
)

// TestDecode reads back every value of random tables, of the largest one in seventeen unless .ci/run asks.
func TestDecode(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	list := []string{"KQvK", "KPvK", "KRvKR", "KPvKP"}
	if testing.Short() {
		list = list[:2]
	}
	for _, name := range list {
		step := uint64(1)
		if name == "KPvKP" && !ci.Runs() {
			step = 17
		}
		for _, k := range []kind{wdlFile, dtzFile} {
			w := newTable(rng, k, name, 5)
			c, err := parse(k, &w.material, w.bytes())
			if err != nil {
				t.Fatalf("%s%s: %v", name, k.extension(), err)
			}
			for i, made := range w.parts {
				got := &c.parts[i/c.sides][i%c.sides]
				index := uint64(0)
				for _, n := range made.sequence {
					for _, want := range made.patterns[n].values {
						if index == made.values {
							break
						}
						if index%step == 0 {
							if value, err := got.pairs.at(index); err != nil || value != want {
								t.Fatalf("%s%s: part %d: value %d is %d (%v), want %d", name, k.extension(), i, index, value, err, want)
							}
						}
						index++
					}
				}
				if _, err := got.pairs.at(made.values); err == nil && !got.pairs.single {
					t.Errorf("%s%s: part %d: a value beyond the last", name, k.extension(), i)
				}
			}
		}
	}
}

// TestParseRefuses checks what parse must refuse lest probing goes wrong.
func TestParseRefuses(t *testing.T) {
	for _, test := range []struct {
		what, name string
		kind       kind
		spoil      func(p *randomPart)
	}{
		{"Black to move where White always is, which would never end", "KPvKP", dtzFile, func(p *randomPart) { p.flags |= flagBlack }},
		{"a group's place in the order of factors beyond the last", "KRvKR", dtzFile, func(p *randomPart) { p.leadAt = 9 }},
		{"two groups at one place", "KPvKP", wdlFile, func(p *randomPart) { p.pawnsAt = p.leadAt }},
		{"other men than the name says", "KRvKR", dtzFile, func(p *randomPart) { p.men[0] = p.men[1] }},
		{"a pair that does not begin with kings", "KRRvKBB", dtzFile, func(p *randomPart) { slices.Reverse(p.men) }},
		{"equal men apart", "KRRvK", wdlFile, func(p *randomPart) { p.men = []board.Piece{10, 6, 11, 6} }},
		{"a symbol that contains itself", "KRvKR", dtzFile, func(p *randomPart) {
			last := uint16(len(p.codes.halves) - 1)
			p.codes.halves[last] = [2]uint16{last, last}
		}},
		{"a symbol of too many values", "KRvKR", dtzFile, func(p *randomPart) {
			last := uint16(len(p.codes.halves) - 1)
			p.codes.halves = append(p.codes.halves, [2]uint16{last, last}, [2]uint16{last + 1, last})
		}},
		{"a symbol that there is not", "KRvKR", dtzFile, func(p *randomPart) { p.codes.halves[9] = [2]uint16{4000, 1} }},
		{"fewer codes than symbols of a length", "KRvKR", dtzFile, func(p *randomPart) { p.codes.lengths[0] = 40 }},
		{"an impossible span", "KRvKR", dtzFile, func(p *randomPart) { p.spanBits = 31 }},
	} {
		rng := rand.New(rand.NewPCG(27, 28))
		w := newTable(rng, test.kind, test.name, 5)
		for w.parts[0].flags&flagSingle != 0 {
			w = newTable(rng, test.kind, test.name, 5)
		}
		if _, err := parse(test.kind, &w.material, w.bytes()); err != nil {
			t.Fatalf("%s: refused as it was: %v", test.what, err)
		}
		test.spoil(w.parts[0])
		if _, err := parse(test.kind, &w.material, w.bytes()); err == nil {
			t.Errorf("%s: not refused", test.what)
		}
	}
}

// TestIndexIsUnique checks, for positions of three men, that those with the same index are mirror images.
func TestIndexIsUnique(t *testing.T) {
	for _, name := range []string{"KQvK", "KPvK"} {
		m, _ := parseMaterial(name)
		rng := rand.New(rand.NewPCG(23, 24))
		made := newTable(rng, dtzFile, name, 5) // for its order of men
		type key struct {
			part  int
			index uint64
		}
		seen := map[key]board.Position{}
		positions := 0
		for range playout.Sample(200_000) {
			p := randomPosition(rng, name)
			v := newView(&p, p.Color(board.White).Count() == 1)
			k := key{}
			if m.hasPawns() {
				lead := v.leadingPawn(board.NewPiece(board.White, board.Pawn))
				k.part = pawnFile(lead)
				k.index = encoderOf(t, &m, made.parts[k.part]).pawnIndex(v, lead)
			} else {
				k.index = encoderOf(t, &m, made.parts[0]).pieceIndex(v)
			}
			if k.index >= made.parts[k.part].values {
				t.Fatalf("%s: index %d of %d", p.FEN(), k.index, made.parts[k.part].values)
			}
			if q, found := seen[k]; !found {
				seen[k] = p
				positions++
			} else if !mirrorImages(&p, &q, !m.hasPawns()) {
				t.Fatalf("%s and %s have the same index", p.FEN(), q.FEN())
			}
		}
		t.Logf("%s: %d indices", name, positions)
	}
}

// encoderOf returns the encoder of a random part.
func encoderOf(t *testing.T, m *material, p *randomPart) *encoder {
	e, err := newEncoder(m, p.men, int(p.leadAt), int(p.pawnsAt), p.file)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// mirrorImages reports whether one of the board's symmetries, only that of the files if not all, and an exchange of
// colours make p's men those of q.
func mirrorImages(p, q *board.Position, all bool) bool {
	for symmetry := range 8 {
		if !all && symmetry&6 != 0 {
			continue
		}
		for exchange := range board.Piece(2) {
			same := true
			for s := range board.Square(64) {
				image := s
				if symmetry&1 != 0 {
					image ^= 7
				}
				if symmetry&2 != 0 {
					image ^= 56
				}
				if symmetry&4 != 0 {
					image = transpose(image)
				}
				piece := p.At(s)
				if exchange == 1 {
					image ^= 56
					if piece != board.NoPiece {
						piece ^= 1
					}
				}
				same = same && q.At(image) == piece
			}
			if same {
				return true
			}
		}
	}
	return false
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
	last := 150995072
	switch {
	case testing.Short():
		last = 1 << 25
	case *complete:
		last = tests[len(tests)-1].size
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
			probeContent(rng, k, &m, c)
		}
	})
}

// probeContent computes the index of a position and looks it up.
func probeContent(rng *rand.Rand, k kind, m *material, c *content) {
	entry := &table{material: *m}
	entry.files[k] = &file{kind: k, path: "fuzz", material: m}
	entry.files[k].content.Store(c)
	tables := &Tables{files: entry.files[k : k+1], byKey: map[materialKey]*table{m.key.swapped(): entry, m.key: entry}, maxMen: maxMen}
	p, err := board.ParseFEN(randomFEN(rng, nameOf(m)))
	if err != nil {
		return
	}
	if k == wdlFile {
		tables.WDL(&p)
		return
	}
	if l, ok := tables.lookUp(&p, k); ok && l.part != nil {
		l.part.distance(l.index(), Win)
	}
}

// nameOf writes the name of a material.
func nameOf(m *material) string {
	var sides [2]string
	for _, t := range []board.PieceType{board.King, board.Queen, board.Rook, board.Bishop, board.Knight, board.Pawn} {
		for c := range sides {
			piece := board.NewPiece(board.Color(c), t)
			sides[c] += strings.Repeat(string(board.NewPiece(board.White, t).Letter()), m.counts[piece])
		}
	}
	return sides[0] + "v" + sides[1]
}
