package board

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// StartFEN is the starting position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// StartPosition returns the starting position of chess.
func StartPosition() Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err) // cannot happen: the text is a constant and tested
	}
	return p
}

// maxFullMove is the greatest move number. Counting stops there, so that every position can be written and read back.
const maxFullMove = math.MaxUint16 / 2

// ParseFEN reads a position in Forsyth-Edwards notation, as ReadFEN does.
func ParseFEN(fen string) (Position, error) {
	p, _, err := ReadFEN(fen)
	return p, err
}

// ReadFEN reads a position in Forsyth-Edwards notation. Only the pieces and the side to move must be there. Castling rights may
// be written as in FEN, X-FEN or Shredder-FEN. Parts that are impossible, or that say nothing about the position, are left out,
// and dropped names them, for example "the castling right K (no king and rook of white in place)": castling rights, en-passant
// squares, counters, and operations of EPD. An en-passant square on which no capture is legal is left out without a word after a
// double step: it does not change the game. Anything else that cannot be read, and every position that cannot occur (see
// validate), is an error that says what is wrong and where.
func ReadFEN(fen string) (p Position, dropped []string, err error) {
	drop := func(format string, args ...any) { dropped = append(dropped, fmt.Sprintf(format, args...)) }
	fields, operations := splitFEN(fen)
	if len(fields) < 2 {
		return Position{}, nil, fmt.Errorf("FEN %q lacks the pieces or the side to move", fen)
	}
	if word, _, _ := strings.Cut(operations, " "); IsLongAlgebraic(word) || word == "move" || word == "moves" {
		return Position{}, nil, fmt.Errorf("FEN %q: %q does not belong to a FEN", fen, word)
	}
	whole := [6]string{"", "", "-", "-", "0", "1"}
	copy(whole[:], fields)
	for _, read := range []func() error{
		func() error { return p.parsePieces(whole[0]) },
		func() error { return p.parseTurn(whole[1]) },
		p.validate,
		func() error { return p.parseCastling(whole[2], drop) },
		func() error { return p.parseEnPassant(whole[3], drop) },
	} {
		if err := read(); err != nil {
			return Position{}, nil, fmt.Errorf("FEN %q: %w", fen, err)
		}
	}
	p.parseCounters(whole[4], whole[5], drop)
	if operations != "" {
		drop("%q after the position", operations)
	}
	p.refresh()
	return p, dropped, nil
}

// splitFEN splits a FEN into its fields, six at most, and what follows them. Operations of EPD, which begin with a letter, may
// take the place of the counters: the first ones may be hmvc and fmvn, which are the counters.
func splitFEN(fen string) (fields []string, operations string) {
	fields = strings.Fields(fen)
	end := min(len(fields), 6)
	for i := 4; i < end; i++ {
		if c := fields[i][0] | 0x20; c >= 'a' && c <= 'z' {
			end = i
		}
	}
	fields, rest := fields[:end:end], fields[end:]
	if end == 4 {
		fields = append(fields, "0", "1")
		for len(rest) > 1 && (rest[0] == "hmvc" || rest[0] == "fmvn") {
			fields[4+strings.Index("hf", rest[0][:1])] = strings.TrimSuffix(rest[1], ";")
			rest = rest[2:]
		}
	}
	return fields, strings.Join(rest, " ")
}

func (p *Position) parsePieces(field string) error {
	for s := range p.squares {
		p.squares[s] = NoPiece
	}
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("pieces %q: the number of ranks is %d, want 8", field, len(ranks))
	}
	for i, text := range ranks {
		rank, file := 7-i, 0
		for _, c := range text {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			pc := strings.IndexRune(pieceLetters[:PieceCount], c)
			if pc < 0 {
				return fmt.Errorf("rank %d %q: %q is not a piece", rank+1, text, c)
			}
			if file < 8 {
				p.put(Piece(pc), NewSquare(file, rank))
			}
			file++
		}
		if file != 8 {
			return fmt.Errorf("rank %d %q: the number of squares is %d, want 8", rank+1, text, file)
		}
	}
	return nil
}

func (p *Position) parseTurn(field string) error {
	switch field {
	case "w":
		p.turn = White
	case "b":
		p.turn = Black
	default:
		return fmt.Errorf("side to move %q, want w or b", field)
	}
	return nil
}

// validate refuses positions that cannot occur in a game of chess or Chess960, or that the engine's tables do not allow for.
func (p *Position) validate() error {
	for c := White; c <= Black; c++ {
		if n := p.Pieces(c, King).Count(); n != 1 {
			return fmt.Errorf("%v has %d kings, want 1", c, n)
		}
		pawns := p.Pieces(c, Pawn).Count()
		promoted := max(0, p.Pieces(c, Knight).Count()-2) + max(0, p.Pieces(c, Bishop).Count()-2) +
			max(0, p.Pieces(c, Rook).Count()-2) + max(0, p.Pieces(c, Queen).Count()-1)
		if pawns > 8 {
			return fmt.Errorf("%v has %d pawns, at most 8 are possible", c, pawns)
		}
		if pawns+promoted > 8 {
			return fmt.Errorf("%v has more than 8 pawns and promoted pieces: %d and %d", c, pawns, promoted)
		}
	}
	if wrong := p.byType[Pawn] & (Rank1 | Rank8); wrong != 0 {
		return fmt.Errorf("pawn on %v", wrong.First())
	}
	if k := p.King(p.turn.Other()); p.Attacked(p.turn, k, p.Occupied()) {
		return fmt.Errorf("%v is to move and could take the king on %v", p.turn, k)
	}
	return nil
}

