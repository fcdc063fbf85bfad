package pgn

import (
	"fmt"
	"regexp"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// SAN reads and writes moves in standard algebraic notation along a line of moves, with the engine's own moves.
type SAN struct {
	Position board.Position // before the next move; only Play changes it
}

// NewSAN returns the notation of moves from p on.
func NewSAN(p *board.Position) *SAN { return &SAN{*p} }

// Play makes the legal move m, or passes if it is NoMove.
func (n *SAN) Play(m board.Move) {
	p := n.Position
	if m == board.NoMove {
		p.MakeNull(&n.Position)
	} else {
		p.Make(m, &n.Position)
	}
}

// Format returns the legal move m in standard algebraic notation, with + and #, and "--" for NoMove.
func (n *SAN) Format(m board.Move) string {
	p := &n.Position
	text := make([]byte, 0, len("Qa1xb2+"))
	switch {
	case m == board.NoMove:
		return "--"
	case m.Flag() == board.Castle && m.To() < m.From():
		text = append(text, "O-O-O"...)
	case m.Flag() == board.Castle:
		text = append(text, "O-O"...)
	default:
		if mover := p.At(m.From()).Type(); mover != board.Pawn {
			text = append(append(text, pieceLetters[mover]), n.origin(m)...)
		} else if p.IsCapture(m) {
			text = append(text, m.From().String()[0])
		}
		if p.IsCapture(m) {
			text = append(text, 'x')
		}
		text = append(text, m.To().String()...)
		if m.IsPromotion() {
			text = append(text, '=', pieceLetters[m.Promotion()])
		}
	}
	var next board.Position
	if p.Make(m, &next); next.InCheck() {
		sign := byte('#')
		if movegen.HasLegalMove(&next) {
			sign = '+'
		}
		text = append(text, sign)
	}
	return string(text)
}

// origin returns as much of the square that m leaves as tells its piece from others of the kind that may move to the same square:
// the file, else the rank, else both. A pinned piece is no rival.
func (n *SAN) origin(m board.Move) string {
	p, from, to := &n.Position, m.From(), m.To()
	kind := p.At(from).Type()
	rivals := board.Attacks(kind, to, p.Occupied()) & p.Pieces(p.Turn(), kind) &^ from.Bit()
	for s := range rivals.All() {
		if !movegen.IsLegal(p, board.NewMove(s, to, board.Normal)) {
			rivals &^= s.Bit()
		}
	}
	square := from.String()
	switch {
	case rivals == 0:
		return ""
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
		words[i] = n.Format(m)
		n.Play(m)
	}
	return words
}

// Line returns the moves of a line that starts at p in standard algebraic notation, separated by blanks.
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
		return fmt.Sprintf("%d.", p.FullMove())
	}
	return fmt.Sprintf("%d...", p.FullMove())
}

// spelling matches a move: castling; or piece, file and rank of departure, destination, promotion; or the two files of a pawn's
// capture; or a null move. It also accepts long algebraic notation, with or without a hyphen, unneeded files and ranks of
// departure, pieces in small letters, and their names after a promotion. After the move come check or mate, marks such as !?, and
// judgements such as +-.
var spelling = regexp.MustCompile(`^(?:([Oo0]-[Oo0](?:-[Oo0])?|OOO?|ooo?)|([KQRBNPkqrnp]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])` +
	`(?:[=/]?\(?((?i:queen|rook|bishop|knight|[qrbn]))\)?)?|([a-h])[x:]?([a-h])|(--|Z0|0000|@@@@))` +
	`(?:e\.?p\.?)?((?:[+#]{1,2}|ch\.?|dbl\.?ch\.?|mate)??)([!?]*)((?:\+/?-|-/?\+|\+/?=|=/?\+|=)?)$`)

// The parts of a spelling.
const (
	castlingPart = iota + 1
	piecePart
	filePart
	rankPart
	toPart
	promotionPart
	pawnFromPart
	pawnToPart
	nullPart
	checkPart
	marksPart
	judgementPart
)

// isMove reports whether a text looks like a move.
func isMove(text string) bool {
	const first = "KQRBNPkqrnpabcdefgh12345678-x:Oo0Z@"
	return text != "" && len(text) < 32 && strings.IndexByte(first, text[0]) >= 0 && parts(text) != nil
}

