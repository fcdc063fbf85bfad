package puzzles

import (
	"math"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
)

// TestCandidates checks where the score jumps, by the expected scores of the sides to move.
func TestCandidates(t *testing.T) {
	none := math.NaN()
	for _, test := range []struct {
		why      string
		expected []float64
		want     []int
	}{
		{"a mistake that loses", []float64{0.5, 0.5, 0.5, 0.95}, []int{3}},
		{"no jump", []float64{0.1, 0.9, 0.1, 0.9}, nil},
		{"a mistake that lets a draw slip in", []float64{0.95, 0.45, 0.5}, []int{1}},
		{"from equal to a little better", []float64{0.5, 0.54}, nil}, {"from lost to less lost", []float64{0.99, 0.3}, nil},
		{"unknown before", []float64{none, 1}, nil},
		{"unknown behind", []float64{0.5, none, 1}, nil},
		{"the first position has no mistake before it", []float64{1}, nil},
	} {
		must.Equal(t, candidates(test.expected), test.want, test.why)
	}
}

// parsed returns the job of a game.
func parsed(t *testing.T, pgn string) *game.Job {
	t.Helper()
	j := game.NewJob(game.Origin{At: 1, Kind: "pgn", Text: game.RawText(pgn)}, "test.pgn", 0)
	j.Parse()
	must.Do(t, j.Err)
	return j
}

// TestKnown checks the evaluations that are read from comments: those of Lichess are for White and after the move, those of
// cutechess and fastchess for the side that moved and before the move.
func TestKnown(t *testing.T) {
	got := known(parsed(t, `1. e4 { [%eval 0.0] } e5 { [%eval -2.5] } 2. Nf3 { [%eval 9.9] } Nc6 { [%eval #-3] } 3. d4 { +0.00/12 0.1s } d5 { -3.00/9 } 4. c4 { +M5/20 1s } a6 { -M4/3 } *`))
	want := []string{"?", "=", "-", "-", "-", "-", "+", "-", "?"} // the comment of 3. d4 comes too late: its position is known
	for i, e := range got {
		sign := "="
		switch {
		case math.IsNaN(e):
			sign = "?"
		case e > 0.8:
			sign = "+"
		case e < 0.2:
			sign = "-"
		}
		must.Equal(t, sign, want[i], i, e)
	}
}

// TestKnownRemarks checks that remarks with numbers in them are no scores.
func TestKnownRemarks(t *testing.T) {
	for _, remark := range []string{"0/10 for the defence", "0/10", "8.5/10 for this move", "1/2", "+3/4 of the board", "M5/2 or so"} {
		if got := known(parsed(t, "1. e4 {"+remark+"} *")); !math.IsNaN(got[0]) {
			t.Errorf("%s: %.3f", remark, got[0])
		}
	}
	for _, score := range []string{"0.00/12 0.1s", "+0.31/14 0.120s, White mates", "-M4/3", "+1.20/9, Black resigns"} {
		if got := known(parsed(t, "1. e4 {"+score+"} *")); math.IsNaN(got[0]) {
			t.Errorf("%s is not read", score)
		}
	}
}

// TestKnownCentipawns checks that the evaluations of ChessBase, with the depth, are in centipawns.
func TestKnownCentipawns(t *testing.T) {
	chessBase := known(parsed(t, `1. e4 {[%eval 34,20]} e5 {[%eval -250,18]} 2. Nf3 {[%eval 32765,0]} Nc6 {[%eval 0.34,20]} *`))
	lichess := known(parsed(t, `1. e4 {[%eval 0.34]} e5 {[%eval -2.50]} 2. Nf3 {[%eval #2]} Nc6 {[%eval 0.34]} *`))
	must.Equal(t, chessBase[1:], lichess[1:], chessBase, lichess)
}

// TestKnownAnswers checks that the answers of an analysis come first, and that those that the filters left out are unknown.
func TestKnownAnswers(t *testing.T) {
	j := parsed(t, `1. e4 { [%eval 0.0] } e5 { [%eval 0.0] } *`)
	for i, score := range map[int]int{0: 5000, 2: -5000} {
		a := &j.Plies[i].Answer
		a.Scope, a.Lines = game.Whole, []game.Line{{Root: j.Plies[i].Root(), Score: score}}
	}
	j.Judge()
	if got := known(j); got[0] < 0.99 || math.Abs(got[1]-0.5) > 0.01 || got[2] > 0.01 {
		t.Errorf("expected scores %.3f", got)
	}
}