func (p *Position) parseCastling(field string, drop func(format string, args ...any)) error {
	if field == "-" {
		return nil
	}
	for i := range len(field) {
		letter := field[i]
		c := White
		if letter >= 'a' {
			c, letter = Black, letter-'a'+'A'
		}
		king := p.King(c)
		home := backRank(c)
		rooks := p.Pieces(c, Rook) & home
		switch {
		case letter == 'K': // the outermost rook on the king's side; square by square upwards, the last
			rooks &= ^Bitboard(0) << king
			for rooks.More() {
				rooks.Pop()
			}
		case letter == 'Q':
			rooks &= king.Bit() - 1
			rooks &= -rooks
		case letter >= 'A' && letter <= 'H':
			rooks &= FileOf(int(letter - 'A'))
		default:
			return fmt.Errorf("castling %q: %q is neither one of KQkq nor a file", field, field[i])
		}
		if !home.Has(king) || rooks == 0 {
			drop("the castling right %c (no king and rook of %v in place)", field[i], c)
			continue
		}
		p.castling |= rooks
	}
	inner := p.innerCastlingRooks()
	for rook := range inner.All() {
		drop("the castling right with the rook on %v (a rook further out has it)", rook)
	}
	p.castling ^= inner
	return nil
}

// innerCastlingRooks returns the castling rooks that have another one of theirs further out, on the same side of the king.
func (p *Position) innerCastlingRooks() (inner Bitboard) {
	for c := White; c <= Black; c++ {
		rooks := p.castling & p.byColor[c]
		below := rooks & (p.King(c).Bit() - 1)
		inner |= below & (below - 1)
		for above := rooks ^ below; above.More(); {
			inner |= above.Pop().Bit()
		}
	}
	return inner
}

func (p *Position) parseEnPassant(field string, drop func(format string, args ...any)) error {
	p.enPassant = NoSquare
	if field == "-" {
		return nil
	}
	s, ok := ParseSquare(field)
	if !ok {
		return fmt.Errorf("en passant %q is not a square", field)
	}
	if them := p.turn.Other(); !p.justPushed(s) {
		drop("the en-passant square %s (no pawn of %v has just made a double step over it)", field, them)
	} else if p.canTakeEnPassant(them, s^8, s) {
		p.enPassant = s
	}
	return nil
}

// justPushed reports whether a pawn of the opponent may have just made a double step over s.
func (p *Position) justPushed(s Square) bool {
	us := p.turn
	return s.Relative(us).Rank() == 5 && p.Pieces(us.Other(), Pawn).Has(s^8) &&
		p.squares[s] == NoPiece && p.squares[(s.Relative(us)+8).Relative(us)] == NoPiece
}

// parseCounters reads the halfmove clock and the number of the move.
func (p *Position) parseCounters(clock, move string, drop func(format string, args ...any)) {
	number := func(name, field string, missing int) int {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 {
			drop("the %s %q (not a number from 0)", name, field)
			return missing
		}
		return n
	}
	p.rule50 = uint8(min(number("halfmove clock", clock, 0), 255))
	p.fullMove = uint16(min(max(number("move number", move, 1), 1), maxFullMove)) // some programs count from 0
}

// FEN returns the position in Forsyth-Edwards notation with all six fields. Castling rights that KQkq cannot express
// are written with the file of the rook (X-FEN). The en-passant square is given only where a capture is legal.
func (p *Position) FEN() string {
	return p.fen(func(sb *strings.Builder, c Color, rook Square) {
		king := p.King(c)
		rooks := p.Pieces(c, Rook) & backRank(c)
		outer, letter := rooks&^(rook.Bit()<<1-1)&^(king.Bit()-1), byte('K')
		if rook < king {
			outer, letter = rooks&(rook.Bit()-1), 'Q'
		}
		if outer != 0 {
			letter = 'A' + byte(rook.File())
		}
		sb.WriteByte(letter + byte(c)*('a'-'A'))
	})
}

// ShredderFEN returns the FEN with castling rights as files of the rooks, for example HAha.
func (p *Position) ShredderFEN() string {
	return p.fen(func(sb *strings.Builder, c Color, rook Square) {
		sb.WriteByte('A' + byte(rook.File()) + byte(c)*('a'-'A'))
	})
}

// fen writes the position; right writes the castling right of c with the rook on the given square.
func (p *Position) fen(right func(sb *strings.Builder, c Color, rook Square)) string {
	var sb strings.Builder
	for rank := 7; rank >= 0; rank-- {
		p.writeRank(&sb, rank)
	}
	sb.WriteByte(' ')
	sb.WriteByte("wb"[p.turn&1])
	sb.WriteByte(' ')
	if p.castling == 0 {
		sb.WriteByte('-')
	}
	for c := White; c <= Black; c++ {
		rooks := p.castling & p.byColor[c]
		below := rooks & (p.King(c).Bit() - 1)
		for _, set := range [...]Bitboard{rooks &^ below, below} { // king's side first
			for rook := range set.All() {
				right(&sb, c, rook)
			}
		}
	}
	fmt.Fprintf(&sb, " %v %d %d", p.enPassant, p.rule50, p.fullMove)
	return sb.String()
}

func (p *Position) writeRank(sb *strings.Builder, rank int) {
	empty := 0
	flush := func() {
		if empty > 0 {
			sb.WriteByte('0' + byte(empty))
		}
		empty = 0
	}
	for file := range 8 {
		pc := p.squares[NewSquare(file, rank)]
		if pc == NoPiece {
			empty++
			continue
		}
		flush()
		sb.WriteByte(pc.Letter())
	}
	flush()
	if rank > 0 {
		sb.WriteByte('/')
	}
}
