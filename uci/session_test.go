package uci

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/testing/ci"
	"vertigo/search"
)

// realPlayers returns a Config for the real ones.
func realPlayers() Config {
	return Config{
		NewEngine: func(hash, threads int) (Engine, error) { return search.NewEngine(hash, threads) },
	}
}

func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			if filepath.Base(file) == "uci.txt" && len(search.Tunables()) > 0 {
				t.Skip("the tune build has more options than the transcript lists")
			}
			if filepath.Base(file) == "threads_most.txt" {
				ci.Only(t) // it takes gigabytes
			}
			runTranscript(t, file)
		})
	}
}

// TestEngineCalls checks what reaches the engine, and in which order.
func TestEngineCalls(t *testing.T) {
	const start = "search rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	const e4 = "search rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	for _, test := range []struct {
		name    string
		endless bool // searches end only when they are stopped
		input   string
		want    string
	}{
		{"options", false,
			"setoption name Hash value 8|setoption name Hash value 32|setoption name Threads value 3|setoption name Clear Hash|ucinewgame|quit",
			"threads 3; hash 32; clear; newgame; close"},
		{"the table is cleared by all threads", false,
			"setoption name Hash value 32|setoption name Threads value 3|isready|isready|go depth 1",
			"threads 3; hash 32; " + start + " depth 1; close"},
		{"the table has its size when a search starts", false,
			"setoption name Hash value 32|go depth 1",
			"hash 32; " + start + " depth 1; close"},
		{"the table has its size when it is cleared", false,
			"setoption name Hash value 32|ucinewgame",
			"hash 32; newgame; close"},
		{"settings reach the search", false,
			"setoption name MultiPV value 4|setoption name Move Overhead value 70|go depth 3|quit",
			start + " depth 3 multipv 4 overhead 70ms; close"},
		{"strength is limited in games alone", true,
			"setoption name UCI_Elo value 1800|go depth 1|stop|setoption name UCI_LimitStrength value true|" +
				"go depth 2|stop|go infinite|stop|go mate 3|stop|go ponder|stop|setoption name UCI_AnalyseMode value true|go depth 4|stop|isready",
			"elo 0; " + start + " depth 1; stop; elo 1800; limited " + start + " depth 2; stop; " +
				start + " infinite; stop; " + start + " mate 3; stop; limited " + start + " ponder; stop; " +
				start + " depth 4; stop; close"},
		{"a rating that cannot be had changes nothing", false,
			"setoption name UCI_LimitStrength value true|setoption name UCI_Elo value 2999|go depth 1|" +
				"setoption name UCI_LimitStrength value false|go depth 1|setoption name UCI_LimitStrength value true",
			"elo 1500; elo 2999; limited " + start + " depth 1; elo 0; " + start + " depth 1; elo 1500; close"},
		{"only the clock of the side to move counts", true,
			"position startpos moves e2e4|go wtime 1000 btime 2000 winc 30 binc 40 movestogo 5|stop|isready",
			e4 + " clock 2s+40ms/5; stop; close"},
		{"a search waits for the one before it", true,
			"go nodes 5|position startpos moves e2e4|go nodes 6|stop|isready",
			start + " nodes 5; stop; " + e4 + " nodes 6; stop; close"},
		{"a stop does not reach a search that is asked for later", true,
			"go nodes 5|stop|go infinite|isready",
			start + " nodes 5; stop; " + start + " infinite; stop; close"},
		{"an option waits for the search to end", true,
			"go nodes 5|setoption name Hash value 8|ucinewgame|stop|isready",
			start + " nodes 5; stop; hash 8; newgame; close"},
		{"ponderhit reaches the search that waits", true,
			"go nodes 5|go ponder nodes 6|ponderhit|stop",
			start + " nodes 5; stop; " + start + " nodes 6 ponder; ponderhit; stop; close"},
		{"ponderhit reaches only a search that ponders, once", true,
			"go nodes 5|ponderhit|stop|isready|go ponder|ponderhit|ponderhit|stop",
			start + " nodes 5; stop; " + start + " ponder; ponderhit; stop; close"},
		{"the end of the input stops what has no end", true,
			"go infinite|go|go ponder depth 3|go depth 4 infinite|go movestogo 3",
			start + " infinite; stop; " + start + "; stop; " + start + " depth 3 ponder; stop; " + start + " depth 4 infinite; stop; " +
				start + "; stop; close"},
		{"the end of the input lets everything else end", false,
			"go depth 4|go nodes 5|go movetime 6|go mate 2|go wtime 7000|go infinite|ucinewgame|setoption name Hash value 8|" +
				"position startpos moves e2e4|go ponder nodes 5|ponderhit|go nodes 6",
			start + " depth 4; " + start + " nodes 5; " + start + " movetime 6ms; " + start + " mate 2; " + start + " clock 7s+0s/0; " +
				start + " infinite; stop; newgame; hash 8; " + e4 + " nodes 5 ponder; ponderhit; " + e4 + " nodes 6; close"},
		{"idle stops reach nobody", false, "stop|ponderhit|stop|quit", "close"},
		{"nothing is executed after quit", false, "quit|ucinewgame|go depth 1", "close"},
		{"quit waits for answers, but for nothing else", true,
			"go nodes 5|setoption name Hash value 8|ucinewgame|setoption name Clear Hash|position startpos moves e2e4|go nodes 6|quit",
			start + " nodes 5; stop; " + e4 + " nodes 6; stop; close"},
	} {
		t.Run(test.name, func(t *testing.T) {
			config, calls := fakes(test.endless)
			runText(t, config, strings.ReplaceAll(test.input, "|", "\n"))
			if got := calls(); got != test.want {
				t.Errorf("the engine was asked for\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// runText runs a session on the whole of input and returns what it writes.
func runText(t testing.TB, config Config, input string) string {
	t.Helper()
	var out strings.Builder
	config.Version, config.In, config.Out = "test", strings.NewReader(input), &out
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	s.openLog = func(string) (io.WriteCloser, error) { return &memoryLog{}, nil } // fuzzing is not to write files
	ended := make(chan error, 1)
	go func() {
		err := s.Run()
		s.Close()
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			t.Fatalf("Run: %v", err)
		}
	case <-time.After(patience):
		t.Fatalf("the session does not end on\n%s", input)
	}
	return out.String()
}

func TestMemoryThatCannotBeHad(t *testing.T) {
	config, calls := fakes(false)
	got := runText(t, config, "setoption name Hash value 4096\nsetoption name Threads value 1000\nisready\n")
	want := "info string option Threads: no memory for 1000 threads; the value stays as it was\n" +
		"info string option Hash: cannot allocate 4096 MiB; the value stays as it was\nreadyok\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := calls(); got != "threads 1000; hash 4096; close" {
		t.Errorf("calls: %s", got)
	}
}

// TestMoreThreadsThanProcessors checks that the user hears of it, and that the engine gets the threads all the same.
func TestMoreThreadsThanProcessors(t *testing.T) {
	config, calls := fakes(false)
	config.Processors = 2
	got := runText(t, config, "setoption name Threads value 2\nsetoption name Threads value 3\n")
	if want := "info string option Threads: 3 is more than the number of processors available, 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := calls(); got != "threads 2; threads 3; close" {
		t.Errorf("calls: %s", got)
	}
}

// TestLastLineWithoutNewline checks that the end of the input ends a line too.
func TestLastLineWithoutNewline(t *testing.T) {
	config, _ := fakes(false)
	if got := runText(t, config, "isready"); got != "readyok\n" {
		t.Errorf("got %q", got)
	}
}

// TestLongLine sends a game of many thousand moves.
func TestLongLine(t *testing.T) {
	config, calls := fakes(false)
	moves := strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 5000)
	runText(t, config, "position startpos moves"+moves+" e2e4\ngo depth 1\n")
	if got, want := calls(), "search rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 10001"; !strings.Contains(got, want) {
		t.Errorf("calls: %s", got)
	}
}

// TestTooLongLine sends lines that are too long: they are ignored with a message, and take no more memory than the longest that is not.
func TestTooLongLine(t *testing.T) {
	config, calls := fakes(false)
	got := runText(t, config, "go depth 1"+strings.Repeat(" ", maxLine)+"\nisready\nposition startpos moves"+strings.Repeat(" g1f3", maxLine)+"\nisready"+
		strings.Repeat(" ", maxLine-len("isready\n"))+"\n")
	const long = "info string a line is longer than 1 MiB: it is ignored\n"
	want := []string{long + "readyok\n" + long + "info string position: ", "\nreadyok\n"}
	if !strings.HasPrefix(got, want[0]) || !strings.HasSuffix(got, want[1]) || strings.Contains(calls(), "search") {
		t.Errorf("got %q, want %q; calls: %s", got, want, calls())
	}
	line, err := readLine(bufio.NewReader(strings.NewReader(strings.Repeat("x", 4*maxLine) + "\nnext")))
	if len(line) != maxLine+1 || err != nil {
		t.Errorf("%d bytes are kept, error %v", len(line), err)
	}
}

// brokenWriter fails after the first line, as a pipe does whose reader has gone.
type brokenWriter struct{ lines int }

var errBroken = errors.New("broken")

func (w *brokenWriter) Write(text []byte) (int, error) {
	if w.lines++; w.lines > 1 {
		return 0, errBroken
	}
	return len(text), nil
}

// TestBrokenOutput checks that a session whose peer has gone ends at the first line that cannot be written, which is one of the
// search, even though its input stays open and silent.
func TestBrokenOutput(t *testing.T) {
	config, _ := fakes(true)
	in, feed := io.Pipe()
	defer feed.Close()
	s, err := New(Config{In: in, Out: &brokenWriter{}, NewEngine: config.NewEngine})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Run() }()
	if _, err := io.WriteString(feed, "isready\ngo infinite\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if !errors.Is(err, errBroken) {
			t.Errorf("Run: %v, want %v", err, errBroken)
		}
	case <-time.After(patience):
		t.Fatal("the session does not end")
	}
}

