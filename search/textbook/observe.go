package textbook

// EventKind says what happened in a search.
type EventKind uint8

// The kinds of events. The comments name the fields of Event that are set besides Kind, Ply and State.
const (
	Entered EventKind = iota // the search of State began: Depth, Alpha, Beta
	Tried                    // a move of State is made, and the search of what it leads to comes next: Move
	Hit                      // a table made the search of State superfluous: Entry
	Cut                      // a move of State was worth beta or more: Skipped
	Left                     // the search of State ended: Value, Move, HasMove
)

// Event is a step of a search. Between Entered and Left of a state come its Tried, each followed by the events of
// one child from Entered to Left, and then perhaps a Cut; or a single Hit; or nothing, which is a leaf. A search that
// looks at the root several times (MTDF, Deepen) has several Entered with Ply 0. PVS may try a move of a state twice
// in a row: the second time is the search for its value.
type Event[S any, M comparable] struct {
	Kind  EventKind
	Ply   int // moves between the root and State
	State S

	Depth       int // plies to the horizon, Unlimited if there is none
	Alpha, Beta int // the window, for the side to move

	Move    M    // Tried: the move; Left: the best one, if HasMove
	HasMove bool // Left: false for a leaf
	Value   int  // Left: what was returned, for the side to move (Minimax: for the first player)

	Entry   Entry[M] // Hit: what the table remembered
	Skipped []M      // Cut: the moves that were not tried; belongs to the search, copy it to keep it
}

// An Observer learns every step of a search as it happens. A nil Observer costs next to nothing.
type Observer[S any, M comparable] func(Event[S, M])
