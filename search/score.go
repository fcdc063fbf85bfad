package search

// Scores are side-to-move centipawns as plain ints, in the unit of the evaluation; Centipawns turns them into what is shown.
// Scores beyond ±MateBound are mates.
const (
	MaxPly    = 240           // the deepest line, in plies, that a search looks at
	Infinity  = 32001         // beyond every score
	Mate      = 32000         // mate on the board; mate in n plies is Mate - n
	MateBound = Mate - MaxPly // scores at or beyond it are mates found by search
	Draw      = 0             // stalemate, repetition, fifty moves, insufficient material
	NoScore   = -32002        // "there is none": the static evaluation of a node in check
)

// IsMate reports whether score says that either side is mated by force.
func IsMate(score int) bool { return score >= MateBound || score <= -MateBound }

// MateIn returns the number of full moves to mate as UCI counts them: positive when the side to move mates,
// negative when it is mated (0 when it is mated already). It is meaningful only if IsMate(score).
func MateIn(score int) int {
	if score > 0 {
		return (Mate - score + 1) / 2
	}
	return -(Mate + score) / 2
}
