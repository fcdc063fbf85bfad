package uci

import (
	"fmt"
	"math"
	"testing"
	"time"

	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/search"
	"vertigo/tt"
)

func TestInfoLine(t *testing.T) {
	root := playout.Parse(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	pv, _ := playout.Line(t, root, "e1g1 e8c8 f1f8")
	shown := winrate.Centipawns(&root, 150)
	odds := winrate.OddsOf(&root, 150, false)
	wdl := fmt.Sprintf("wdl %d %d %d", odds.Win, odds.Draw, odds.Loss)
	reversed := fmt.Sprintf("wdl %d %d %d", odds.Loss, odds.Draw, odds.Win)
	for _, test := range []struct {
		info          search.Info
		chess960, wdl bool
		want          string
	}{
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: -150, Bound: tt.Exact, Nodes: 5000, HashFull: 7,
			Time: 2 * time.Millisecond, PV: pv}, false, false,
			fmt.Sprint("info depth 9 seldepth 12 multipv 1 score cp ", -shown) + " nodes 5000 nps 2500000 hashfull 7 tbhits 0 time 2 pv e1g1 e8c8 f1f8"},
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 2, Score: 150, Bound: tt.Lower, Nodes: 1, TBHits: 3,
			Time: time.Second, PV: pv}, true, false,
			fmt.Sprint("info depth 9 seldepth 12 multipv 2 score cp ", shown) + " lowerbound nodes 1 nps 1 hashfull 0 tbhits 3 time 1000 pv e1h1 e8a8 f1f8"},
		{search.Info{Depth: 1, Score: scores.Mate - 5, Bound: tt.Upper, Nodes: 30, Time: 100 * time.Nanosecond}, false, false,
			"info depth 1 seldepth 1 multipv 1 score mate 3 upperbound nodes 30 nps 30000 hashfull 0 tbhits 0 time 0"},
		{search.Info{Depth: 3, SelDepth: 2, MultiPV: 1, Score: 4 - scores.Mate, Bound: tt.Exact}, false, false,
			"info depth 3 seldepth 2 multipv 1 score mate -2 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{search.Info{Depth: 3, SelDepth: 3, MultiPV: 1, Bound: tt.Exact, Nodes: math.MaxUint64, Time: time.Hour}, false, false,
			"info depth 3 seldepth 3 multipv 1 score cp 0 nodes 18446744073709551615 nps 5124095576030431 hashfull 0 tbhits 0 time 3600000"},
		{search.Info{Score: -scores.Mate, MultiPV: 1, Bound: tt.Exact}, false, false, "info depth 0 score mate 0"},
		{search.Info{Score: scores.Draw, MultiPV: 1, Bound: tt.Exact}, false, false, "info depth 0 score cp 0"},
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: 150, Bound: tt.Exact}, false, true,
			fmt.Sprint("info depth 9 seldepth 12 multipv 1 score cp ", shown, " ", wdl, " nodes 0 nps 0 hashfull 0 tbhits 0 time 0")},
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: -150, Bound: tt.Upper}, false, true,
			fmt.Sprint("info depth 9 seldepth 12 multipv 1 score cp ", -shown, " upperbound ", reversed,
				" nodes 0 nps 0 hashfull 0 tbhits 0 time 0")},
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: scores.TablebaseWin - 7, Bound: tt.Exact}, false, true,
			"info depth 9 seldepth 12 multipv 1 score cp 19993 wdl 1000 0 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: scores.Mate - 5, Bound: tt.Lower}, false, true,
			"info depth 9 seldepth 12 multipv 1 score mate 3 lowerbound wdl 1000 0 0 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
		{search.Info{Depth: 9, SelDepth: 12, MultiPV: 1, Score: 4 - scores.Mate, Bound: tt.Exact}, false, true,
			"info depth 9 seldepth 12 multipv 1 score mate -2 wdl 0 0 1000 nodes 0 nps 0 hashfull 0 tbhits 0 time 0"},
	} {
		r := &report{root: root, chess960: test.chess960, wdl: test.wdl}
		must.Equal(t, string(r.appendInfo(nil, &test.info)), test.want)
	}
}
