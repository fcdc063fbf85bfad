package judge

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"vertigo/board"
)

// set is a file with one position for each of the expected scores.
func set(expected ...float64) string {
	text := "source,quiet,expected,cp,best,fen\n"
	for i, e := range expected {
		text += fmt.Sprintf("%s,%d,%.6f,0,e2e4,%s\n", []string{"match", "selfplay"}[i%2], i%2, e, board.StartFEN)
	}
	return text
}

func read(t *testing.T, text string) []Position {
	t.Helper()
	positions, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return positions
}

func TestMeasureFindsTheScale(t *testing.T) {
	scores := []int{-500, -120, -30, 0, 15, 80, 300, 700}
	var expected []float64
	for _, s := range scores {
		expected = append(expected, 1/(1+math.Exp(-float64(s)/110)))
	}
	positions := read(t, set(expected...))
	if e := measure(positions, scores); e.RMSE > 0.003 || math.Abs(e.Scale-110) > 2 || e.Positions != len(scores) {
		t.Errorf("scores on the ruler's own scale of 110 cp: %+v", e)
	}
	for i := range scores {
		scores[i] *= 2 // another unit
	}
	if e := measure(positions, scores); e.RMSE > 0.003 || math.Abs(e.Scale-220) > 4 {
		t.Errorf("the same scores in half centipawns: %+v", e)
	}
	zero := make([]int, len(scores))
	want := 0.0
	for _, e := range expected {
		want += (e - 0.5) * (e - 0.5) / float64(len(expected))
	}
	if e := measure(positions, zero); math.Abs(e.RMSE-math.Sqrt(want)) > 1e-6 {
		t.Errorf("no information: %+v, want an error of %.4f", e, math.Sqrt(want))
	}
}

func TestGroups(t *testing.T) {
	positions := read(t, set(0.1, 0.96, 0.5, 0.9))
	positions[1].Position = parsed(t, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
	got := ""
	for _, g := range Groups(positions) {
		got += fmt.Sprintf("%s %v; ", g.Name, g.Members)
	}
	want := "all [0 1 2 3]; quiet [1 3]; quiet, contested [3]; match [0 2]; selfplay [1 3]; " +
		"quiet, 2-8 pieces [1]; quiet, 25-32 pieces [3]; "
	if got != want {
		t.Errorf("groups %s\nwant   %s", got, want)
	}
	if e := Groups(positions)[3].Of(positions, []int{0, 5000, 0, 0}); e.Positions != 2 || math.Abs(e.RMSE-math.Sqrt(0.08)) > 1e-6 {
		t.Errorf("error of the first and third position: %+v", e)
	}
	// A score of 100 and one of 145 fit at the scale at which they expect 0.9 and 0.96; one alone would fit at any score.
	scores := []int{0, 100 * 145 / 100, 0, 100}
	if e := Groups(positions)[2].Of(positions, scores); e.Positions != 1 || e.RMSE > 0.01 || math.Abs(e.Scale-45.5) > 1 {
		t.Errorf("error of the contested position: %+v", e)
	}
	scores[1] = 40 // too little: the scale must fit both, and the contested one is then off
	if e := Groups(positions)[2].Of(positions, scores); e.RMSE < 0.02 {
		t.Errorf("the contested position is measured with a scale of its own: %+v", e)
	}
}

func parsed(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "names of the columns"},
		{"fen,cp\n", `no column "expected"`},
		{"expected,fen\n", "no positions"},
		{"expected,fen\n0.5," + board.StartFEN + "\n1.5," + board.StartFEN + "\n", `line 3: expected score "1.5"`},
		{"expected,fen\n0.5,rubbish\n", "line 2: "},
		{"expected,quiet,fen\n0.5,maybe," + board.StartFEN + "\n", `line 2: quiet is "maybe"`},
		{"expected,fen\n0.5\n", "wrong number of fields"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}
