package uci

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/search"
	"vertigo/tt"
)

// parsed returns the name of the command that a line holds, "" for none, and its arguments: those of a command that parses
// them for itself as it does, else as text.
func parsed(text string) (l struct {
	name string
	args any
}) {
	found := commands().parse(text)
	l.name = found.name
	switch l.name {
	case "go":
		l.args = parseGo(&found.args)
	case "position":
		l.args = parsePosition(&found.args)
	case "setoption":
		l.args = parseSetOption(&found.args)
	default:
		l.args = strings.TrimFunc(found.args.rest, isSpace)
	}
	return l
}

func TestParse(t *testing.T) {
	given := func(n int) intArg { return intArg{n, true} }
	const most, least = 1<<63 - 1, -1 << 63
	clock := goArguments{movesToGo: given(5)}
	clock.time = [2]intArg{given(1), given(-2)}
	clock.inc = [2]intArg{given(3), given(4)}
	for line, want := range map[string]struct {
		name string
		args any
	}{
		"":                {"", ""},
		" \t\r\n":         {"", ""},
		"uci":             {"uci", ""},
		"\ufeffuci\r":     {"uci", ""},
		"UCI":             {"", "UCI"},
		" hello  world\r": {"", "hello  world"},
		"hello isready":   {"isready", ""},
		"hello d":         {"", "hello d"},
		"d now":           {"d", "now"},
		"debug please on": {"debug", "please on"},
		"bench 5  2":      {"bench", "5  2"},
		"perft 5":         {"perft", "5"},

		"setoption name Hash value 16":                 {"setoption", optionArguments{"Hash", "16"}},
		"setoption  name\tClear   Hash ":               {"setoption", optionArguments{"Clear Hash", ""}},
		"setoption name Path value  c:\\a  b value 1 ": {"setoption", optionArguments{"Path", "c:\\a  b value 1"}},
		"setoption name X value":                       {"setoption", optionArguments{"X", ""}},
		"setoption value 3":                            {"setoption", optionArguments{}},
		"setoption":                                    {"setoption", optionArguments{}},

		"position startpos":                         {"position", positionArguments{fen: board.StartFEN}},
		"position startpos moves":                   {"position", positionArguments{fen: board.StartFEN}},
		"position startpos moves e2e4 e7e5":         {"position", positionArguments{fen: board.StartFEN, moves: []string{"e2e4", "e7e5"}}},
		"position fen a b  c d":                     {"position", positionArguments{fen: "a b c d"}},
		"position fen a b c d 0 1 moves e2e4":       {"position", positionArguments{fen: "a b c d 0 1", moves: []string{"e2e4"}}},
		"position fen":                              {"position", positionArguments{}},
		"position":                                  {"position", positionArguments{}},
		"position moves e2e4":                       {"position", positionArguments{moves: []string{"e2e4"}}},
		"position fen a b c d moves moves startpos": {"position", positionArguments{fen: "a b c d", moves: []string{"moves", "startpos"}}},
		"position now startpos move e2e4 moves e2e4": {"position", positionArguments{
			fen: board.StartFEN, moves: []string{"e2e4"}, unknown: []string{`"now"`, `"move" (did you mean moves?)`, `"e2e4"`}, unclear: true}},
		"position now startpos": {"position", positionArguments{fen: board.StartFEN, unknown: []string{`"now"`}}},

		"go":                                    {"go", goArguments{}},
		"go infinite ponder":                    {"go", goArguments{infinite: true, ponder: true}},
		"go depth 7 nodes 8 mate 9 movetime 10": {"go", goArguments{depth: given(7), nodes: given(8), mate: given(9), moveTime: given(10)}},
		"go wtime 1 btime -2 winc 3 binc 4 movestogo 5": {"go", clock},
		"go depth infinite":                             {"go", goArguments{infinite: true, depth: given(0), unknown: []string{"depth without a number"}}},
		"go depth x nodes 3":                            {"go", goArguments{nodes: given(3), depth: given(0), unknown: []string{"depth without a number", `"x"`}}},
		"go depth 5 depth 6":                            {"go", goArguments{depth: given(6)}},
		"go depth":                                      {"go", goArguments{depth: given(0), unknown: []string{"depth without a number"}}},
		"go depth 3.9":                                  {"go", goArguments{depth: given(3)}},
		"go depth 3.x":                                  {"go", goArguments{depth: given(0), unknown: []string{"depth without a number", `"3.x"`}}},
		"go depht 5 nods 6":                             {"go", goArguments{unknown: []string{`"depht" (did you mean depth?)`, `"nods" (did you mean nodes?)`}}},
		"go 5":                                          {"go", goArguments{unknown: []string{`"5"`}}},
		"go depth 99999999999999999999":                 {"go", goArguments{depth: given(most)}},
		"go depth -99999999999999999999":                {"go", goArguments{depth: given(least)}},
		"go searchmoves e2e4 d2d4 depth 3":              {"go", goArguments{searchMoves: []string{"e2e4", "d2d4"}, depth: given(3)}},
		"go searchmoves e2e4 infinite":                  {"go", goArguments{searchMoves: []string{"e2e4"}, infinite: true}},
		"go searchmoves e2e4 depht 5":                   {"go", goArguments{searchMoves: []string{"e2e4"}, unknown: []string{`"depht" (did you mean depth?)`}}},
		"go searchmoves":                                {"go", goArguments{}},
		"go nodes 2e4 movetime 1.5E+3":                  {"go", goArguments{nodes: given(20000), moveTime: given(1500)}},
		"go nodes 1e300":                                {"go", goArguments{nodes: given(math.MaxInt)}},
		"go nodes 1e-3":                                 {"go", goArguments{nodes: intArg{given: true}, unknown: []string{"nodes without a number", `"1e-3"`}}},
		"go searchmoves a1a2 searchmoves a3a4":          {"go", goArguments{searchMoves: []string{"a1a2", "a3a4"}}},
		"go perft 5":                                    {"go", goArguments{perft: true, plies: given(5)}},
		"go perft":                                      {"go", goArguments{perft: true, unknown: []string{"perft without a number"}}},
	} {
		if got := parsed(line); got.name != want.name || !reflect.DeepEqual(got.args, want.args) {
			t.Errorf("%q: got %s, %#v, want %s, %#v", line, got.name, got.args, want.name, want.args)
		}
	}
}