// TestNobodyAtEitherEnd lets searches that say nothing lose their reader after the end of the input, or where there is none
// because the commands are arguments. The failure of a line that only shows life must end them; while there is a reader, they
// go on.
func TestNobodyAtEitherEnd(t *testing.T) {
	for _, oneShot := range []bool{false, true} {
		config, calls := fakes(true)
		out := &deafWriter{hears: 3, heard: make(chan string, 3)}
		s, err := New(Config{In: strings.NewReader("go depth 9\ngo depth 8\n"), Out: out, NewEngine: config.NewEngine})
		if err != nil {
			t.Fatal(err)
		}
		s.out.pulse = time.Millisecond
		ended := make(chan error, 1)
		go func() {
			var err error
			if oneShot {
				err = s.Execute([]string{"go depth 9", "go depth 8"})
			} else {
				err = s.Run()
			}
			s.Close()
			ended <- err
		}()
		select {
		case err := <-ended:
			if !errors.Is(err, errBroken) {
				t.Errorf("error %v, want %v", err, errBroken)
			}
		case <-time.After(patience):
			t.Fatal("the session does not end")
		}
		for _, want := range []string{"info depth 1 currmove", "info depth 1", "info time "} { // the first two are the fake's
			if got := <-out.heard; !strings.HasPrefix(got, want) {
				t.Errorf("wrote %q, want %q", got, want)
			}
		}
		if got := calls(); !strings.Contains(got, "depth 9; stop") {
			t.Errorf("the engine was asked for %s", got)
		}
	}
}

