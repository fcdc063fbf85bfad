package uci

import (
	"fmt"
	"slices"
	"time"

	"vertigo/board"
	"vertigo/movegen"
	"vertigo/search"
)

// The largest arguments of go that make a difference; larger ones are cut to these.
const (
	maxMilliseconds = 1 << 34 // half a year; a time.Duration holds several hundred times as much
	maxMovesToGo    = 1000
	maxPerftDepth   = 64 // no computer will ever finish it
)

// unclockedTime is what a move gets if the clocks stand still at zero.
const unclockedTime = 200 * time.Millisecond

// limits translates the arguments of go for a search of p. In a search.Limits zero means "no limit", so arguments of
// zero or less become the smallest limit there is: the engine then moves at once.
func (c *goCommand) limits(p *board.Position, set settings) search.Limits {
	l := search.Limits{
		Depth:     int(c.depth.or(0, 1, search.MaxPly)),
		Mate:      int(c.mate.or(0, 1, search.MaxPly)),
		MoveTime:  milliseconds(c.moveTime.or(0, 1, maxMilliseconds)),
		MovesToGo: int(c.movesToGo.or(0, 0, maxMovesToGo)),
		Overhead:  set.overhead,
		Infinite:  c.infinite,
		MultiPV:   set.multiPV,
	}
	if c.nodes.given {
		l.Nodes = uint64(max(c.nodes.value, 1))
	}
	if c.mate.given && c.mate.value <= 0 {
		l.Depth = 1 // no mate is that short, so there is nothing to look for
	}
	// The opponent's clock alone still says that the game is timed. Our own is then unknown, so nothing is left on it.
	us := p.Turn()
	if c.withoutClocks() {
		if l.MoveTime == 0 || l.MoveTime > unclockedTime {
			l.MoveTime = unclockedTime
		}
		return l
	}
	l.Clock = c.time[us].given || c.time[us.Other()].given || c.inc[us].given
	l.Time = milliseconds(c.time[us].or(0, -maxMilliseconds, maxMilliseconds))
	l.Inc = milliseconds(c.inc[us].or(0, 0, maxMilliseconds))
	return l
}

// withoutClocks reports whether both clocks are said to stand at exactly zero. No game goes on like that: it is what programs
// send that do not know their own clocks, such as Knights 22.12 with every move.
func (c *goCommand) withoutClocks() bool {
	white, black := c.time[board.White], c.time[board.Black]
	return white.given && black.given && white.value == 0 && black.value == 0
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// rootMoves returns the legal moves of p that words name, each once, and a complaint for every other word.
func rootMoves(p *board.Position, words []string) (moves []board.Move, complaints []string) {
	for _, word := range words {
		m, err := movegen.ParseMove(p, word)
		if err != nil {
			complaints = append(complaints, fmt.Sprintf("searchmoves: %v; skipped", err))
			continue
		}
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	return moves, complaints
}
