package syzygy

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
)

// The checksum at the end of a file is made of hash functions of the CityHash family, version 1.0.3, by Geoff Pike and
// Jyrki Alakuijala (https://github.com/google/cityhash): CityHashCrc256 of every 16 MiB of the file, and of the results
// one after the other CityHashCrc128. This is a new implementation of the parts that are needed; the
// constants are those that define the functions.

// The multipliers of CityHash.
const (
	city0 = 0xc3a5c85c97cb3127
	city1 = 0xb492b66fbe98f273
	city3 = 0xc949d7c7509e6557
)

// checksumChunk is how many bytes are hashed at a time.
const checksumChunk = 16 << 20

// checksum returns the checksum of data. Stop, which may be nil, is asked once per chunk; when it returns true,
// the work is abandoned and ok is false.
func checksum(data []byte, stop func() bool) (sum [checksumSize]byte, ok bool) {
	var results []byte
	for rest := data; len(rest) > 0; {
		if stop != nil && stop() {
			return sum, false
		}
		chunk := rest[:min(len(rest), checksumChunk)]
		rest = rest[len(chunk):]
		for _, word := range cityCRC256(chunk) {
			results = binary.LittleEndian.AppendUint64(results, word)
		}
	}
	first, second := cityCRC128(results)
	binary.LittleEndian.PutUint64(sum[:], first)
	binary.LittleEndian.PutUint64(sum[8:], second)
	return sum, true
}

func load64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

func rotateRight(x uint64, by int) uint64 { return bits.RotateLeft64(x, -by) }

func shiftMix(x uint64) uint64 { return x ^ x>>47 }

// cityMix hashes 128 bits to 64, by Murmur's mixing.
func cityMix(u, v uint64) uint64 {
	const multiplier = 0x9ddfea08eb382d69
	a := (u ^ v) * multiplier
	a ^= a >> 47
	b := (v ^ a) * multiplier
	b ^= b >> 47
	return b * multiplier
}

// cityWeak hashes 32 bytes and two seeds to 128 bits.
func cityWeak(s []byte, a, b uint64) (uint64, uint64) {
	w, x, y, z := load64(s, 0), load64(s, 8), load64(s, 16), load64(s, 24)
	a += w
	b = rotateRight(b+a+z, 21)
	c := a
	a += x + y
	b += rotateRight(a, 44)
	return a + z, b + c
}

// cityCRC128 hashes s, at least 32 bytes and a multiple of 16, to 128 bits.
func cityCRC128(s []byte) (uint64, uint64) {
	if len(s) > 900 {
		r := cityCRC256(s)
		return r[2], r[3]
	}
	a, b := load64(s, 0)^city3, load64(s, 8)
	if s = s[16:]; len(s) < 128 {
		return cityMurmur(s, a, b)
	}
	return city128(s, a, b)
}

// cityMurmur hashes s, at least 16 bytes and a multiple of 16, and two seeds.
func cityMurmur(s []byte, a, b uint64) (uint64, uint64) {
	n := len(s)
	var c, d uint64
	if n == 16 {
		x, y := load64(s, 0), load64(s, 8)
		a = shiftMix(a*city1) * city1
		c = b*city1 + (cityMix(x, rotateRight(y+16, 16)) ^ y)
		d = shiftMix(a + x)
	} else {
		c = cityMix(load64(s, n-8)+city1, a)
		d = cityMix(b+uint64(n), c+load64(s, n-16))
		a += d
		for ; len(s) > 16; s = s[16:] {
			a = (a ^ shiftMix(load64(s, 0)*city1)*city1) * city1
			b ^= a
			c = (c ^ shiftMix(load64(s, 8)*city1)*city1) * city1
			d ^= c
		}
	}
	a, b = cityMix(a, c), cityMix(d, b)
	return a ^ b, cityMix(b, a)
}

