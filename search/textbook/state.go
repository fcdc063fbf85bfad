package textbook

import "math"

// Infinity is beyond every value of a state, and so is -Infinity on the other side. A won game is not worth
// Infinity but some large number below it: a search must be able to distinguish "won" from "nothing found yet".
const Infinity = 1 << 30

// Unlimited is a depth, in plies, that no game reaches.
const Unlimited = math.MaxInt32

// State is a position of a game, from which S, the type that implements it, can move on by moves of type M.
// States are values: no method changes the state it is called on. The players take turns; a game in which one may
// pass has a move for it.
type State[S any, M comparable] interface {
	// Moves returns the legal moves, each once, in any order, and none exactly when the game is over. The caller
	// may reorder the slice.
	Moves() []M

	// Play returns the state after m, which is one of Moves.
	Play(m M) S

	// Evaluate returns the value of the state for the side to move, strictly between -Infinity and Infinity: the
	// outcome if the game is over, an estimate otherwise.
	Evaluate() int
}

// Color names a player by a sign, which turns a value seen from the first player into one seen from that player,
// and back.
type Color int

// The two players.
const (
	First  Color = +1
	Second Color = -1
)

// Colored is a State that knows whose turn it is. Only the searches that need to know ask for it.
type Colored[S any, M comparable] interface {
	State[S, M]

	// Color returns the side to move.
	Color() Color
}

// Ordered is a State that can guess which moves are good.
type Ordered[S any, M comparable] interface {
	State[S, M]

	// Hint returns how promising m, one of Moves, looks: the larger, the earlier it is tried. Any numbers
	// are correct, good numbers are fast.
	Hint(m M) int
}

// Keyed is a State that a table can remember.
//
// What a table remembers of one state it applies to every state with the same key. So two states may share a key
// only if they have the same moves, the same evaluation, and the same future all the way down. Where the rules look
// back (repetition of positions in chess), or the evaluation counts the plies since the root (so that a quick win is
// worth more than a slow one), everything they look at is part of the state and must be part of the key, or must
// be left out of both. A key shared by accident cannot be noticed: 64 well mixed bits make it improbable.
type Keyed[S any, M comparable] interface {
	Ordered[S, M]

	// Key returns the number that identifies the state.
	Key() uint64
}

// Result is what a search has found.
type Result[M comparable] struct {
	Value   int  // for the side to move at the root
	Move    M    // achieves Value; meaningless unless HasMove
	HasMove bool // false if the game is over at the root, or the depth is 0
	Nodes   int  // states visited, the root included; a state visited twice counts twice
}
