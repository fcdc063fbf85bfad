package search

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// TestCurrMoves checks that the moves of a search are reported only after a while, and then no faster than people can read.
func TestCurrMoves(t *testing.T) {
	start, reports := time.Now().Add(-reportDelay), 0
	l := Limits{Start: start, Nodes: 50_000, MultiPV: 256}
	newEngine(t, 1, 1).Search(t.Context(), game(t, varied[0]), l, Reporter{CurrMove: func(CurrMove) { reports++ }})
	if most := 1 + int((time.Since(start)-reportDelay)/currMoveInterval); reports == 0 || reports > most {
		t.Errorf("%d moves are reported, want 1 to %d", reports, most)
	}
}

// TestReportsOfSlowSearches checks that a search that takes long reports the same iterations as a fast one, since analysis keeps
// them, and beside them lines whose score fell outside the window.
func TestReportsOfSlowSearches(t *testing.T) {
	bounds := 0
	// reports returns what a search that began some time ago reports to Info.
	reports := func(fen string, ago time.Duration) (infos []Info) {
		report := func(i Info) {
			i.PV, i.Time = slices.Clone(i.PV), 0
			infos = append(infos, i)
		}
		r := Reporter{Info: report, Bound: func(Info) { bounds++ }}
		newEngine(t, 1, 1).Search(t.Context(), game(t, fen), Limits{Nodes: 100_000, Start: time.Now().Add(-ago)}, r)
		return infos
	}
	const quietMate = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1" // seen late, far above the window
	for _, fen := range []string{varied[0], quietMate} {
		if fast, slow := reports(fen, 0), reports(fen, reportDelay); !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s: a fast search reports\n%v\na slow one\n%v", fen, fast, slow)
		}
	}
	if bounds == 0 && selective {
		t.Error("no score fell outside the window, so nothing was tested")
	}
}
