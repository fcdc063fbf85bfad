package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/testing/playout"
)

// TestLevels checks that a better player sees at least as far, errs no more and overlooks no more than a weaker one, whatever the
// numbers are, that nobody is without error, which makes games differ, and that every rating on offer lies within the table.
func TestLevels(t *testing.T) {
	if first, last := levels[0].Elo, levels[len(levels)-1].Elo; first > MinElo || last < MaxElo {
		t.Errorf("measured from %d to %d, on offer are %d to %d", first, last, MinElo, MaxElo)
	}
	for i := 1; i < len(levels); i++ {
		if levels[i].Elo <= levels[i-1].Elo {
			t.Errorf("%+v follows %+v", levels[i], levels[i-1])
		}
	}
	weaker := LevelOf(MinElo)
	for elo := MinElo + 1; elo <= MaxElo; elo++ {
		v := LevelOf(elo)
		if v.Elo != elo || v.Nodes < weaker.Nodes || v.Error > weaker.Error || v.Blind > weaker.Blind || v.Blind < 0 || v.Nodes < 1 || v.Error < 1 {
			t.Fatalf("%+v follows %+v", v, weaker)
		}
		if before := LevelOf(elo - 100); elo >= MinElo+100 && v.Nodes == before.Nodes && v.Error == before.Error {
			t.Fatalf("%+v is as strong as %+v", v, before)
		}
		weaker = v
	}
	for _, v := range levels {
		if got := LevelOf(v.Elo); got != v {
			t.Errorf("measured was %+v, played is %+v", v, got)
		}
	}
	if low, high := LevelOf(0), LevelOf(10_000); low != levels[0] || high != levels[len(levels)-1] {
		t.Errorf("beyond the table: %+v and %+v", low, high)
	}
}

// TestBiasSize checks that the bias has no preference for either side and the standard deviation that it says, less where
// there are fewer men.
func TestBiasSize(t *testing.T) {
	const size, count = 100, 20_000
	rng := rand.New(rand.NewPCG(1, 2))
	g := game(t, board.StartFEN)
	few := game(t, "8/5pk1/6p1/8/6P1/5K2/8/8 w - - 0 1")
	deviation := func(p *board.Position) (mean, deviation float64) {
		sum, squares := 0.0, 0.0
		for range count {
			d := float64(bias{rng.Uint64(), size}.distort(p, 0))
			sum, squares = sum+d, squares+d*d
		}
		return sum / count, math.Sqrt(squares / count)
	}
	if mean, dev := deviation(&g.Position); math.Abs(mean) > 3 || math.Abs(dev-size) > 3 {
		t.Errorf("32 men: mean %.1f, standard deviation %.1f instead of %d", mean, dev, size)
	}
	if mean, dev := deviation(&few.Position); math.Abs(mean) > 1 || math.Abs(dev-size*5/32) > 2 {
		t.Errorf("5 men: mean %.1f, standard deviation %.1f instead of %d", mean, dev, size*5/32)
	}
}