// deafWriter passes on some lines and then fails.
type deafWriter struct {
	hears int
	heard chan string
}

func (w *deafWriter) Write(text []byte) (int, error) {
	if w.hears == 0 {
		return 0, errBroken
	}
	w.hears--
	w.heard <- string(text)
	return len(text), nil
}

// TestNoSignOfLifeWhileSomebodyIsThere checks that a session whose input is open writes nothing of its own accord.
func TestNoSignOfLifeWhileSomebodyIsThere(t *testing.T) {
	config, _ := fakes(true)
	in, feed := io.Pipe()
	var out strings.Builder
	s, err := New(Config{In: in, Out: &out, NewEngine: config.NewEngine})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.out.pulse = time.Millisecond
	ended := make(chan error, 1)
	go func() { ended <- s.Run() }()
	_, err = io.WriteString(feed, "go depth 9\nisready\n")
	time.Sleep(20 * time.Millisecond) // enough for many signs
	if _, err2 := io.WriteString(feed, "quit\n"); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if err := <-ended; err != nil || strings.Contains(out.String(), "info time") {
		t.Errorf("error %v, output\n%s", err, out.String())
	}
}

// brokenReader fails at once.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

func TestBrokenInput(t *testing.T) {
	config, _ := fakes(false)
	s, err := New(Config{In: brokenReader{}, Out: io.Discard, NewEngine: config.NewEngine})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Run(); !errors.Is(err, errBroken) {
		t.Errorf("Run: %v, want %v", err, errBroken)
	}
}

func TestNoEngine(t *testing.T) {
	_, err := New(Config{NewEngine: func(int, int) (Engine, error) { return nil, errBroken }})
	if !errors.Is(err, errBroken) {
		t.Errorf("New: %v, want %v", err, errBroken)
	}
}

