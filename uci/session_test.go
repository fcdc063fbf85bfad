package uci

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/search"
)

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
				testfiles.OnlyInCI(t) // it takes gigabytes
			}
			runTranscript(t, file)
		})
	}
}

// runText runs a session on the whole of input and returns what it writes.
func runText(t testing.TB, config Config, input string) string {
	t.Helper()
	var out strings.Builder
	config.Version, config.In, config.Out = "test", strings.NewReader(input), &out
	s := must.Get(New(config))(t)
	defer s.Close()
	runToEnd(t, s, input)
	return out.String()
}

// runToEnd runs a session until it ends by itself.
func runToEnd(t testing.TB, s *Session, input string) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- s.Run() }()
	select {
	case err := <-ended:
		must.Do(t, err, "Run")
	case <-time.After(patience):
		t.Fatalf("the session does not end on\n%s", input)
	}
}

// TestMoreThreadsThanProcessors checks that the user hears of it.
func TestMoreThreadsThanProcessors(t *testing.T) {
	got := runText(t, Config{Processors: 2}, "setoption name Threads value 2\nsetoption name Threads value 3\n")
	must.Equal(t, got, "info string option Threads: 3 is more than the number of processors available, 2\n")
}

// TestLongLine sends a game of many thousand moves.
func TestLongLine(t *testing.T) {
	moves := strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 5000)
	got := runText(t, Config{}, "position startpos moves"+moves+" e2e4\nd\n")
	if !strings.Contains(got, "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 10001\n") {
		t.Errorf("the position is\n%s", got)
	}
}

