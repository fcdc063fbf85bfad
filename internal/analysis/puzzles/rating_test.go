package puzzles

import (
	"slices"
	"testing"

	"vertigo/internal/testing/must"
)

func levels(found ...int) (list []Level) {
	for i, n := range found {
		list = append(list, Level{Elo: 1000 + 100*i, Found: n, Replays: 20})
	}
	return list
}

func TestNewRating(t *testing.T) {
	for _, test := range []struct {
		why    string
		levels []Level
		elo    int
		side   Side
	}{
		{"between two levels", levels(0, 0, 5, 15, 20), 1250, Measured},
		{"nearer to the upper one", levels(0, 8, 12), 1150, Measured},
		{"exactly at a level", levels(0, 10, 20), 1100, Measured},
		{"chance", levels(0, 12, 4, 20), 1217, Measured}, // as if 0, 8, 8, 20
		{"chance over three levels", levels(9, 6, 3, 18), 1233, Measured},
		{"too easy", levels(11, 15, 20), 1000, AtMost},
		{"too hard", levels(0, 0, 9), 1200, AtLeast},
	} {
		if got := newRating(test.levels); got.Elo != test.elo || got.Side != test.side || !slices.Equal(got.Levels, test.levels) {
			t.Errorf("%s: %+v, want %d on side %d", test.why, got, test.elo, test.side)
		}
	}
}

// TestWords checks what is said of ratings.
func TestWords(t *testing.T) {
	for _, test := range []struct {
		levels              []Level
		short, text, bounds string
	}{
		{levels(0, 3, 5, 15, 20), "1250", "1250", ""},
		{levels(0, 10, 20), "1100", "1100", ""},
		{levels(0, 12, 4, 20), "1217", "1217", ""},
		{levels(11, 15, 20), "<=1000", "1000 or less", "upper"},
		{levels(0, 0, 9), ">=1200", "1200 or more", "lower"},
	} {
		r := newRating(test.levels)
		if r.String() != test.short || r.Text() != test.text || r.JSON().RatingBound != test.bounds {
			t.Errorf("%v: %q, %q, %q", test.levels, r.String(), r.Text(), r.JSON().RatingBound)
		}
	}
	var none Rating
	must.Equal(t, none.Text(), "", "no rating")
}
