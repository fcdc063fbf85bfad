package movegen

import "vertigo/board"

// End is how the rules of chess end a game.
type End uint8

const (
	Unfinished   End = iota // the game goes on
	Checkmate               // the side to move has lost
	Stalemate               // a draw, like everything below
	DeadPosition            // neither side has enough material to win
	FiftyMoves              // a hundred plies without a capture or a pawn move
	Repetition              // the position is there for the third time
)

// String returns the name of the end in plain words, "" for a game that goes on.
func (e End) String() string {
	return [...]string{"", "checkmate", "stalemate", "insufficient material", "fifty-move rule", "threefold repetition"}[e]
}

// HasLegalMove reports whether the side to move has a legal move.
func HasLegalMove(p *board.Position) bool {
	// Nearly always, a pawn can advance. That is quicker to see than moves are to generate.
	us := p.Turn()
	if free := p.Pieces(us, board.Pawn) &^ p.Pinned(); !p.InCheck() && free.Up(us)&^p.Occupied() != 0 {
		return true
	}
	var list List
	Generate(p, &list, All)
	return list.N > 0
}

// LegalMoves returns the legal moves in the order of their generation.
func LegalMoves(p *board.Position) []board.Move {
	var list List
	Generate(p, &list, All)
	return append([]board.Move(nil), list.Slice()...)
}

// EndOf returns Checkmate or Stalemate if the side to move has no legal move, and Unfinished otherwise.
func EndOf(p *board.Position) End {
	switch {
	case HasLegalMove(p):
		return Unfinished
	case p.InCheck():
		return Checkmate
	}
	return Stalemate
}

// IsMate reports whether the side to move is checkmated.
func IsMate(p *board.Position) bool { return p.InCheck() && !HasLegalMove(p) }

// EndOfGame returns how the rules end the game at its present position. Mate comes before the fifty-move rule.
func EndOfGame(g *board.Game) End {
	p := &g.Position
	if end := EndOf(p); end != Unfinished {
		return end
	}
	switch {
	case p.InsufficientMaterial():
		return DeadPosition
	case p.Rule50() >= 100:
		return FiftyMoves
	case g.Repetitions() >= 2:
		return Repetition
	}
	return Unfinished
}
