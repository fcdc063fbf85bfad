package gamedata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// # The file
//
// A file is a header and any number of blocks that follow one another without gaps. Numbers of fixed size are
// little-endian; "varint" is the unsigned variable-length number of encoding/binary: 7 bits per byte, the lowest
// first, bit 7 set in every byte but the last.
//
//	header      bytes  content
//	             0..7  "VtgGame4", the last character being the version of the format
//	            8..11  n, the length of the text, at most maxInfo
//	         12..11+n  text that tells how the games were made (see Info)
//	      12+n..19+n   xxHash64 of all that comes before
//
//	block       bytes  content
//	             0..3  lower half of the xxHash64 of bytes 4..11, which tells a header of a block from anything else
//	             4..7  length of the payload in bytes
//	            8..11  number of games
//	           12..19  xxHash64 of the payload
//	             20..  payload: the games, each an ID and a body
//
// The ID of a game is a varint: the difference to the ID before plus 1 (at the start of a block: to 0), zigzag-coded
// (0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4, …). In a block of its own a game thus stores its ID, in a row of games each
// takes one byte.
//
// A body begins with a sequence of choices, each written by the range coder in as many bits as it is improbable
// (rangecoder.go), and ends with the scores:
//
//	starting position   see start.go
//	result              0 Black wins, 1 draw, 2 White wins, each with the same weight
//	number of plies     see putNumber
//	moves               see moves.go
//	scores              see scores.go
//
// The weights and orders there are part of the format: a change of one of them needs a new version. The format does not depend on
// anything else, such as the order of generated moves, so files stay readable when the move generator, the search or the network
// change.
const (
	magic           = "VtgGame4"
	maxInfo         = 1 << 20
	blockHeaderSize = 20
)

// headerSize returns the length of a file's header with n bytes of text.
func headerSize(n int) int { return len(magic) + 4 + n + 8 }

// encodeHeader returns the header of a file.
func encodeHeader(info string) ([]byte, error) {
	if len(info) > maxInfo {
		return nil, fmt.Errorf("the text about the games has %d bytes, at most %d are possible", len(info), maxInfo)
	}
	b := append([]byte(magic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(b[len(magic):], uint32(len(info)))
	b = append(b, info...)
	return binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b)), nil
}

// errOtherFile says that a file does not begin as one of packed games does.
var errOtherFile = errors.New("this is not a file of packed games of version 4")

// decodeHeader returns the text and the length of the header that data begins with.
func decodeHeader(data []byte) (info string, size int, err error) {
	fixed := len(magic) + 4
	if !bytes.HasPrefix(data, []byte(magic)) {
		return "", 0, errOtherFile
	}
	if len(data) < fixed {
		return "", 0, errors.New("the header is cut off")
	}
	n := binary.LittleEndian.Uint32(data[len(magic):])
	if n > maxInfo {
		return "", 0, errors.New("the header is damaged: its length is impossible")
	}
	size = headerSize(int(n))
	if len(data) < size {
		return "", 0, errors.New("the header is cut off")
	}
	if xxhash.Sum64(data[:size-8]) != binary.LittleEndian.Uint64(data[size-8:]) {
		return "", 0, errors.New("the header is damaged: its checksum is wrong")
	}
	return string(data[fixed : size-8]), size, nil
}

// blockHeader is the header of a block, decoded.
type blockHeader struct {
	length uint32 // of the payload
	games  uint32
	sum    uint64 // of the payload
}

// put writes the header to the first bytes of b.
func (h blockHeader) put(b []byte) {
	binary.LittleEndian.PutUint32(b[4:], h.length)
	binary.LittleEndian.PutUint32(b[8:], h.games)
	binary.LittleEndian.PutUint32(b, uint32(xxhash.Sum64(b[4:12])))
	binary.LittleEndian.PutUint64(b[12:], h.sum)
}

// parseBlockHeader reads the header at the start of b and reports whether there is one.
func parseBlockHeader(b []byte) (h blockHeader, ok bool) {
	if len(b) < blockHeaderSize || uint32(xxhash.Sum64(b[4:12])) != binary.LittleEndian.Uint32(b) {
		return h, false
	}
	h.length = binary.LittleEndian.Uint32(b[4:])
	h.games = binary.LittleEndian.Uint32(b[8:])
	h.sum = binary.LittleEndian.Uint64(b[12:])
	return h, true
}

// zigzag maps small numbers of either sign to small ones without a sign.
func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// appendID appends the ID of a game that follows the one with the ID next-1.
func appendID(dst []byte, id, next uint64) []byte {
	return binary.AppendUvarint(dst, zigzag(int64(id-next)))
}
