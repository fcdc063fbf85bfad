// Package witness asks github.com/notnil/chess about the rules of chess and standard algebraic notation. The library shares no
// code with Vertigo, so what both agree on is probably right. It knows no Chess960, and is too slow to do more than compare.
package witness

import (
	"fmt"
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

// Play returns the position after the move that UCI writes as uci. The error says that the move is not legal.
func (p *Position) Play(uci string) (*Position, error) {
	for _, m := range p.position.ValidMoves() {
		if m.String() == uci {
			return &Position{p.position.Update(m)}, nil
		}
	}
	return nil, fmt.Errorf("%s is not legal in %s", uci, p.FEN())
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
