package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// TestPlan checks the promises of the time plan over random clocks of every size.
func TestPlan(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	duration := func(most time.Duration) time.Duration { // as often milliseconds as hours
		return time.Duration(float64(most) * math.Pow(rng.Float64(), 6))
	}
	for range 200_000 {
		l := Limits{Clock: true, Time: duration(100 * time.Hour), Inc: duration(time.Hour), Overhead: duration(5 * time.Second)}
		switch rng.IntN(8) {
		case 0:
			l.Time = -l.Time
		case 1:
			l.Time = 0
		case 2:
			l.Inc = 0
		}
		if rng.IntN(2) == 0 {
			l.MovesToGo = 1 + rng.IntN(100)
		}
		l.Ponder = rng.IntN(2) == 0
		soft, hard := plan(&l)
		if soft < 0 || soft > hard {
			t.Fatalf("%+v: soft %v, hard %v", l, soft, hard)
		}
		// With less than the overhead on the clock, the engine still tries: it may take a tenth of the time, a millisecond at most.
		if hard > max(l.Time-l.Overhead, min(l.Time/10, time.Millisecond), 0) {
			t.Fatalf("%+v: hard limit %v", l, hard)
		}
		// Much more than half of the clock is for the last move before the time control alone.
		if l.MovesToGo != 1 && hard > max(l.Time*3/5, min(l.Time/10, time.Millisecond), 0) {
			t.Fatalf("%+v: hard limit %v", l, hard)
		}
		// Ranking the root moves by the tablebases takes some of the time, and what it takes in memory even where none is left.
		if d := (&timeManager{soft: soft}).preparation(); d < 2*time.Millisecond || d > max(soft/2, 5*time.Millisecond) {
			t.Fatalf("%+v: %v to prepare, soft limit %v", l, d, soft)
		}
	}
}

// TestPlanUsesTheClock checks that the plan is not timid either, also with the longest clock that UCI commands pass on, with
// which nothing overflows, and with a large overhead, as network play asks for.
func TestPlanUsesTheClock(t *testing.T) {
	const longest = 1 << 34 * time.Millisecond
	for _, test := range []struct {
		name  string
		l     Limits
		least time.Duration // of the soft limit
	}{
		{"sudden death", Limits{Time: time.Minute}, 500 * time.Millisecond},
		{"increment", Limits{Time: time.Minute, Inc: time.Second}, time.Second},
		{"increment alone", Limits{Time: time.Second, Inc: time.Second}, 100 * time.Millisecond},
		{"last move", Limits{Time: time.Minute, MovesToGo: 1}, 30 * time.Second},
		{"two moves", Limits{Time: time.Minute, MovesToGo: 2}, 15 * time.Second},
		{"longest", Limits{Time: longest, Inc: longest}, longest / 100},
		{"longest for many moves", Limits{Time: longest, MovesToGo: 1000}, longest / 100},
		{"large overhead", Limits{Time: 2 * time.Second, Overhead: 100 * time.Millisecond}, 20 * time.Millisecond},
	} {
		test.l.Overhead = max(test.l.Overhead, 10*time.Millisecond)
		soft, hard := plan(&test.l)
		ponder := test.l
		ponder.Ponder = true
		if more, same := plan(&ponder); more < soft || more > hard || same != hard || more == soft && soft < hard {
			t.Errorf("%s: soft %v with pondering, %v without, hard %v and %v", test.name, more, soft, same, hard)
		}
		overflows := perCent(soft, 1000) != 10*soft // softScale is far below 1000 %
		if soft < test.least || hard < soft || hard > test.l.Time-test.l.Overhead || overflows {
			t.Errorf("%s: soft %v, hard %v, want at least %v", test.name, soft, hard, test.least)
		}
	}
}

// after returns the time manager of a search after last, in which the processor was away once.
func after(last timeManager, l *Limits, away time.Duration) timeManager {
	w := newTimeManager(l, &last)
	w.lastUpdate = time.Now().Add(-away)
	w.update()
	return w
}