// TestGoWords checks that every word in the list of those that go knows is one.
func TestGoWords(t *testing.T) {
	for _, word := range goWords {
		if a := parseGo(&tokens{word + " 1"}); reflect.DeepEqual(a, goArguments{}) || strings.Contains(strings.Join(a.unknown, ""), word) {
			t.Errorf("%s 1 is not understood: %+v", word, a)
		}
	}
}

// TestMovesAreNoGoWords checks that every move that can be written ends up in the list of moves after searchmoves.
func TestMovesAreNoGoWords(t *testing.T) {
	for from := range board.Square(board.SquareCount) {
		for to := range board.Square(board.SquareCount) {
			for _, promotion := range []string{"", "q", "r", "b", "n", "Q"} {
				move := from.String() + to.String() + promotion
				if a := parseGo(&tokens{"searchmoves " + move}); !slices.Equal(a.searchMoves, []string{move}) {
					t.Errorf("searchmoves %s: %+v", move, a)
				}
			}
		}
	}
}

// TestLines checks how arguments of a command line become lines.
func TestLines(t *testing.T) {
	for _, test := range []struct{ args, want []string }{
		{[]string{"bench"}, []string{"bench"}},
		{[]string{"bench", "12", "1"}, []string{"bench 12 1"}},
		{[]string{"go", "searchmoves", "e2e4", "depth", "3"}, []string{"go searchmoves e2e4 depth 3"}},
		{[]string{"position startpos moves e2e4", "go depth 3", "d"}, []string{"position startpos moves e2e4", "go depth 3", "d"}},
		{[]string{"setoption name BookFile value help ", "quit"}, []string{"setoption name BookFile value help", "quit"}},
	} {
		must.Equal(t, commandLines(test.args), test.want, test.args)
	}
}