// city128 hashes s, at least 128 bytes, and two seeds.
func city128(s []byte, x, y uint64) (uint64, uint64) {
	whole := s
	z := uint64(len(s)) * city1
	v1 := rotateRight(y^city1, 49)*city1 + load64(s, 0)
	v2 := rotateRight(v1, 42)*city1 + load64(s, 8)
	w1 := rotateRight(y+z, 35)*city1 + x
	w2 := rotateRight(x+load64(s, 88), 53) * city1
	for ; len(s) >= 128; s = s[128:] {
		for _, half := range [...][]byte{s[:64], s[64:128]} {
			x = rotateRight(x+y+v1+load64(half, 8), 37) * city1
			y = rotateRight(y+v2+load64(half, 48), 42) * city1
			x ^= w2
			y += v1 + load64(half, 40)
			z = rotateRight(z+w1, 33) * city1
			v1, v2 = cityWeak(half, v2*city1, x+w1)
			w1, w2 = cityWeak(half[32:], z+w2, y+load64(half, 16))
			z, x = x, z
		}
	}
	x += rotateRight(v1+z, 49) * city0
	z += rotateRight(w1, 37) * city0
	for done := 32; done < len(s)+32; done += 32 {
		tail := whole[len(whole)-done:]
		y = rotateRight(x+y, 42)*city0 + v2
		w1 += load64(tail, 16)
		x = x*city0 + w1
		z += w2 + load64(tail, 0)
		w2 += v1
		v1, v2 = cityWeak(tail, v1+z, v2)
	}
	x = cityMix(x, v1)
	y = cityMix(y+z, w1)
	return cityMix(x+v2, w2) + y, cityMix(x+w2, y+v2)
}

// cityState is the state of CityHashCrc256 between blocks of 40 bytes.
type cityState struct {
	a, b, c, d, e, t uint64
	crc              [5]uint64
}

// castagnoli is the polynomial of the processors' CRC instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// add takes in the first 40 bytes of s.
func (h *cityState) add(s []byte, multiplier uint64, z int) {
	old := h.a
	h.a = rotateRight(h.b, 41^z)*multiplier + load64(s, 0)
	h.b = rotateRight(h.c, 27^z)*multiplier + load64(s, 8)
	h.c = rotateRight(h.d, 41^z)*multiplier + load64(s, 16)
	h.d = rotateRight(h.e, 33^z)*multiplier + load64(s, 24)
	h.e = rotateRight(h.t, 25^z)*multiplier + load64(s, 32)
	h.t = old
	var word [8]byte
	for i, x := range [...]uint64{h.a, h.b, h.c, h.d, h.e} {
		binary.LittleEndian.PutUint64(word[:], x)
		// The package inverts before and after, the instruction does not.
		h.crc[i] = uint64(^crc32.Update(^uint32(h.crc[i]), castagnoli, word[:]))
	}
}

// cityCRC256 hashes s to 256 bits.
func cityCRC256(s []byte) (result [4]uint64) {
	seed := uint32(0)
	if len(s) < 240 {
		seed = ^uint32(len(s))
		s = append(s[:len(s):len(s)], make([]byte, 240-len(s))...)
	}
	n := uint64(len(s))
	h := cityState{a: load64(s, 56) + city0, b: load64(s, 96) + city0, e: load64(s, 184) + uint64(seed)}
	h.c = cityMix(h.b, n)
	h.d = load64(s, 120)*city0 + n
	h.t = h.c + h.d
	h.crc[0] = uint64(seed)
	result[0], result[1] = h.c, h.d

	whole := s
	for ; len(s) >= 240; s = s[240:] {
		for i := 0; i < 240; i += 80 {
			h.add(s[i:], 1, 1)
			h.add(s[i+40:], city0, 0)
		}
	}
	for ; len(s) >= 40; s = s[40:] {
		h.add(s, city0, 0)
	}
	if len(s) > 0 {
		h.add(whole[len(whole)-40:], city0, 0)
	}
	return h.finish(result)
}

// finish mixes the state into the result.
func (h *cityState) finish(result [4]uint64) [4]uint64 {
	a, b, c, d, e, t := h.a, h.b, h.c, h.d, h.e, h.t
	f, g, k, i, j := h.crc[0], h.crc[1], h.crc[2], h.crc[3], h.crc[4]
	j += i << 32
	a = cityMix(a, j)
	k += g << 32
	b += k
	c = cityMix(c, f) + i
	d = cityMix(d, e+result[0])
	j += e
	i += cityMix(k, t)
	e = cityMix(a, d) + j
	f = cityMix(b, c) + a
	g = cityMix(j, i) + c
	result[0] = e + f + g + k
	a = shiftMix((a+g)*city0)*city0 + b
	result[1] += a + result[0]
	a = shiftMix(a*city0)*city0 + c
	result[2] = a + result[1]
	a = shiftMix((a+e)*city0) * city0
	result[3] = a + result[2]
	return result
}
