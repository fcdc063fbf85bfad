package textbook

// Bound says on which side of the truth a remembered value may be.
type Bound uint8

// The kinds of bounds.
const (
	Exact Bound = iota // the value itself
	Lower              // the value is at least this: the search failed high
	Upper              // the value is at most this: the search failed low
)

// boundOf classifies what a search returned by the window it was called with. It has to be that window: alpha as
// it was raised later on would take a value that was just found, and is exact, for an upper bound.
func boundOf(value, alpha, beta int) Bound {
	switch {
	case value <= alpha:
		return Upper
	case value >= beta:
		return Lower
	default:
		return Exact
	}
}

// Entry is what a table remembers of a state: a true statement about value(state, Depth).
type Entry[M comparable] struct {
	Value int
	Bound Bound
	Depth int // remaining plies of the search that found Value
	Move  M   // the best move of that search
}

// isEnough reports whether the entry makes a search with depth and window (alpha, beta) superfluous, because Value,
// returned in its place, keeps the contract of the package comment.
//
// The depth has to be equal. The result of a deeper search may well be nearer to the truth about the game, and chess
// engines take it, as ours does. But it is a statement about another quantity: the search would no longer find
// value(root, depth), and its result would depend on which entries the table happens to hold.
func (e Entry[M]) isEnough(depth, alpha, beta int) bool {
	if e.Depth != depth {
		return false
	}
	switch e.Bound {
	case Lower:
		return e.Value >= beta
	case Upper:
		return e.Value <= alpha
	default:
		return true
	}
}

// slot is one place in a table: an entry and the key of the state that it is about.
type slot[M comparable] struct {
	used  bool
	key   uint64
	entry Entry[M]
}

// Table is a transposition table: a memory of states already searched, for games in which different moves lead to the
// same state. It has a fixed number of slots, and a new entry always replaces the old one in its slot. Forgetting costs
// only time: every entry is a true statement on its own, so a search is right with any part of them, even with a single
// slot or none. But a state must never be taken for another that shares its slot, so each slot holds the whole key.
//
// The statements are about the game, not about the search: a table may be kept from one search to the next, from
// one root, depth, window or algorithm to another, as long as the rules and the evaluation stay the same.
// It is not safe for use by several goroutines at once.
//
// Source: Zobrist 1970 for the keys; Slate and Atkin 1977 for the bounds.
type Table[M comparable] struct {
	slots []slot[M]
}

// NewTable returns an empty table with the given number of slots. With 0 slots, or fewer, it remembers nothing.
func NewTable[M comparable](slots int) *Table[M] {
	return &Table[M]{slots: make([]slot[M], max(slots, 0))}
}

// probe returns what is remembered of the state with key.
func (t *Table[M]) probe(key uint64) (e Entry[M], known bool) {
	if len(t.slots) == 0 {
		return e, false
	}
	s := &t.slots[key%uint64(len(t.slots))]
	if !s.used || s.key != key {
		return e, false
	}
	return s.entry, true
}

// store remembers e of the state with key, and forgets what was in its slot.
func (t *Table[M]) store(key uint64, e Entry[M]) {
	if len(t.slots) > 0 {
		t.slots[key%uint64(len(t.slots))] = slot[M]{used: true, key: key, entry: e}
	}
}