// TestSlips checks the answers to misspelt words and wrong arguments. Only go does anything after one.
func TestSlips(t *testing.T) {
	for line, want := range map[string]string{
		"d now":              `d: unknown argument "now"; usage: d`,
		"bench 1 2 3 4":      `bench: unknown argument "4"; usage: bench [depth [threads [hash]]]`,
		"bench 1000":         `bench: the depth 1000 is not between 1 and 240`,
		"bench 0":            `bench: the depth 0 is not between 1 and 240`,
		"bench 1 99999":      `bench: the number of threads 99999 is not between 1 and 1024`,
		"bench 1 1 -1":       fmt.Sprintf(`bench: the hash size -1 is not between 1 and %d`, search.MaxHash),
		"bench x":            `bench: unknown argument "x"; usage: bench [depth [threads [hash]]]`,
		"perft five":         `perft: unknown argument "five"; usage: perft N`,
		"perft":              `perft: the number of plies is missing`,
		"go perft":           `perft: the number of plies is missing`,
		"perft -1":           `perft: the number of plies is negative: -1`,
		"go perft -1":        `perft: the number of plies is negative: -1`,
		"go depht 5":         `go: not understood: "depht" (did you mean depth?)`,
		"go depth five":      `go: not understood: depth without a number, "five"`,
		"go infinit nodes 3": `go: not understood: "infinit" (did you mean infinite?)`,
		"go 1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n nodes 3": `go: not understood: "1", "3", "5", "7", "9", "a", "b", "c", …`, // numbers after words are theirs
		"go infinite quickly":             `go: not understood: "quickly"`,
		"potision startpos":               `unknown command "potision startpos"; did you mean position?`,
		"GO depth 3":                      `unknown command "GO depth 3"; did you mean go?`,
		"hlep":                            `unknown command "hlep"; did you mean help?`,
		"setoption name Hahs value 3":     `no option "Hahs" (did you mean Hash?)`,
		"setoption name Multi PV value 3": `no option "Multi PV" (did you mean MultiPV?)`,
		"setoption name Contempt value 3": `no option "Contempt"`,
		"setoption nmae Hash value 3":     "setoption: no option is named",
		"position startpos move e2e4":     `position: not understood: "move" (did you mean moves?), "e2e4"`,
		strings.Repeat("x", 1000):         `unknown command "` + strings.Repeat("x", 60) + `"; help lists all commands`,
		"protover 2":                      `unknown command "protover 2"; help lists all commands`,
	} {
		report := ""
		for text := range strings.Lines(runText(t, Config{}, line+"\n")) {
			if note, ok := strings.CutPrefix(text, "info string "); ok || !strings.HasPrefix(line, "go ") {
				report += note
			}
		}
		must.Equal(t, strings.TrimSuffix(report, "\n"), want, line, report)
	}
}

// TestOptionDefaults sets every option to the default it declares: nothing may change, nor may it be refused. Other values reach
// the search.
func TestOptionDefaults(t *testing.T) {
	s := must.Get(New(Config{Out: new(lineSplitter)}))(t)
	defer s.Close()
	for _, o := range s.options {
		var kind, value string
		words := tokens{o.declaration}
		for word := words.next(); word != ""; word = words.next() {
			switch word {
			case "type":
				kind = words.next()
			case "default":
				value = words.next()
			}
		}
		if (value == "") != (kind == "button") {
			t.Errorf("%s: type %q, default %q", o.name, kind, value)
		}
		must.Do(t, s.setOption(&tokens{"name " + o.name + " value " + value}), o.name)
	}
	must.Equal(t, s.settings, defaultSettings())
	for name, value := range map[string]string{"MultiPV": "4", "Move Overhead": "70", "nodestime": "600", "Ponder": "true"} {
		if err := s.setOption(&tokens{"name " + name + " value " + value}); err != nil {
			t.Error(err)
		}
	}
	p := board.StartPosition()
	if l := new(goArguments).limits(&p, s.settings); l.MultiPV != 4 || l.Overhead != 70*time.Millisecond || l.NodesTime != 600 || !l.Ponder {
		t.Errorf("the settings do not reach the search: %+v", l)
	}
}

