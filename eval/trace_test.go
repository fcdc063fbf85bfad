package eval

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/playout"
)

var traceRow = regexp.MustCompile(`(?m)^([A-Z][a-z ]+?) +\| +(-?\d+\.\d\d) \| +(-?\d+\.\d\d) \| +(-?\d+\.\d\d)$`)

// centipawns reads a number of pawns.
func centipawns(tb testing.TB, s string) int {
	tb.Helper()
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		tb.Fatal(err)
	}
	return int(math.Round(f * 100))
}

// TestTrace checks that the rows of the table add up to the evaluation: the table is read back as a person would, the
// rows are added and tapered, and the result must be the number that the search uses.
func TestTrace(t *testing.T) {
	e := New(1)
	for p := range playout.Positions(9, positions()/20) {
		text := Trace(p)
		rows := traceRow.FindAllStringSubmatch(text, -1)
		if len(rows) != 8 {
			t.Fatalf("%d rows:\n%s", len(rows), text)
		}
		mg, eg, tapered := 0, 0, 0
		for _, row := range rows {
			mg += centipawns(t, row[2])
			eg += centipawns(t, row[3])
			tapered += centipawns(t, row[4])
		}
		want := score(e, p)
		phase := min(int(fresh(p).phase), maxPhase)
		white := mk(mg, eg).taper(phase)
		if white-tapered > len(rows) || tapered-white > len(rows) { // each row is rounded by itself
			t.Fatalf("%s: the last column adds up to %d, the others to %d:\n%s", p.FEN(), tapered, white, text)
		}
		if p.Turn() == board.Black {
			white = -white
		}
		if got := max(-MaxScore, min(scale(p, white), MaxScore)); got != want {
			t.Fatalf("%s: the rows add up to %d, the evaluation is %d:\n%s", p.FEN(), got, want, text)
		}
		if !strings.Contains(text, fmt.Sprintf("%d centipawns for %v to move", want, p.Turn())) {
			t.Fatalf("%s: %d is not told:\n%s", p.FEN(), want, text)
		}
		if strings.Contains(text, "in check") != p.InCheck() {
			t.Fatalf("%s: wrong about check:\n%s", p.FEN(), text)
		}
	}
}

// TestTraceZero checks that no minus sign stands before a zero.
func TestTraceZero(t *testing.T) {
	for p := range playout.Positions(10, positions()/50) {
		if text := Trace(p); regexp.MustCompile(`-0\.00`).MatchString(text) {
			t.Fatalf("%s:\n%s", p.FEN(), text)
		}
	}
}
