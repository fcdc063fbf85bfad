package gamedata

import (
	"vertigo/board"
	"vertigo/movegen"
)

// targets returns the squares to which the piece on from, which is one of the side to move, has legal moves. As in a Move, the
// square of the rook stands for castling with it. A pawn's targets on its last rank stand for four moves each.
func targets(p *board.Position, from board.Square) board.Bitboard {
	t := p.At(from).Type()
	if t == board.King {
		return kingTargets(p, from)
	}
	if p.Checkers().More() {
		return 0 // a double check leaves only the king
	}
	if t == board.Pawn {
		return pawnTargets(p, from)
	}
	return board.Attacks(t, from, p.Occupied()) & safeTargets(p, from) &^ p.Color(p.Turn())
}

// safeTargets returns the squares to which a piece other than the king can go without leaving its king in check. There is no
// double check.
func safeTargets(p *board.Position, from board.Square) board.Bitboard {
	squares, king := ^board.Bitboard(0), p.King(p.Turn())
	if checkers := p.Checkers(); checkers != 0 {
		squares = board.Between(king, checkers.First()) | checkers
	}
	if p.Pinned().Has(from) {
		squares &= board.Line(king, from)
	}
	return squares
}

// pawnTargets returns the legal targets of a pawn. There is no double check.
func pawnTargets(p *board.Position, from board.Square) board.Bitboard {
	us := p.Turn() & 1
	empty := ^p.Occupied()
	third := board.Rank3
	if us == board.Black {
		third = board.Rank6
	}
	step := from.Bit().Up(us) & empty
	squares := (step | (step&third).Up(us)&empty | board.PawnAttacks(us, from)&p.Color(us^1)) & safeTargets(p, from)
	if to := p.EnPassant(); to != board.NoSquare && board.PawnAttacks(us, from).Has(to) && p.EnPassantIsSafe(from) {
		squares |= to.Bit()
	}
	return squares
}

// kingTargets returns the legal targets of the king on from.
func kingTargets(p *board.Position, from board.Square) board.Bitboard {
	us := p.Turn() & 1
	without := p.Occupied() &^ from.Bit() // the king does not shield the squares behind it
	squares := p.Unattacked(us^1, board.KingAttacks(from)&^p.Color(us), without)
	for rooks := p.Castling() & p.Color(us); rooks != 0; {
		if rook := rooks.Pop(); movegen.IsLegal(p, board.NewMove(from, rook, board.Castle)) {
			squares |= rook.Bit()
		}
	}
	return squares
}
