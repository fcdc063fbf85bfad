package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"vertigo/board"
)

// kind is one of the two kinds of files.
type kind uint8

const (
	wdlFile kind = iota
	dtzFile
)

// extension returns the extension of the names of files of kind k.
func (k kind) extension() string { return [...]string{".rtbw", ".rtbz"}[k] }

// magic returns the bytes that files of kind k begin with.
func (k kind) magic() []byte {
	return [...][]byte{{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}}[k]
}

// The bits of a file's fifth byte.
const (
	layoutSplit = 1 << iota // the sides have different pieces
	layoutPawns
)

// The flags of a part.
const (
	flagBlack     = 1 << iota // DTZ: the part is for Black to move
	flagMapped                // DTZ: the values are numbers in a list
	flagWinPlies              // DTZ: wins are counted in plies, not in moves
	flagLossPlies             // DTZ: losses are counted in plies, not in moves
	flagWide                  // DTZ: the lists have numbers of two bytes
	flagSingle    = 128
)

// checksumSize is the number of bytes of the checksum at a file's end.
const checksumSize = 16

// content is a file whose structure is known and sound.
type content struct {
	data  []byte      // the whole file
	sides int         // parts per pawn file: 2 if those for White and for Black to move differ
	parts [4][2]part  // by file of the leading pawn and side to move
	pawns bool        // only then are parts other than parts[0] used
	lead  board.Piece // with pawns: the pawns of which one leads
}

// part is the part of a file for one side to move and one file of the leading pawn.
type part struct {
	flags uint8
	order *encoder
	pairs pairs
	lists [4]list // DTZ, if flagMapped: for a win, a loss, a cursed win, a blessed loss
}

// list holds distances, the more frequent first.
type list struct {
	bytes []byte // one or two for each distance
	wide  bool
}

// at returns the i-th distance and whether there is one.
func (l list) at(i int) (int, bool) {
	switch {
	case l.wide && 2*i+1 < len(l.bytes):
		return int(binary.LittleEndian.Uint16(l.bytes[2*i:])), true
	case !l.wide && i < len(l.bytes):
		return int(l.bytes[i]), true
	}
	return 0, false
}

// checkSize returns an error unless a file of this size in bytes that begins with head can be a table.
func checkSize(k kind, size int64, head []byte) error {
	switch {
	case size == 0:
		return errors.New("empty")
	case size%64 != checksumSize || size < 64+checksumSize:
		return fmt.Errorf("damaged or truncated: %d bytes, which is not 64 n + %d", size, checksumSize)
	case len(head) < 4 || !slices.Equal(head[:4], k.magic()):
		return errors.New("damaged: does not begin like a table of this kind")
	}
	return nil
}

// parse reads the structure of a file of material m. The content refers to data, which must stay as it is.
func parse(k kind, m *material, data []byte) (*content, error) {
	if err := checkSize(k, int64(len(data)), data); err != nil {
		return nil, err
	}
	c := &content{data: data, sides: 1, pawns: m.hasPawns(), lead: board.NewPiece(m.leader(), board.Pawn)}
	r := &reader{data: data[:len(data)-checksumSize], at: 4}
	bits := r.byte()
	if split := bits&layoutSplit != 0; split == m.symmetric() || bits&layoutPawns != 0 != c.pawns {
		return nil, errors.New("damaged: the first bits contradict the name")
	}
	if k == wdlFile && !m.symmetric() {
		c.sides = 2
	}
	files := 1
	if c.pawns {
		files = 4
	}
	if err := c.parseOrders(r, m, files); err != nil {
		return nil, err
	}
	var parts []*part
	for file := range files {
		for side := range c.sides {
			parts = append(parts, &c.parts[file][side])
		}
	}
	for _, p := range parts {
		if err := p.parsePairs(r); err != nil {
			return nil, err
		}
		// The positions of such a table are mirrored so that White is always to move.
		if m.symmetric() && c.pawns && k == dtzFile && p.flags&flagBlack != 0 {
			return nil, errors.New("damaged: impossible side to move")
		}
	}
	if k == dtzFile {
		for _, p := range parts {
			p.parseLists(r)
		}
		r.align(2)
	}
	parseBlocks(r, parts)
	if r.short {
		return nil, errors.New("damaged or truncated: the content exceeds the file")
	}
	if r.align(64); r.at != len(r.data) {
		return nil, fmt.Errorf("damaged: %d bytes more than the content has", len(r.data)-r.at)
	}
	return c, nil
}

