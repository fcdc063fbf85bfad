package board

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// StartFEN is the starting position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// StartPosition returns the starting position of chess.
func StartPosition() Position { return startPosition() }

// startPosition reads the starting position once, as many games begin with it.
var startPosition = sync.OnceValue(func() Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err) // cannot happen: the text is a constant and tested
	}
	return p
})

// maxFullMove is the greatest move number. Counting stops there, so that every position can be written and read back.
const maxFullMove = math.MaxUint16 / 2

// ParseFEN reads a position in Forsyth-Edwards notation, as ReadFEN does.
func ParseFEN(fen string) (Position, error) {
	p, _, err := ReadFEN(fen)
	return p, err
}

// ReadFEN reads a position in Forsyth-Edwards notation, including the loose forms that people write. Only the pieces and the side
// to move are required. Castling rights may be written as in FEN, X-FEN or Shredder-FEN. Castling rights, en-passant squares and
// counters that are impossible or cannot be read are left out, as are operations of EPD other than the counters.
// Dropped names what is left out, for example "the castling rights K (no king and rook in place)". The en-passant square of a
// possible double step is left out silently if no capture there is legal: it does not change the game. Pieces or a side to
// move that cannot be read, moves after the position, and positions that validate refuses are an error that says what is wrong
// and where.
func ReadFEN(fen string) (p Position, dropped []string, err error) {
	fail := func(err error) (Position, []string, error) {
		return Position{}, nil, fmt.Errorf("FEN %.100q: %w", fen, err)
	}
	drop := func(format string, args ...any) { dropped = append(dropped, fmt.Sprintf(format, args...)) }
	f := splitFEN(fen)
	if f.turn == "" {
		return Position{}, nil, fmt.Errorf("FEN %.100q lacks the pieces or the side to move", fen)
	}
	if word, _, _ := strings.Cut(f.rest, " "); isMoves(word) {
		return fail(fmt.Errorf("%q does not belong to a FEN", word))
	}
	if err := cmp.Or(p.parsePieces(f.pieces), p.parseTurn(f.turn)); err != nil {
		return fail(err)
	}
	if err := p.validate(); err != nil {
		return fail(err)
	}
	p.parseCastling(f.castling, drop)
	p.parseEnPassant(f.enPassant, drop)
	p.parseCounters(f.clock, f.move, drop)
	if f.rest != "" {
		drop("%.100q after the position", f.rest)
	}
	p.refresh()
	return p, dropped, nil
}

// fenFields are the fields of a FEN, with "-" or a number for those that are missing, and what follows them.
type fenFields struct{ pieces, turn, castling, enPassant, clock, move, rest string }

// splitFEN splits a FEN into its fields, which may end with a comma or another mark. A field that looks like a later one shows
// that its own is missing. Operations of EPD, which begin with a letter, may take the place of the counters: the first ones
// may be the counters by name.
func splitFEN(fen string) (f fenFields) {
	words := strings.Fields(fen)
	take := func(missing string, is func(word string) bool) (field string, found bool) {
		if len(words) == 0 {
			return missing, false
		}
		field = cmp.Or(strings.TrimRight(words[0], ",;."), words[0])
		if !is(field) {
			return missing, false
		}
		words = words[1:]
		return field, true
	}
	isWord := func(word string) bool { return !startsNumber(word) && !isMoves(word) }
	f.pieces, _ = take("", func(string) bool { return true })
	f.turn, _ = take("", func(string) bool { return true })
	f.castling, _ = take("-", func(word string) bool {
		_, isSquare := ParseSquare(strings.ToLower(word))
		return isWord(word) && !isSquare
	})
	f.enPassant, _ = take("-", isWord)
	counted := false
	f.clock, counted = take("0", func(word string) bool { return !startsWord(word) })
	f.move, _ = take("1", func(word string) bool { return counted && !startsWord(word) })
	for !counted && len(words) > 1 {
		counter := map[string]*string{"hmvc": &f.clock, "halfmove": &f.clock, "halfmoves": &f.clock,
			"fmvn": &f.move, "fullmove": &f.move, "fullmoves": &f.move, "move": &f.move}[strings.ToLower(words[0])]
		if counter == nil || isMoves(words[0]) && !startsNumber(words[1]) {
			break
		}
		*counter = strings.TrimRight(words[1], ",;.")
		words = words[2:]
	}
	f.rest = strings.Join(words, " ")
	return f
}

func startsNumber(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

func startsWord(word string) bool { return word != "" && word[0]|0x20 >= 'a' && word[0]|0x20 <= 'z' }

// isMoves reports whether a word after a position begins moves, or is one.
func isMoves(word string) bool { return IsLongAlgebraic(word) || word == "move" || word == "moves" }

// isNone reports whether a field says that there is nothing: a dash of any kind, or a word.
func isNone(field string) bool {
	return strings.Trim(field, "-–—−_") == "" || strings.EqualFold(field, "none") || strings.EqualFold(field, "no")
}

func (p *Position) parsePieces(field string) error {
	for s := range p.squares {
		p.squares[s] = NoPiece
	}
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("pieces %.100q: the number of ranks is %d, want 8", field, len(ranks))
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
				return fmt.Errorf("rank %d %.40q: %q is not a piece", rank+1, text, c)
			}
			if file < 8 {
				p.put(Piece(pc), NewSquare(file, rank))
			}
			file++
		}
		if file != 8 {
			return fmt.Errorf("rank %d %.40q: the number of squares is %d, want 8", rank+1, text, file)
		}
	}
	return nil
}

