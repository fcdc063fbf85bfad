package board

import (
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// This file recomputes by definition, square by square and from the mailbox alone, what Position keeps up to date.
// The names are exported for the tests outside the package, which can import the move generator.

// aligned reports whether a slider could look from a to b on an empty board, along rank or file if straight, along
// a diagonal if not.
func aligned(a, b Square, straight bool) bool {
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	if straight {
		return (df == 0) != (dr == 0)
	}
	return df != 0 && (df == dr || df == -dr)
}

// StrictlyBetween returns the squares between a and b on the rank, file or diagonal that they share.
func StrictlyBetween(a, b Square) Bitboard {
	var set Bitboard
	if !aligned(a, b, true) && !aligned(a, b, false) {
		return set
	}
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	distance := max(df, -df, dr, -dr)
	for i := 1; i < distance; i++ {
		set |= NewSquare(a.File()+df*i/distance, a.Rank()+dr*i/distance).Bit()
	}
	return set
}

// AttacksByDefinition reports whether a piece pc on from attacks to when occ is occupied.
func AttacksByDefinition(pc Piece, from, to Square, occ Bitboard) bool {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	switch pc.Type() {
	case Pawn:
		forward := 1
		if pc.Color() == Black {
			forward = -1
		}
		return dr == forward && (df == 1 || df == -1)
	case Knight:
		return df*dr == 2 || df*dr == -2
	case King:
		return max(df, -df, dr, -dr) == 1
	}
	diagonal := pc.Type() != Rook && aligned(from, to, false)
	straight := pc.Type() != Bishop && aligned(from, to, true)
	return (diagonal || straight) && StrictlyBetween(from, to)&occ == 0
}

// AttackersByDefinition returns the pieces of c in occ that attack s when occ is occupied.
func AttackersByDefinition(p *Position, c Color, s Square, occ Bitboard) Bitboard {
	var set Bitboard
	for from := Square(0); from < SquareCount; from++ {
		pc := p.squares[from]
		if pc != NoPiece && pc.Color() == c && occ.Has(from) && AttacksByDefinition(pc, from, s, occ) {
			set |= from.Bit()
		}
	}
	return set
}

// CheckInvariants returns an error that names the first field of p that does not follow from the others.
func CheckInvariants(p *Position) error {
	for _, check := range []func(*Position) error{checkBitboards, checkKeys, checkChecks, checkEnPassant} {
		if err := check(p); err != nil {
			return fmt.Errorf("%s: %w", p.ShredderFEN(), err)
		}
	}
	for _, text := range []string{p.FEN(), p.ShredderFEN()} {
		q, err := ParseFEN(text)
		if err != nil {
			return fmt.Errorf("the own spelling is refused: %w", err)
		}
		if q != *p {
			return fmt.Errorf("%s: the position read back from it is another:\n%+v\n%+v", text, *p, q)
		}
	}
	return nil
}

func checkBitboards(p *Position) error {
	var byType [PieceTypeCount]Bitboard
	var byColor [ColorCount]Bitboard
	for s, pc := range p.squares {
		if pc > NoPiece {
			return fmt.Errorf("%v holds the unknown piece %d", Square(s), pc)
		}
		if pc != NoPiece {
			byType[pc.Type()] |= Square(s).Bit()
			byColor[pc.Color()] |= Square(s).Bit()
		}
	}
	if byType != p.byType {
		return fmt.Errorf("pieces by type %x, the squares say %x", p.byType, byType)
	}
	if byColor != p.byColor {
		return fmt.Errorf("pieces by colour %x, the squares say %x", p.byColor, byColor)
	}
	return nil
}

// labelKeys computes the keys of p from the labels that the documentation of the Zobrist keys gives.
func labelKeys(p *Position) (key, pawnKey uint64, nonPawnKey [ColorCount]uint64) {
	for s := Square(0); s < SquareCount; s++ {
		pc := p.squares[s]
		if pc == NoPiece {
			continue
		}
		color := "white"
		if pc.Color() == Black {
			color = "black"
		}
		name := [...]string{"pawn", "knight", "bishop", "rook", "queen", "king"}[pc.Type()]
		square := string(rune('a'+s.File())) + string(rune('1'+s.Rank()))
		k := xxhash.Sum64String("piece/" + color + "/" + name + "/" + square)
		key ^= k
		if name == "pawn" {
			pawnKey ^= k
		} else {
			nonPawnKey[pc.Color()] ^= k
		}
	}
	for s := Square(0); s < SquareCount; s++ {
		if p.castling.Has(s) {
			key ^= xxhash.Sum64String("castling/" + string(rune('a'+s.File())) + string(rune('1'+s.Rank())))
		}
	}
	if p.enPassant != NoSquare {
		key ^= xxhash.Sum64String("en-passant/" + string(rune('a'+p.enPassant.File())))
	}
	if p.turn == Black {
		key ^= xxhash.Sum64String("turn/black")
	}
	return key, pawnKey, nonPawnKey
}

func checkKeys(p *Position) error {
	key, pawnKey, nonPawnKey := labelKeys(p)
	if p.Key() != key || p.PawnKey() != pawnKey || p.NonPawnKey(White) != nonPawnKey[White] ||
		p.NonPawnKey(Black) != nonPawnKey[Black] {
		return fmt.Errorf("keys %x %x %x, the labels give %x %x %x", p.key, p.pawnKey, p.nonPawnKey, key, pawnKey, nonPawnKey)
	}
	return nil
}

// checkChecks compares checkers and pins with their definitions: a piece is pinned if its king is attacked from
// somewhere new once the piece is gone.
func checkChecks(p *Position) error {
	us, them := p.turn, p.turn.Other()
	king, occ := p.King(us), p.Occupied()
	checkers := AttackersByDefinition(p, them, king, occ)
	if p.checkers != checkers {
		return fmt.Errorf("checkers\n%v, by definition\n%v", p.checkers, checkers)
	}
	var pinned Bitboard
	for s := range (p.byColor[us] &^ king.Bit()).All() {
		if AttackersByDefinition(p, them, king, occ&^s.Bit())&^checkers != 0 {
			pinned |= s.Bit()
		}
	}
	if p.pinned != pinned {
		return fmt.Errorf("pinned\n%v, by definition\n%v", p.pinned, pinned)
	}
	return nil
}

// checkEnPassant compares the en-passant square with its definition.
func checkEnPassant(p *Position) error {
	if p.enPassant != NoSquare && !enPassantByDefinition(p) {
		return fmt.Errorf("en passant on %v, where no capture is legal", p.enPassant)
	}
	return nil
}

// enPassantByDefinition reports whether a pawn of the side to move can capture on the en-passant square without
// leaving its king attacked.
func enPassantByDefinition(p *Position) bool {
	us, them := p.turn, p.turn.Other()
	to := p.enPassant
	forward := 1
	if us == Black {
		forward = -1
	}
	victim := NewSquare(to.File(), to.Rank()-forward)
	if p.squares[to] != NoPiece || p.squares[victim] != NewPiece(them, Pawn) ||
		p.squares[NewSquare(to.File(), to.Rank()+forward)] != NoPiece {
		return false
	}
	for from := Square(0); from < SquareCount; from++ {
		if p.squares[from] != NewPiece(us, Pawn) || !AttacksByDefinition(p.squares[from], from, to, 0) {
			continue
		}
		occ := p.Occupied()&^from.Bit()&^victim.Bit() | to.Bit()
		if AttackersByDefinition(p, them, p.King(us), occ) == 0 {
			return true
		}
	}
	return false
}
