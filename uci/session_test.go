package uci

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
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
		s, err := New(Config{Out: &brokenWriter{}})
		must.Do(t, err)
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
	if got[0] != "info string opening book: 7 entries" || !strings.Contains(got[1], beside+": ") || !strings.Contains(got[2], "open no-"+name) &&
		!strings.Contains(got[2], "no-"+name+": ") {
		t.Errorf("beside the program: %q", got)
	}
	must.Do(t, os.WriteFile(name, make([]byte, 24), 0o666))
	if got := runText(t, Config{}, input); !strings.HasPrefix(got, "info string opening book: "+name+": ") {
		t.Errorf("in both folders: %q", got)
	}
}