func TestExecute(t *testing.T) {
	for _, test := range []struct {
		args    []string
		out     string // how the output ends
		err     string // a part of the error
		unknown bool   // and it is one of usage
	}{
		{[]string{"position startpos moves e2e4", "go depth 2", "isready"}, "bestmove a7a6\nreadyok\n", "", false},
		{[]string{"go perft 2", "perft 1"}, "Nodes searched: 20\n\n", "", false},
		{[]string{"isready", "perform 1", "isready"}, "readyok\n", `unknown command "perform 1"`, true},
		{[]string{"go depht 2"}, "", `go: not understood: "depht" (did you mean depth?)`, true},
		{[]string{"position startpos move e2e4"}, "", `"move" (did you mean moves?)`, true},
		{[]string{"bnech 1"}, "", `unknown command "bnech 1"; did you mean bench?`, true},
		{[]string{"perft -1"}, "", "perft: the number of plies is negative", true},
		{[]string{"bench 1 fast", "isready"}, "", `bench: unknown argument "fast"`, true},
		{[]string{"position startpos moves e2e5", "go depth 1"}, "", "move 1 of 1", false},
		{[]string{"setoption name Hash value 100", "go depth 1"}, "", "cannot allocate 100 MiB", false},
		{[]string{"", "stop", "ponderhit", "quit", "isready"}, "readyok\n", "", false},
	} {
		t.Run(strings.Join(test.args, "|"), func(t *testing.T) {
			config, _ := fakes(false)
			var out strings.Builder
			s, err := New(Config{Out: &out, NewEngine: config.NewEngine})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			err = s.Execute(test.args)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if usage := UsageError(""); errors.As(err, &usage) != test.unknown {
				t.Errorf("error %v: it is one of usage: %v", err, !test.unknown)
			}
			if !strings.HasSuffix(out.String(), test.out) {
				t.Errorf("wrote %q, want it to end with %q", out.String(), test.out)
			}
		})
	}
}

// TestCurrMove checks the line that names the current root move.
func TestCurrMove(t *testing.T) {
	var out strings.Builder
	r := report{out: newOutput(&out), root: board.StartPosition()}
	e2e4 := board.NewMove(board.NewSquare(4, 1), board.NewSquare(4, 3), board.DoublePush)
	r.currMove(search.CurrMove{Depth: 9, Move: e2e4, Number: 3})
	if got, want := out.String(), "info depth 9 currmove e2e4 currmovenumber 3\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestEvalFile loads a network from a file, and the one in the binary again: the searches and eval follow.
func TestEvalFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.nnue")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	other := nnue.RandomNetwork(1, 32, 1)
	if err := errors.Join(other.Write(file), file.Close()); err != nil {
		t.Fatal(err)
	}
	const ask = "eval\ngo depth 4\nbench 1\n"
	name := "setoption name EvalFile value "
	parts := strings.Split(runText(t, realPlayers(), ask+name+path+"\n"+ask+name+"<empty>\n"+ask), "info string network ")
	if len(parts) != 3 {
		t.Fatalf("%d networks were loaded, want 2:\n%s", len(parts)-1, strings.Join(parts, ""))
	}
	if !strings.HasPrefix(parts[1], other.String()+"\n") || !strings.Contains(parts[1], "Network of 5632 inputs, 2 x 32 neurons, 1 buckets") {
		t.Errorf("the network in the file does not serve:\n%s", parts[1])
	}
	nodes := regexp.MustCompile(`(?m)^(\d+) nodes \d+ nps|^Evaluation .*`)
	told := func(s string) string { return strings.Join(nodes.FindAllString(withoutSpeed(s), -1), "; ") }
	if told(parts[0]) == told(parts[1]) || told(parts[0]) != told(parts[2]) {
		t.Errorf("evaluation and bench were %s, with another network %s, and again %s", told(parts[0]), told(parts[1]), told(parts[2]))
	}
}

// TestFilesBesideProgram checks that a file that is not in the working folder is found beside the program, and that the one in the
// working folder comes first.
func TestFilesBesideProgram(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const name = "beside-the-program.bin"
	beside := filepath.Join(filepath.Dir(program), name)
	t.Chdir(t.TempDir())
	data, err := os.ReadFile(place(t, "book"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(beside, data, 0o666); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(beside)
	config, _ := fakes(false)
	const input = "setoption name BookFile value " + name + "\nsetoption name EvalFile value " + name + "\nsetoption name BookFile value no-" + name + "\n"
	got := strings.Split(runText(t, config, input), "\n")
	if got[0] != "info string opening book: 7 entries" || !strings.Contains(got[1], beside+": ") || !strings.Contains(got[2], "open no-"+name) &&
		!strings.Contains(got[2], "no-"+name+": ") {
		t.Errorf("beside the program: %q", got)
	}
	if err := os.WriteFile(name, make([]byte, 24), 0o666); err != nil {
		t.Fatal(err)
	}
	config, _ = fakes(false)
	if got := runText(t, config, input); !strings.HasPrefix(got, "info string opening book: "+name+": ") {
		t.Errorf("in both folders: %q", got)
	}
}

// withoutSpeed removes the nodes per second at the end of a bench.
func withoutSpeed(s string) string {
	return regexp.MustCompile(`nodes \d+ nps`).ReplaceAllString(s, "nodes 0 nps")
}