// TestStalls checks that searches on a busy machine, which are kept from running again and again, make the next ones leave that
// much more on the clock, also in a new game, until enough of them have run undisturbed. Pauses of the process, however long, leave
// the plan nearly as it was; what happens on any machine changes nothing. The first stalls are those of a machine with 26 runnable
// processes on two processors.
func TestStalls(t *testing.T) {
	const ms = time.Millisecond
	l := Limits{Clock: true, Time: 6 * time.Second, Overhead: 10 * ms, Start: time.Now()}
	plain := newTimeManager(&l, &timeManager{})
	part := func(w timeManager) float64 {
		w = newTimeManager(&l, &w)
		return min(float64(w.soft)/float64(plain.soft), float64(w.hard)/float64(plain.hard))
	}
	must.Equal(t, part(timeManager{stall: ordinaryStall}), 1, "after an ordinary stall")
	e := newEngine(t, 1, 1)
	for _, test := range []struct {
		name        string
		away        []time.Duration
		least, most float64
	}{
		{"a busy machine", []time.Duration{ms, 83 * ms, 2 * ms, 207 * ms, ms, 5 * ms, 80 * ms, 297 * ms, ms, 60 * ms}, 0.91, 0.97},
		{"a pause", []time.Duration{6 * time.Second}, 0.97, 0.99},
		{"a long pause", []time.Duration{8 * time.Hour}, 0.97, 0.99},
		{"two pauses", []time.Duration{time.Minute, time.Minute}, 0.94, 0.97},
		{"many pauses", slices.Repeat([]time.Duration{time.Minute}, 22), 0.9, 0.93},
	} {
		w := plain
		for _, away := range test.away {
			w = after(w, &l, away)
		}
		if got := part(w); got < test.least || got > test.most {
			t.Errorf("after %s, %.3f of the time is left, not %.2f to %.2f", test.name, got, test.least, test.most)
		}
		e.clock = w
		if e.NewGame(); part(e.clock) != part(w) {
			t.Errorf("after %s and in a new game, %.2f of the time is left", test.name, part(e.clock))
		}
		for range 200 {
			w = newTimeManager(&l, &w)
		}
		must.Equal(t, part(w), 1, test.name)
	}
}

// TestSlowReader checks that a report for which the reader takes long is no stall of the machine.
func TestSlowReader(t *testing.T) {
	p := newEngine(t, 1, 1)
	slow := Reporter{Info: func(Info) { p.clock.lastUpdate = p.clock.lastUpdate.Add(-time.Hour) }}
	start(t, p, game(t, board.StartFEN), Limits{Clock: true, Time: time.Hour, Depth: 5}, false, slow).wait()
	if p.clock.stall >= firstStall {
		t.Errorf("a slow reader is taken for a stall of %v", p.clock.stall)
	}
}

// TestSlowDisk checks that tablebases that are read slowly are no stall of the machine.
func TestSlowDisk(t *testing.T) {
	e := newEngine(t, 1, 1)
	e.clock = newTimeManager(&Limits{Clock: true, Time: time.Hour}, &timeManager{})
	e.clock.lastUpdate = e.clock.lastUpdate.Add(-time.Minute)
	e.pollRanking()
	must.Equal(t, e.clock.stall < firstStall, true, e.clock.stall)
}

// TestStallWhilePondering checks that the time on which the search pondered is neither a stall nor its own.
func TestStallWhilePondering(t *testing.T) {
	hit := make(chan time.Time, 1)
	l := Limits{Clock: true, Time: time.Minute, Start: time.Now().Add(-time.Hour), PonderHit: hit}
	w := newTimeManager(&l, &timeManager{})
	hit <- time.Now().Add(time.Minute) // later than update looks
	w.update()
	if w.isPondering() || w.isOver(0) || w.stall > 0 {
		t.Errorf("an hour on the opponent's time is a stall of %v", w.stall)
	}
}

// TestAgreement checks that a search by the clock ends once more than half of its threads have had enough, in an iteration of the
// main thread too, but not while the time is the opponent's, and that a thread may change its mind.
func TestAgreement(t *testing.T) {
	e := newEngine(t, 1, 4)
	l := Limits{Clock: true, Time: time.Hour, Start: time.Now()}
	e.limits, e.clock = l, newTimeManager(&l, &timeManager{})
	rate := func(i int, enough bool) {
		if e.clock.start = l.Start; enough {
			e.clock.start = l.Start.Add(-time.Hour)
		}
		e.threads[i].voteSoftStop()
		e.clock.start = l.Start
	}
	main := e.threads[0]
	main.completed = 1
	for i, step := range []struct {
		thread int
		enough bool // for the thread
		over   bool // the search
	}{{1, true, false}, {2, true, false}, {2, true, false}, {3, true, true}, {1, false, false}, {0, true, true}} {
		rate(step.thread, step.enough)
		hit := make(chan time.Time)
		e.clock.ponderHit = hit
		if main.poll(); main.stopped {
			t.Errorf("step %d: stops while pondering", i)
		}
		e.clock.ponderHit = nil
		if main.poll(); main.stopped != step.over || e.isEnough() != step.over {
			t.Errorf("step %d: stops %v, enough %v, want %v", i, main.stopped, e.isEnough(), step.over)
		}
		e.stop.Store(false)
		main.stopped = false
	}
}

