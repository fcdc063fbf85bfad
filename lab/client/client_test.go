package client

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestMain lets the test binary be an engine when a test starts it as such.
func TestMain(m *testing.M) { testfiles.Main(m.Run, serve) }

// serve is an engine that repeats what it has received.
func serve(how string) {
	switch how {
	case "mute":
		time.Sleep(time.Hour)
	case "stay":
		fmt.Println("uciok")
		time.Sleep(time.Hour)
	}
	var received []string
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch words := strings.Fields(in.Text()); words[0] {
		case "uci":
			fmt.Println("option name Hash type spin default 16 min 1 max 64\noption name Clear Hash type button\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "go":
			switch how {
			case "die":
				os.Exit(3)
			case "speechless":
				fmt.Println("bestmove")
			default:
				fmt.Println("info depth 2 score cp 31 wdl 100 880 20 pv e2e4\ninfo depth 3 score cp -900 upperbound\nbestmove",
					strings.Join(received, "|"))
			}
		default:
			received = append(received, strings.Join(words, "_"))
		}
	}
}

func become(t *testing.T, how string) *Engine {
	t.Helper()
	t.Setenv(testfiles.As, how)
	return must.Get(Start(context.Background(), testfiles.Self(t)))(t)
}

func TestSearch(t *testing.T) {
	e := become(t, "answer")
	must.Do(t, e.Set("Hash", 8))
	must.Do(t, e.NewGame())
	a, err := e.Search("startpos moves e2e4", "nodes 10")
	want := Answer{Move: "setoption_name_Hash_value_8|ucinewgame|position_startpos_moves_e2e4", Scored: true,
		Score: 31, Odds: [3]int{100, 880, 20}, HasOdds: true}
	if err != nil || a != want {
		t.Errorf("%+v, %v\nwant %+v", a, err, want)
	}
	must.Do(t, e.Close())
}

// TestBroken checks what is said of engines that die or never answer.
func TestBroken(t *testing.T) {
	if _, err := Start(context.Background(), filepath.Join(t.TempDir(), "none")); err == nil ||
		!strings.Contains(err.Error(), "none") {
		t.Errorf("no engine: %v", err)
	}
	e := become(t, "die")
	for range 2 { // the second time it is known to be dead
		_, err := e.Search("startpos", "nodes 10")
		if err == nil || !strings.Contains(err.Error(), `waiting for "bestmove"`) || !strings.Contains(err.Error(), "exit status 3") {
			t.Errorf("an engine that dies: %v", err)
		}
	}
	must.Do(t, e.Close())
	e = become(t, "speechless")
	_, err := e.Search("startpos", "nodes 10")
	must.Fail(t, err, "without a move")
	_ = e.Close()
	t.Setenv(testfiles.As, "mute")
	_, err = start(context.Background(), testfiles.Self(t), time.Millisecond)
	must.Fail(t, err, `"uciok"`)
}

// TestCancel checks that an engine that never answers is killed with the context.
func TestCancel(t *testing.T) {
	t.Setenv(testfiles.As, "mute")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Start(ctx, testfiles.Self(t))
	must.Fail(t, err, "", "no error after the end of the context")
}

// TestClose ends an engine that does not quit: it is killed.
func TestClose(t *testing.T) {
	e := become(t, "stay")
	e.limit = time.Millisecond
	must.Fail(t, e.Close(), "killed")
}

func TestParseInfo(t *testing.T) {
	for _, test := range []struct {
		line string
		want Answer
	}{
		{"info depth 3 seldepth 4 multipv 1 score cp -31 nodes 9", Answer{Scored: true, Score: -31}},
		{"info depth 3 score cp 31 wdl 300 600 100 nodes 9 pv e2e4",
			Answer{Scored: true, Score: 31, Odds: [3]int{300, 600, 100}, HasOdds: true}},
		{"info depth 3 score cp 31 wdl 300 600", Answer{Scored: true, Score: 31, Odds: [3]int{300, 600}}},
		{"info depth 3 score cp 31 wdl 300 600 99", Answer{Scored: true, Score: 31, Odds: [3]int{300, 600, 99}}},
		{"info depth 3 score cp 31 lowerbound nodes 9", Answer{}},
		{"info depth 3 score cp 31 wdl 0 0 1000 upperbound", Answer{}},
		{"info depth 3 multipv 2 score cp -31", Answer{}},
		{"info depth 3 score mate 2", Answer{Scored: true, Score: scores.Mate - 3}},
		{"info depth 3 score mate -1", Answer{Scored: true, Score: -scores.Mate + 2}},
		{"info depth 3 score eggs 2", Answer{}},
		{"info depth 3 score cp", Answer{}},
		{"info string score cp 3", Answer{}},
		{"info depth 3", Answer{}},
		{"info multipv", Answer{}},
		{"", Answer{}},
	} {
		must.Equal(t, parseInfo(test.line), test.want, test.line)
	}
}
