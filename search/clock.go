package search

import "time"

// stopwatch measures one search and knows how long it may take.
type stopwatch struct {
	start     time.Time
	ponderHit <-chan time.Time // tells when the opponent has made the move pondered on; nil from then on
	counted   time.Time        // since when time counts against the limits: since start or, if it pondered, that moment

	limited bool          // soft and hard are set
	soft    time.Duration // begin no iteration that is unlikely to end in time; pondering is part of it
	hard    time.Duration // stop wherever the search is, so long after what is counted began
	fixed   bool          // a time for this move: use all of it
	content bool          // the last iteration ended so late that no further one is needed once the opponent has moved

	looked time.Time     // when the search last looked at the time that counts
	stall  time.Duration // the longest that it went without a look, in this search or, decaying, in those before
}

// ordinaryStall is how long the processor may be away without being missed: the plan allows for that much.
const ordinaryStall = 20 * time.Millisecond

// newStopwatch plans the time for a search. How long the processor may be away is taken over from the stopwatch of the last
// search, less a thirty-second part of it.
func newStopwatch(l *Limits, before *stopwatch) stopwatch {
	w := stopwatch{start: l.Begun, counted: l.Begun, ponderHit: l.PonderHit, looked: l.Begun, stall: before.stall - before.stall/32}
	if l.MoveTime > 0 {
		w.limited, w.fixed = true, true
		w.hard = max(l.MoveTime-l.Overhead, time.Millisecond)
		w.soft = w.hard
	}
	if l.Clock {
		free := *l
		free.Time = max(l.Time-w.reserve(), l.Time/4)
		soft, hard := plan(&free)
		if !w.limited || hard < w.hard {
			w.limited, w.fixed = true, false
			w.soft, w.hard = soft, hard
		}
	}
	return w
}

// reserve returns what should stay on the clock because other work keeps the processor busy: as much as the longest stall
// has taken, so that another one does not lose the game. It is nothing on a machine with time to spare.
func (w *stopwatch) reserve() time.Duration {
	if w.stall <= ordinaryStall {
		return 0
	}
	return w.stall
}

// plan divides what is left on the clock. The overhead is set aside first, once for every move that must be made on
// this time, so that many quick moves cannot eat up what network and GUI take.
func plan(l *Limits) (soft, hard time.Duration) {
	moves := timeHorizon // the real number is not known
	if l.MovesToGo > 0 {
		moves = min(l.MovesToGo, timeMovesToGo)
	}
	left := l.Time + l.Inc*time.Duration(moves-1) - l.Overhead*time.Duration(moves+1)
	// A large overhead may leave nothing for so many moves. Fewer are made then, and those deserve some thought.
	share := max(left/time.Duration(moves), (l.Time-2*l.Overhead)/time.Duration(timeLeast))
	safe := l.Time - 2*l.Overhead // never to be exceeded, whatever the plan says
	if l.MovesToGo != 1 {
		// Where the increment is most of the time, the same happens move after move: what this leaves is all that
		// stands between the engine and a busy machine.
		safe = perCent(l.Time, timeSafe) - l.Overhead
	}
	hard = max(min(perCent(share, timeHard), safe), min(l.Time/10, time.Millisecond), 0)
	soft = max(min(perCent(share, timeSoft), hard), 0)
	return soft, hard
}

// perCent returns the given part of d.
func perCent(d time.Duration, part int) time.Duration {
	return d/100*time.Duration(part) + d%100*time.Duration(part)/100 // in two parts, so that no d overflows
}

// preparation returns how long what precedes the search, ranking the root moves by the tablebases, may take: half of
// the planned time, and always some milliseconds, of which tables in memory need a part. With nothing left on the clock,
// when no search can find the way any more, the ranks alone keep a won game won.
func (w *stopwatch) preparation() time.Duration { return max(w.soft/2, 3*time.Millisecond) }

// total returns the time since the search started.
func (w *stopwatch) total() time.Duration { return time.Since(w.start) }

// isPondering reports whether the search is on the opponent's time.
func (w *stopwatch) isPondering() bool {
	if w.ponderHit == nil {
		return false
	}
	select {
	case w.counted = <-w.ponderHit:
		w.ponderHit, w.looked = nil, w.counted
		return false
	default:
		return true
	}
}

// elapsed returns the time that counts against the limits, and notes how long ago the search last asked. The search asks so
// often that a long time between two questions means that it was kept from running.
func (w *stopwatch) elapsed() time.Duration {
	now := time.Now()
	w.stall = max(w.stall, now.Sub(w.looked))
	w.looked = now
	return now.Sub(w.counted)
}