func (p *Position) parseTurn(field string) error {
	switch strings.ToLower(field) {
	case "w", "white":
		p.turn = White
	case "b", "black":
		p.turn = Black
	default:
		return fmt.Errorf("side to move %.40q, want w or b", field)
	}
	return nil
}

// mostPieces is how many pieces of a side the network and the lists of moves allow for.
const mostPieces = 16

// validate refuses a position if a side does not have exactly one king, or has more than mostPieces pieces, if a pawn stands on
// the first or last rank, or if the side to move could take the king. It does not ask whether a game can reach the position: odds
// games and exercises may have more pawns and promoted pieces than any game.
func (p *Position) validate() error {
	for c := White; c <= Black; c++ {
		if n := p.Pieces(c, King).Count(); n != 1 {
			return fmt.Errorf("%v has %d kings, want 1", c, n)
		}
		if n := p.Color(c).Count(); n > mostPieces {
			return fmt.Errorf("%v has %d pieces, at most %d are possible", c, n, mostPieces)
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

func (p *Position) parseCastling(field string, drop func(format string, args ...any)) {
	if isNone(field) {
		return
	}
	const rights = "KQkqABCDEFGHabcdefgh"
	if strings.ContainsFunc(field, func(r rune) bool {
		return !strings.ContainsRune(rights, r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}) {
		drop("the castling rights %.40q (neither KQkq nor files)", field)
		return
	}
	impossible := ""
	for _, sign := range field {
		c, letter := White, sign
		if letter >= 'a' {
			c, letter = Black, letter-'a'+'A'
		}
		king := p.King(c)
		home := backRank(c)
		rooks := p.Pieces(c, Rook) & home
		switch {
		case !strings.ContainsRune(rights, sign):
			drop("%q in the castling rights", sign)
			continue
		case letter == 'K': // the outermost rook on the king's side; square by square upwards, the last
			rooks &= ^Bitboard(0) << king
			for rooks.MoreThanOne() {
				rooks.Pop()
			}
		case letter == 'Q':
			rooks &= king.Bit() - 1
			rooks &= -rooks
		default:
			rooks &= FileOf(int(letter - 'A'))
		}
		if !home.Has(king) || rooks == 0 {
			impossible += string(sign)
			continue
		}
		p.castling |= rooks
	}
	if impossible != "" {
		drop("the castling rights %.40s (no king and rook in place)", impossible)
	}
	inner := p.innerCastlingRooks()
	for rook := range inner.All() {
		drop("the castling right with the rook on %v (a rook further out has it)", rook)
	}
	p.castling ^= inner
}

// innerCastlingRooks returns the castling rooks that have another one of theirs further out, on the same side of the king.
func (p *Position) innerCastlingRooks() (inner Bitboard) {
	for c := White; c <= Black; c++ {
		rooks := p.castling & p.byColor[c]
		below := rooks & (p.King(c).Bit() - 1)
		inner |= below & (below - 1)
		for above := rooks ^ below; above.MoreThanOne(); {
			inner |= above.Pop().Bit()
		}
	}
	return inner
}

func (p *Position) parseEnPassant(field string, drop func(format string, args ...any)) {
	p.enPassant = NoSquare
	if isNone(field) {
		return
	}
	s, ok := ParseSquare(strings.ToLower(field))
	if !ok {
		drop("the en-passant square %.40q (not a square)", field)
	} else if them := p.turn.Other(); !p.justPushed(s) {
		drop("the en-passant square %s (no pawn of %v has just made a double step over it)", field, them)
	} else if p.canTakeEnPassant(them, s^8, s) {
		p.enPassant = s
	}
}

// justPushed reports whether a pawn of the opponent may have just made a double step over s.
func (p *Position) justPushed(s Square) bool {
	us := p.turn
	return s.Relative(us).Rank() == 5 && p.Pieces(us.Other(), Pawn).Has(s^8) &&
		p.squares[s] == NoPiece && p.squares[(s.Relative(us)+8).Relative(us)] == NoPiece
}

// parseCounters reads the halfmove clock and the number of the move.
func (p *Position) parseCounters(clock, move string, drop func(format string, args ...any)) {
	number := func(name, field string, missing, most int) int {
		n, err := strconv.Atoi(field)
		switch {
		case err != nil || n < 0:
			drop("the %s %.40q (not a number from 0)", name, field)
			return missing
		case n > most:
			drop("the %s %.40q beyond %d", name, field, most)
		}
		return min(n, most)
	}
	p.rule50 = uint8(number("halfmove clock", clock, 0, math.MaxUint8))
	p.fullMove = uint16(max(number("move number", move, 1, maxFullMove), 1)) // some programs count from 0
}

// FEN returns the position in Forsyth-Edwards notation with all six fields: EPD, and the counters.
func (p *Position) FEN() string { return p.counted(p.EPD()) }

// counted appends the counters to an EPD.
func (p *Position) counted(epd string) string {
	return fmt.Sprintf("%s %d %d", epd, p.rule50, p.fullMove)
}

// EPD returns the first four fields of the FEN, on which the legal moves depend. Castling rights that KQkq cannot express
// are written with the file of the rook (X-FEN). The en-passant square is given only where a capture is legal.
func (p *Position) EPD() string {
	return p.epd(func(sb *strings.Builder, c Color, rook Square) {
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
	return p.counted(p.epd(func(sb *strings.Builder, c Color, rook Square) {
		sb.WriteByte('A' + byte(rook.File()) + byte(c)*('a'-'A'))
	}))
}

// epd writes the first four fields; right writes the castling right of c with the rook on the given square.
func (p *Position) epd(right func(sb *strings.Builder, c Color, rook Square)) string {
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
	fmt.Fprintf(&sb, " %v", p.enPassant)
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
