package gamedata

import (
	"encoding/binary"
	"fmt"

	"vertigo/board"
	"vertigo/movegen"
)

// # Version 1 of the format
//
// Files of version 1 can be read, and Merge writes their games anew. They differ in the last character of the magic and in
// the bodies of the games, which take nearly twice the bytes:
//
//	body        bytes  content
//	            0..27  starting position (board.Compact)
//	               28  varint 4*plies + result
//	                   then every ply
//
//	ply           bit  content
//	             0..3  which piece moves: its place among the pieces of the side to move from the lowest square up
//	             4..9  target square; when castling, that of the rook. When a pawn promotes, bits 4..6 are the file
//	                   of the target and bits 7..9 the promotion: 0 knight, 1 bishop, 2 rook, 3 queen
//	           10..15  change of the score, zigzag-coded, against the negated score of the ply before (against 0 in
//	                   the first ply); 63 stands for 63 and more, the rest being in a varint that follows
const (
	magic1     = "VtgGame1"
	minPlySize = 2
	longDelta  = 63
)

// decodeBody1 is decodeBody for version 1.
func decodeBody1(data []byte, g *Game) (size int, err error) {
	if len(data) < board.CompactSize {
		return 0, errShort
	}
	start := (*board.Compact)(data)
	if err := start.Unpack(&g.Start); err != nil {
		return 0, err
	}
	rest := data[board.CompactSize:]
	head, n := binary.Uvarint(rest)
	if n <= 0 {
		return 0, errShort
	}
	rest = rest[n:]
	if head&3 > uint64(WhiteWins) {
		return 0, fmt.Errorf("result %d", head&3)
	}
	g.Result = Result(head & 3)
	if head>>2 > uint64(len(rest)/minPlySize) {
		return 0, errShort
	}
	if head>>2 > maxPlies {
		return 0, fmt.Errorf("%d plies, at most %d are possible", head>>2, maxPlies)
	}
	g.makePlies(int(head >> 2))
	rest, err = decodePlies1(rest, g)
	return len(data) - len(rest), err
}

// decodePlies1 fills the plies of g from data and returns what is left of them.
func decodePlies1(data []byte, g *Game) (rest []byte, err error) {
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
		m := unpackMove1(p, word)
		if !movegen.IsLegal(p, m) {
			return nil, fmt.Errorf("ply %d is not legal", i)
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
			return nil, fmt.Errorf("ply %d has the score %d", i, score)
		}
		g.Plies[i] = Ply{Move: m, Score: int16(score)}
		before = score
		p.Make(m, &frames[i&1^1])
	}
	return data, nil
}

// unpackMove1 returns the move of p that the 10 bits tell. They may be any: the move need not be legal, and is NoMove
// when there is no such piece.
func unpackMove1(p *board.Position, bits uint16) board.Move {
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
			to = board.NewSquare(to.File(), 7).Relative(us)
		case rank == 1 && to.Relative(us).Rank() == 3:
			flag = board.DoublePush
		case to == p.EnPassant():
			flag = board.EnPassant
		}
	}
	return board.NewMove(from, to, flag)
}
