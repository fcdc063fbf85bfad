package search

import (
	"slices"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/tt"
)

// Limits says when a search has to end. A zero field sets no limit; several limits end the search at whichever
// comes first. Without any limit the search goes on until its context ends or the greatest depth is reached.
type Limits struct {
	Depth     int           // plies of iterative deepening
	Nodes     uint64        // nodes over all threads; exact with one thread
	SoftNodes uint64        // begin no further iteration once the main thread has visited this many nodes
	MoveTime  time.Duration // time for this move
	Mate      int           // end when a mate in this many moves, by either side, is found or ruled out

	// StopIf, if not nil, is asked after each iteration, with the best move so far and the nodes of the main thread. No further
	// iteration begins once it returns true.
	StopIf func(best board.Move, nodes uint64) bool

	Start     time.Time     // when the time for the search began to run; zero stands for the call of Search
	Clock     bool          // Time, Inc and MovesToGo are set; Time may then be zero or negative
	Time      time.Duration // what is left on the clock of the side to move
	Inc       time.Duration // what each move adds to it
	MovesToGo int           // moves until the next time control, 0 for the rest of the game

	// NodesTime, if not 0, is how many nodes count as a millisecond, in place of the time of the machine. A search with one thread
	// then depends on nothing but the limits. From one search to the next the engine keeps a clock of its own: Time counts in the
	// first search of a game only, and Inc is added after each. Only one time control can be played so.
	NodesTime int

	Overhead time.Duration // taken off every move for the time between engine and clock (Move Overhead)

	Infinite bool // no result before the end of the context, whatever else is reached

	Ponder bool // the game is played with pondering, so that expected moves cost less of the clock: take more of it

	// PonderHit, if not nil, makes the search ponder: it runs on the opponent's time, which costs us nothing, and has no
	// result until this channel delivers the moment at which the move pondered on was played, or the context ends.
	PonderHit <-chan time.Time

	Weakness *Weakness // of a player of limited strength; nil for full strength

	SearchMoves []board.Move // the root moves to search; empty means all
	MultiPV     int          // how many best lines to report; 0 and 1 both mean one
}

// Info is a report on a search in progress. PV belongs to the receiver only until the callback returns.
type Info struct {
	Depth    int           // plies of the iteration
	SelDepth int           // plies of the longest line looked at
	MultiPV  int           // rank of the line, from 1
	Score    int           // for the side to move, as the search has it; winrate.ScoreOf shows it
	Bound    tt.Bound      // Exact, or which side of the truth Score is known to be on
	Known    bool          // Score is a result that the tablebases know, not an estimate
	Nodes    uint64        // nodes over all threads
	TBHits   uint64        // tablebase hits over all threads
	HashFull int           // permille of the table in use by this search
	Time     time.Duration // since the time for the search began to run
	PV       []board.Move  // the line, from the root
}

// CurrMove names the root move that the main thread is about to search.
type CurrMove struct {
	Depth  int        // plies of the iteration
	Move   board.Move // the root move
	Number int        // its place in the order, from 1
}

// Reporter receives what a running search has to say. Any callback may be nil. They are called from the goroutine of Search.
// With one thread, the contents of Info do not depend on the speed, except Time, unless time ends the search. Bound and CurrMove
// are called only in searches that go on for a while.
type Reporter struct {
	Info     func(Info)     // the best lines, after each iteration and at the end
	Bound    func(Info)     // on the way, a line whose score fell outside the window
	CurrMove func(CurrMove) // the root move about to be searched
}

// Result is the outcome of a search.
type Result struct {
	Best   board.Move // the move to play; NoMove if there is no legal move
	Ponder board.Move // the expected answer; NoMove if none is known
	Score  int        // of Best, as in Info
	Depth  int        // plies of the last completed iteration
	Nodes  uint64     // nodes over all threads
}

//go:generate go run vertigo/internal/build/tunables ..

// Tunable is a number that the tune build lets a tuner change between searches.
type Tunable = eval.Tunable

// Tunables returns the tunable numbers of the search and of the evaluation: none in the normal build, where they are
// constants.
func Tunables() []Tunable { return slices.Concat(tunables, eval.Tunables()) }
