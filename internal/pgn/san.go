package pgn

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/movegen"
)

// SAN reads and writes moves in standard algebraic notation along a line of moves. It reads with the engine's move generator,
// since files contain many spellings and Chess960. It writes with the chess library, which does not support Chess960. So
// castling is written here, and the library gets every position without castling rights.
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

// Format returns the legal move m in standard algebraic notation, with + and #, and "--" for NoMove. In a position that the chess
// library refuses, it is the move's coordinates.
func (n *SAN) Format(m board.Move) string {
	switch {
	case m == board.NoMove:
		return "--"
	case m.Flag() == board.Castle:
		return n.formatCastling(m)
	}
	fields := strings.Fields(n.Position.FEN())
	fields[2] = "-"
	p := new(chess.Position)
	if err := p.UnmarshalText([]byte(strings.Join(fields, " "))); err == nil {
		for _, candidate := range p.ValidMoves() {
			if same(candidate, m) {
				return chess.AlgebraicNotation{}.Encode(p, candidate)
			}
		}
	}
	return movegen.FormatMove(&n.Position, m, true)
}

// same reports whether the library's move is m, which does not castle.
func same(l *chess.Move, m board.Move) bool {
	promotion := chess.NoPieceType
	if m.IsPromotion() {
		promotion = [...]chess.PieceType{chess.Knight, chess.Bishop, chess.Rook, chess.Queen}[m.Promotion()-board.Knight]
	}
	return int(l.S1()) == int(m.From()) && int(l.S2()) == int(m.To()) && l.Promo() == promotion
}

// formatCastling returns the move m, which castles.
func (n *SAN) formatCastling(m board.Move) string {
	text := "O-O"
	if m.To() < m.From() {
		text = "O-O-O"
	}
	var next board.Position
	n.Position.Make(m, &next)
	switch {
	case !next.InCheck():
		return text
	case movegen.EndOf(&next) == movegen.Checkmate:
		return text + "#"
	}
	return text + "+"
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
func Words(p *board.Position, line []board.Move) (words []string) {
	n := NewSAN(p)
	for _, m := range line {
		words = append(words, n.Format(m))
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
	return text != "" && len(text) < 32 && strings.IndexByte("KQRBNPkqrnpabcdefgh12345678-x:Oo0Z@", text[0]) >= 0 && parts(text) != nil
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

// standard matches a move in standard notation without a file or rank of departure.
var standard = regexp.MustCompile(`^(?:O-O(?:-O)?|[KQRBN](x?)[a-h][1-8]|(?:[a-h](x))?[a-h][1-8](?:=[QRBN])?)([+#]?)[!?]*$`)

// respell returns the legal move m, which the game has as text, in standard algebraic notation with the marks of the text. Text
// that is right already is returned as it is, since formatting takes a hundred times as long.
func (n *SAN) respell(m board.Move, text string) string {
	isPawn := n.Position.At(m.From()).Type() == board.Pawn
	if part := standard.FindStringSubmatch(text); part != nil && isPawn == (text[0] >= 'a') && n.Position.IsCapture(m) == (part[1]+part[2] != "") {
		ci := n.Position.CheckInfo()
		check := ""
		if n.Position.GivesCheck(m, &ci) {
			var next board.Position
			n.Position.Make(m, &next)
			if check = "#"; movegen.HasLegalMove(&next) {
				check = "+"
			}
		}
		if part[3] == check {
			return text
		}
	}
	return n.Format(m) + parts(text)[marksPart]
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

// coordinates returns the legal move between the squares of a spelling that has both: one of any piece if the spelling names none,
// and castling by the squares of the king.
func (n *SAN) coordinates(part []string) (board.Move, bool) {
	m, err := movegen.ParseMove(&n.Position, part[filePart]+part[rankPart]+part[toPart]+promoted(part))
	if err != nil || part[piecePart] != "" && n.Position.At(m.From()).Type() != pieceType(part) {
		return board.NoMove, false
	}
	return m, true
}

// pieceType returns the type of the piece that a spelling names, a pawn if it names none.
func pieceType(part []string) board.PieceType {
	return board.PieceType(max(strings.Index("PNBRQK", strings.ToUpper(part[piecePart])), 0)) + board.Pawn
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
		return mover == board.Pawn && from[:1] == part[pawnFromPart] && to[:1] == part[pawnToPart] && n.Position.IsCapture(m) && !m.IsPromotion()
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
