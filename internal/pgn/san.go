package pgn

import (
	"fmt"
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// SAN reads and writes moves in standard algebraic notation along a line of moves, with the engine's own moves.
type SAN struct {
	Position board.Position // before the next move; only moves that are played change it
}

// NewSAN returns the notation of moves from p on.
func NewSAN(p *board.Position) *SAN { return &SAN{*p} }

// Play makes the legal move m, or passes if it is NoMove, and returns it as Format does.
func (n *SAN) Play(m board.Move) string {
	san, _ := n.playAs(m, "")
	return san
}

// Format returns the legal move m in standard algebraic notation, with + and #, and "--" for NoMove.
func (n *SAN) Format(m board.Move) string {
	var text [longest]byte
	var next board.Position
	return string(n.format(text[:0], m, &next))
}

// longest is the length of the longest moves.
const longest = len("Qa1xb2+")

// format appends the legal move m to text, and sets next to the position after it.
func (n *SAN) format(text []byte, m board.Move, next *board.Position) []byte {
	p := &n.Position
	switch {
	case m == board.NoMove:
		p.MakeNull(next)
		return append(text, "--"...)
	case m.Flag() == board.Castle && m.To() < m.From():
		text = append(text, "O-O-O"...)
	case m.Flag() == board.Castle:
		text = append(text, "O-O"...)
	default:
		if mover := p.At(m.From()).Type(); mover != board.Pawn {
			text = append(append(text, pieceLetters[mover]), n.origin(m)...)
		} else if p.IsCapture(m) {
			text = append(text, 'a'+byte(m.From().File()))
		}
		if p.IsCapture(m) {
			text = append(text, 'x')
		}
		text = append(text, 'a'+byte(m.To().File()), '1'+byte(m.To().Rank()))
		if m.IsPromotion() {
			text = append(text, '=', pieceLetters[m.Promotion()])
		}
	}
	if p.Make(m, next); next.InCheck() {
		sign := byte('#')
		if movegen.HasLegalMove(next) {
			sign = '+'
		}
		text = append(text, sign)
	}
	return text
}

// origin returns as much of the square that m leaves as distinguishes its piece from others of the kind that may move to the same
// square: the file, else the rank, else both. A pinned piece is no rival.
func (n *SAN) origin(m board.Move) string {
	p, from, to := &n.Position, m.From(), m.To()
	kind := p.At(from).Type()
	rivals := board.Attacks(kind, to, p.Occupied()) & p.Pieces(p.Turn(), kind) &^ from.Bit()
	for s := range rivals.All() {
		if !movegen.IsLegal(p, board.NewMove(s, to, board.Normal)) {
			rivals &^= s.Bit()
		}
	}
	if rivals == 0 {
		return ""
	}
	square := from.String()
	switch {
	case rivals&board.FileOf(from.File()) == 0:
		return square[:1]
	case rivals&board.RankOf(from.Rank()) == 0:
		return square[1:]
	}
	return square
}

// Moves returns legal moves of p, each in standard algebraic notation.
func Moves(p *board.Position, moves ...board.Move) (texts []string) {
	n := NewSAN(p)
	for _, m := range moves {
		texts = append(texts, n.Format(m))
	}
	return texts
}

// Words returns the moves of a line that starts at p in standard algebraic notation.
func Words(p *board.Position, line []board.Move) []string {
	n, words := NewSAN(p), make([]string, len(line))
	for i, m := range line {
		words[i] = n.Play(m)
	}
	return words
}

// Line returns the moves of a line that starts at p in standard algebraic notation, separated by spaces.
func Line(p *board.Position, line []board.Move) string { return strings.Join(Words(p, line), " ") }

// NumberedLine returns the moves of a line that starts at p, with their numbers.
func NumberedLine(p *board.Position, line []board.Move) string { return Numbered(p, Words(p, line)) }

// Numbered joins the words of a line that starts at p, and adds the numbers of the moves.
func Numbered(p *board.Position, words []string) string {
	b := []byte(MoveNumber(p))
	white, number := p.Turn() == board.White, p.FullMove()
	for i, word := range words {
		if i > 0 && white {
			b = fmt.Appendf(b, " %d.", number)
		}
		b = append(append(b, ' '), word...)
		if !white {
			number++
		}
		white = !white
	}
	return string(b)
}

// LineWords returns a line that Numbered or NumberedLine has written as words of a game.
func LineWords(line string) (words []Word) {
	for _, text := range strings.Fields(line) {
		kind := Move
		if strings.HasSuffix(text, ".") {
			kind = Number
		}
		words = append(words, Word{Kind: kind, Text: text})
	}
	return words
}

// MoveNumber returns the number of the next move with its dots: "12." for White, "12..." for Black.
func MoveNumber(p *board.Position) string {
	if p.Turn() == board.White {
		return strconv.Itoa(p.FullMove()) + "."
	}
	return strconv.Itoa(p.FullMove()) + "..."
}

// isNull reports whether a text is a null move.
func isNull(text string) bool {
	var s spelling
	return s.read(text) && s.null
}

// playAs plays m, which the game has as text, and returns it in standard algebraic notation, and the marks of the text.
func (n *SAN) playAs(m board.Move, text string) (san, marks string) {
	var buffer [longest]byte
	var next board.Position
	b := n.format(buffer[:0], m, &next)
	n.Position = next
	if string(b) == text {
		return text, ""
	}
	var s spelling
	s.read(text)
	return string(b), s.marks
}

// Parse returns the legal move that text names.
func (n *SAN) Parse(text string) (board.Move, error) {
	var s spelling
	if !s.read(text) || s.null {
		return board.NoMove, fmt.Errorf("%q is not a move", text)
	}
	if s.castles > 0 {
		return n.castling(text, s.castles == 3)
	}
	var buffer [8]board.Move
	found := n.described(buffer[:0], &s)
	if len(found) == 0 {
		if m, ok := n.coordinates(&s); ok {
			return m, nil
		}
		if s.readBishop(text) {
			found = n.described(buffer[:0], &s)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	for _, m := range found { // some programs disambiguate less than spelling expects
		if strings.TrimRight(n.Format(m), "+#") == text[:s.bare] {
			return m, nil
		}
	}
	if len(found) > 1 {
		return board.NoMove, fmt.Errorf("%s may be any of %d moves in %s", text, len(found), n.Position.FEN())
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.Position.FEN())
}

// described appends the legal moves that a spelling describes.
func (n *SAN) described(found []board.Move, s *spelling) []board.Move {
	p := &n.Position
	if s.files[1] > 0 {
		var list movegen.List
		movegen.Generate(p, &list, movegen.Captures)
		for _, m := range list.Slice() {
			if p.At(m.From()).Type() == board.Pawn && 'a'+byte(m.From().File()) == s.files[0] && 'a'+byte(m.To().File()) == s.files[1] &&
				!m.IsPromotion() {
				found = append(found, m)
			}
		}
		return found
	}
	to, _ := board.ParseSquare(s.to)
	kind, flag := s.mover(), board.Normal
	switch {
	case s.promotion > 0:
		flag = board.PromoteKnight + board.MoveFlag(strings.IndexByte("nbrq", s.promotion))
	case kind == board.Pawn && to == p.EnPassant():
		flag = board.EnPassant
	}
	movers := p.Pieces(p.Turn(), kind)
	switch {
	case kind != board.Pawn:
		movers &= board.Attacks(kind, to, p.Occupied())
	case s.file == 0 && !strings.ContainsFunc(s.text, isCapture):
		movers &= board.FileOf(to.File())
	}
	if s.file > 0 {
		movers &= board.FileOf(int(s.file - 'a'))
	}
	if s.rank > 0 {
		movers &= board.RankOf(int(s.rank - '1'))
	}
	for from := range movers.All() {
		m := board.NewMove(from, to, flag)
		if kind == board.Pawn && (from.Rank()+2 == to.Rank() || from.Rank() == to.Rank()+2) {
			m = board.NewMove(from, to, board.DoublePush)
		}
		if movegen.IsLegal(p, m) {
			found = append(found, m)
		}
	}
	return found
}

// coordinates returns the legal move between the squares of a spelling that has both: one of any piece if the spelling names
// none, and castling by the squares of the king.
func (n *SAN) coordinates(s *spelling) (board.Move, bool) {
	if s.file == 0 || s.rank == 0 {
		return board.NoMove, false
	}
	text := string([]byte{s.file, s.rank}) + s.to
	if s.promotion > 0 {
		text += string(s.promotion)
	}
	m, err := movegen.ParseMove(&n.Position, text)
	if err != nil || s.piece > 0 && n.Position.At(m.From()).Type() != s.mover() {
		return board.NoMove, false
	}
	return m, true
}

// pieceLetters are the letters of the pieces, by their types.
const pieceLetters = "PNBRQK"

// mover returns the type of the piece that a spelling names, a pawn if it names none.
func (s *spelling) mover() board.PieceType {
	return board.PieceType(max(strings.IndexByte(pieceLetters, s.piece), 0)) + board.Pawn
}

// castling returns the legal castling move to the queen's or the king's side.
func (n *SAN) castling(text string, queenSide bool) (board.Move, error) {
	var list movegen.List
	movegen.Generate(&n.Position, &list, movegen.All)
	for _, m := range list.Slice() {
		if m.Flag() == board.Castle && (m.To() < m.From()) == queenSide {
			return m, nil
		}
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.Position.FEN())
}