// TestSharedDeadline checks that the time for the search ends it although the main thread does not run, once that has scored
// a move, but not while the time is the opponent's.
func TestSharedDeadline(t *testing.T) {
	hit := make(chan time.Time, 1)
	now := time.Now()
	for _, test := range []struct {
		name string
		l    Limits
		over bool
	}{
		{"time left", Limits{MoveTime: 2 * time.Hour}, false},
		{"time used up", Limits{MoveTime: time.Minute}, true},
		{"clock run down", Limits{Clock: true, Time: time.Minute}, true},
		{"no limit", Limits{Depth: 5}, false},
		{"pondering", Limits{Clock: true, Time: time.Minute, PonderHit: hit}, false},
	} {
		e := newEngine(t, 1, 2)
		first, second := e.threads[0], e.threads[1]
		test.l.Start = now
		e.limits, e.clock = test.l, newTimeManager(&test.l, &timeManager{})
		e.clock.start = now.Add(-time.Hour)
		if test.l.PonderHit == nil {
			e.clock.ownStart = e.clock.start
		}
		first.reset(game(t, board.StartFEN))
		if first.poll(); first.stopped {
			t.Errorf("%s: the main thread stops without a score", test.name)
		}
		e.deadline.Store(int64(e.clock.deadline())) // what the main thread does at a poll, before it is kept from running
		if second.poll(); second.stopped != test.over || e.stop.Load() != test.over {
			t.Errorf("%s: the second thread stops: %v, the search: %v, want %v", test.name, second.stopped, e.stop.Load(), test.over)
		}
		first.roots[0].score = 20
		e.deadline.Store(0)
		if first.poll(); first.stopped != test.over {
			t.Errorf("%s: the main thread stops: %v, want %v", test.name, first.stopped, test.over)
		}
		if got := e.deadline.Load() != 0; got != (e.clock.limited && test.l.PonderHit == nil) {
			t.Errorf("%s: the main thread has reported a deadline: %v", test.name, got)
		}
	}
}

