package gamedata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
)

// # The file
//
// A file is a header and any number of blocks that follow one another without gaps. Numbers are little-endian.
//
//	header      bytes  content
//	             0..7  "VtgGame5", the last character being the version of the format
//	            8..11  n, the length of the text
//	         12..11+n  text that says how the games were made (see Info)
//	      12+n..19+n   xxHash64 of all that comes before
//
//	block       bytes  content
//	             0..3  lower half of the xxHash64 of bytes 4..11, which distinguishes a header of a block from anything else
//	             4..7  length of the payload in bytes
//	            8..11  number of games
//	           12..19  xxHash64 of the payload
//	             20..  payload: the games, one after the other, as one frame of Zstandard
//
//	game        bytes  content
//	             0..7  ID
//	            8..35  starting position (packed)
//	               36  result: 0 Black wins, 1 draw, 2 White wins
//	           37..38  n, the number of plies
//	       39..38+2n   moves (board.Move)
//	   39+2n..38+4n    scores in centipawns for the side to move, NoScore where there is none
//
// A file does not depend on anything else, such as the order of generated moves, so it stays readable when the move generator,
// the search or the network change.
const (
	magic           = "VtgGame5"
	blockHeaderSize = 20
)

// blockSize is the number of bytes of games, before compression, that a block is written at: large enough to compress well, small
// enough that damage costs little and that blocks can be dealt to many goroutines.
const blockSize = 256 << 10

// maxBlock bounds what a payload may expand to: a full block and one more game.
const maxBlock = blockSize + gameSize + 4*maxPlies

// encodeHeader returns the header of a file.
func encodeHeader(info string) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(info)))
	b = append(b, info...)
	return binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
}

// decodeHeader returns the text and the length of the header that data begins with.
func decodeHeader(data []byte) (info string, size int, err error) {
	const fixed = len(magic) + 4
	if !bytes.HasPrefix(data, []byte(magic)) {
		return "", 0, errors.New("this is not a file of packed games of version 5")
	}
	if len(data) < fixed {
		return "", 0, errors.New("the header is cut off")
	}
	n := int64(binary.LittleEndian.Uint32(data[len(magic):]))
	if int64(len(data)) < int64(fixed)+n+8 {
		return "", 0, errors.New("the header is cut off or damaged")
	}
	end := fixed + int(n)
	if xxhash.Sum64(data[:end]) != binary.LittleEndian.Uint64(data[end:]) {
		return "", 0, errors.New("the header is damaged: its checksum is wrong")
	}
	return string(data[fixed:end]), end + 8, nil
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

// maxPlies bounds the length of a game.
const maxPlies = 1<<16 - 1

// gameSize is the size of a game without plies.
const gameSize = 8 + packedSize + 1 + 2

// errShort says that the data ends within a game.
var errShort = errors.New("the data ends within a game")

// appendGame appends g, which must be a game that Check has nothing against.
func appendGame(dst []byte, g *Game) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, g.ID)
	start := pack(&g.Start)
	dst = append(dst, start[:]...)
	dst = append(dst, byte(g.Result))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(g.Plies)))
	for _, pl := range g.Plies {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(pl.Move))
	}
	for _, pl := range g.Plies {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(pl.Score))
	}
	return dst
}

// decodeGame reads the game at the beginning of data into g, whose plies it overwrites, and returns its size. Any data are
// safe: anything but a game that Check has nothing against is an error.
func decodeGame(data []byte, g *Game) (size int, err error) {
	if len(data) < gameSize {
		return 0, errShort
	}
	g.ID = binary.LittleEndian.Uint64(data)
	if g.Start, err = packed(data[8:]).unpack(); err != nil {
		return 0, fmt.Errorf("game %d: start: %w", g.ID, err)
	}
	g.Result = Result(data[8+packedSize])
	n := int(binary.LittleEndian.Uint16(data[gameSize-2:]))
	size = gameSize + 4*n
	if len(data) < size {
		return 0, errShort
	}
	g.Plies = slices.Grow(g.Plies[:0], n)[:n]
	moves, scores := data[gameSize:gameSize+2*n], data[gameSize+2*n:size]
	for i := range g.Plies {
		g.Plies[i].Move = board.Move(binary.LittleEndian.Uint16(moves[2*i:]))
		g.Plies[i].Score = int16(binary.LittleEndian.Uint16(scores[2*i:]))
	}
	return size, g.checkPlies()
}
