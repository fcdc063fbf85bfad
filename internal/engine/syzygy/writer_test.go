package syzygy

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vertigo/board"
)

// writer makes files that are tables in every respect but one: their values are random. They show that index and
// decompression are right for materials of which no real tables are at hand: another program must find the same values
// in the same files.
type writer struct {
	rng  *rand.Rand
	kind kind
	material
	parts []*randomPart
	out   bytes.Buffer
}

// randomPart is one part of a random table.
type randomPart struct {
	flags   byte
	single  byte
	leadAt  byte
	pawnsAt byte
	men     []board.Piece
	file    int
	values  uint64 // how many the part must have

	codes    randomCode
	patterns []pattern // the different blocks
	sequence []byte    // which of them follow one another
	spanBits byte
	padding  byte
	lists    [4][]uint16
}

// blockBits is log2 of the size of the blocks that are written.
const blockBits = 6

// pattern is a block.
type pattern struct {
	data   [1 << blockBits]byte
	values []uint16 // what it expands to
}

// randomCode is a Huffman code of symbols that are random trees.
type randomCode struct {
	halves  [][2]uint16 // left and right half
	expands [][]uint16  // the values
	lengths []int       // of the codes, falling
	codes   []uint64
}

// newTable makes up a table of the kind for the material. Values are less than limit.
func newTable(rng *rand.Rand, k kind, name string, limit int) *writer {
	m, ok := parseMaterial(name)
	if !ok {
		panic(name)
	}
	w := &writer{rng: rng, kind: k, material: m}
	files, sides := 1, 1
	if m.hasPawns() {
		files = 4
	}
	if k == wdlFile && !m.symmetric() {
		sides = 2
	}
	for file := range files {
		for range sides {
			p := &randomPart{file: file}
			w.orderMen(p)
			order, err := newEncoder(&w.material, p.men, int(p.leadAt), int(p.pawnsAt), file)
			if err != nil {
				panic(err)
			}
			p.values = order.size
			w.fill(p, limit)
			w.parts = append(w.parts, p)
		}
	}
	return w
}

// orderMen draws an order of the men, and one of the groups' factors.
func (w *writer) orderMen(p *randomPart) {
	var kinds []board.Piece
	for piece, count := range w.counts {
		if count > 0 {
			kinds = append(kinds, board.Piece(piece))
		}
	}
	w.rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	rank := func(piece board.Piece) int {
		lone := w.counts[piece] == 1
		switch {
		case w.hasPawns() && piece == board.NewPiece(w.leader(), board.Pawn):
			return 0
		case w.hasPawns() && piece.Type() == board.Pawn:
			return 1
		case !w.hasPawns() && (lone && w.loners() >= 3 || piece.Type() == board.King):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(kinds, func(a, b board.Piece) int { return rank(a) - rank(b) })
	if !w.hasPawns() && w.loners() > 3 { // lone men beyond the leading three may come anywhere
		tail := kinds[3:]
		w.rng.Shuffle(len(tail), func(i, j int) { tail[i], tail[j] = tail[j], tail[i] })
	}
	for _, piece := range kinds {
		for range w.counts[piece] {
			p.men = append(p.men, piece)
		}
	}
	groups := len(kinds)
	if !w.hasPawns() {
		groups -= min(w.loners(), 3) - 1
	}
	places := w.rng.Perm(groups)
	p.leadAt = byte(places[0])
	p.pawnsAt = 15
	if w.pawns(board.White) > 0 && w.pawns(board.Black) > 0 {
		p.pawnsAt = byte(places[1])
	}
}

// fill draws everything else about a part.
func (w *writer) fill(p *randomPart, limit int) {
	if w.kind == dtzFile {
		p.flags = byte(w.rng.IntN(32))
		if w.symmetric() {
			p.flags &^= flagBlack
		}
		for i := range p.lists {
			for range limit {
				p.lists[i] = append(p.lists[i], uint16(w.rng.IntN(256)))
				if p.flags&flagWide != 0 {
					p.lists[i][len(p.lists[i])-1] = uint16(w.rng.IntN(5000))
				}
			}
		}
	}
	if w.kind == wdlFile && w.rng.IntN(8) == 0 {
		p.flags |= flagSingle
		p.single = byte(w.rng.IntN(limit))
		return
	}
	p.codes.draw(w.rng, limit)
	for range 50 {
		// In large tables only long blocks, to keep the files small.
		effort := w.rng.IntN(20)
		if p.values > 1e8 {
			effort = 2000
		}
		p.patterns = append(p.patterns, p.codes.pattern(w.rng, effort))
	}
	p.spanBits = byte(9 + w.rng.IntN(8))
	p.padding = byte(w.rng.IntN(4))
	last := (p.values + 1<<p.spanBits - 1) >> p.spanBits << p.spanBits
	for n := uint64(0); n < last; {
		i := w.rng.IntN(len(p.patterns))
		p.sequence = append(p.sequence, byte(i))
		n += uint64(len(p.patterns[i].values))
	}
}

// draw makes up symbols and their codes.
func (c *randomCode) draw(rng *rand.Rand, limit int) {
	type tree struct {
		halves [2]int // indices of trees; both -1: a value
		values []uint16
	}
	var trees []tree
	for v := range limit {
		trees = append(trees, tree{[2]int{-1, -1}, []uint16{uint16(v)}})
	}
	for len(trees) < limit+300 {
		l, r := rng.IntN(len(trees)), rng.IntN(len(trees))
		if len(trees[l].values)+len(trees[r].values) <= 256 {
			trees = append(trees, tree{[2]int{l, r}, slices.Concat(trees[l].values, trees[r].values)})
		}
	}
	// The symbols that stand for most get short codes, which keeps the files of large tables small.
	order := make([]int, len(trees))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(trees[a].values) - len(trees[b].values) })
	number := make([]uint16, len(trees))
	for n, i := range order {
		number[i] = uint16(n)
	}
	for _, i := range order {
		t := trees[i]
		c.expands = append(c.expands, t.values)
		if t.halves[0] < 0 {
			c.halves = append(c.halves, [2]uint16{t.values[0], leaf})
		} else {
			c.halves = append(c.halves, [2]uint16{number[t.halves[0]], number[t.halves[1]]})
		}
	}
	c.drawCodes(rng)
}