// TestBiasIsConsistent checks that the bias depends on nothing but game and position: both sides see the same error, a
// position has always the same one, and it changes little by little as pieces move.
func TestBiasIsConsistent(t *testing.T) {
	b, other := bias{seed: 7, error: 100}, bias{seed: 8, error: 100}
	related, unrelated, different := 0.0, 0.0, 0
	var before board.Position
	for q := range playout.Positions(3, 200) {
		p := *q
		if !p.InCheck() {
			var passed board.Position
			p.MakeNull(&passed)
			if d, e := b.distort(&p, 0), b.distort(&passed, 0); d != -e {
				t.Fatalf("%s: %d for one side, %d for the other", p.FEN(), d, e)
			}
		}
		d := b.distort(&p, 0)
		if half := b.distort(&p, undecided) - undecided; max(half-d/2, d/2-half) > 1 {
			t.Fatalf("%s: the error is %d, and %d where one side is winning", p.FEN(), d, half)
		}
		if d != other.distort(&p, 0) {
			different++
		}
		if moves := legalMoves(&p); len(moves) > 0 {
			m := moves[0]
			var next board.Position
			p.Make(m, &next)
			step := float64(d + b.distort(&next, 0)) // the sides change
			related += step * step
		}
		if before.Occupied() != 0 {
			step := float64(d - b.distort(&before, 0))
			unrelated += step * step
		}
		before = p
	}
	if different < 190 {
		t.Errorf("two games differ in %d of 200 positions", different)
	}
	if related > unrelated*3/4 {
		t.Errorf("a move changes the error by %.0f, anything by %.0f", related, unrelated)
	}
	g := game(t, board.StartFEN)
	for _, score := range []int{-eval.MaxScore, eval.MaxScore} {
		for seed := range uint64(50) {
			if d := (bias{seed, 1000}).distort(&g.Position, score); d > eval.MaxScore || d < -eval.MaxScore {
				t.Fatalf("%d becomes %d, which is no evaluation", score, d)
			}
		}
	}
}

// TestErrorsHideNoQueen checks that the players who see every capture of a queen never think better of a position in which
// they have lost theirs, unless they are wrong by more than two standard deviations about both.
func TestErrorsHideNoQueen(t *testing.T) {
	const queen = 1000 // less than she is worth to the network
	p := board.StartPosition()
	for elo := seesQueens; elo <= MaxElo; elo += 50 {
		v := LevelOf(elo)
		wrong := 0
		for seed := range uint64(1000) {
			before, after := bias{seed, v.Error}, bias{seed + 1000, v.Error}
			if after.distort(&p, -queen) >= before.distort(&p, 0) {
				wrong++
			}
		}
		if wrong > 25 {
			t.Errorf("Elo %d: the loss of a queen is hidden in %d of 1000 positions", elo, wrong)
		}
	}
}

// TestTechnique checks that against a bare king all but the best levels are one player, whom TestLimitedMates lets mate.
func TestTechnique(t *testing.T) {
	bare := game(t, "8/8/8/4k3/8/8/Q7/K7 w - - 0 1")
	for _, v := range levels {
		got := v.against(&bare.Position)
		if got.Nodes < techniqueNodes || got.Nodes < v.Nodes || got.Error != 0 || got.Blind != 0 {
			t.Errorf("%+v plays as %+v", v, got)
		}
		if start := board.StartPosition(); v.against(&start) != v {
			t.Errorf("%+v plays the opening as %+v", v, v.against(&start))
		}
	}
}

// TestHandicapKeepsLimits checks that the limits of the caller stay in force.
func TestHandicapKeepsLimits(t *testing.T) {
	l := Limits{Depth: 3, Nodes: 17, SoftNodes: 5, Mate: 2, MultiPV: 4}
	start := board.StartPosition()
	l.handicap(LevelOf(2000), &start)
	if l.Depth != 3 || l.Nodes != 17 || l.SoftNodes != 5 || l.Mate != 2 || l.MultiPV != 4 {
		t.Errorf("%+v", l)
	}
	one, four := Limits{}, Limits{MultiPV: 4}
	one.handicap(LevelOf(2000), &start)
	four.handicap(LevelOf(2000), &start)
	if one.SoftNodes != uint64(LevelOf(2000).Nodes) || four.SoftNodes != 4*one.SoftNodes {
		t.Errorf("%d nodes for a line, %d for four", one.SoftNodes, four.SoftNodes)
	}
	only := legalMoves(&start)[:1]
	many, single := Limits{MultiPV: 256}, Limits{MultiPV: 256, SearchMoves: only}
	many.handicap(LevelOf(2000), &start)
	single.handicap(LevelOf(2000), &start)
	if many.SoftNodes != 20*one.SoftNodes || single.SoftNodes != one.SoftNodes {
		t.Errorf("%d nodes for a line, %d for all 20 moves, %d for a single one", one.SoftNodes, many.SoftNodes, single.SoftNodes)
	}
}
