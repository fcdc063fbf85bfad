package game

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
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
		if got := NewRating(test.levels); got.Elo != test.elo || got.Side != test.side || !slices.Equal(got.Levels, test.levels) {
			t.Errorf("%s: %+v, want %d on side %d", test.why, got, test.elo, test.side)
		}
	}
}

// TestWords checks what is said of ratings.
func TestWords(t *testing.T) {
	for _, test := range []struct {
		levels                     []Level
		short, text, tried, bounds string
	}{
		{levels(0, 3, 5, 15, 20), "1250", "1250", "1250: missed by 15 of 20 players of 1200", ""},
		{levels(0, 10, 20), "1100", "1100", "1100: missed by 20 of 20 players of 1000", ""},
		{levels(0, 12, 4, 20), "1217", "1217", "1217: missed by 16 of 20 players of 1200", ""},
		{levels(11, 15, 20), "<=1000", "1000 or less", "1000 or less: found by 11 of 20 players of 1000", "upper"},
		{levels(0, 0, 9), ">=1200", "1200 or more", "1200 or more: missed by 11 of 20 players of 1200", "lower"},
	} {
		r := NewRating(test.levels)
		if r.String() != test.short || r.Text() != test.text || r.Describe() != test.tried || r.JSON().RatingBound != test.bounds {
			t.Errorf("%v: %q, %q, %q, %q", test.levels, r.String(), r.Text(), r.Describe(), r.JSON().RatingBound)
		}
	}
	var none Rating
	if none.Text() != "" || none.Describe() != "" {
		t.Errorf("no rating: %q, %q", none.Text(), none.Describe())
	}
}

// TestRatingInFiles reads levels from a file.
func TestRatingInFiles(t *testing.T) {
	want := NewRating(levels(0, 5, 15))
	text, err := json.Marshal(&want)
	var got Rating
	if err = errors.Join(err, json.Unmarshal(text, &got)); err != nil || got.Elo != want.Elo || got.Side != want.Side {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for _, test := range []struct {
		levels []Level
		want   string
	}{
		{nil, "no level has tried"},
		{[]Level{{1000, 0, 0}}, "level 1000: found by 0 of 0 players"},
		{[]Level{{1000, -1, 4}}, "level 1000: found by -1 of 4 players"},
		{[]Level{{1000, 1, 4}, {1200, 5, 4}}, "level 1200: found by 5 of 4 players"},
		{[]Level{{1000, 1, 4}, {1000, 2, 4}}, "level 1000 is not above the previous one"},
		{[]Level{{-5, 1, 4}}, "level -5 is not a rating"},
	} {
		text, err := json.Marshal(test.levels)
		if err = errors.Join(err, new(Rating).UnmarshalJSON(text)); err == nil || err.Error() != test.want {
			t.Errorf("%v: %v, want %s", test.levels, err, test.want)
		}
	}
}