// parseOrders reads the order of the pieces of all parts.
func (c *content) parseOrders(r *reader, m *material, files int) error {
	for file := range files {
		leadAt, pawnsAt := r.byte(), byte(0)
		if m.pawns(board.White) > 0 && m.pawns(board.Black) > 0 {
			pawnsAt = r.byte()
		}
		listed := r.take(uint64(m.count))
		if r.short {
			break // parse says so
		}
		for side := range c.sides {
			half := func(b byte) byte { return b >> (4 * side) & 15 }
			pieces := make([]board.Piece, len(listed))
			for i, b := range listed {
				pieces[i] = pieceOf(half(b))
			}
			order, err := newEncoder(m, pieces, int(half(leadAt)), int(half(pawnsAt)), file)
			if err != nil {
				return err
			}
			c.parts[file][side].order = order
		}
	}
	r.align(2)
	return nil
}

// pieceOf translates the format's numbers of pieces, 1..6 for White and 9..14 for Black.
func pieceOf(code byte) board.Piece {
	t := code&7 - 1
	if t > byte(board.King) {
		return board.NoPiece
	}
	return board.NewPiece(board.Color(code>>3), board.PieceType(t))
}

// parsePairs reads the tables for decompressing the part, except index, counts and blocks.
func (p *part) parsePairs(r *reader) error {
	p.flags = r.byte()
	if p.flags&flagSingle != 0 {
		p.pairs = pairs{single: true, value: uint16(r.byte())}
		return nil
	}
	if r.short {
		return nil // parse says so
	}
	c := &p.pairs
	c.values = p.order.size
	c.blockBits, c.spanBits = r.byte(), r.byte()
	padding := r.byte()
	c.blocks = uint64(r.uint32())
	c.countsLen = c.blocks + uint64(padding)
	longest := r.byte()
	c.shortest = r.byte()
	if c.blockBits > 30 || c.spanBits > 30 || c.shortest < 1 || longest < c.shortest || longest > maxCode {
		return errors.New("damaged: impossible sizes")
	}
	lowest := make([]uint16, longest-c.shortest+1)
	for i := range lowest {
		lowest[i] = r.uint16()
	}
	symbols := r.take(3 * uint64(r.uint16()))
	r.align(2)
	if r.short {
		return nil
	}
	if err := c.findLengths(lowest); err != nil {
		return err
	}
	return c.readSymbols(symbols)
}

// findLengths computes lengths and hints from the lowest symbol of each length. Below the codes of one length begin
// those that are one bit longer, so there are twice as many numbers below the former as there are codes up to the
// latter.
func (c *pairs) findLengths(lowest []uint16) error {
	c.lengths = make([]codeLength, len(lowest))
	base := uint64(0) // of codes of length i, as a number of that length
	for i := len(lowest) - 1; i >= 0; i-- {
		if i+1 < len(lowest) {
			sum := base + uint64(lowest[i])
			if sum < uint64(lowest[i+1]) {
				return errors.New("damaged: impossible code")
			}
			base = (sum - uint64(lowest[i+1])) / 2
		}
		bits := uint(c.shortest) + uint(i)
		if base>>bits != 0 {
			return errors.New("damaged: impossible code")
		}
		c.lengths[i] = codeLength{base: base << (64 - bits), symbol: uint64(lowest[i]) - base}
	}
	for first := range c.hints {
		highest := uint64(first)<<56 | (1<<56 - 1) // of all that begin with this byte; others have longer codes
		for highest < c.lengths[c.hints[first]].base {
			c.hints[first]++
		}
	}
	return nil
}

