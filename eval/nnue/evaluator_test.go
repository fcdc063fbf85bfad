package nnue

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
)

// scratch is the evaluation of p computed from nothing.
func scratch(n *Network, p *board.Position) int {
	return n.evaluate(p, p.Occupied(), Bucket(p.Occupied().Count(), n.Buckets))
}

// events counts what random lines have come across.
type events struct {
	evaluations, castles, enPassants, promotions, capturingPromotions, nulls, crossings, longChains int
}

// walker plays about in the tree of games as a search does, with an evaluator that it checks on the way.
type walker struct {
	t         *testing.T
	rng       *rand.Rand
	net       *Network
	eval      *Evaluator
	positions [41]board.Position
	since     int // plies since the last evaluation
	seen      *events
}

// visit evaluates now and then, and goes on from ply with some moves, one after the other.
func (w *walker) visit(ply, depth int) {
	w.check(ply, w.rng.IntN(3) != 0)
	if depth == 0 || ply+1 >= len(w.positions) {
		return
	}
	p, next := &w.positions[ply], &w.positions[ply+1]
	since := w.since
	if !p.InCheck() && w.rng.IntN(5) == 0 {
		w.seen.nulls++
		p.MakeNull(next)
		w.eval.MakeNull(ply)
		w.visit(ply+1, depth-1)
	}
	list := playout.Legal(p)
	if len(list) == 0 {
		return
	}
	for range 1 + w.rng.IntN(2) {
		m := playout.Pick(w.rng, list)
		w.count(p, m)
		p.Make(m, next)
		w.eval.Make(ply, next)
		w.since = since + 1
		w.visit(ply+1, depth-1)
	}
	w.check(ply, w.rng.IntN(4) == 0)
}

// check compares the evaluator with the evaluation from scratch if it is to look at all.
func (w *walker) check(ply int, look bool) {
	if !look {
		return
	}
	p := &w.positions[ply]
	got, want := w.eval.Evaluate(ply, p), scratch(w.net, p)
	if got != want {
		w.t.Fatalf("%s at ply %d: %d, want %d", p.FEN(), ply, got, want)
	}
	w.seen.evaluations++
	if w.since > 3 {
		w.seen.longChains++
	}
	w.since = 0
}

func (w *walker) count(p *board.Position, m board.Move) {
	landing := m.To()
	switch {
	case m.Flag() == board.Castle:
		w.seen.castles++
		landing, _ = board.CastlingSquares(p.Turn(), m.From(), m.To())
	case m.Flag() == board.EnPassant:
		w.seen.enPassants++
	case m.IsPromotion() && p.IsCapture(m):
		w.seen.capturingPromotions++
	case m.IsPromotion():
		w.seen.promotions++
	}
	if p.At(m.From()).Type() == board.King && m.From().File() > 3 != (landing.File() > 3) {
		w.seen.crossings++
	}
}

// TestIncrementalEqualsRefresh plays random games of chess, Chess960 and from scattered pieces, with detours, null moves
// and returns to earlier plies, and evaluates irregularly.
func TestIncrementalEqualsRefresh(t *testing.T) {
	for i, k := range availableKernels() {
		t.Run(k.name, func(t *testing.T) {
			net := RandomNetwork(uint64(i), HiddenStep*(1+2*i), 8)
			rng := rand.New(rand.NewPCG(5, uint64(i)))
			seen := &events{}
			w := &walker{t: t, rng: rng, net: net, seen: seen}
			w.eval = newEvaluator(net, len(w.positions)-1, k)
			games := 24
			if testing.Short() {
				games = 8
			}
			for game := range games {
				start := playout.Start(rng)
				if game%3 == 0 {
					start = playout.Scatter(rng)
				}
				for range 12 { // the line moves on through the game
					w.positions[0], w.since = start, 0
					w.eval.Reset(&start)
					w.visit(0, 8)
					start = w.deeper(start)
				}
			}
			t.Logf("%+v", *seen)
			if s := *seen; min(s.castles, s.enPassants, s.promotions, s.capturingPromotions, s.nulls, s.crossings, s.longChains) < 5 {
				t.Errorf("too little was seen of something: %+v", s)
			}
		})
	}
}

// deeper returns a position some random moves on.
func (w *walker) deeper(start board.Position) board.Position {
	last := start
	for p := range playout.Play(w.rng, start, 4) {
		last = *p
	}
	return last
}

func parse(t *testing.T, fen string) *board.Position {
	t.Helper()
	p := playout.Parse(t, fen)
	return &p
}

func TestEvaluationStaysInBounds(t *testing.T) {
	net := RandomNetwork(17, 32, 2)
	p := board.StartPosition()
	for _, bias := range []int32{-1 << 31, 1<<31 - 1} {
		net.OutputBias[0], net.OutputBias[1] = bias, bias
		must.Do(t, net.Validate())
		want := MaxScore
		if bias < 0 {
			want = -MaxScore
		}
		e := New(net, 0)
		e.Reset(&p)
		must.Equal(t, e.Evaluate(0, &p), want, bias)
	}
}

func TestEvaluatorDoesNotAllocate(t *testing.T) {
	lines := benchLines(8, 80)
	for _, k := range availableKernels() {
		e := newEvaluator(RandomNetwork(19, 64, 8), 81, k)
		allocs := testing.AllocsPerRun(20, func() {
			for i := range lines {
				l := &lines[i]
				e.Reset(&l.positions[0])
				for ply := range l.moves {
					e.Make(ply, &l.positions[ply+1])
					if ply%3 == 0 {
						sink += e.Evaluate(ply+1, &l.positions[ply+1])
					}
				}
				e.MakeNull(len(l.moves))
				sink += e.Evaluate(len(l.moves)+1, &l.positions[len(l.moves)])
			}
		})
		must.Equal(t, allocs, 0, k.name)
	}
}

// TestNewRefusesWrongShape: the kernels would read beyond the weights.
func TestNewRefusesWrongShape(t *testing.T) {
	n := RandomNetwork(1, 64, 4)
	n.Buckets++
	defer func() {
		if recover() == nil {
			t.Error("accepted")
		}
	}()
	New(n, 1)
}

// line is a game to replay.
type line struct {
	positions []board.Position
	moves     []board.Move
}

// benchLines returns random games.
func benchLines(n, plies int) []line {
	rng := rand.New(rand.NewPCG(7, 7))
	lines := make([]line, n)
	for i := range lines {
		p := playout.Start(rng)
		l := &lines[i]
		for range plies {
			list := playout.Legal(&p)
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			l.positions, l.moves = append(l.positions, p), append(l.moves, m)
			p = playout.After(&p, m)
		}
		l.positions = append(l.positions, p)
	}
	return lines
}

// sink keeps results alive.
var sink int