// parts returns the parts of the spelling of a move, nil if a text is none. A small b is the file if it can be.
func parts(text string) []string {
	part := spelling.FindStringSubmatch(text)
	if part == nil && strings.HasPrefix(text, "b") {
		return bishop(text)
	}
	return part
}

// bishop returns the parts of a spelling that begins with b if that means a bishop, nil if it cannot.
func bishop(text string) []string { return spelling.FindStringSubmatch("B" + text[1:]) }

// isNull reports whether a text is a null move.
func isNull(text string) bool {
	part := parts(text)
	return part != nil && part[nullPart] != ""
}

// respell returns the legal move m, which the game has as text, in standard algebraic notation with the marks of the text.
func (n *SAN) respell(m board.Move, text string) string {
	san := n.Format(m)
	if text == san {
		return text
	}
	return san + parts(text)[marksPart]
}

// Parse returns the legal move that text names.
func (n *SAN) Parse(text string) (board.Move, error) {
	part := parts(text)
	if part == nil || part[nullPart] != "" {
		return board.NoMove, fmt.Errorf("%q is not a move", text)
	}
	if castles := part[castlingPart]; castles != "" {
		return n.castling(text, len(strings.ReplaceAll(castles, "-", "")) == 3)
	}
	found := n.described(part)
	if len(found) == 0 {
		if m, ok := n.coordinates(part); ok {
			return m, nil
		}
		if part := bishop(text); text[0] == 'b' && part != nil {
			found = n.described(part)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	bare := strings.TrimSuffix(text, part[checkPart]+part[marksPart]+part[judgementPart])
	for _, m := range found { // some programs disambiguate less than spelling expects
		if strings.TrimRight(n.Format(m), "+#") == bare {
			return m, nil
		}
	}
	if len(found) > 1 {
		return board.NoMove, fmt.Errorf("%s may be any of %d moves in %s", text, len(found), n.Position.FEN())
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.Position.FEN())
}

// described returns the legal moves that the parts of a spelling describe.
func (n *SAN) described(part []string) (found []board.Move) {
	var list movegen.List
	movegen.Generate(&n.Position, &list, movegen.All)
	for _, m := range list.Slice() {
		if n.fits(m, part) {
			found = append(found, m)
		}
	}
	return found
}

// coordinates returns the legal move between the squares of a spelling that has both: one of any piece if the spelling names
// none, and castling by the squares of the king.
func (n *SAN) coordinates(part []string) (board.Move, bool) {
	m, err := movegen.ParseMove(&n.Position, part[filePart]+part[rankPart]+part[toPart]+promoted(part))
	if err != nil || part[piecePart] != "" && n.Position.At(m.From()).Type() != pieceType(part) {
		return board.NoMove, false
	}
	return m, true
}

// pieceLetters are the letters of the pieces, by their types.
const pieceLetters = "PNBRQK"

// pieceType returns the type of the piece that a spelling names, a pawn if it names none.
func pieceType(part []string) board.PieceType {
	return board.PieceType(max(strings.Index(pieceLetters, strings.ToUpper(part[piecePart])), 0)) + board.Pawn
}

// promoted returns the small letter of the piece that a spelling promotes to, "" if there is none.
func promoted(part []string) string {
	piece := strings.ToLower(part[promotionPart])
	if piece == "knight" {
		return "n"
	}
	return piece[:min(1, len(piece))]
}

// fits reports whether m is a move that the parts of a spelling describe.
func (n *SAN) fits(m board.Move, part []string) bool {
	mover := n.Position.At(m.From()).Type()
	from, to := m.From().String(), m.To().String()
	if part[pawnToPart] != "" {
		return mover == board.Pawn && from[:1] == part[pawnFromPart] && to[:1] == part[pawnToPart] &&
			n.Position.IsCapture(m) && !m.IsPromotion()
	}
	if mover == board.Pawn && part[filePart] == "" && from[0] != to[0] && !strings.ContainsAny(part[0], "x:") {
		return false
	}
	promotion := ""
	if m.IsPromotion() {
		promotion = "nbrq"[m.Promotion()-board.Knight:][:1]
	}
	return m.Flag() != board.Castle && mover == pieceType(part) && to == part[toPart] && promotion == promoted(part) &&
		strings.HasPrefix(from, part[filePart]) && strings.HasSuffix(from, part[rankPart])
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
