package winrate

import (
	"math"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// models returns models that the contract has to hold for: the current one, and extreme ones.
func models() map[string]Model {
	return map[string]Model{
		"current":   Current(),
		"flat":      {A: Polynomial{200, 0, 0}, B: Polynomial{70, 0, 0}},
		"bent":      {A: Polynomial{150, 60, 40}, B: Polynomial{60, -20, 10}},
		"drawless":  {A: Polynomial{1, 0, 0}, B: Polynomial{300, 0, 0}},
		"all drawn": {A: Polynomial{900, 0, 0}, B: Polynomial{2, 0, 0}},
	}
}

// TestOdds checks that chances sum to 1000, mirror those of the other side, and that a higher score is never worse.
func TestOdds(t *testing.T) {
	for name, m := range models() {
		if !m.IsValid() {
			t.Fatalf("the model %q is not valid", name)
		}
		for material := -5; material <= 130; material++ {
			last := Odds{}
			for score := -33000; score <= 33000; score += 1 + abs(score)/50 {
				odds, mirrored := m.Odds(score, material), m.Odds(-score, material)
				if odds.Win+odds.Draw+odds.Loss != 1000 || min(odds.Win, odds.Draw, odds.Loss) < 0 {
					t.Fatalf("%s, score %d, material %d: %v", name, score, material, odds)
				}
				if mirrored != (Odds{odds.Loss, odds.Draw, odds.Win}) {
					t.Fatalf("%s, score %d, material %d: %v, the other side %v", name, score, material, odds, mirrored)
				}
				if score > -33000 && (odds.Win < last.Win || odds.Loss > last.Loss || odds.Expected() < last.Expected()) {
					t.Fatalf("%s, score %d, material %d: %v after %v", name, score, material, odds, last)
				}
				last = odds
			}
			if even := m.Odds(0, material); even.Win != even.Loss || even.Expected() != 0.5 {
				t.Errorf("%s, material %d: an even score has %v", name, material, even)
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestCentipawns checks that a hundred wins every second game, that the order of scores stays, and that Score is the
// inverse.
func TestCentipawns(t *testing.T) {
	for name, m := range models() {
		for material := LeastMaterial; material <= FullMaterial; material++ {
			if win, _ := m.Chances(m.Score(100, material), material); math.Abs(win-0.5) > 1e-9 {
				t.Errorf("%s, material %d: a hundred centipawns win %g of the games", name, material, win)
			}
			last := math.MinInt
			for score := -3000; score <= 3000; score++ {
				shown := m.Centipawns(score, material)
				if shown < last || (shown == 0) != (score == 0) || shown != -m.Centipawns(-score, material) {
					t.Fatalf("%s, material %d: score %d is shown as %d, one less as %d", name, material, score, shown, last)
				}
				last = shown
				half := 0.5
				if abs(shown) == 1 {
					half = 1 // what would be shown as zero is not
				}
				if back := m.Score(float64(shown), material); math.Abs(back-float64(score)) > half*m.A.At(material)/100+1e-9 {
					t.Fatalf("%s, material %d: score %d is shown as %d, which comes back as %g", name, material, score, shown, back)
				}
			}
		}
	}
}

// TestMaterial checks that material outside the range counts as its nearest end.
func TestMaterial(t *testing.T) {
	for fen, want := range map[string]int{
		"r3k2r/pp6/8/3n4/8/8/1P6/R2QK2B b kq - 0 1": 33,
		"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1":           LeastMaterial, // fewer
		"7k/6pp/8/8/8/1QQQQQ2/1QQQQ3/K7 w - - 0 1":  FullMaterial,  // more
	} {
		p := playout.Parse(t, fen)
		must.Equal(t, Material(&p), want, fen)
	}
	a := Polynomial{150, 60, 40}
	if a.At(LeastMaterial-7) != a.At(LeastMaterial) || a.At(FullMaterial+50) != 250 { // the sum of the coefficients
		t.Error("the material is not clamped")
	}
}

func TestIsValid(t *testing.T) {
	for _, bad := range []Model{
		{},
		{A: Polynomial{100, 0, 0}},
		{A: Polynomial{100, 0, 0}, B: Polynomial{-50, 0, 0}},
		{A: Polynomial{100, 150, 0}, B: Polynomial{50, 0, 0}}, // negative with little material
		{A: Polynomial{math.NaN(), 0, 0}, B: Polynomial{50, 0, 0}},
		{A: Polynomial{100, 0, 0}, B: Polynomial{math.Inf(1), 0, 0}},
	} {
		if bad.IsValid() {
			t.Errorf("%v passes for a model", bad)
		}
	}
}

// TestCentipawnsOfPosition checks that scores are shown in their order and the same for both sides, a draw as zero, what wins
// every second game as a hundred, and wins by the tables beyond everything else.
func TestCentipawnsOfPosition(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", "7k/6pp/8/8/8/1QQQQQ2/1QQQQ3/K7 w - - 0 1",
	} {
		p := playout.Parse(t, fen)
		for score, want := range map[int]int{
			scores.Draw: 0, scores.TablebaseWin: 20000, scores.TablebaseBound: 20000 - scores.MaxPly,
			scores.TablebaseWin - 7: 19993, -scores.TablebaseWin + 7: -19993,
		} {
			must.Equal(t, Centipawns(&p, score), want, fen, score)
		}
		last := 0
		for score := 1; score < scores.MateBound; score++ {
			shown := Centipawns(&p, score)
			negative := Centipawns(&p, -score)
			if shown < last || shown == 0 || shown != -negative || shown >= 20000-scores.MaxPly && score < scores.TablebaseBound {
				t.Fatalf("%s: score %d is shown as %d, one less as %d, and its negative as %d", fen, score, shown, last, negative)
			}
			last = shown
		}
		if !movegen.HasLegalMove(&p) {
			t.Fatalf("%s: no move", fen)
		}
		half := int(Current().Score(100, Material(&p)) + 0.5)
		if shown, odds := Centipawns(&p, half), OddsOf(&p, half, false); shown < 99 || shown > 101 || odds.Win < 490 || odds.Win > 510 {
			t.Errorf("%s: score %d is shown as %d and has the odds %v", fen, half, shown, odds)
		}
	}
}

// TestOddsOf checks what is certain.
func TestOddsOf(t *testing.T) {
	won, drawn, lost := Odds{Win: 1000}, Odds{Draw: 1000}, Odds{Loss: 1000}
	for _, test := range []struct {
		fen   string
		score int
		known bool
		want  Odds
	}{
		{board.StartFEN, scores.Mate - 1, false, won},
		{board.StartFEN, -scores.Mate + 2, false, lost},
		{board.StartFEN, scores.MateBound, false, won},
		{board.StartFEN, scores.TablebaseBound, true, won},
		{board.StartFEN, -scores.TablebaseBound, true, lost},
		{"7k/8/8/8/8/8/8/KB6 w - - 0 1", scores.Draw, false, drawn},         // nobody can mate
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", scores.Draw, false, drawn},       // stalemate
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -scores.Mate, false, lost},       // mate
		{"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", scores.Draw, false, drawnish()}, // a game to play still
		{"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", scores.Draw, true, drawn},       // unless the tables know it
		{"8/8/8/3k4/8/8/8/KBN5 w - - 80 100", 2, true, drawn},
	} {
		p := playout.Parse(t, test.fen)
		must.Equal(t, OddsOf(&p, test.score, test.known), test.want, test.fen, test.score)
	}
	start := board.StartPosition()
	if odds := OddsOf(&start, scores.TablebaseBound-1, false); odds.Win < 900 {
		t.Errorf("the highest score of the evaluation has the odds %v", odds)
	}
}

// drawnish returns the odds of a score of zero in a pawn endgame.
func drawnish() Odds { return Current().Odds(scores.Draw, LeastMaterial) }
