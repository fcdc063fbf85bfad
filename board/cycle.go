package board

import "math/bits"

// A table of all reversible moves, those of pieces other than pawns on an empty board, by the change of the Zobrist key that
// such a move makes. It is a cuckoo table: a key can lie in one of two slots only (M. van Kervinck, "The design and
// implementation of the Rookie 2.0 chess playing program", 2002).
const cycleSlots = 1 << 13

var (
	cycleKeys  [cycleSlots]uint64 // zero in an empty slot
	cycleMoves [cycleSlots]struct{ from, to Square }
)

// cycleSlot1 and cycleSlot2 return the slots where a key may lie.
func cycleSlot1(key uint64) uint64 { return key % cycleSlots }
func cycleSlot2(key uint64) uint64 { return bits.RotateLeft64(key, 32) % cycleSlots }

// initCycles fills the table; it needs the Zobrist keys.
func initCycles() {
	for piece := range Piece(PieceCount) {
		if piece.Type() == Pawn {
			continue
		}
		for from := range Square(SquareCount) {
			for targets := Attacks(piece.Type(), from, 0); targets != 0; {
				if to := targets.Pop(); from < to {
					addCycle(blackKey^pieceKeys[piece][from]^pieceKeys[piece][to], from, to)
				}
			}
		}
	}
}

// addCycle puts a move into a slot of its key. The move that was there goes to its other slot, and so on.
func addCycle(key uint64, from, to Square) {
	move := struct{ from, to Square }{from, to}
	for slot := cycleSlot1(key); key != 0; {
		cycleKeys[slot], key = key, cycleKeys[slot]
		cycleMoves[slot], move = move, cycleMoves[slot]
		slot ^= cycleSlot1(key) ^ cycleSlot2(key)
	}
}

// CanReach reports whether the side to move of p can reach the position with the given key by one move that is neither a pawn
// move nor a capture, as far as the pieces in between allow it. It may leave the mover's
// king in check.
func (p *Position) CanReach(key uint64) bool {
	change := p.key ^ key
	slot := cycleSlot1(change)
	if cycleKeys[slot] != change {
		if slot = cycleSlot2(change); cycleKeys[slot] != change {
			return false
		}
	}
	m := cycleMoves[slot]
	return change != 0 && Between(m.from, m.to)&p.Occupied() == 0 && (p.Color(p.turn).Has(m.from) || p.Color(p.turn).Has(m.to))
}