// TestTooLongLine sends lines that are too long: they are ignored with a message, and take no more memory than the longest that is not.
func TestTooLongLine(t *testing.T) {
	got := runText(t, Config{}, "go depth 1"+strings.Repeat(" ", maxLine)+"\nisready\nposition startpos moves"+strings.Repeat(" g1f3", maxLine)+"\nisready"+
		strings.Repeat(" ", maxLine-len("isready\n"))+"\n")
	const long = "info string a line is longer than 1 MiB: it is ignored\n"
	want := []string{long + "readyok\n" + long + "info string position: ", "\nreadyok\n"}
	if !strings.HasPrefix(got, want[0]) || !strings.HasSuffix(got, want[1]) || strings.Contains(got, "bestmove") {
		t.Errorf("got %q, want %q", got, want)
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

// TestBrokenOutput checks that the first line that cannot be written, which is one of a search, ends a session whose peer has
// gone: while its input is open and silent, after the end of its input, in a job that writes nothing, and where the commands are
// arguments.
func TestBrokenOutput(t *testing.T) {
	silent, feed := io.Pipe()
	defer feed.Close()
	const lines = "go depth 99\ngo depth 98\n"
	for name, run := range map[string]func(s *Session) error{
		"open": func(s *Session) error {
			go io.WriteString(feed, "isready\ngo infinite\n")
			s.config.In = silent
			return s.Run()
		},
		"ended":     func(s *Session) error { s.config.In = strings.NewReader(lines); return s.Run() },
		"silent":    func(s *Session) error { s.config.In = strings.NewReader("isready\ngo perft 20\n"); return s.Run() },
		"arguments": func(s *Session) error { return s.Execute(strings.Split(strings.TrimSpace(lines), "\n")) },
	} {
		s := must.Get(New(Config{Out: &brokenWriter{}}))(t)
		ended := make(chan error, 1)
		go func() {
			err := run(s)
			s.Close()
			ended <- err
		}()
		select {
		case err := <-ended:
			if !errors.Is(err, errBroken) {
				t.Errorf("%s: error %v", name, err)
			}
		case <-time.After(patience):
			t.Fatalf("%s: the session does not end", name)
		}
	}
}

// answering writes what a program sends as soon as it sees a text in the output.
type answering struct {
	strings.Builder
	to     io.Writer
	text   string
	answer string
}

func (a *answering) Write(b []byte) (int, error) {
	if strings.Contains(string(b), a.text) {
		_, _ = io.WriteString(a.to, a.answer) // the session reads it, or has ended
		time.Sleep(50 * time.Millisecond)     // for the session to receive it
	}
	return a.Builder.Write(b)
}

// TestAnswerToBestMove checks that what a program sends as soon as it sees bestmove is done in its order: readyok says that the
// table has been cleared, so that the clock may run.
func TestAnswerToBestMove(t *testing.T) {
	in, feed := io.Pipe()
	out := &answering{to: feed, text: "bestmove", answer: "setoption name Hash value 0\nisready\nquit\n"}
	s := must.Get(New(Config{Version: "test", In: in, Out: out}))(t)
	defer s.Close()
	go io.WriteString(feed, "go depth 1\n")
	runToEnd(t, s, "go depth 1")
	if _, after, _ := strings.Cut(out.String(), "bestmove"); !strings.HasSuffix(after, "old value kept\nreadyok\n") {
		t.Errorf("the session says\n%s", after)
	}
}

// TestReadyAfterStop checks that readyok says that everything before isready is done, once the search before it was stopped.
func TestReadyAfterStop(t *testing.T) {
	for _, lines := range []string{
		"stop\nsetoption name Hash value 0\n", "ucinewgame\nsetoption name Hash value 0\n",
		"stop\ngo infinite\nucinewgame\nsetoption name Hash value 0\n",
	} {
		if got := runText(t, Config{}, "go infinite\n"+lines+"isready\n"); !strings.HasSuffix(got, "old value kept\nreadyok\n") {
			t.Errorf("%q\n%s", lines, got)
		}
	}
}

// brokenReader fails at once.
type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

func TestBrokenInput(t *testing.T) {
	s := must.Get(New(Config{In: brokenReader{}, Out: io.Discard}))(t)
	defer s.Close()
	if err := s.Run(); !errors.Is(err, errBroken) {
		t.Errorf("Run: %v, want %v", err, errBroken)
	}
}

// TestFilesBesideProgram checks that a file that is not in the working folder is found beside the program, and that the one in the
// working folder comes first.
func TestFilesBesideProgram(t *testing.T) {
	program := must.Get(os.Executable())(t)
	const name = "beside-the-program.bin"
	beside := filepath.Join(filepath.Dir(program), name)
	t.Chdir(t.TempDir())
	data := must.Get(os.ReadFile(place(t, "book")))(t)
	must.Do(t, os.WriteFile(beside, data, 0o666))
	defer os.Remove(beside)
	const input = "setoption name BookFile value " + name + "\nsetoption name EvalFile value " + name + "\nsetoption name BookFile value no-" + name + "\n"
	got := strings.Split(runText(t, Config{}, input), "\n")
	if got[0] != "info string opening book: 9 entries" || !strings.Contains(got[1], beside+": ") || !strings.Contains(got[2], "open no-"+name) &&
		!strings.Contains(got[2], "no-"+name+": ") {
		t.Errorf("beside the program: %q", got)
	}
	must.Do(t, os.WriteFile(name, make([]byte, 24), 0o666))
	if got := runText(t, Config{}, input); !strings.HasPrefix(got, "info string opening book: "+name+": ") {
		t.Errorf("in both folders: %q", got)
	}
}

// TestRandomSessions drives the real engine with random sequences of commands, sometimes with a short pause between
// them, so that stops and new searches meet a search at any moment of its life.
func TestRandomSessions(t *testing.T) {
	lines := []string{
		"go depth 1", "go depth 4", "go nodes 1", "go nodes 3000", "go movetime 1", "go movetime 3", "go wtime 1 btime 1",
		"go infinite", "go ponder wtime 50 btime 50", "go ponder depth 1", "go perft 2", "go perft 9", "go mate 1 movetime 2",
		"go infinite searchmoves e2e4 d7d5", "stop", "stop", "stop", "ponderhit", "isready", "isready", "ucinewgame",
		"setoption name Threads value 1", "setoption name Threads value 3", "setoption name Hash value 1",
		"setoption name Hash value 3", "setoption name Clear Hash", "setoption name MultiPV value 1",
		"setoption name MultiPV value 3", "setoption name UCI_Chess960 value true", "position startpos moves e2e4",
		"position startpos moves e2e4 e2e4", "position startpos", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "d", "eval",
	}
	sessions := 25
	if testing.Short() {
		sessions = 5
	}
	for seed := range sessions {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		c := startConversation(t)
		var sent strings.Builder
		for range 40 {
			line := lines[random.IntN(len(lines))]
			sent.WriteString(line + "\n")
			c.send(line)
			if random.IntN(4) == 0 {
				time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
			}
		}
		c.send("stop") // what ends by itself would be done to its end
		searches, pings, _ := asked(sent.String())
		c.in.Close()
		written := "\n" + strings.Join(c.finish(), "\n") + "\n"
		bestMoves, answers := strings.Count(written, "\nbestmove "), strings.Count(written, "\nreadyok")
		if bestMoves != searches || answers != pings {
			t.Fatalf("seed %d: %d searches, %d bestmoves, %d isready, %d readyok on\n%s",
				seed, searches, bestMoves, pings, answers, sent.String())
		}
	}
}

// seedSessions returns what the transcripts send, one session each.
func seedSessions(f *testing.F) (sessions []string) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(f)
		var session strings.Builder
		for line := range strings.Lines(string(text)) {
			if sent, ok := strings.CutPrefix(line, "> "); ok {
				session.WriteString(sent)
			}
		}
		sessions = append(sessions, session.String())
	}
	return sessions
}

