// Package witness asks github.com/notnil/chess about the rules of chess and standard algebraic notation. The library shares no code
// with Vertigo, so what both agree on is probably right. It knows no Chess960, and is too slow to do more than compare.
package witness

import (
	"io"
	"strings"

	"github.com/notnil/chess"

	"vertigo/movegen"
)

// Position is a position of the library.
type Position struct{ position *chess.Position }

// Parse returns the position of a FEN. The error is that of the library, which refuses castling rights of Chess960.
func Parse(fen string) (*Position, error) {
	p := new(chess.Position)
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		return nil, err
	}
	return &Position{p}, nil
}

// FEN returns the position as Vertigo writes it: with the square of en passant only if a pawn can capture there.
func (p *Position) FEN() string {
	for _, m := range p.position.ValidMoves() {
		if m.HasTag(chess.EnPassant) {
			return p.position.String()
		}
	}
	fields := strings.Fields(p.position.String())
	fields[3] = "-"
	return strings.Join(fields, " ")
}

// End returns whether the side to move is mated, stalemated, or has a move.
func (p *Position) End() movegen.End {
	switch p.position.Status() {
	case chess.Checkmate:
		return movegen.Checkmate
	case chess.Stalemate:
		return movegen.Stalemate
	}
	return movegen.Unfinished
}

// Moves returns the legal moves, in no particular order.
func (p *Position) Moves() (moves []Move) {
	for _, m := range p.position.ValidMoves() {
		moves = append(moves, Move{p.position, m})
	}
	return moves
}

// Move is a legal move of a position.
type Move struct {
	position *chess.Position
	move     *chess.Move
}

// UCI returns the move as UCI writes it.
func (m Move) UCI() string { return m.move.String() }

// SAN returns the move in standard algebraic notation.
func (m Move) SAN() string { return chess.AlgebraicNotation{}.Encode(m.position, m.move) }

// After returns the position after the move.
func (m Move) After() *Position { return &Position{m.position.Update(m.move)} }

// Game is a game that the library plays.
type Game struct{ game *chess.Game }

// NewGame returns a game that begins at the position of a FEN.
func NewGame(fen string) (*Game, error) {
	start, err := chess.FEN(fen)
	if err != nil {
		return nil, err
	}
	return &Game{chess.NewGame(start, chess.UseNotation(chess.UCINotation{}))}, nil
}

// Position returns the present position.
func (g *Game) Position() *Position { return &Position{g.game.Position()} }

// Play plays a move as UCI writes it.
func (g *Game) Play(uci string) error { return g.game.MoveStr(uci) }

// End returns how the game has ended or, if a draw can only be claimed, how. The time that it takes grows with the length of the
// game.
func (g *Game) End() movegen.End {
	if end := g.Position().End(); end != movegen.Unfinished {
		return end
	}
	if g.game.Method() == chess.InsufficientMaterial {
		return movegen.DeadPosition
	}
	end := movegen.Unfinished
	for _, draw := range g.game.EligibleDraws() {
		switch draw {
		case chess.FiftyMoveRule:
			return movegen.FiftyMoves
		case chess.ThreefoldRepetition:
			end = movegen.Repetition
		}
	}
	return end
}

// ReadGames returns the positions at the ends of the games in PGN that the library can read, without those that have no moves.
func ReadGames(in io.Reader) (ends []*Position) {
	for games := chess.NewScanner(in); games.Scan(); {
		if g := games.Next(); len(g.Moves()) > 0 {
			ends = append(ends, &Position{g.Position()})
		}
	}
	return ends
}