func TestLimits(t *testing.T) {
	const ms = time.Millisecond
	base := search.Limits{MultiPV: 1, Overhead: 10 * ms}
	for line, change := range map[string]func(l *search.Limits){
		"go":                                 func(*search.Limits) {},
		"go infinite":                        func(l *search.Limits) { l.Infinite = true },
		"go ponder":                          func(*search.Limits) {}, // the channel belongs to the search that is started
		"go depth 3":                         func(l *search.Limits) { l.Depth = 3 },
		"go depth 0":                         func(l *search.Limits) { l.Depth = 1 },
		"go depth 1000000":                   func(l *search.Limits) { l.Depth = search.MaxPly },
		"go nodes 0":                         func(l *search.Limits) { l.Nodes = 1 },
		"go nodes -7":                        func(l *search.Limits) { l.Nodes = 1 },
		"go nodes 12345678901":               func(l *search.Limits) { l.Nodes = 12345678901 },
		"go movetime 0":                      func(l *search.Limits) { l.MoveTime = ms },
		"go movetime 250":                    func(l *search.Limits) { l.MoveTime = 250 * ms },
		"go mate 3":                          func(l *search.Limits) { l.Mate = 3 },
		"go mate 0":                          func(l *search.Limits) { l.Mate, l.Depth = 1, 1 },
		"go wtime 100 btime 200":             func(l *search.Limits) { l.Clock, l.Time = true, 100*ms },
		"go wtime 0":                         func(l *search.Limits) { l.Clock = true },
		"go wtime 0 btime 1":                 func(l *search.Limits) { l.Clock = true },
		"go wtime 1 btime 0":                 func(l *search.Limits) { l.Clock, l.Time = true, ms },
		"go wtime -100":                      func(l *search.Limits) { l.Clock, l.Time = true, -100*ms },
		"go btime 200 binc 3":                func(l *search.Limits) { l.Clock = true },
		"go winc 5 binc 6":                   func(l *search.Limits) { l.Clock, l.Inc = true, 5*ms },
		"go wtime 100 winc -5":               func(l *search.Limits) { l.Clock, l.Time = true, 100*ms },
		"go wtime 9 movestogo 4":             func(l *search.Limits) { l.Clock, l.Time, l.MovesToGo = true, 9*ms, 4 },
		"go wtime 9 movestogo -4":            func(l *search.Limits) { l.Clock, l.Time = true, 9*ms },
		"go wtime 0 btime 0 movestogo 3":     func(l *search.Limits) { l.MoveTime, l.MovesToGo = 200*ms, 3 },
		"go wtime 0 btime 0 winc 0 binc 0":   func(l *search.Limits) { l.MoveTime = 200 * ms },
		"go wtime 0 btime 0 winc 50 binc 50": func(l *search.Limits) { l.Clock, l.Inc = true, 50*ms },
		"go wtime undefined btime 5":         func(l *search.Limits) { l.Clock = true },
		"go wtime NaN btime NaN":             func(l *search.Limits) { l.MoveTime = 200 * ms },
		"go wtime 9 winc null":               func(l *search.Limits) { l.Clock, l.Time = true, 9*ms },
		"go winc undefined":                  func(l *search.Limits) { l.Clock = true },
		"go movetime undefined":              func(l *search.Limits) { l.MoveTime = ms },
		"go nodes":                           func(l *search.Limits) { l.Nodes = 1 },
		"go wtime 0 btime 0 depth 30":        func(l *search.Limits) { l.Depth = 30 },
		"go wtime 0 btime 0 nodes 9":         func(l *search.Limits) { l.Nodes = 9 },
		"go wtime 0 btime 0 mate 6":          func(l *search.Limits) { l.Mate = 6 },
		"go wtime 0 btime 0 infinite":        func(l *search.Limits) { l.Infinite = true },
		"go wtime 0 btime 0 movetime 900":    func(l *search.Limits) { l.MoveTime = 900 * ms },
		"go wtime 99999999999999999999 movestogo 99999999999999999999": func(l *search.Limits) {
			l.Clock, l.Time, l.MovesToGo = true, maxMilliseconds*ms, maxMovesToGo
		},
	} {
		a := parsed(line).args.(goArguments)
		p := board.StartPosition()
		want := base
		change(&want)
		if got := a.limits(&p, defaultSettings()); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", line, got, want)
		}
	}
}

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
