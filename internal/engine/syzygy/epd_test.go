package syzygy

import (
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

// TestMateDistances compares with positions of known distance to mate.
func TestMateDistances(t *testing.T) {
	tables := openData(t)
	checked := 0
	for line := range strings.Lines(string(testfiles.Read(t, "epd", "endgame-dm-4.epd"))) {
		position, distance, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ";"), " dm ")
		p := parse1(t, position)
		moves, err := strconv.Atoi(distance)
		if err != nil {
			t.Fatal(err)
		}
		value, ok := tables.WDL(&p)
		plies, ok2 := tables.DTZ(&p)
		if !ok || !ok2 && hasDTZ(tables, &p) {
			t.Fatalf("%s: WDL %v, DTZ %v", p.FEN(), ok, ok2)
		}
		want := Draw
		switch {
		case moves > 0:
			want = Win
		case moves < 0:
			want = Loss
		}
		if value != want {
			t.Errorf("%s: %v, but mate in %d", p.FEN(), value, moves)
		}
		if max(plies, -plies) > 2*max(moves, -moves) {
			t.Errorf("%s: DTZ %d, but mate in %d", p.FEN(), plies, moves)
		}
		checked++
	}
	if checked < 45 {
		t.Errorf("only %d positions", checked)
	}
}
