package gamedata

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/movegen"
)

// # The file
//
// A file is a header and any number of blocks that follow one another without gaps. Numbers of fixed size are
// little-endian; "varint" is the unsigned variable-length number of encoding/binary: 7 bits per byte, the lowest
// first, bit 7 set in every byte but the last.
//
//	header      bytes  content
//	             0..7  "VtgGame1", the last character being the version of the format
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
//	body        bytes  content
//	            0..27  starting position (board.Compact)
//	               28  varint 4*plies + result, the result being 0 Black wins, 1 draw, 2 White wins
//	                   then every ply
//
//	ply           bit  content
//	             0..3  which piece moves: its place among the pieces of the side to move from the lowest square up
//	             4..9  target square; when castling, that of the rook. When a pawn promotes, bits 4..6 are the file
//	                   of the target and bits 7..9 the promotion: 0 knight, 1 bishop, 2 rook, 3 queen
//	           10..15  change of the score, zigzag-coded, against the negated score of the ply before (against 0 in
//	                   the first ply); 63 stands for 63 and more, the rest being in a varint that follows
//
// The move says nothing that follows from the position (castling, en passant, double steps), and no order of generated
// moves enters, so files stay readable whatever becomes of the move generator.
const (
	magic           = "VtgGame1"
	maxInfo         = 1 << 20
	blockHeaderSize = 20
	minPlySize      = 2
	longDelta       = 63
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
var errOtherFile = errors.New("this is not a file of packed games, or one of another version")

// decodeHeader returns the text and the length of the header that data begins with.
func decodeHeader(data []byte) (info string, size int, err error) {
	fixed := len(magic) + 4
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
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

// appendBody appends the body of g, which must be a game that Check has nothing against.
func appendBody(dst []byte, g *Game) []byte {
	start := g.Start.Compact()
	dst = append(dst, start[:]...)
	dst = binary.AppendUvarint(dst, uint64(len(g.Plies))<<2|uint64(g.Result))
	before := 0
	g.Positions(func(p *board.Position, _ int, pl Ply) bool {
		delta := zigzag(int64(int(pl.Score) + before))
		word := uint16(packMove(p, pl.Move)) | uint16(min(delta, longDelta))<<10
		dst = append(dst, byte(word), byte(word>>8))
		if delta >= longDelta {
			dst = binary.AppendUvarint(dst, delta-longDelta)
		}
		before = int(pl.Score)
		return true
	})
	return dst
}

// packMove returns the 10 bits that tell the legal move m in p.
func packMove(p *board.Position, m board.Move) uint16 {
	from, to := m.From(), m.To()
	piece := (p.Color(p.Turn()) & (from.Bit() - 1)).Count()
	if m.IsPromotion() {
		return uint16(piece) | uint16(to.File())<<4 | uint16(m.Promotion()-board.Knight)<<7
	}
	return uint16(piece) | uint16(to)<<4
}

// unpackMove returns the move of p that the 10 bits tell. They may be any: the move need not be legal, and is NoMove
// when there is no such piece.
func unpackMove(p *board.Position, bits uint16) board.Move {
	us := p.Turn()
	pieces := p.Color(us)
	for range bits & 15 {
		pieces &= pieces - 1
	}
	if pieces == 0 {
		return board.NoMove
	}
	from, to := pieces.First(), board.Square(bits>>4&63)
	flag := board.Normal
	switch p.At(from).Type() {
	case board.King:
		if p.Color(us).Has(to) {
			flag = board.Castle
		}
	case board.Pawn:
		switch rank := from.Relative(us).Rank(); {
		case rank == 6:
			flag = board.PromoteKnight + board.MoveFlag(bits>>7&3)
			if bits>>9&1 != 0 {
				return board.NoMove
			}
			to = board.MakeSquare(to.File(), 7).Relative(us)
		case rank == 1 && to.Relative(us).Rank() == 3:
			flag = board.DoublePush
		case to == p.EnPassant():
			flag = board.EnPassant
		}
	}
	return board.MakeMove(from, to, flag)
}

// errShort says that the data end within a game.
var errShort = errors.New("the data end within a game")

// decodeGame reads an ID and a body from data into g, whose plies it overwrites, and returns how many bytes ID and body
// take. Next is the ID before plus 1. Any data are safe: what is not a legal game is an error.
func decodeGame(data []byte, next uint64, g *Game) (idSize, size int, err error) {
	delta, idSize := binary.Uvarint(data)
	if idSize <= 0 || len(data) < idSize+board.CompactSize {
		return 0, 0, errShort
	}
	g.ID = next + uint64(unzigzag(delta))
	rest := data[idSize:]
	start := (*board.Compact)(rest)
	if err := start.Unpack(&g.Start); err != nil {
		return 0, 0, err
	}
	rest = rest[board.CompactSize:]
	head, n := binary.Uvarint(rest)
	if n <= 0 {
		return 0, 0, errShort
	}
	rest = rest[n:]
	if head&3 > uint64(WhiteWins) {
		return 0, 0, fmt.Errorf("result %d", head&3)
	}
	g.Result = Result(head & 3)
	if head>>2 > uint64(len(rest)/minPlySize) {
		return 0, 0, errShort
	}
	plies := int(head >> 2)
	if cap(g.Plies) < plies {
		g.Plies = make([]Ply, plies, plies+plies/2)
	}
	g.Plies = g.Plies[:plies]
	rest, err = decodePlies(rest, g)
	return idSize, len(data) - len(rest), err
}

// decodePlies fills the plies of g from data and returns what is left of them.
func decodePlies(data []byte, g *Game) (rest []byte, err error) {
	var frames [2]board.Position
	frames[0] = g.Start
	before := 0
	for i := range g.Plies {
		if len(data) < minPlySize {
			return nil, errShort
		}
		word := binary.LittleEndian.Uint16(data)
		data = data[minPlySize:]
		p := &frames[i&1]
		m := unpackMove(p, word)
		if !movegen.IsLegal(p, m) {
			return nil, fmt.Errorf("ply %d of a game is not legal", i)
		}
		delta := uint64(word >> 10)
		if delta == longDelta {
			more, n := binary.Uvarint(data)
			if n <= 0 {
				return nil, errShort
			}
			data = data[n:]
			delta += min(more, 8*MaxScore) // too large either way, but no overflow
		}
		score := int(unzigzag(delta)) - before
		if score > MaxScore || score < -MaxScore {
			return nil, fmt.Errorf("ply %d of a game has the score %d", i, score)
		}
		g.Plies[i] = Ply{Move: m, Score: int16(score)}
		before = score
		p.Make(m, &frames[i&1^1])
	}
	return data, nil
}
