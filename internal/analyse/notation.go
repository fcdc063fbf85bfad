package analyse

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/movegen"
)

// notation reads and writes moves in standard algebraic notation along a line of moves. The notation is the chess
// library's, which knows neither Chess960 nor the many spellings that files contain; so it sees every position
// without castling rights, and castling and unusual spellings are treated here.
type notation struct {
	position board.Position
	twin     *chess.Position // the same position for the library, without castling rights
}

func newNotation(p *board.Position) (*notation, error) {
	n := &notation{position: *p}
	return n, n.match()
}

// match gives the twin the position.
func (n *notation) match() error {
	fields := strings.Fields(n.position.FEN())
	fields[2] = "-"
	n.twin = new(chess.Position)
	if err := n.twin.UnmarshalText([]byte(strings.Join(fields, " "))); err != nil {
		return fmt.Errorf("the position cannot be put into algebraic notation: %w", err)
	}
	return nil
}

// play makes the legal move m.
func (n *notation) play(m board.Move) error {
	twin := n.twinMove(m)
	var next board.Position
	n.position.Make(m, &next)
	n.position = next
	if twin == nil { // castling, of which the twin knows nothing
		return n.match()
	}
	n.twin = n.twin.Update(twin)
	return nil
}

// twinMove returns the library's move for m, nil if m castles.
func (n *notation) twinMove(m board.Move) *chess.Move {
	if m.Flag() == board.Castle {
		return nil
	}
	for _, t := range n.twin.ValidMoves() {
		if int(t.S1()) == int(m.From()) && int(t.S2()) == int(m.To()) && samePromotion(t, m) {
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
	if t := n.twinMove(m); t != nil {
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
	var found []*chess.Move
	for _, t := range n.twin.ValidMoves() {
		if n.fits(t, part) {
			found = append(found, t)
		}
	}
	if len(found) > 1 { // the notation leaves out moves that the rules forbid to tell apart
		for _, t := range found {
			if strings.TrimRight(chess.AlgebraicNotation{}.Encode(n.twin, t), "+#") == bare {
				return n.own(t)
			}
		}
		return board.NoMove, fmt.Errorf("%s may be any of %d moves in %s", text, len(found), n.position.FEN())
	}
	if len(found) == 1 {
		return n.own(found[0])
	}
	if m, err := movegen.ParseMove(&n.position, bare); err == nil {
		return m, nil
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", text, n.position.FEN())
}

// fits reports whether t is a move that the parts of a spelling describe.
func (n *notation) fits(t *chess.Move, part []string) bool {
	piece := strings.ToUpper(n.twin.Board().Piece(t.S1()).Type().String())
	if piece == "" {
		piece = "P"
	}
	wanted := part[1]
	if wanted == "" {
		wanted = "P"
	}
	from := t.S1().String()
	return piece == wanted && t.S2().String() == part[4] && t.Promo().String() == strings.ToLower(part[5]) &&
		strings.HasPrefix(from, part[2]) && strings.HasSuffix(from, part[3])
}

// own returns the engine's move for the library's.
func (n *notation) own(t *chess.Move) (board.Move, error) {
	var list movegen.List
	movegen.Generate(&n.position, &list, movegen.All)
	for _, m := range list.Slice() {
		if m.Flag() != board.Castle && int(t.S1()) == int(m.From()) && int(t.S2()) == int(m.To()) && samePromotion(t, m) {
			return m, nil
		}
	}
	return board.NoMove, fmt.Errorf("%v is not legal in %s", t, n.position.FEN())
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
