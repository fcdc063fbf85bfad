package uci

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/search"
)

func TestParse(t *testing.T) {
	given := func(n int64) number { return number{n, true} }
	const most, least = 1<<63 - 1, -1 << 63
	clock := goCommand{movesToGo: given(5)}
	clock.time = [2]number{given(1), given(-2)}
	clock.inc = [2]number{given(3), given(4)}
	for line, want := range map[string]command{
		"":                blankCommand{},
		" \t\r\n":         blankCommand{},
		"uci":             uciCommand{},
		"\ufeffuci\r":     uciCommand{},
		"UCI":             unknownCommand{"UCI"},
		" hello  world\r": unknownCommand{"hello  world"},
		"hello isready":   isReadyCommand{},
		"hello d":         unknownCommand{"hello d"},
		"debug on":        debugCommand{true},
		"debug off":       debugCommand{false},
		"debug please on": debugCommand{true},
		"debug":           blankCommand{},

		"setoption name Hash value 16":                 setOptionCommand{"Hash", "16"},
		"setoption  name\tClear   Hash ":               setOptionCommand{"Clear Hash", ""},
		"setoption name Path value  c:\\a  b value 1 ": setOptionCommand{"Path", "c:\\a  b value 1"},
		"setoption name X value":                       setOptionCommand{"X", ""},
		"setoption value 3":                            setOptionCommand{},
		"setoption":                                    setOptionCommand{},

		"position startpos":                         positionCommand{board.StartFEN, nil},
		"position startpos moves":                   positionCommand{board.StartFEN, nil},
		"position startpos moves e2e4 e7e5":         positionCommand{board.StartFEN, []string{"e2e4", "e7e5"}},
		"position now startpos then moves e2e4":     positionCommand{board.StartFEN, []string{"e2e4"}},
		"position fen a b  c d":                     positionCommand{"a b c d", nil},
		"position fen a b c d 0 1 moves e2e4":       positionCommand{"a b c d 0 1", []string{"e2e4"}},
		"position fen":                              positionCommand{},
		"position":                                  positionCommand{},
		"position moves e2e4":                       positionCommand{"", []string{"e2e4"}},
		"position fen a b c d moves moves startpos": positionCommand{"a b c d", []string{"moves", "startpos"}},

		"go":                                    goCommand{},
		"go infinite ponder":                    goCommand{infinite: true, ponder: true},
		"go depth 7 nodes 8 mate 9 movetime 10": goCommand{depth: given(7), nodes: given(8), mate: given(9), moveTime: given(10)},
		"go wtime 1 btime -2 winc 3 binc 4 movestogo 5": clock,
		"go depth infinite":                             goCommand{infinite: true},
		"go depth x nodes 3":                            goCommand{nodes: given(3)},
		"go depth 5 depth 6":                            goCommand{depth: given(6)},
		"go depth":                                      goCommand{},
		"go depth 3.9":                                  goCommand{depth: given(3)},
		"go depth 3.x":                                  goCommand{},
		"go depth 99999999999999999999":                 goCommand{depth: given(most)},
		"go depth -99999999999999999999":                goCommand{depth: given(least)},
		"go searchmoves e2e4 d2d4 depth 3":              goCommand{searchMoves: []string{"e2e4", "d2d4"}, depth: given(3)},
		"go searchmoves e2e4 infinite":                  goCommand{searchMoves: []string{"e2e4"}, infinite: true},
		"go searchmoves":                                goCommand{},
		"go searchmoves a1a2 searchmoves a3a4":          goCommand{searchMoves: []string{"a1a2", "a3a4"}},
		"go perft 5":                                    goCommand{perft: given(5)},
		"go perft":                                      goCommand{perft: given(0)},
		"perft 5":                                       goCommand{perft: given(5)},
		"perft":                                         goCommand{perft: given(0)},
		"bench":                                         benchCommand{},
		"bench 5 2":                                     benchCommand{depth: given(5), threads: given(2)},
	} {
		if got := newParser().parse(line); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %#v, want %#v", line, got, want)
		}
	}
}

// TestLines checks how arguments of a command line become lines.
func TestLines(t *testing.T) {
	for _, test := range []struct{ args, want []string }{
		{nil, nil},
		{[]string{"bench"}, []string{"bench"}},
		{[]string{"bench", "12", "1"}, []string{"bench 12 1"}},
		{[]string{"bench", "1", "verify"}, []string{"bench 1", "verify"}},
		{[]string{"isready", "ucinewgame", "quit"}, []string{"isready", "ucinewgame", "quit"}},
		{[]string{"d", "eval"}, []string{"d", "eval"}},
		{[]string{"go", "perft", "5", "d"}, []string{"go perft 5", "d"}},
		{[]string{"go", "searchmoves", "e2e4", "depth", "3", "eval"}, []string{"go searchmoves e2e4 depth 3", "eval"}},
		{[]string{"perft", "5", "d"}, []string{"perft 5", "d"}},
		{[]string{"position", "startpos", "moves", "e2e4", "go depth 3", "d"},
			[]string{"position startpos moves e2e4", "go depth 3", "d"}},
		{[]string{"position", "fen", "8/8/8/8/8/8/8/8", "w", "d", "-"}, []string{"position fen 8/8/8/8/8/8/8/8 w d -"}},
		{[]string{"setoption", "name", "EvalFile", "value", "bench"}, []string{"setoption name EvalFile value bench"}},
		{[]string{"setoption name Hash value 64", "bench"}, []string{"setoption name Hash value 64", "bench"}},
		{[]string{"genfens", "3", "seed", "4", "book", "help"}, []string{"genfens 3 seed 4 book help"}},
		{[]string{"-h"}, []string{"help"}},
		{[]string{"bench", "1", "--version"}, []string{"bench 1", "version"}},
		{[]string{"nonsense", "go", "depth", "3"}, []string{"nonsense", "go depth 3"}},
	} {
		if got := Lines(test.args); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.args, got, test.want)
		}
	}
}

