package tt

import (
	"math"

	"vertigo/board"
)

// Bound says on which side of the true score a stored score lies. It is a bit set: a score that is both an upper and
// a lower bound is exact.
type Bound uint8

// The kinds of scores.
const (
	BoundNone Bound = 0             // the score says nothing; the evaluation of the entry may
	Upper     Bound = 1             // the true score is at most the stored one: every move failed low
	Lower     Bound = 2             // the true score is at least the stored one: a move failed high
	Exact     Bound = Upper | Lower // the stored score is the true one
)

// MaxDepth is the greatest depth that an entry can hold, in plies.
const MaxDepth = 254

// Entry holds the result of a search of a position. Score and Eval are in the unit of the evaluation, for the side to move,
// within -32768..32767. Mate scores count from this position, not from the root. Numbers out of range are stored as the nearest
// in range.
type Entry struct {
	Move  board.Move // the best or refuting move, board.NoMove if none is known
	Score int        // what the search found, to be read with Bound
	Eval  int        // the static evaluation, or whatever the caller uses for "none"
	Depth int        // remaining plies that Score was searched to, 0..MaxDepth
	Bound Bound      // how Score relates to the truth
	PV    bool       // the node was, or had been, on a principal variation
}

// The layout of a slot's data:
//
//	 63        59  58  57   56 55    48 47       32 31       16 15        0
//	+------------+----+-------+--------+-----------+-----------+-----------+
//	| generation | PV | bound | depth  |   eval    |   score   |   move    |
//	+------------+----+-------+--------+-----------+-----------+-----------+
//
// Score and eval are two's complement. Depth is one more than the entry's, and so is never zero. Therefore no slot that
// was written is zero: a zero word is a free slot. The generation is on top so that it wraps by itself.
const (
	scoreShift      = 16
	evalShift       = 32
	depthShift      = 48
	boundShift      = 56
	pvShift         = 58
	generationShift = 59

	moveMask       = 1<<scoreShift - 1
	generationMask = 31 << generationShift

	depthBias = 1
)

// pack turns the entry and a generation, which is already in its place, into a slot's data. Like its companions it
// takes a pointer because the compiler keeps a struct with this many fields in memory, where a copy costs as much as a
// probe that hits the cache.
func (e *Entry) pack(generation uint64) uint64 {
	data := generation |
		uint64(e.Bound&Exact)<<boundShift |
		uint64(min(max(e.Depth, 0), MaxDepth)+depthBias)<<depthShift |
		uint64(clamp16(e.Eval))<<evalShift |
		uint64(clamp16(e.Score))<<scoreShift |
		uint64(e.Move)
	if e.PV {
		data |= 1 << pvShift
	}
	return data
}

// clamp16 returns the nearest 16-bit number as its bits.
func clamp16(n int) uint16 { return uint16(min(max(n, math.MinInt16), math.MaxInt16)) }

// unpack fills the entry from a slot's data. Any 64 bits give fields that are in their ranges, except that a zero
// depth, which is never stored, gives -1.
func (e *Entry) unpack(data uint64) {
	e.Move = board.Move(data & moveMask)
	e.Score = int(int16(data >> scoreShift))
	e.Eval = int(int16(data >> evalShift))
	e.Depth = depthOf(data)
	e.Bound = Bound(data>>boundShift) & Exact
	e.PV = data>>pvShift&1 != 0
}

func depthOf(data uint64) int { return int(uint8(data>>depthShift)) - depthBias }

// The rules of replacement, in plies. The table replaces by depth and age.
const (
	agePenalty   = 8 // how much depth an entry loses with each new search
	renewMargin  = 4 // a result that is this much shallower does not replace one of the same search and position
	renewPVBonus = 2 // added to the margin on a principal variation, where the newest score matters most
)

// worth returns how much an entry is worth keeping; a bucket gives up the entry that is worth least. Depth counts because deep
// results cost most to find again. Age counts because positions of older searches are rarely met again.
func worth(data, generation uint64) int {
	age := (generation - data&generationMask) >> generationShift
	return depthOf(data) - agePenalty*int(age)
}

// renew returns the new data of a slot that holds old for the same position, when the entry is stored. Plain replacement by depth
// would keep the deeper result. Here a result of an older search always gives way, and one of this search gives way to an exact
// score and to one that is not clearly shallower: the newer score has seen more of the tree. Neither a known move nor a known
// bound is ever replaced by none.
func (e *Entry) renew(old, generation uint64) uint64 {
	limit := depthOf(old) - renewMargin
	if e.PV {
		limit -= renewPVBonus
	}
	replace := e.Bound == Exact || e.Depth > limit || old&generationMask != generation
	if !replace || e.Bound == BoundNone && old>>boundShift&uint64(Exact) != 0 {
		if old&moveMask == 0 {
			old |= uint64(e.Move)
		}
		return old
	}
	data := e.pack(generation)
	if e.Move == board.NoMove {
		data |= old & moveMask
	}
	return data
}