// drawCodes splits the space of codes at random until there is one for each symbol.
func (c *randomCode) drawCodes(rng *rand.Rand) {
	lengths := []int{1, 1}
	for len(lengths) < len(c.halves) {
		i := rng.IntN(len(lengths))
		if rng.IntN(4) > 0 {
			i = len(lengths) - 1
		}
		if lengths[i] < maxCode {
			lengths[i]++
			lengths = append(lengths, lengths[i])
		}
	}
	slices.Sort(lengths)
	slices.Reverse(lengths)
	c.lengths = lengths
	code := uint64(0)
	for i, length := range lengths {
		if i > 0 {
			code = (code + 1) >> (lengths[i-1] - length)
		}
		c.codes = append(c.codes, code)
	}
}

// pattern draws a block. The greater the effort, the more it prefers symbols that stand for many values.
func (c *randomCode) pattern(rng *rand.Rand, effort int) (p pattern) {
	bit := 0
	for {
		s := rng.IntN(len(c.codes))
		for range effort {
			s = max(s, rng.IntN(len(c.codes)))
		}
		length := c.lengths[s]
		if bit+length > 8*len(p.data) || len(p.values)+len(c.expands[s]) > 1<<16 {
			return p
		}
		for i := range length {
			if c.codes[s]>>(length-1-i)&1 != 0 {
				p.data[bit/8] |= 128 >> (bit % 8)
			}
			bit++
		}
		p.values = append(p.values, c.expands[s]...)
	}
}

func (w *writer) align(n int) {
	for w.out.Len()%n != 0 {
		w.out.WriteByte(0)
	}
}

