package movegen

import (
	"fmt"

	"vertigo/board"
)

// FormatMove returns m in long algebraic notation as in UCI, for example "e2e4", "e7e8q", or "0000" for NoMove. Castling is the
// king's move of two squares; if chess960, or if standard chess does not know it, king takes rook.
func FormatMove(p *board.Position, m board.Move, chess960 bool) string {
	if m.Flag() == board.Castle && !chess960 && !m.IsChess960Castling() {
		to, _ := board.CastlingSquares(p.Turn(), m.From(), m.To())
		m = board.NewMove(m.From(), to, board.Normal)
	}
	return m.String()
}

// Legal returns the legal move of p with the squares and the promotion of m, which may lack any other flag. The error says that
// there is none.
func Legal(p *board.Position, m board.Move) (board.Move, error) {
	if from, to := m.From(), m.To(); !m.IsPromotion() {
		flag := board.Normal
		switch mover := p.At(from); {
		case mover.Type() == board.King && p.At(to) == board.NewPiece(mover.Color(), board.Rook):
			flag = board.Castle
		case mover.Type() == board.Pawn && from^to == 16: // two ranks
			flag = board.DoublePush
		case mover.Type() == board.Pawn && to == p.EnPassant():
			flag = board.EnPassant
		}
		m = board.NewMove(from, to, flag)
	}
	if IsLegal(p, m) {
		return m, nil
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", m, p.FEN())
}

// FormatLine returns moves that follow one another from p on, each as FormatMove does.
func FormatLine(p *board.Position, moves []board.Move, chess960 bool) []string {
	words := make([]string, len(moves))
	at := *p
	for i, m := range moves {
		words[i] = FormatMove(&at, m, chess960)
		var next board.Position
		at.Make(m, &next)
		at = next
	}
	return words
}

// ParseMove returns the legal move of p that s names in long algebraic notation. Castling may be written either
// way whatever the variant; where both readings are legal (in Chess960 a king's step on to its own castling
// square), the step is meant. The error says why s is not a move.
func ParseMove(p *board.Position, s string) (board.Move, error) {
	if !board.IsLongAlgebraic(s) {
		return board.NoMove, fmt.Errorf("%q is not a move in long algebraic notation", s)
	}
	lower := []byte(s)
	if len(s) == 5 && s[4] < 'a' { // some programs write the promotion in upper case
		lower[4] += 'a' - 'A'
	}
	var list List
	Generate(p, &list, All)
	castle := board.NoMove
	for _, m := range list.Slice() {
		if FormatMove(p, m, true) == string(lower) {
			return m, nil
		}
		to, _ := board.CastlingSquares(p.Turn(), m.From(), m.To())
		if m.Flag() == board.Castle && m.From().String()+to.String() == s {
			castle = m
		}
	}
	if castle != board.NoMove {
		return castle, nil
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", s, p.FEN())
}
