// Package movegen generates legal moves. The same generator serves perft and the search: it writes to a list
// that the caller owns, does not allocate, and generates no illegal moves.
package movegen

import (
	"math/bits"

	"vertigo/board"
)

// MaxMoves bounds the number of legal moves in any position, rounded up to a power of two so that an index masked with MaxMoves-1
// needs no bounds check. The largest known numbers are 218 in games, and 248 of a king and fifteen queens.
const MaxMoves = 256

// List is a list of moves. The zero List is empty.
type List struct {
	N     int // how many of Moves are in use
	Moves [MaxMoves]board.Move
}

// Slice returns the moves in use, as a view of l.
func (l *List) Slice() []board.Move { return l.Moves[:l.N] }

// Kind selects which of the legal moves are generated. In check every kind is limited to evasions.
type Kind uint8

const (
	All      Kind = iota // every legal move
	Captures             // captures and promotions
	Quiets               // everything that Captures leaves out
	Evasions Kind = All  // every legal move of a position in check, which answers the check
)

// Generate replaces the content of l by the legal moves of the given kind.
func Generate(p *board.Position, l *List, kind Kind) {
	// Not all fields in one literal: the compiler would build it on the side and copy it, which costs a stall.
	g := generator{p: p, us: p.Turn() & 1, occupied: p.Occupied()}
	g.ours = p.Color(g.us)
	g.king = p.King(g.us) & 63
	targets, pawnTargets := ^g.ours, ^g.ours // they differ as promotions count among the captures
	switch kind {
	case Captures:
		targets &= g.occupied
		pawnTargets = targets | promotionRanks
	case Quiets:
		targets &^= g.occupied
		pawnTargets = targets &^ promotionRanks
	}
	n := g.kingMoves(&l.Moves, 0, targets)
	checkers := p.Checkers()
	if checkers.MoreThanOne() {
		l.N = n // a double check leaves only the king
		return
	}
	if checkers != 0 {
		answers := board.Between(g.king, checkers.First()) | checkers
		targets, pawnTargets = targets&answers, pawnTargets&answers
	} else if kind != Captures && p.Castling()&g.ours != 0 {
		n = g.castling(&l.Moves, n)
	}
	pinned := p.Pinned()
	n = g.pawns(&l.Moves, n, p.Type(board.Pawn)&g.ours&^pinned, pawnTargets)
	n = g.pieces(&l.Moves, n, g.ours&^pinned, targets)
	if pinned != 0 {
		n = g.pinned(&l.Moves, n, pinned, targets, pawnTargets)
	}
	if p.EnPassant() != board.NoSquare && kind != Quiets {
		n = g.enPassant(&l.Moves, n)
	}
	l.N = n
}

// generator holds what the steps of one generation share.
type generator struct {
	p              *board.Position
	us             board.Color
	king           board.Square
	ours, occupied board.Bitboard
}

// moves is the array that the steps fill; each takes the number of moves so far and returns the new one.
type moves = [MaxMoves]board.Move

// add appends a move from the given square to every target.
func add(list *moves, n int, from board.Square, targets board.Bitboard) int {
	base := board.Move(from)
	for targets != 0 {
		list[n&(MaxMoves-1)] = base | board.Move(bits.TrailingZeros64(uint64(targets)))<<6
		n++
		targets &= targets - 1
	}
	return n
}

// kingMoves appends the steps of the king to targets that are not attacked.
func (g *generator) kingMoves(list *moves, n int, targets board.Bitboard) int {
	targets &= board.KingAttacks(g.king)
	if targets == 0 {
		return n
	}
	without := g.occupied &^ g.king.Bit() // the king does not shield the squares behind it
	return add(list, n, g.king, g.p.Unattacked(g.us.Other(), targets, without))
}

// castling appends castling with each rook that still may. The king is not in check.
func (g *generator) castling(list *moves, n int) int {
	for rooks := g.p.Castling() & g.ours; rooks != 0; {
		rook := rooks.Pop()
		// Usually something stands between king and rook. That is quicker to see than all that canCastle looks at.
		if g.occupied&board.Between(g.king, rook) == 0 && canCastle(g.p, rook) {
			list[n&(MaxMoves-1)] = board.NewMove(g.king, rook, board.Castle)
			n++
		}
	}
	return n
}

// canCastle reports whether the side to move, which is not in check and has the right, can castle with the rook on
// the given square: nothing stands in the way of either piece, and the king crosses no attacked square.
func canCastle(p *board.Position, rook board.Square) bool {
	us := p.Turn()
	king := p.King(us)
	kingTo, rookTo := board.CastlingSquares(us, king, rook)
	others := p.Occupied() &^ (king.Bit() | rook.Bit())
	way := board.Between(king, kingTo) | kingTo.Bit()
	if others&(way|board.Between(rook, rookTo)|rookTo.Bit()) != 0 {
		return false
	}
	// In Chess960 the rook may have shielded the king from a slider on the back rank: it counts as gone.
	return p.Unattacked(us.Other(), way, others|rookTo.Bit()) == way
}

