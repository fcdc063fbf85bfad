package notation

import (
	"fmt"
	"regexp"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// SAN reads and writes moves in standard algebraic notation along a line of moves.
type SAN struct {
	Position board.Position // before the next move; only Play changes it
}

// NewSAN returns the notation of moves from p on.
func NewSAN(p *board.Position) *SAN { return &SAN{*p} }

// Play makes the legal move m.
func (n *SAN) Play(m board.Move) {
	var next board.Position
	n.Position.Make(m, &next)
	n.Position = next
}

// Format returns the legal move m in standard algebraic notation, with + and #.
func (n *SAN) Format(m board.Move) string {
	var b strings.Builder
	p := &n.Position
	mover := p.At(m.From()).Type()
	switch {
	case m.Flag() == board.Castle && m.To() < m.From():
		b.WriteString("O-O-O")
	case m.Flag() == board.Castle:
		b.WriteString("O-O")
	default:
		capture := p.IsCapture(m)
		if mover != board.Pawn {
			b.WriteByte("PNBRQK"[mover-board.Pawn])
			b.WriteString(n.departure(m))
		} else if capture {
			b.WriteByte(m.From().String()[0])
		}
		if capture {
			b.WriteByte('x')
		}
		b.WriteString(m.To().String())
		if m.IsPromotion() {
			b.WriteByte('=')
			b.WriteByte("NBRQ"[m.Promotion()-board.Knight])
		}
	}
	ci := p.CheckInfo()
	if p.GivesCheck(m, &ci) {
		var next board.Position
		p.Make(m, &next)
		if movegen.HasLegalMove(&next) {
			b.WriteByte('+')
		} else {
			b.WriteByte('#')
		}
	}
	return b.String()
}

// departure returns as much of the square that a piece leaves as tells the move from those of its like to the same square: the
// file if that is enough, or else the rank, or both.
func (n *SAN) departure(m board.Move) string {
	var list movegen.List
	movegen.Generate(&n.Position, &list, movegen.All)
	from := m.From().String()
	others, sameFile, sameRank := false, false, false
	for _, o := range list.Slice() {
		if o.To() != m.To() || o.From() == m.From() || o.Flag() == board.Castle || n.Position.At(o.From()) != n.Position.At(m.From()) {
			continue
		}
		square := o.From().String()
		others, sameFile, sameRank = true, sameFile || square[0] == from[0], sameRank || square[1] == from[1]
	}
	switch {
	case !others:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}

// Moves returns legal moves of p, each in standard algebraic notation.
func Moves(p *board.Position, moves ...board.Move) (texts []string) {
	n := NewSAN(p)
	for _, m := range moves {
		texts = append(texts, n.Format(m))
	}
	return texts
}

// Line returns the moves of a line that starts at p in standard algebraic notation, separated by blanks.
func Line(p *board.Position, line []board.Move) string {
	n := NewSAN(p)
	var words []string
	for _, m := range line {
		words = append(words, n.Format(m))
		n.Play(m)
	}
	return strings.Join(words, " ")
}

// NumberedLine returns the moves of a line that starts at p, with their numbers.
func NumberedLine(p *board.Position, line []board.Move) string {
	n := NewSAN(p)
	words := []string{MoveNumber(p)}
	for i, m := range line {
		if i > 0 && n.Position.Turn() == board.White {
			words = append(words, MoveNumber(&n.Position))
		}
		words = append(words, n.Format(m))
		n.Play(m)
	}
	return strings.Join(words, " ")
}

// MoveNumber returns the number of the next move with its dots: "12." for White, "12..." for Black.
func MoveNumber(p *board.Position) string {
	if p.Turn() == board.White {
		return fmt.Sprintf("%d.", p.FullMove())
	}
	return fmt.Sprintf("%d...", p.FullMove())
}

// spelling matches a move other than castling: piece, file and rank of departure, destination, promotion. It accepts
// long algebraic notation too, with or without a hyphen, and more about the departure than is needed.
var spelling = regexp.MustCompile(`^([KQRBNP]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?$`)

// Parse returns the legal move that text names.
func (n *SAN) Parse(text string) (board.Move, error) {
	bare := strings.TrimRight(strings.TrimSuffix(text, "e.p."), "+#!?")
	switch strings.ReplaceAll(strings.ToUpper(bare), "0", "O") {
	case "O-O":
		return n.castling(text, false)
	case "O-O-O":
		return n.castling(text, true)
	}
	part := spelling.FindStringSubmatch(bare)
	if part == nil {
		return board.NoMove, fmt.Errorf("%q is not a move", text)
	}
	var list movegen.List
	movegen.Generate(&n.Position, &list, movegen.All)
	var found []board.Move
	for _, m := range list.Slice() {
		if n.fits(m, part) {
			found = append(found, m)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	for _, m := range found { // some programs tell apart only what the notation wants told apart
		if strings.TrimRight(n.Format(m), "+#") == bare {
			return m, nil
		}
	}
	if len(found) > 1 {
		return board.NoMove, fmt.Errorf("%s may be any of %d moves in %s", text, len(found), n.Position.FEN())
	}
	if m, err := movegen.ParseMove(&n.Position, bare); err == nil {
		return m, nil
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.Position.FEN())
}

// fits reports whether m is a move that the parts of a spelling describe.
func (n *SAN) fits(m board.Move, part []string) bool {
	wanted, promotion := board.Pawn, ""
	if part[1] != "" {
		wanted = board.PieceType(strings.Index("PNBRQK", part[1])) + board.Pawn
	}
	if m.IsPromotion() {
		promotion = "nbrq"[m.Promotion()-board.Knight:][:1]
	}
	from := m.From().String()
	return m.Flag() != board.Castle && n.Position.At(m.From()).Type() == wanted && m.To().String() == part[4] &&
		promotion == strings.ToLower(part[5]) && strings.HasPrefix(from, part[2]) && strings.HasSuffix(from, part[3])
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