func (w *writer) put(values ...any) {
	for _, v := range values {
		if err := binary.Write(&w.out, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

// bytes returns the file.
func (w *writer) bytes() []byte {
	w.out.Reset()
	w.out.Write(w.kind.magic())
	bits := byte(0)
	if !w.symmetric() {
		bits |= layoutSplit
	}
	if w.hasPawns() {
		bits |= layoutPawns
	}
	w.put(bits)
	w.putOrders()
	w.align(2)
	for _, p := range w.parts {
		w.putPart(p)
	}
	if w.kind == dtzFile {
		for _, p := range w.parts {
			w.putLists(p)
		}
		w.align(2)
	}
	for _, p := range w.parts {
		w.putIndex(p)
	}
	for _, p := range w.parts {
		if p.flags&flagSingle == 0 {
			for _, n := range p.sequence {
				w.put(uint16(len(p.patterns[n].values) - 1))
			}
			w.put(make([]uint16, p.padding))
		}
	}
	for _, p := range w.parts {
		w.align(64)
		for _, n := range p.sequence {
			w.out.Write(p.patterns[n].data[:])
		}
	}
	w.align(64)
	sum, _ := checksum(w.out.Bytes(), nil)
	w.out.Write(sum[:])
	return w.out.Bytes()
}

// putOrders writes the men and the order of factors, those of the two sides in the halves of bytes.
func (w *writer) putOrders() {
	sides := len(w.parts)
	if w.hasPawns() {
		sides /= 4
	}
	for i := 0; i < len(w.parts); i += sides {
		first, second := w.parts[i], w.parts[i+sides-1]
		w.put(first.leadAt | second.leadAt<<4)
		if first.pawnsAt != 15 {
			w.put(first.pawnsAt | second.pawnsAt<<4)
		}
		code := func(piece board.Piece) byte { return byte(piece.Type()) + 1 + 8*byte(piece.Color()) }
		for n, man := range first.men {
			w.put(code(man) | code(second.men[n])<<4)
		}
	}
}

// putPart writes the sizes and symbols of a part.
func (w *writer) putPart(p *randomPart) {
	w.put(p.flags)
	if p.flags&flagSingle != 0 {
		w.put(p.single)
		return
	}
	c := &p.codes
	longest, shortest := c.lengths[0], c.lengths[len(c.lengths)-1]
	w.put(byte(blockBits), p.spanBits, p.padding, uint32(len(p.sequence)), byte(longest), byte(shortest))
	for length := shortest; length <= longest; length++ {
		// Where a length is not used, its lowest symbol is where it would be.
		lowest := slices.IndexFunc(c.lengths, func(l int) bool { return l <= length })
		w.put(uint16(lowest))
	}
	w.put(uint16(len(c.halves)))
	for _, h := range c.halves {
		w.put(byte(h[0]), byte(h[0]>>8|h[1]<<4), byte(h[1]>>4))
	}
	w.align(2)
}

// putLists writes the lists of a part whose values are mapped.
func (w *writer) putLists(p *randomPart) {
	switch p.flags & (flagMapped | flagWide) {
	case flagMapped:
		for _, list := range p.lists {
			w.put(byte(len(list)))
			for _, v := range list {
				w.put(byte(v))
			}
		}
	case flagMapped | flagWide:
		w.align(2)
		for _, list := range p.lists {
			w.put(uint16(len(list)), list)
		}
	}
}

// putIndex writes where the middle of every span is.
func (w *writer) putIndex(p *randomPart) {
	if p.flags&flagSingle != 0 {
		return
	}
	entry := make([]byte, 6)
	at := uint64(1) << p.spanBits / 2
	start := uint64(0)
	for block, n := range p.sequence {
		end := start + uint64(len(p.patterns[n].values))
		for ; at < end && at>>p.spanBits<<p.spanBits < p.values; at += 1 << p.spanBits {
			binary.LittleEndian.PutUint32(entry, uint32(block))
			binary.LittleEndian.PutUint16(entry[4:], uint16(at-start))
			w.out.Write(entry)
		}
		start = end
	}
}

// writeFile writes the table into a directory.
func (w *writer) writeFile(tb testing.TB, dir, name string) {
	tb.Helper()
	f, err := os.Create(filepath.Join(dir, name+w.kind.extension()))
	if err != nil {
		tb.Fatal(err)
	}
	out := bufio.NewWriter(f)
	out.Write(w.bytes())
	if err := out.Flush(); err != nil {
		tb.Fatal(err)
	}
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
}

// randomTables are materials that between them use every way of building an index. Those of five men come first.
var randomTables = []string{
	"KQRvKR",   // three lone men lead, another, and a pair that is not of one colour
	"KRRvKB",   // three lone men and a pair
	"KQRNvK",   // three of five lone men
	"KRRRvK",   // kings and a triple
	"KPPvKP",   // pawns on both sides, the leading one black
	"KRPvKP",   // pawns on both sides, the leading one white
	"KRRvKRR",  // kings and two pairs, the same on both sides
	"KBBvKNN",  // kings and two pairs
	"KRRRRvK",  // kings and a quadruple
	"KPPvKPP",  // two pawns on both sides
	"KPPPvKP",  // a triple of pawns that does not lead
	"KPPPPvK",  // four leading pawns
	"KRRRRRvK", // kings and a quintuple
	"KPPPPPvK", // five leading pawns
	"KNPPPvK",  // three leading pawns and a piece
	"KNNvKPP",  // leading pawns of the side named last, and a pair
	"KPPPPvKP", // seven men with pawns on both sides
}