// pieces appends the moves of the knights, bishops, rooks and queens in movers to targets.
func (g *generator) pieces(list *moves, n int, movers, targets board.Bitboard) int {
	p, occupied := g.p, g.occupied
	for b := p.Type(board.Knight) & movers; b != 0; b &= b - 1 {
		from := b.First()
		n = add(list, n, from, board.KnightAttacks(from)&targets)
	}
	diagonal, straight := p.Sliders()
	for b := diagonal & movers; b != 0; b &= b - 1 {
		from := b.First()
		n = add(list, n, from, board.BishopAttacks(from, occupied)&targets)
	}
	for b := straight & movers; b != 0; b &= b - 1 {
		from := b.First()
		n = add(list, n, from, board.RookAttacks(from, occupied)&targets)
	}
	return n
}

// pinned appends the moves of pinned pieces, which must stay on the line between the pinner and the king.
func (g *generator) pinned(list *moves, n int, pinned, targets, pawnTargets board.Bitboard) int {
	for pinned != 0 {
		from := pinned.Pop()
		ray := board.Line(g.king, from)
		if bit := from.Bit(); g.p.Type(board.Pawn)&bit != 0 {
			n = g.pawns(list, n, bit, ray&pawnTargets)
		} else {
			n = g.pieces(list, n, bit, ray&targets)
		}
	}
	return n
}

const promotionRanks = board.Rank1 | board.Rank8

// pawns appends the moves of the given pawns to targets, except en passant. All pawns advance at once by rotating the
// whole set; only the moves are written one by one.
func (g *generator) pawns(list *moves, n int, pawns, targets board.Bitboard) int {
	up, third := 8, board.Rank3
	if g.us == board.Black {
		up, third = -8, board.Rank6
	}
	pushes := rotate(pawns, up) &^ g.occupied
	double := rotate(pushes&third, up) &^ g.occupied & targets
	pushes &= targets
	n = addPawns(list, n, pushes&^promotionRanks, up, board.Normal)
	n = addPawns(list, n, double, 2*up, board.DoublePush)

	captures := targets & g.occupied &^ g.ours
	west, east := rotate(pawns&^board.FileA, up-1)&captures, rotate(pawns&^board.FileH, up+1)&captures
	if (pushes|west|east)&promotionRanks != 0 {
		n = addPromotions(list, n, pushes&promotionRanks, up)
		n = addPromotions(list, n, west&promotionRanks, up-1)
		n = addPromotions(list, n, east&promotionRanks, up+1)
	}
	n = addPawns(list, n, west&^promotionRanks, up-1, board.Normal)
	n = addPawns(list, n, east&^promotionRanks, up+1, board.Normal)
	return n
}

func rotate(b board.Bitboard, by int) board.Bitboard {
	return board.Bitboard(bits.RotateLeft64(uint64(b), by))
}

// addPawns appends a pawn move to each target from the square that lies step below it.
func addPawns(list *moves, n int, targets board.Bitboard, step int, flag board.MoveFlag) int {
	// from + to<<6 = (to - step) + 64*to = 65*to - step
	base := uint(flag)<<12 - uint(step)
	for targets != 0 {
		list[n&(MaxMoves-1)] = board.Move(uint(bits.TrailingZeros64(uint64(targets)))*65 + base)
		n++
		targets &= targets - 1
	}
	return n
}

// addPromotions appends the four promotions on each target, the queen first.
func addPromotions(list *moves, n int, targets board.Bitboard, step int) int {
	for targets != 0 {
		to := targets.Pop()
		from := board.Square(int(to) - step)
		for flag := board.PromoteQueen; flag >= board.PromoteKnight; flag-- {
			list[n&(MaxMoves-1)] = board.NewMove(from, to, flag)
			n++
		}
	}
	return n
}

// enPassant appends the legal en-passant captures. They can answer checks and break pins in unusual ways, so each
// is tested separately.
func (g *generator) enPassant(list *moves, n int) int {
	to := g.p.EnPassant()
	takers := board.PawnAttacks(g.us.Other(), to) & g.p.Pieces(g.us, board.Pawn)
	for takers != 0 {
		if from := takers.Pop(); g.p.EnPassantIsSafe(from) {
			list[n&(MaxMoves-1)] = board.NewMove(from, to, board.EnPassant)
			n++
		}
	}
	return n
}
