package search

import (
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
)

// timeManager measures one search and knows how long it may take. Only the main thread writes to it, when it polls.
type timeManager struct {
	start     time.Time
	ponderHit <-chan time.Time // receives the ponderhit; nil from then on
	ownStart  time.Time        // since when time counts against the limits: start or, if the search pondered, the ponderhit
	nodesTime int              // nodes that count as a millisecond, 0 where time is that of the machine
	nodes     func() uint64    // of the search, where nodesTime is set

	limited bool          // soft and hard are set
	soft    time.Duration // begin no iteration after this time, which includes that of pondering
	hard    time.Duration // hard limit: the search stops this long after ownStart
	fixed   bool          // a time for this move: use all of it

	lastUpdate time.Time     // when update last looked at the time that counts
	stall      time.Duration // the longest delay of the process to expect, see noteStall
}

// Stalls up to these lengths need no reserve: the plan for a clock leaves room for an ordinaryStall, and the overhead of a fixed
// time for a shortestStall.
const (
	ordinaryStall = 20 * time.Millisecond
	shortestStall = 5 * time.Millisecond
)

// Where other work keeps the processors busy, the process is held up again and again, seldom for more than 0.3 s. A longer time
// between two updates may also be a pause, of the process or of the whole machine, after which everything is as before. So a
// first stall counts for 100 ms at most, and a longer one for three times the longest so far.
const (
	firstStall   = 100 * time.Millisecond
	longestStall = 500 * time.Millisecond
)

// softStop is how a thread decides, after each of its iterations, whether the search may end before its hard limit.
type softStop struct {
	bestMove  board.Move // of the last iteration
	score     int        // best score of the previous iteration
	stability int        // how many iterations have confirmed the best move
	enough    bool       // the last iteration ended so late that no further one is needed once the opponent has moved
}

// newTimeManager plans the time for a search. It expects stalls as long as the last search did, less a thirty-second part, and
// none before the first one.
func newTimeManager(l *Limits, last *timeManager) timeManager {
	c := timeManager{start: l.Start, ownStart: l.Start, ponderHit: l.PonderHit, nodesTime: l.NodesTime, lastUpdate: l.Start}
	if c.nodesTime == 0 {
		c.lastUpdate = time.Now()
	}
	c.stall = last.stall - last.stall/32
	if l.MoveTime > 0 {
		c.limited, c.fixed = true, true
		free := l.MoveTime
		if l.Overhead > 0 { // otherwise nobody watches the clock
			free = max(free-3*c.reserve(shortestStall)/2, free/4) // nothing makes up for a stall that is longer
		}
		c.hard = free - min(l.Overhead, free/2) // some of a short time must be left to think
		c.soft = c.hard
	}
	if l.Clock {
		free := *l
		free.Time = max(l.Time-c.reserve(ordinaryStall), l.Time/4)
		soft, hard := plan(&free)
		if !c.limited || hard < c.hard {
			c.limited, c.fixed = true, false
			c.soft, c.hard = soft, hard
		}
	}
	return c
}

// reserve returns what should stay on the clock because other work keeps the processor busy: as much as the longest stall
// has taken, so that another one does not lose the game. It is nothing on a machine with time to spare, whose stalls are short.
func (c *timeManager) reserve(short time.Duration) time.Duration {
	if c.stall <= short {
		return 0
	}
	return c.stall
}

// plan divides what is left on the clock. The overhead is set aside first, once for every move that must be made on
// this time, so that many quick moves cannot use up the time that network and GUI take.
func plan(l *Limits) (soft, hard time.Duration) {
	moves := timeHorizon // the real number is not known
	if l.MovesToGo > 0 {
		moves = min(l.MovesToGo, timeMovesToGo)
	}
	left := l.Time + l.Inc*time.Duration(moves-1) - l.Overhead*time.Duration(moves+1)
	// A large overhead may leave nothing for all these moves. Fewer are made then, and those deserve some thought.
	share := max(left/time.Duration(moves), (l.Time-2*l.Overhead)/time.Duration(timeLeast))
	safe := l.Time - 2*l.Overhead // never to be exceeded, whatever the plan says
	if l.MovesToGo != 1 {
		// Where the increment is most of the time, the same happens move after move: the rest is the only reserve
		// for a busy machine.
		safe = perCent(l.Time, timeSafe) - l.Overhead
	}
	hard = max(min(perCent(share, timeHard), safe), min(l.Time/10, time.Millisecond), 0)
	if l.Ponder {
		share = perCent(share, timePonder)
	}
	soft = max(min(perCent(share, timeSoft), hard), 0)
	return soft, hard
}

// onlyMoveShare is how much of the planned time an only move may take, in per cent. There is nothing to choose, but the score is
// shown and games are adjudicated by it, and there should be a move to ponder on.
const onlyMoveShare = 50

// planOnlyMove shortens the plan where there is one legal move. The hard limit shrinks too: a single iteration may take long.
func (c *timeManager) planOnlyMove() {
	if c.limited && !c.fixed {
		c.soft = perCent(c.soft, onlyMoveShare)
		c.hard = min(c.hard, c.soft)
	}
}

// perCent returns the given part of d.
func perCent(d time.Duration, part int) time.Duration {
	return d/100*time.Duration(part) + d%100*time.Duration(part)/100 // in two parts, so that no d overflows
}

