package gamedata

import "math/bits"

// # The range coder
//
// It writes a sequence of choices in as many bits as they are improbable. The bytes of a sequence, with a point before the
// first, are a number from 0 to 1. At the start every number is possible. Each choice divides what is possible into parts of
// the sizes that the model gives it, and keeps the part that was chosen: one part in eight costs three bits. In the end any
// number that is still possible will do. The idea is that of G. N. N. Martin (1979); all numbers are integers, so every
// machine writes and reads the same.
//
// Only the 32 bits of the number that are not decided yet are at hand: a range begins at low and is width wide. When it
// is less than minWidth wide, its first byte is written and the others move up.
const minWidth = 1 << 24

// tailSize returns how many bytes a sequence ends with when its last range has the given width: as few as tell the
// range whatever follows them. Both sides know the width, so the length of a sequence need not be stored.
func tailSize(width uint32) int {
	if width >= 1<<25 {
		return 1 // the range holds all numbers that begin with some byte
	}
	return 2
}

// encoder appends a sequence of choices to out.
type encoder struct {
	out   []byte
	low   uint32
	width uint32
}

// newEncoder returns an encoder of a sequence that begins at the end of dst.
func newEncoder(dst []byte) encoder { return encoder{out: dst, width: 1<<32 - 1} }

// put writes that the choice is the part of the given size that begins at start, of total. The smaller the total is against
// minWidth, the less is lost to rounding; it must not be larger.
func (e *encoder) put(start, size, total uint32) {
	unit := e.width / total
	low, carry := bits.Add32(e.low, unit*start, 0)
	e.low, e.width = low, unit*size
	if carry != 0 {
		e.carry()
	}
	for e.width < minWidth {
		e.shift()
	}
}

// shift writes the first byte of low.
func (e *encoder) shift() {
	e.out = append(e.out, byte(e.low>>24))
	e.low <<= 8
	e.width <<= 8
}

// carry adds 1 to the number written so far. It never goes beyond the first byte of the sequence, since no number in the range
// is 1 or more.
func (e *encoder) carry() {
	i := len(e.out) - 1
	for e.out[i]++; e.out[i] == 0; e.out[i]++ {
		i--
	}
}

// finish writes the rest of the sequence and returns out.
func (e *encoder) finish() []byte {
	n := tailSize(e.width)
	rest := uint32(1)<<(32-8*n) - 1
	low, carry := bits.Add32(e.low, rest, 0) // up to the first number whose n bytes may be followed by any
	e.low = low
	if carry != 0 {
		e.carry()
	}
	for range n {
		e.shift()
	}
	return e.out
}

// decoder reads a sequence of choices. Any data give some sequence; after their end it reads zeros. A choice is read by
// divide, then by pass for one part after the other until it returns false, and by enter for that part.
type decoder struct {
	data  []byte
	at    int    // how many bytes have been read, those after the end included
	ahead uint32 // where the number is, counted from where the range or the part begins
	width uint32
	unit  uint32 // of the present choice
}

// newDecoder returns a decoder of the sequence that data begin with.
func newDecoder(data []byte) decoder {
	d := decoder{data: data, width: 1<<32 - 1}
	for range 4 {
		d.ahead = d.ahead<<8 | d.next()
	}
	return d
}

// next returns the next byte.
func (d *decoder) next() (b uint32) {
	if d.at < len(d.data) {
		b = uint32(d.data[d.at])
	}
	d.at++
	return b
}

// divide begins a choice among parts of the given total. A number that no encoder writes counts as part of the last one.
func (d *decoder) divide(total uint32) {
	d.unit = d.width / total
	d.ahead = min(d.ahead, d.unit*total-1)
}

// pass goes to the end of a part and returns true, unless it is the part that was chosen.
func (d *decoder) pass(size uint32) bool {
	if size *= d.unit; d.ahead < size {
		return false
	}
	d.ahead -= size
	return true
}

// enter ends a choice: the part that begins here, of the given size, is the one.
func (d *decoder) enter(size uint32) {
	d.width = d.unit * size
	for d.width < minWidth {
		d.width <<= 8
		d.ahead = d.ahead<<8 | d.next()
	}
}

// pick returns the choice among n parts of size 1.
func (d *decoder) pick(n uint32) uint32 {
	d.divide(n)
	v := d.ahead / d.unit
	d.ahead -= v * d.unit
	d.enter(1)
	return v
}

// used returns how many bytes the sequence takes if it ends here. It is more than there are if the data are not whole.
func (d *decoder) used() int { return d.at - 4 + tailSize(d.width) }
