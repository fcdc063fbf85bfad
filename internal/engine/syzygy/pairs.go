package syzygy

import (
	"encoding/binary"
	"errors"
)

// pairs is a compressed sequence of values. The method is recursive pairing (Larsson and Moffat 1999): the most
// frequent pair of neighbours was replaced by a new symbol again and again, so that one symbol stands for up to 256
// values. The symbols that remained are written in a canonical Huffman code:
//
//	code lengths rise while codes, read as binary fractions, fall; codes of one length are consecutive numbers
//
//	1.0 +-----------------+
//	    | shortest codes  |  base[0]: the lowest of them, padded with zeros to 64 bits
//	    +-----------------+
//	    | one bit longer  |  base[1]
//	    +-----------------+
//	    | …               |  base[last] = 0
//	0.0 +-----------------+
//
// The codes lie in blocks of a fixed size, each of which begins with a new code. To find the i-th value, the index
// says where the middle of i's span is; from there the counts of the blocks lead to the block that has it, and in
// this the codes are read from the first on, only adding up how many values they stand for.
type pairs struct {
	values uint64 // how many values there are
	single bool   // every value is that of the variable below, and nothing of the rest is used
	value  uint16

	blockBits uint8  // log2 of the block size in bytes
	spanBits  uint8  // log2 of the number of values per index entry
	blocks    uint64 // how many blocks there are
	index     []byte // entries of 6 bytes
	counts    []byte // entries of 2 bytes: how many values a block has, less one; some are beyond the last block
	data      []byte // from the first block to the end of the file
	countsLen uint64 // how many counts there are

	shortest uint8        // length of the shortest code, bits
	lengths  []codeLength // of the codes, from the shortest up
	hints    [256]uint8   // by the first byte of a code: the least index in lengths that it can have
	halves   [][2]uint16  // by symbol: the two symbols it is a pair of, or its value and leaf
	more     []uint8      // by symbol: how many values it stands for, less one
}

// codeLength describes the codes of one length.
type codeLength struct {
	base   uint64 // see above
	symbol uint64 // what to add to a code, as a number of that length, to get its symbol
}

// leaf is the right half that marks a symbol as a value.
const leaf = 0xfff

// maxCode is the greatest code length: as many bits as are sure to be in the buffer.
const maxCode = 32

// The errors of values that cannot be found although the structure of the file is sound.
var (
	errIndex = errors.New("damaged: the index points nowhere")
	errCode  = errors.New("damaged: unknown code")
)

// at returns the i-th value.
func (c *pairs) at(i uint64) (uint16, error) {
	if c.single {
		return c.value, nil
	}
	entry := i >> c.spanBits * 6
	if i >= c.values || entry+6 > uint64(len(c.index)) {
		return 0, errIndex
	}
	block := uint64(binary.LittleEndian.Uint32(c.index[entry:]))
	offset := int(binary.LittleEndian.Uint16(c.index[entry+4:]))
	span := uint64(1) << c.spanBits
	offset += int(i&(span-1)) - int(span/2)
	if block >= c.countsLen {
		return 0, errIndex
	}
	for offset < 0 {
		if block == 0 {
			return 0, errIndex
		}
		block--
		offset += c.count(block)
	}
	for offset >= c.count(block) {
		offset -= c.count(block)
		block++
		if block >= c.countsLen {
			return 0, errIndex
		}
	}
	if block >= c.blocks {
		return 0, errIndex
	}
	return c.decode(block<<c.blockBits, offset)
}

// count returns how many values a block has.
func (c *pairs) count(block uint64) int {
	return int(binary.LittleEndian.Uint16(c.counts[2*block:])) + 1
}

// decode returns the value that comes offset values after the one at the position of a byte of data.
func (c *pairs) decode(position uint64, offset int) (uint16, error) {
	lengths, more := c.lengths, c.more
	var s uint16
	// The next code is at the top of window, in which at least 33 bits are valid; more bits come after position.
	window, valid := c.load(position), uint8(64)
	position += 8
	for {
		// The shortest codes are so frequent that guessing them beats looking the hint up.
		i := 0
		if window < lengths[0].base {
			i = int(c.hints[window>>56])
			for window < lengths[i].base { // ends at the last base, which is 0
				i++
			}
		}
		bits := c.shortest + uint8(i)
		code := window>>(64-bits) + lengths[i].symbol
		if code >= uint64(len(more)) {
			return 0, errCode
		}
		s = uint16(code)
		count := int(more[code]) + 1
		if offset < count {
			break
		}
		offset -= count
		window <<= bits
		valid -= bits
		if valid <= 32 {
			window |= c.load(position) >> 32 << (32 - valid)
			valid += 32
			position += 4
		}
	}
	for more[s] > 0 {
		halves := c.halves[s]
		s = halves[0]
		if count := int(more[s]) + 1; offset >= count {
			offset -= count
			s = halves[1]
		}
	}
	return c.halves[s][0], nil
}

// load returns the 64 bits at the position of a byte of data, zeros standing in for what lies beyond the file.
func (c *pairs) load(position uint64) uint64 {
	if n := uint64(len(c.data)); position < n && n-position >= 8 {
		return binary.BigEndian.Uint64(c.data[position:])
	}
	var last [8]byte
	if position < uint64(len(c.data)) {
		copy(last[:], c.data[position:])
	}
	return binary.BigEndian.Uint64(last[:])
}