// readSymbols reads the symbols, three bytes each, and counts the values that they stand for.
func (c *pairs) readSymbols(data []byte) error {
	n := len(data) / 3
	c.halves, c.more = make([][2]uint16, n), make([]uint8, n)
	for i := range c.halves {
		b := data[3*i : 3*i+3]
		left, right := uint16(b[0])|uint16(b[1]&15)<<8, uint16(b[1]>>4)|uint16(b[2])<<4
		if right != leaf && (int(left) >= n || int(right) >= n) {
			return errSymbol
		}
		c.halves[i] = [2]uint16{left, right}
	}
	counted := make([]bool, n)
	for i := range c.halves {
		if _, ok := c.countValues(uint16(i), counted, 0); !ok {
			return errSymbol
		}
	}
	return nil
}

// errSymbol says that a symbol is made of something that cannot be.
var errSymbol = errors.New("damaged: impossible symbol")

// countValues sets and returns how many values the symbol s stands for. It fails if these are more than 256, which
// includes every symbol that contains itself: a path of 256 pairs stands for more.
func (c *pairs) countValues(s uint16, counted []bool, depth int) (values int, ok bool) {
	left, right := c.halves[s][0], c.halves[s][1]
	switch {
	case counted[s]:
		return int(c.more[s]) + 1, true
	case depth == 256:
		return 0, false
	case right != leaf:
		first, ok := c.countValues(left, counted, depth+1)
		if !ok {
			return 0, false
		}
		second, ok := c.countValues(right, counted, depth+1)
		if !ok || first+second > 256 {
			return 0, false
		}
		c.more[s] = uint8(first + second - 1)
	}
	counted[s] = true
	return int(c.more[s]) + 1, true
}

// parseLists reads the lists of a part whose values are mapped.
func (p *part) parseLists(r *reader) {
	if p.flags&flagMapped == 0 {
		return
	}
	wide := p.flags&flagWide != 0
	if wide {
		r.align(2)
	}
	for i := range p.lists {
		if wide {
			p.lists[i] = list{r.take(2 * uint64(r.uint16())), true}
		} else {
			p.lists[i] = list{r.take(uint64(r.byte())), false}
		}
	}
}

// parseBlocks finds index, counts and blocks of all parts.
func parseBlocks(r *reader, parts []*part) {
	for _, p := range parts {
		if c := &p.pairs; !c.single {
			c.index = r.take((c.values + 1<<c.spanBits - 1) >> c.spanBits * 6)
		}
	}
	for _, p := range parts {
		if c := &p.pairs; !c.single {
			c.counts = r.take(c.countsLen * 2)
		}
	}
	for _, p := range parts {
		if c := &p.pairs; !c.single {
			r.align(64)
			from := r.at
			r.take(c.blocks << c.blockBits)
			c.data = r.data[min(from, len(r.data)):]
		}
	}
}

// reader reads a file from front to back. Where the file ends too early it returns zeros, and short is true from then.
type reader struct {
	data  []byte
	at    int
	short bool
}

// take returns the next n bytes, nil if there are fewer.
func (r *reader) take(n uint64) []byte {
	if r.at > len(r.data) || n > uint64(len(r.data)-r.at) {
		r.short = true
		return nil
	}
	b := r.data[r.at : r.at+int(n) : r.at+int(n)]
	r.at += int(n)
	return b
}

// align skips bytes up to an offset that is a multiple of n.
func (r *reader) align(n int) { r.at = (r.at + n - 1) / n * n }

// number returns the number that the next bytes are, the lowest first.
func (r *reader) number(bytes uint64) (n uint32) {
	for i, b := range r.take(bytes) {
		n |= uint32(b) << (8 * i)
	}
	return n
}

func (r *reader) byte() byte     { return byte(r.number(1)) }
func (r *reader) uint16() uint16 { return uint16(r.number(2)) }
func (r *reader) uint32() uint32 { return r.number(4) }