// FuzzSession sends random and mutated lines. The session must neither panic nor hang, answer every isready, and answer every go
// before the end with exactly one bestmove, unless quit drops it. A stop at the end of the input ends what takes long. All inputs
// have the same small engine; no command makes a larger one, and none writes files.
func FuzzSession(f *testing.F) {
	for _, session := range seedSessions(f) {
		f.Add(session)
	}
	engine, err := search.NewEngine(1, 1)
	must.Do(f, err)
	f.Fuzz(func(t *testing.T, input string) {
		input += "\nstop\n"
		var out strings.Builder
		s := must.Get(newSession(Config{In: strings.NewReader(input), Out: &out}, engine))(t)
		s.makeEngine = func(int, int) (*search.Engine, error) { return search.NewEngine(1, 1) }
		s.openLog = func(string) (io.WriteCloser, error) { return &memoryLog{}, nil }
		for i, o := range s.options {
			if o.name == "Hash" || o.name == "Threads" {
				s.options[i].set = func(*Session, string) error { return nil }
			}
		}
		runToEnd(t, s, input)
		if s.player != nil {
			s.player.Close()
		}
		_ = s.tablebases.Tables.Close()
		searches, pings, quits := asked(input)
		lines := "\n" + out.String()
		bestMoves, answers := strings.Count(lines, "\nbestmove "), strings.Count(lines, "\nreadyok")
		if bestMoves > searches || bestMoves < searches && !quits || answers != pings {
			t.Errorf("%d searches, %d bestmoves, %d isready, %d readyok on\n%s\nwhich gave\n%s",
				searches, bestMoves, pings, answers, input, out.String())
		}
	})
}

// asked counts the searches and the isready that input asks for up to its end or, if it quits, to there.
func asked(input string) (searches, pings int, quits bool) {
	v := commands()
	for text := range strings.Lines(input) {
		l := v.parse(text)
		switch l.name {
		case "go":
			if !parseGo(&l.args).perft {
				searches++
			}
		case "isready":
			pings++
		case "quit":
			return searches, pings, true
		}
	}
	return searches, pings, false
}

// FuzzParse checks that no line is too strange to be parsed, and that a line's spaces make no difference.
func FuzzParse(f *testing.F) {
	for _, session := range seedSessions(f) {
		for line := range strings.Lines(session) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		first := parsed(line)
		padded := parsed("\t " + line + " \r\n")
		if !reflect.DeepEqual(first, padded) {
			t.Errorf("%q is %#v, but with spaces around it %#v", line, first, padded)
		}
	})
}

// memoryLog is a log that fails when it has taken a number of lines, unless that is zero.
type memoryLog struct {
	strings.Builder
	lines  int
	closed bool
}

func (l *memoryLog) Write(text []byte) (int, error) {
	if l.closed {
		panic("written to after it was closed")
	}
	if l.lines--; l.lines == 0 {
		return 0, errBroken
	}
	return l.Builder.Write(text)
}

func (l *memoryLog) Close() error {
	l.closed = true
	return nil
}

