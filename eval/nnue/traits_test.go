package nnue

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
)

// isThreatened looks at every attacker on its own.
func isThreatened(p *board.Position, sq board.Square) bool {
	pc := p.At(sq)
	if pc.Type() == board.King {
		return false
	}
	attacks := func(from board.Square) bool {
		piece := p.At(from)
		if piece.Type() == board.Pawn {
			return board.PawnAttacks(piece.Color(), from).Has(sq)
		}
		// The enemy's king shields nothing.
		return board.Attacks(piece.Type(), from, p.Occupied()&^p.Pieces(piece.Color().Other(), board.King)).Has(sq)
	}
	attacked, defended, lesser := false, false, false
	for from := range p.Occupied().All() {
		switch piece := p.At(from); {
		case from == sq || !attacks(from):
		case piece.Color() == pc.Color():
			defended = true
		default:
			attacked = true
			lesser = lesser || piece.Type() != board.King && board.SEEValue(piece.Type()) < board.SEEValue(pc.Type()) &&
				!(piece.Type() == board.Knight && pc.Type() == board.Bishop)
		}
	}
	return lesser || attacked && !defended
}

// structure returns what the pawns make of the piece on a square, looking at every pawn on its own: the bits of its class that
// have nothing to do with threats.
func structure(p *board.Position, sq board.Square) int {
	pc := p.At(sq)
	us := pc.Color()
	forward := 1 - 2*int(us)
	inFront := board.NoPiece
	if rank := sq.Rank() + forward; rank >= 0 && rank < 8 {
		inFront = p.At(board.NewSquare(sq.File(), rank))
	}
	pawns := func(c board.Color, is func(files, ranks int) bool) bool {
		for s := range p.Pieces(c, board.Pawn).All() {
			if is(s.File()-sq.File(), (s.Rank()-sq.Rank())*forward) {
				return true
			}
		}
		return false
	}
	sameFile := func(files, _ int) bool { return files == 0 }
	bits := 0
	set := func(bit int, is bool) {
		if is {
			bits |= bit
		}
	}
	switch pc.Type() {
	case board.Pawn:
		set(2, !pawns(us.Other(), func(files, ranks int) bool { return files*files <= 1 && ranks > 0 }))
		set(4, inFront != board.NoPiece)
	case board.Knight, board.Bishop:
		set(2, inFront == board.NewPiece(us, board.Pawn))
		set(4, inFront == board.NewPiece(us.Other(), board.Pawn))
	case board.Rook:
		own, theirs := pawns(us, sameFile), pawns(us.Other(), sameFile)
		set(2, !own && theirs)
		set(4, !own && !theirs)
	case board.King:
		for file := max(sq.File()-1, 0); file <= min(sq.File()+1, 7); file++ {
			if !pawns(us, func(files, _ int) bool { return files == file-sq.File() }) {
				bits++
			}
		}
	}
	return bits
}

// canCheck reports whether the piece on a square can give the enemy king a safe check, looking at every square by itself.
func canCheck(p *board.Position, sq board.Square) bool {
	pc := p.At(sq)
	if pc.Type() == board.Pawn || pc.Type() == board.King {
		return false
	}
	us := pc.Color()
	for to := range board.Attacks(pc.Type(), sq, p.Occupied()&^p.Pieces(us.Other(), board.King)).All() {
		there := p.At(to)
		if there != board.NoPiece && there.Color() == us || !board.Attacks(pc.Type(), to, p.Occupied()).Has(p.King(us.Other())) {
			continue
		}
		// The king does not shield the squares behind it from its enemies; here the enemy of the square is its own side.
		if !p.Attacked(us.Other(), to, p.Occupied()&^p.Pieces(us, board.King)) {
			return true
		}
	}
	return false
}

// checkingKinds counts the kinds of pieces that can give the king on a square a safe check.
func checkingKinds(p *board.Position, king board.Square) int {
	kinds := map[board.PieceType]bool{}
	for sq := range p.Color(p.At(king).Color().Other()).All() {
		if canCheck(p, sq) {
			kinds[p.At(sq).Type()] = true
		}
	}
	return len(kinds)
}

// TestTraits compares the traits with what their description says about every piece by itself.
func TestTraits(t *testing.T) {
	var seen [board.King + 1][16]int
	for p := range playout.Positions(17, 20_000) {
		traits := TraitsOf(p)
		for i, pieces := range traits {
			if alien := pieces &^ p.Occupied(); alien != 0 {
				t.Fatalf("%s: trait %d of empty squares %x", p.FEN(), i, uint64(alien))
			}
		}
		for sq := range p.Occupied().All() {
			want := structure(p, sq)
			if isThreatened(p, sq) {
				want |= 1
			}
			if p.At(sq).Type() == board.King {
				want += 4 * min(checkingKinds(p, sq), 3)
			}
			if got := traits.Class(sq); got != want {
				t.Fatalf("%s: the piece on %v is of class %d, want %d", p.FEN(), sq, got, want)
			}
			seen[p.At(sq).Type()][want]++
		}
	}
	for pt := board.Pawn; pt <= board.King; pt++ {
		for class, n := range seen[pt] {
			if class < ClassCount(pt) && n < 5 || class >= ClassCount(pt) && n > 0 {
				t.Errorf("%d pieces of type %d were of class %d", n, pt, class)
			}
		}
	}
}
