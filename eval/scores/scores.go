// Package scores names the numbers that the search gives to positions: which of them are mates and tablebase wins, and in
// what form the transposition table keeps them. Package winrate says what to show for them.
//
// Scores are plain ints for the side to move, in the unit of the evaluation. From the greatest to the smallest they are
//
//	Infinity                            beyond every score
//	Mate … MateBound                    mates found by the search; mate in n plies is Mate - n
//	TablebaseWin … TablebaseBound       won by the tablebases; n plies from the position looked up, TablebaseWin - n
//	TablebaseBound-1 … -TablebaseBound+1  what the evaluation says
//
// and then the same for losses, with the opposite sign.
package scores

// The bounds of scores.
const (
	MaxPly    = 240           // the deepest line, in plies, that a search looks at: no mate is further away
	Infinity  = 32001         // beyond every score
	Mate      = 32000         // mate on the board
	MateBound = Mate - MaxPly // scores at or beyond it are mates
	Draw      = 0             // stalemate, repetition, fifty moves, insufficient material
	None      = -32002        // "there is none": the static evaluation of a node in check
)

// Scores of positions that tablebases know to be won or lost. They lie below all mates, which say more, and beyond
// whatever the evaluation says.
const (
	TablebaseWin   = MateBound - 1         // won by the tables at once; at a position n plies further on, less n
	TablebaseBound = TablebaseWin - MaxPly // scores at or beyond it are won or lost for certain
)

// IsMate reports whether score says that either side is mated by force.
func IsMate(score int) bool { return score >= MateBound || score <= -MateBound }

// IsDecisive reports whether score says for certain, by a mate or by the tablebases, who wins.
func IsDecisive(score int) bool { return score >= TablebaseBound || score <= -TablebaseBound }

// MateIn returns the number of full moves to mate as UCI counts them: positive when the side to move mates,
// negative when it is mated (0 when it is mated already). It is meaningful only if IsMate(score).
func MateIn(score int) int {
	if score > 0 {
		return (Mate - score + 1) / 2
	}
	return -(Mate + score) / 2
}

// ToTable turns a mate or tablebase score from plies counted from the root into plies counted from the node at ply, so
// that it is right wherever in the tree the position comes up again.
func ToTable(score, ply int) int {
	if score >= TablebaseBound {
		return score + ply
	}
	if score <= -TablebaseBound {
		return score - ply
	}
	return score
}

// FromTable is the inverse of ToTable.
func FromTable(score, ply int) int { return ToTable(score, -ply) }