// TestLog checks that a log holds everything, in order, with the time and the direction.
func TestLog(t *testing.T) {
	log := &memoryLog{}
	var out strings.Builder
	s := must.Get(New(Config{Version: "test", Out: &out}))(t)
	s.openLog = func(path string) (io.WriteCloser, error) {
		must.Equal(t, path, "some file", "path")
		return log, nil
	}
	s.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6789000, time.UTC) }
	must.Do(t, s.Execute([]string{"isready", "setoption name Debug Log File value some file", "  position startpos\r\n", "go depth 1", "ucinewgame \x1b[2J",
		"setoption name Debug Log File value <empty>", "isready"}))
	s.Close()
	const stamp = "2026-01-02 03:04:05.006789 "
	got := strings.ReplaceAll(log.String(), stamp, "")
	must.Equal(t, strings.Count(log.String(), stamp), strings.Count(got, "\n"), log.String())
	want := "> position startpos\n> go depth 1\n< info depth 1 .*\n< bestmove .*\n> ucinewgame \\x1b[2J\n> setoption name Debug Log File value <empty>\n"
	lines := strings.Split(got, "\n")
	for i, line := range strings.Split(want, "\n") {
		if prefix, cut := strings.CutSuffix(line, ".*"); i >= len(lines) || !strings.HasPrefix(lines[i], prefix) || !cut && lines[i] != line {
			t.Fatalf("the log is\n%s\nwant\n%s", got, want)
		}
	}
	if !log.closed {
		t.Error("the log was not closed")
	}
}

// TestLogFile checks that logs are appended to.
func TestLogFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a log")
	for range 2 {
		s, err := New(Config{In: strings.NewReader("setoption name Debug Log File value " + path + "\nisready\nquit\n"), Out: io.Discard})
		must.Do(t, err)
		must.Do(t, s.Run())
		s.Close()
	}
	text := must.Get(os.ReadFile(path))(t)
	if strings.Count(string(text), " > isready\n") != 2 || strings.Count(string(text), " < readyok\n") != 2 {
		t.Errorf("the log is\n%s", text)
	}
}

// TestLogThatBreaks checks that a full disk ends the log, in one line, and not the session.
func TestLogThatBreaks(t *testing.T) {
	log := &memoryLog{lines: 3}
	var out strings.Builder
	s := must.Get(New(Config{
		In: strings.NewReader("setoption name Debug Log File value x\nisready\nisready\nisready\n"), Out: &out,
	}))(t)
	defer s.Close()
	s.openLog = func(string) (io.WriteCloser, error) { return log, nil }
	must.Do(t, s.Run())
	must.Equal(t, out.String(), "readyok\ninfo string debug log: broken; the log ends\nreadyok\nreadyok\n")
	if !log.closed {
		t.Error("the log was not closed")
	}
}

// TestManyBadMoves sends more words after searchmoves than anybody reads: a few are named, the others counted, and all of it is
// quick.
func TestManyBadMoves(t *testing.T) {
	c := startConversation(t)
	begin := time.Now()
	c.send("go depth 1 searchmoves" + strings.Repeat(" e2e5 foo12345", 40_000) + " e2e4")
	named := 0
	for line, ok := c.next(); ok && !strings.HasPrefix(line, "bestmove"); line, ok = c.next() {
		if strings.HasPrefix(line, "info string searchmoves: ") {
			named++
		}
	}
	must.Equal(t, named, mostNamed+1)
	must.Equal(t, c.last, "bestmove e2e4")
	if d := time.Since(begin); d > time.Minute {
		t.Errorf("it took %v", d)
	}
	must.Do(t, c.in.Close())
	c.finish()
}

// TestLastLines ends searches for several lines inside an iteration. A program that keeps the last line of each number, and passes
// over those with bounds, then shows each move once.
func TestLastLines(t *testing.T) {
	c := startConversation(t)
	c.send("setoption name MultiPV value 3")
	field := regexp.MustCompile(`^info .* multipv (\d) score (?:cp|mate) -?\d+ nodes .* pv (\S+)`)
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
	} {
		for nodes := 1000; nodes < 20_000; nodes += 500 {
			c.send("ucinewgame")
			c.send("position fen " + fen)
			c.send(fmt.Sprintf("go nodes %d", nodes))
			moves := map[string]string{}
			for line, ok := c.next(); ok && !strings.HasPrefix(line, "bestmove"); line, ok = c.next() {
				if part := field.FindStringSubmatch(line); part != nil {
					moves[part[1]] = part[2]
				}
			}
			last := map[string]bool{}
			for _, m := range moves {
				last[m] = true
			}
			if len(moves) != 3 || len(last) != 3 {
				t.Errorf("%d nodes in %s: the last lines begin with %v", nodes, fen, moves)
			}
			if !strings.HasPrefix(c.last, "bestmove "+moves["1"]) {
				t.Errorf("%d nodes in %s: %s, but the first line begins with %s", nodes, fen, c.last, moves["1"])
			}
		}
	}
	must.Do(t, c.in.Close())
	c.finish()
}
