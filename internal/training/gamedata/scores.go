package gamedata

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// # Scores
//
// For each ply, a bit tells whether it has a score, and the score follows. The best prediction of it is the last one, negated
// for each ply since; 0 if there was none. What is written is the change against that, zigzag-coded (0, -1, 1, -2, 2, … are 0, 1,
// 2, 3, 4, …): a code that tells how many bits that number has, and the bits after the first. Bytes are filled from their lowest
// bit up: with the bits of a code from the first on, and with those of a number from the lowest on. After the last score the
// byte is filled up with zeros.
//
// A score takes 7.1 bits. That is the noise of searches of a few hundred nodes: with a range coder it was 7.0, and with the
// last changes and the size of the score as context 6.9. Other predictions from the last four scores were worse.

// codeSizes tells how many bits the code has for a number of 0, 1, 2, … bits. As in every canonical prefix code, that says
// which codes they are: in the order of their sizes, and of the numbers where those are equal, each is the next binary
// fraction, 0.00, 0.01, 0.100, ….
var codeSizes = [18]int{4, 6, 5, 4, 3, 2, 2, 3, 4, 7, 8, 9, 11, 12, 12, 12, 11, 12}

// maxCodeSize is the size of the longest code.
const maxCodeSize = 12

// codes are the codes, the first bit being the lowest. Any maxCodeSize bits begin with the code for a number of codeOwners bits.
var codes, codeOwners = prefixCode()

func prefixCode() (codes [len(codeSizes)]uint64, owners [1 << maxCodeSize]uint8) {
	fraction := uint64(0) // of the next code, in units of the smallest
	for size := 1; size <= maxCodeSize; size++ {
		for n, s := range codeSizes {
			if s != size {
				continue
			}
			code := bits.Reverse64(fraction << (64 - maxCodeSize))
			codes[n] = code
			for rest := range uint64(1) << (maxCodeSize - size) {
				owners[code|rest<<size] = uint8(n)
			}
			fraction += 1 << (maxCodeSize - size)
		}
	}
	return codes, owners
}

// appendScores appends the scores of plies.
func appendScores(dst []byte, plies []Ply) []byte {
	left, n := uint64(0), 0 // bits that do not fill a byte yet, and how many
	before := 0
	for _, pl := range plies {
		before = -before
		if pl.Score == NoScore {
			n++
		} else {
			left |= 1 << n
			n++
			v := zigzag(int64(int(pl.Score) - before))
			before = int(pl.Score)
			size := bits.Len64(v)
			left |= codes[size] << n
			n += codeSizes[size]
			if size > 1 {
				left |= v &^ (1 << (size - 1)) << n
				n += size - 1
			}
		}
		for ; n >= 8; n -= 8 {
			dst = append(dst, byte(left))
			left >>= 8
		}
	}
	if n > 0 {
		dst = append(dst, byte(left))
	}
	return dst
}

// takeScores is the inverse of appendScores for the beginning of data. It returns the number of bytes read.
func takeScores(data []byte, plies []Ply) (size int, err error) {
	at, end := 0, 8*len(data) // bits
	before := 0
	for i := range plies {
		before = -before
		window := bitsAt(data, at)
		if at++; at > end {
			return 0, errShort
		}
		if window&1 == 0 {
			plies[i].Score = NoScore
			continue
		}
		window >>= 1
		n := int(codeOwners[window&(1<<maxCodeSize-1)])
		v := uint64(n)
		if n > 1 {
			v = 1<<(n-1) | window>>codeSizes[n]&(1<<(n-1)-1)
		}
		score := int(unzigzag(v)) + before
		if score > MaxScore || score < -MaxScore {
			return 0, fmt.Errorf("ply %d has the score %d", i, score)
		}
		plies[i].Score = int16(score)
		before = score
		if at += codeSizes[n] + max(n-1, 0); at > end {
			return 0, errShort
		}
	}
	return (at + 7) / 8, nil
}

// bitsAt returns at least 56 bits from the given one on, zeros after the end of data.
func bitsAt(data []byte, at int) uint64 {
	var tail [8]byte
	rest := data[min(at/8, len(data)):]
	if len(rest) < 8 {
		copy(tail[:], rest)
		rest = tail[:]
	}
	return binary.LittleEndian.Uint64(rest) >> (at % 8)
}
