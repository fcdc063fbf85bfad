package game

import (
	"math"
	"testing"

	"vertigo/eval/scores"
)

// players returns the accuracies of a game with these centipawns for White after each move, White's and Black's.
func players(course ...int) (list [2]Accuracy) {
	percent := []float64{winPercent(15)}
	for _, c := range course {
		percent = append(percent, winPercent(c))
	}
	for i, m := range accuracies(percent, 1) {
		list[i%2].Add(m)
	}
	return list
}

// accuracies returns the accuracies of all moves by a course of White's win percentage; sign is 1 if White begins, else -1.
func accuracies(course []float64, sign float64) (list []Accuracy) {
	for i := range course[1:] {
		list = append(list, accuracyOf(course, i, Loss{Win: max(0, sign*(course[i]-course[i+1]))}))
		sign = -sign
	}
	return list
}

// repeated returns so many times these values.
func repeated(n int, values ...int) (list []int) {
	for range n {
		list = append(list, values...)
	}
	return list
}

// TestAccuracy checks accuracies of games against what Lichess gives such games, and the last ones against figures worked out
// by a separate program.
func TestAccuracy(t *testing.T) {
	for name, test := range map[string]struct {
		course                 []int
		white, black, tolerant float64
	}{
		"good moves":              {[]int{15, 15}, 100, 100, 1},
		"White blunders at once":  {[]int{-900, -900}, 10, 100, 5},
		"Black blunders at once":  {[]int{15, 900}, 100, 10, 5},
		"both blunder at once":    {[]int{-900, 0}, 10, 10, 5},
		"twenty perfect moves":    {repeated(20, 15), 100, 100, 1},
		"a blunder at the end":    {append(repeated(20, 15), -900), 50, 100, 5},
		"Black's blunder there":   {append(repeated(21, 15), 900), 100, 50, 5},
		"a few average moves":     {repeated(5, -50, 15), 76, 76, 8},
		"many average moves":      {repeated(50, -50, 15), 76, 76, 8},
		"many mediocre moves":     {repeated(50, -135, 15), 54, 54, 8},
		"many terrible moves":     {repeated(50, -435, 15), 20, 20, 8},
		"a game, worked out":      {[]int{30, 10, 25, -40, -35, 60, 20, 25, -150, -90, -95, 300, 280, 310, 305, 310, 20, 30, 25, 40, 35, 30}, 65.6203, 63.8662, 0.001},
		"a short one, worked out": {[]int{-20, 80, 60, 65}, 89.8970, 75.1036, 0.001},
	} {
		list := players(test.course...)
		for c, want := range []float64{test.white, test.black} {
			if got := list[c].Percent(); math.Abs(got-want) > test.tolerant {
				t.Errorf("%s: player %d has %.4f, want %.4f", name, c, got, want)
			}
		}
	}
}

// TestAccuracyOfLoss checks the accuracy of single moves against the formula in docs/formats.md. The worst moves have none.
func TestAccuracyOfLoss(t *testing.T) {
	for lost, want := range map[float64]float64{0: 100, 5: 80.8153, 50: 9.5278, 95.1: 0} {
		if got := (Loss{Win: lost}).Accuracy(); math.Abs(got-want) > 1e-3 {
			t.Errorf("a loss of %v has the accuracy %.4f, want %.4f", lost, got, want)
		}
	}
}

// TestUnknown leaves out moves of which nobody has searched both positions.
func TestUnknown(t *testing.T) {
	nan := math.NaN()
	for i, m := range accuracies([]float64{nan, nan, 60, 60, 40, nan}, 1) {
		if (m.Moves == 1) != (i == 2 || i == 3) {
			t.Errorf("move %d: %+v", i, m)
		}
	}
}

// TestBlackBegins mirrors a game.
func TestBlackBegins(t *testing.T) {
	course, mirrored := []float64{50, 40, 45, 70}, []float64{50, 60, 55, 30}
	white, black := accuracies(course, 1), accuracies(mirrored, -1)
	for i := range white {
		if math.Abs(white[i].Percent()-black[i].Percent()) > 1e-9 || (white[i].Percent() > 99) != (i == 2) {
			t.Errorf("move %d: %.3f and %.3f", i, white[i].Percent(), black[i].Percent())
		}
	}
}

func TestWinPercent(t *testing.T) {
	for _, test := range []struct {
		score int
		want  float64
	}{
		{0, 50}, {100, 59.1}, {-100, 40.9}, {300, 75.1}, {1000, 97.5}, {1500, 97.5},
		{scores.Mate - 1, 97.5}, {-scores.Mate + 2, 2.5}, {scores.TablebaseWin, 97.5},
	} {
		if got := winPercent(test.score); math.Abs(got-test.want) > 0.15 {
			t.Errorf("score %d: %.2f, want %.2f", test.score, got, test.want)
		}
	}
}

// TestMostWith checks that the highest score before a move that gives it a mark gives no worse one, and that one centipawn
// more does.
func TestMostWith(t *testing.T) {
	for after := -1200; after <= 1200; after += 7 {
		for m := Unmarked; m <= Blunder; m++ {
			most := mostWith(m, after)
			if got := lossOf(most, after).Mark; most < scores.TablebaseBound-1 && (got != m || lossOf(most+1, after).Mark != m+1) || got > m {
				t.Errorf("%v: a move from %d to %d is marked %v, with a centipawn more %v", m, most, after, got, lossOf(most+1, after).Mark)
			}
		}
	}
}

// TestMarks marks moves by what they lose, and by the mates that they miss or allow.
func TestMarks(t *testing.T) {
	const mate, mated, won, lost = scores.Mate - 5, -scores.Mate + 6, scores.TablebaseWin - 3, -scores.TablebaseWin + 3
	for name, test := range map[string]struct {
		best, played int
		want         Mark
	}{
		"nothing":                    {20, 20, Unmarked},
		"a little":                   {50, 0, Unmarked},
		"better than thought":        {0, 80, Unmarked},
		"60 centipawns":              {50, -10, Inaccuracy},
		"120 centipawns":             {60, -60, Mistake},
		"200 centipawns":             {100, -100, Blunder},
		"much of a won game":         {1000, 600, Inaccuracy},
		"a slower mate":              {mate, mate - 10, Unmarked},
		"a mate missed":              {mate, 300, Blunder},
		"with a great lead":          {mate, 800, Mistake},
		"with a decisive one":        {mate, 1100, Inaccuracy},
		"a mate missed and allowed":  {mate, mated, Blunder},
		"a mate allowed":             {-100, mated, Blunder},
		"far behind":                 {-800, mated, Mistake},
		"lost anyway":                {-1100, mated, Inaccuracy},
		"mated sooner":               {mated + 10, mated, Unmarked},
		"the tables' win missed":     {won, 0, Blunder},
		"the tables' loss":           {0, lost, Blunder},
		"a mate where tables win":    {won, mate, Unmarked},
		"tables' win, mate missed":   {mate, won, Unmarked},
		"lost by the tables already": {lost, mated, Unmarked},
	} {
		l := lossOf(test.best, test.played)
		if l.Mark != test.want || l.Win < 0 || l.Centipawns < 0 {
			t.Errorf("%s: %+v, want mark %v", name, l, test.want)
		}
	}
}
