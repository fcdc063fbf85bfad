package notation

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/movegen"
)

// SAN reads and writes moves in standard algebraic notation along a line of moves. It reads with the engine's own
// moves, as files contain many spellings and Chess960; it writes with the chess library, which knows no Chess960 and so
// sees every position without castling rights.
type SAN struct {
	Position board.Position  // before the next move; only Play changes it
	twin     *chess.Position // the same position for the library, without castling rights; nil until it is needed
	move     board.Move      // the last one that was written
	twinMove *chess.Move     // the same for the library
	err      error           // why the library cannot write any more
}

// NewSAN returns the notation of moves from p on. The error is that of a position which the chess library refuses.
func NewSAN(p *board.Position) (*SAN, error) {
	n := &SAN{Position: *p}
	n.match()
	return n, n.err
}

// match gives the twin the position.
func (n *SAN) match() {
	fields := strings.Fields(n.Position.FEN())
	fields[2] = "-"
	n.twin = new(chess.Position)
	if err := n.twin.UnmarshalText([]byte(strings.Join(fields, " "))); err != nil {
		n.err = fmt.Errorf("the position cannot be put into algebraic notation: %w", err)
	}
}

// Play makes the legal move m.
func (n *SAN) Play(m board.Move) error {
	var next board.Position
	n.Position.Make(m, &next)
	n.Position = next
	if n.twinMove != nil && n.move == m {
		n.twin = n.twin.Update(n.twinMove)
	} else { // the twin knows nothing of castling, and it takes its time to find other moves
		n.twin = nil
	}
	n.twinMove = nil
	return n.err
}

// find returns the library's move for m, nil if m castles.
func (n *SAN) find(m board.Move) *chess.Move {
	if m.Flag() == board.Castle {
		return nil
	}
	if n.twin == nil {
		n.match()
	}
	if n.err != nil {
		return nil
	}
	for _, t := range n.twin.ValidMoves() {
		if int(t.S1()) == int(m.From()) && int(t.S2()) == int(m.To()) && samePromotion(t, m) {
			n.move, n.twinMove = m, t
			return t
		}
	}
	return nil
}

func samePromotion(t *chess.Move, m board.Move) bool {
	if !m.IsPromotion() {
		return t.Promo() == chess.NoPieceType
	}
	return t.Promo().String() == string("nbrq"[m.Promotion()-board.Knight])
}

// Format returns the legal move m in standard algebraic notation, with + and #.
func (n *SAN) Format(m board.Move) string {
	if t := n.find(m); t != nil {
		return chess.AlgebraicNotation{}.Encode(n.twin, t)
	}
	if m.Flag() != board.Castle {
		return movegen.FormatMove(&n.Position, m, true)
	}
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
	n, err := NewSAN(p)
	for _, m := range moves {
		if err != nil {
			texts = append(texts, movegen.FormatMove(p, m, true))
		} else {
			texts = append(texts, n.Format(m))
		}
	}
	return texts
}

// Line returns the moves of a line that starts at p in standard algebraic notation, separated by blanks.
func Line(p *board.Position, line []board.Move) string {
	n, err := NewSAN(p)
	var words []string
	for _, m := range line {
		if err != nil {
			break
		}
		words = append(words, n.Format(m))
		err = n.Play(m)
	}
	return strings.Join(words, " ")
}

// NumberedLine returns the moves of a line that starts at p, with their numbers.
func NumberedLine(p *board.Position, line []board.Move) string {
	n, err := NewSAN(p)
	words := []string{MoveNumber(p)}
	for i, m := range line {
		if err != nil {
			break
		}
		if i > 0 && n.Position.Turn() == board.White {
			words = append(words, MoveNumber(&n.Position))
		}
		words = append(words, n.Format(m))
		err = n.Play(m)
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