// TestMoveTimeOfManyLines has 218 lines to report, which take long even at depth 1, and no time for them: it began to run, and
// ran out, before the search.
func TestMoveTimeOfManyLines(t *testing.T) {
	p := newEngine(t, 1, 1)
	g := game(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	l := Limits{MoveTime: time.Hour, MultiPV: 256, Start: time.Now().Add(-2 * time.Hour)}
	if r, lines := search(t, p, g, l); r.Nodes > 3000 || lines[len(lines)-1].Time < time.Hour {
		t.Errorf("%d nodes without time, which is %v", r.Nodes, lines[len(lines)-1].Time)
	}
}

// TestTimeManager checks which of two limits counts.
func TestTimeManager(t *testing.T) {
	const ms = time.Millisecond
	now := time.Now()
	for _, test := range []struct {
		name  string
		l     Limits
		stall time.Duration
		fixed bool
		hard  time.Duration // the greatest that is right
	}{
		{"move time", Limits{MoveTime: time.Second, Overhead: 10 * ms}, shortestStall, true, 990 * ms},
		{"overhead of half the move time", Limits{MoveTime: 20 * ms, Overhead: 10 * ms}, 0, true, 10 * ms},
		{"overhead of the move time", Limits{MoveTime: 10 * ms, Overhead: 10 * ms}, 0, true, 5 * ms},
		{"overhead beyond the move time", Limits{MoveTime: ms, Overhead: 10 * ms}, 0, true, 500 * time.Microsecond},
		{"move time on a busy machine", Limits{MoveTime: time.Second, Overhead: 10 * ms}, 32 * ms, true, 943500 * time.Microsecond},
		{"short move time on a busy machine", Limits{MoveTime: 80 * ms, Overhead: 5 * ms}, 100 * ms, true, 15 * ms},
		{"move time of an analysis", Limits{MoveTime: 80 * ms}, 100 * ms, true, 80 * ms},
		{"clock shorter", Limits{MoveTime: time.Hour, Clock: true, Time: time.Minute}, 0, false, time.Minute},
		{"move time shorter", Limits{MoveTime: ms, Clock: true, Time: time.Hour}, 0, true, ms},
	} {
		test.l.Start = now
		w := newTimeManager(&test.l, &timeManager{stall: test.stall})
		exact := !test.fixed || w.hard == test.hard // a fixed time is used up
		if !w.limited || w.fixed != test.fixed || w.hard > test.hard || !exact || w.hard < test.hard/1000 || w.soft > w.hard {
			t.Errorf("%s: %+v", test.name, w)
		}
	}
	first := newTimeManager(&Limits{MoveTime: 100 * ms, Overhead: 10 * ms, Start: now}, &newEngine(t, 1, 1).clock)
	if first.hard != 90*ms { // nothing has been seen that would keep it from running
		t.Errorf("the first search of a process may take %v of 100ms", first.hard)
	}
	if w := newTimeManager(&Limits{Depth: 3}, &timeManager{}); w.limited {
		t.Errorf("a limit out of nothing: %+v", w)
	}
}

// TestSoftScale checks what makes a move deserve more time than usual, and what less: a new best move, a falling score, and a small
// share of the nodes, and their opposites.
func TestSoftScale(t *testing.T) {
	scale := func(stability, before, score int, share uint64) int {
		s := softStop{stability: stability, score: before}
		return s.softScale(&rootMove{rootLine: rootLine{score: score}, nodes: share}, 100)
	}
	usual := scale(3, 20, 20, 60)
	for name, got := range map[string]int{
		"a new best move": scale(0, 20, 20, 60), "a falling score": scale(3, 20, -5, 60), "few nodes": scale(3, 20, 20, 30),
	} {
		if got <= usual || got > 2*usual {
			t.Errorf("%s: %d per cent, usually %d", name, got, usual)
		}
	}
	for name, got := range map[string]int{
		"a stable best move": scale(6, 20, 20, 60), "a rising score": scale(3, 20, 45, 60), "most nodes": scale(3, 20, 20, 90),
	} {
		if got >= usual || got < usual/2 {
			t.Errorf("%s: %d per cent, usually %d", name, got, usual)
		}
	}
	if far, limit := scale(3, 5000, -5000, 60), usual*(100+timeTrendLimit)/100; far > limit || far < limit-1 {
		t.Errorf("a lost game: %d per cent, usually %d, at most %d", far, usual, limit)
	}
	var s softStop
	for i, want := range []int{0, 1, 2, 0, 1} {
		s.update(&rootMove{move: board.Move(1 + i/3), rootLine: rootLine{score: i}}, 100)
		if s.stability != want || s.score != i {
			t.Errorf("iteration %d: stability %d, want %d, score %d", i, s.stability, want, s.score)
		}
	}
}

// TestNodesTime plays two games by clocks of nodes: to the last node, they are the same. No clock runs out, and none is left full.
// Only the first time on the referee's clock counts.
func TestNodesTime(t *testing.T) {
	const perMillisecond, moves = 100, 30
	var clocks [board.ColorCount]*Engine
	for c := range clocks {
		clocks[c] = newEngine(t, 1, 1)
	}
	play := func() (nodes []uint64) {
		g := game(t, board.StartFEN)
		for _, e := range clocks {
			e.NewGame()
		}
		for i := range 2 * moves {
			e := clocks[g.Position.Turn()]
			l := Limits{Clock: true, Time: time.Second, Inc: 10 * time.Millisecond, NodesTime: perMillisecond}
			if i > 1 {
				l.Time = time.Duration(i) * time.Millisecond
			}
			r, lines := search(t, e, g, l)
			if r.Best == board.NoMove {
				break
			}
			if left := e.nodeClock.left; left <= 10*time.Millisecond {
				t.Fatalf("move %d: %v left", i, left)
			}
			if took, want := lines[len(lines)-1].Time, time.Duration(r.Nodes)*time.Millisecond/perMillisecond; took != want {
				t.Fatalf("move %d: %v for %d nodes reported, want %v", i, took, r.Nodes, want)
			}
			nodes = append(nodes, r.Nodes)
			g.Play(r.Best)
		}
		return nodes
	}
	first, second := play(), play()
	if len(first) < moves || !slices.Equal(first, second) {
		t.Errorf("%d moves of %d and %d nodes", len(first), first, second)
	}
	if left := clocks[0].nodeClock.left; left > time.Second/2 {
		t.Errorf("%v of a second is left", left)
	}
	r, _ := search(t, clocks[0], game(t, board.StartFEN), Limits{MoveTime: 50 * time.Millisecond, NodesTime: perMillisecond})
	must.Equal(t, r.Nodes, (50*perMillisecond/pollInterval+1)*pollInterval, "the first poll after a fixed time")
}