// TestEveryCommandBeginsALine checks that no command is swallowed by one that has arguments but does not take all words.
func TestEveryCommandBeginsALine(t *testing.T) {
	for _, s := range grammar() {
		want := []string{"bench 1", s.word}
		if got := Lines([]string{"bench", "1", s.word}); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestMisuse checks that a command of our own tells which argument it does not know, and does nothing.
func TestMisuse(t *testing.T) {
	for line, want := range map[string]string{
		"d now":         `d: unknown argument "now"; usage: d`,
		"bench 1 2 3 4": `bench: unknown argument "4"; usage: bench [depth [threads [hash]]]`,
		"bench x":       `bench: unknown argument "x"; usage: bench [depth [threads [hash]]]`,
		"perft five":    `perft: unknown argument "five"; usage: perft N`,
		"verify all":    `verify: unknown argument "all"; usage: verify`,
	} {
		config, _ := fakes(false)
		if got := runText(t, config, line+"\n"); got != "info string "+want+"\n" {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestGrammar checks that every command is understood and that none is listed twice.
func TestGrammar(t *testing.T) {
	words := map[string]bool{}
	for _, s := range grammar() {
		if words[s.word] {
			t.Errorf("%s is there twice", s.word)
		}
		words[s.word] = true
		if _, unknown := newParser().parse(s.word).(unknownCommand); unknown {
			t.Errorf("%s is not understood", s.word)
		}
	}
}

// TestOptionDefaults sets every option to the default it declares: nothing may change, nor may it be refused.
func TestOptionDefaults(t *testing.T) {
	config, calls := fakes(false)
	s, err := New(Config{Out: new(lineSplitter), NewEngine: config.NewEngine})
	if err != nil {
		t.Fatal(err)
	}
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
		if err := (setOptionCommand{o.name, value}).execute(s); err != nil {
			t.Errorf("%s: %v", o.name, err)
		}
	}
	if s.settings != defaultSettings() {
		t.Errorf("got %+v, want %+v", s.settings, defaultSettings())
	}
	want := "hash 16; clear; threads 1" + strings.Repeat("; tablebases false, 7 men, depth 1, rule50 true", 4)
	if got := calls(); got != want {
		t.Errorf("calls %q, want %q", got, want)
	}
}

func TestLimits(t *testing.T) {
	const ms = time.Millisecond
	base := search.Limits{MultiPV: 1, Overhead: 10 * ms}
	for line, change := range map[string]func(l *search.Limits){
		"go":                              func(*search.Limits) {},
		"go infinite":                     func(l *search.Limits) { l.Infinite = true },
		"go ponder":                       func(*search.Limits) {}, // the channel belongs to the search that is started
		"go depth 3":                      func(l *search.Limits) { l.Depth = 3 },
		"go depth 0":                      func(l *search.Limits) { l.Depth = 1 },
		"go depth 1000000":                func(l *search.Limits) { l.Depth = search.MaxPly },
		"go nodes 0":                      func(l *search.Limits) { l.Nodes = 1 },
		"go nodes -7":                     func(l *search.Limits) { l.Nodes = 1 },
		"go nodes 12345678901":            func(l *search.Limits) { l.Nodes = 12345678901 },
		"go movetime 0":                   func(l *search.Limits) { l.MoveTime = ms },
		"go movetime 250":                 func(l *search.Limits) { l.MoveTime = 250 * ms },
		"go mate 3":                       func(l *search.Limits) { l.Mate = 3 },
		"go mate 0":                       func(l *search.Limits) { l.Mate, l.Depth = 1, 1 },
		"go wtime 100 btime 200":          func(l *search.Limits) { l.Clock, l.Time = true, 100*ms },
		"go wtime 0":                      func(l *search.Limits) { l.Clock = true },
		"go wtime 0 btime 1":              func(l *search.Limits) { l.Clock = true },
		"go wtime 1 btime 0":              func(l *search.Limits) { l.Clock, l.Time = true, ms },
		"go wtime -100":                   func(l *search.Limits) { l.Clock, l.Time = true, -100*ms },
		"go btime 200 binc 3":             func(l *search.Limits) { l.Clock = true },
		"go winc 5 binc 6":                func(l *search.Limits) { l.Clock, l.Inc = true, 5*ms },
		"go wtime 100 winc -5":            func(l *search.Limits) { l.Clock, l.Time = true, 100*ms },
		"go wtime 9 movestogo 4":          func(l *search.Limits) { l.Clock, l.Time, l.MovesToGo = true, 9*ms, 4 },
		"go wtime 9 movestogo -4":         func(l *search.Limits) { l.Clock, l.Time = true, 9*ms },
		"go wtime 0 btime 0 movestogo 3":  func(l *search.Limits) { l.MoveTime, l.MovesToGo = 200*ms, 3 },
		"go wtime 0 btime 0 winc 5000":    func(l *search.Limits) { l.MoveTime = 200 * ms },
		"go wtime 0 btime 0 movetime 50":  func(l *search.Limits) { l.MoveTime = 50 * ms },
		"go wtime 0 btime 0 movetime 900": func(l *search.Limits) { l.MoveTime = 200 * ms },
		"go wtime 99999999999999999999 movestogo 99999999999999999999": func(l *search.Limits) {
			l.Clock, l.Time, l.MovesToGo = true, maxMilliseconds*ms, maxMovesToGo
		},
	} {
		c := newParser().parse(line).(goCommand)
		p := board.StartPosition()
		want := base
		change(&want)
		if got := c.limits(&p, defaultSettings()); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", line, got, want)
		}
	}
}