// preparation returns how long the work before the search, ranking the root moves by the tablebases, may take: half of
// the planned time, and always some milliseconds, of which tables in memory need a part. With nothing left on the clock,
// when no search can find the way any more, the ranks alone keep a won game won.
func (c *timeManager) preparation() time.Duration { return max(c.soft/2, 3*time.Millisecond) }

// update looks at the time, and at whether the opponent has made the move pondered on. The search polls so often that a long time
// between two updates means that it was kept from running.
func (c *timeManager) update() {
	if c.ponderHit != nil {
		select {
		case c.ownStart = <-c.ponderHit:
			if c.nodesTime > 0 {
				c.ownStart = c.now()
			}
			c.ponderHit, c.lastUpdate = nil, c.ownStart
		default:
			return
		}
	}
	if c.limited {
		now := c.now()
		if c.nodesTime == 0 {
			c.noteStall(now.Sub(c.lastUpdate))
		}
		c.lastUpdate = now
	}
}

// resume begins a new interval between two updates. The one before it counts as no stall: it may have been one of waiting for
// the reader of a report, or for a disk.
func (c *timeManager) resume() {
	if c.limited {
		c.lastUpdate = c.now()
	}
}

// now returns the time: that of the machine, or as long after the start as the nodes of the search are to take.
func (c *timeManager) now() time.Time {
	if c.nodesTime == 0 {
		return time.Now()
	}
	return c.start.Add(time.Duration(c.nodes()) * time.Millisecond / time.Duration(c.nodesTime))
}

// nodeClock is the clock of a game in which nodes count as time. It does not run while the engine waits for the opponent, and
// what the referee's clock shows after the first move does not count.
type nodeClock struct {
	running bool
	left    time.Duration
}

// begin replaces the time that is left by that of the clock, which begins with it.
func (c *nodeClock) begin(l *Limits) {
	if !c.running {
		*c = nodeClock{running: true, left: l.Time}
	}
	l.Time = c.left
}

// end takes the time of a move off the clock, and adds the increment.
func (c *nodeClock) end(used, inc time.Duration) { c.left += inc - used }

// noteStall learns from the time between two updates how long a stall may be.
func (c *timeManager) noteStall(d time.Duration) {
	c.stall = max(c.stall, min(d, max(firstStall, 3*c.stall), longestStall))
}

// isPondering reports whether the search was on the opponent's time at the last update.
func (c *timeManager) isPondering() bool { return c.ponderHit != nil }

// isOver reports whether, at the last update, the search had used at least d of its own time. It returns false without a time
// limit, and while the search ponders.
func (c *timeManager) isOver(d time.Duration) bool {
	return c.limited && !c.isPondering() && c.lastUpdate.Sub(c.ownStart) >= d
}

// deadline returns the time from the start of the search to its end, 0 while that is not known.
func (c *timeManager) deadline() time.Duration {
	if !c.limited || c.isPondering() {
		return 0
	}
	return max(c.ownStart.Sub(c.start)+c.hard, 1)
}

// sinceStart returns the time since the search started.
func (c *timeManager) sinceStart() time.Duration { return c.now().Sub(c.start) }

// isDone brings the clock up to date after an iteration of the main thread, and reports whether no other one should begin.
func (t *thread) isDone() bool {
	l, c, best := &t.engine.limits, &t.engine.clock, &t.roots[0]
	c.update()
	switch {
	case l.Mate > 0 && scores.IsMate(best.score) && max(scores.MateIn(best.score), -scores.MateIn(best.score)) <= l.Mate:
		return true
	case l.SoftNodes > 0 && t.nodes >= l.SoftNodes:
		return true
	case l.StopIf != nil && l.StopIf(best.move, t.nodes):
		return true
	case c.fixed:
		return c.isOver(c.hard)
	}
	return t.engine.isEnough()
}

// isEnough reports whether most threads agree that the best move has had the time that it deserves. While the search ponders, it
// returns false.
func (e *Engine) isEnough() bool {
	return 2*int(e.softStopVotes.Load()) > len(e.threads) && !e.clock.isPondering()
}

// voteSoftStop votes for the end of the search after an iteration, or takes the vote back: the best move of this thread has had
// the time that it deserves, or has not.
func (t *thread) voteSoftStop() {
	c, before := &t.engine.clock, t.softStop.enough
	share := t.softStop.update(&t.roots[0], t.nodes)
	t.softStop.enough = c.limited && !c.fixed && c.sinceStart() >= perCent(c.soft, share)
	if t.softStop.enough && !before {
		t.engine.softStopVotes.Add(1)
	} else if before && !t.softStop.enough {
		t.engine.softStopVotes.Add(-1)
	}
}

// update takes note of an iteration, after which the search has visited the given nodes, and returns softScale.
func (s *softStop) update(best *rootMove, nodes uint64) int {
	s.stability++
	if best.move != s.bestMove {
		s.stability, s.bestMove = 0, best.move
	}
	scale := s.softScale(best, nodes)
	s.score = best.score
	return scale
}

// softScale returns how much of the planned time the move deserves, in per cent: more while the best move changes, while it took
// a small share of the nodes to hold its place, and while its score falls.
func (s *softStop) softScale(best *rootMove, nodes uint64) int {
	share := int(best.nodes * 100 / max(nodes, 1))
	changes := max(timeUnstable-timeSettling*s.stability, timeSettled)
	effort := max(timeEffort-share*timeShare/100, timeEffortLeast)
	trend := 100 + max(-timeTrendLimit, min((s.score-best.score)*timeTrend/10, timeTrendLimit))
	return changes * effort / 100 * trend / 100
}
