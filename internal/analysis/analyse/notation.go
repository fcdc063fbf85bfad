package analyse

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/movegen"
)

// notation reads and writes moves in standard algebraic notation along a line of moves. It reads with the engine's own
// moves, as files contain many spellings and Chess960; it writes with the chess library, which knows no Chess960 and so
// sees every position without castling rights.
type notation struct {
	position board.Position
	twin     *chess.Position // the same position for the library, without castling rights; nil until it is needed
	move     board.Move      // the last one that was written
	twinMove *chess.Move     // the same for the library
	err      error           // why the library cannot write any more
}

func newNotation(p *board.Position) (*notation, error) {
	n := &notation{position: *p}
	n.match()
	return n, n.err
}

// match gives the twin the position.
func (n *notation) match() {
	fields := strings.Fields(n.position.FEN())
	fields[2] = "-"
	n.twin = new(chess.Position)
	if err := n.twin.UnmarshalText([]byte(strings.Join(fields, " "))); err != nil {
		n.err = fmt.Errorf("the position cannot be put into algebraic notation: %w", err)
	}
}

// play makes the legal move m.
func (n *notation) play(m board.Move) error {
	var next board.Position
	n.position.Make(m, &next)
	n.position = next
	if n.twinMove != nil && n.move == m {
		n.twin = n.twin.Update(n.twinMove)
	} else { // the twin knows nothing of castling, and it takes its time to find other moves
		n.twin = nil
	}
	n.twinMove = nil
	return n.err
}

// find returns the library's move for m, nil if m castles.
func (n *notation) find(m board.Move) *chess.Move {
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

// format returns the legal move m in standard algebraic notation, with + and #.
func (n *notation) format(m board.Move) string {
	if t := n.find(m); t != nil {
		return chess.AlgebraicNotation{}.Encode(n.twin, t)
	}
	if m.Flag() != board.Castle {
		return movegen.FormatMove(&n.position, m, true)
	}
	text := "O-O"
	if m.To() < m.From() {
		text = "O-O-O"
	}
	var next board.Position
	n.position.Make(m, &next)
	if !next.InCheck() {
		return text
	}
	var answers movegen.List
	if movegen.Generate(&next, &answers, movegen.All); answers.N == 0 {
		return text + "#"
	}
	return text + "+"
}

// FormatMoves returns legal moves of p, each in standard algebraic notation.
func FormatMoves(p *board.Position, moves ...board.Move) (texts []string) {
	n, err := newNotation(p)
	for _, m := range moves {
		if err != nil {
			texts = append(texts, movegen.FormatMove(p, m, true))
		} else {
			texts = append(texts, n.format(m))
		}
	}
	return texts
}

// formatLine returns the moves of a line that starts at p, separated by blanks.
func formatLine(p *board.Position, line []board.Move) string {
	n, err := newNotation(p)
	var words []string
	for _, m := range line {
		if err != nil {
			break
		}
		words = append(words, n.format(m))
		err = n.play(m)
	}
	return strings.Join(words, " ")
}

// spelling matches a move other than castling: piece, file and rank of departure, destination, promotion. It accepts
// long algebraic notation too, with or without a hyphen, and more about the departure than is needed.
var spelling = regexp.MustCompile(`^([KQRBNP]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:=?\(?([QRBNqrbn])\)?)?$`)

// parse returns the legal move that text names.
func (n *notation) parse(text string) (board.Move, error) {
	bare := strings.TrimRight(strings.TrimSuffix(text, "e.p."), "+#!?")
	switch strings.ReplaceAll(strings.ToUpper(bare), "0", "O") {
	case "O-O":
		return n.castling(text, false)
	case "O-O-O":
		return n.castling(text, true)
	}
	part := spelling.FindStringSubmatch(bare)
	if part == nil {
		return board.NoMove, fmt.Errorf("%q is no move", text)
	}
	var list movegen.List
	movegen.Generate(&n.position, &list, movegen.All)
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
		if strings.TrimRight(n.format(m), "+#") == bare {
			return m, nil
		}
	}
	if len(found) > 1 {
		return board.NoMove, fmt.Errorf("%s may be any of %d moves in %s", text, len(found), n.position.FEN())
	}
	if m, err := movegen.ParseMove(&n.position, bare); err == nil {
		return m, nil
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.position.FEN())
}

// fits reports whether m is a move that the parts of a spelling describe.
func (n *notation) fits(m board.Move, part []string) bool {
	wanted, promotion := board.Pawn, ""
	if part[1] != "" {
		wanted = board.PieceType(strings.Index("PNBRQK", part[1])) + board.Pawn
	}
	if m.IsPromotion() {
		promotion = "nbrq"[m.Promotion()-board.Knight:][:1]
	}
	from := m.From().String()
	return m.Flag() != board.Castle && n.position.At(m.From()).Type() == wanted && m.To().String() == part[4] &&
		promotion == strings.ToLower(part[5]) && strings.HasPrefix(from, part[2]) && strings.HasSuffix(from, part[3])
}

// castling returns the legal castling move to the queen's or the king's side.
func (n *notation) castling(text string, queenSide bool) (board.Move, error) {
	var list movegen.List
	movegen.Generate(&n.position, &list, movegen.All)
	for _, m := range list.Slice() {
		if m.Flag() == board.Castle && (m.To() < m.From()) == queenSide {
			return m, nil
		}
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.position.FEN())
}

// standardCastling reports whether every castling right of p belongs to a king on the e-file and a rook in the
// corner. Only then is castling written as a king's move of two squares unambiguous.
func standardCastling(p *board.Position) bool {
	for rook := range p.Castling().All() {
		king := p.King(p.At(rook).Color())
		if king.File() != 4 || rook.File() != 0 && rook.File() != 7 {
			return false
		}
	}
	return true
}
