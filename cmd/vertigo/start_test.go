package main

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"vertigo/internal/testing/testfiles"
)

// TestFile checks that the name of a file analyses it, with flags and without, and that commands stay commands where files have
// their names.
func TestFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"games.pgn", "d"} {
		if err := os.WriteFile(name, []byte("1. f3 e5 2. g4 Qh4# 0-1\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"games.pgn --depth 1 --hash 1": "2. g4??", "./games.pgn --depth 1 --hash 1 --as csv": ",Qh4#,", "d": "FEN: rnbqkbnr",
	} {
		var out, errOut strings.Builder
		if code := run(strings.Fields(line), strings.NewReader(""), &out, &errOut); code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("%s: exit code %d, messages %q, wrote\n%s", line, code, &errOut, &out)
		}
	}
	var out, errOut strings.Builder
	if code := run([]string{"none.pgn"}, strings.NewReader(""), &out, &errOut); code != 1 ||
		!strings.Contains(errOut.String(), "none.pgn: ") {
		t.Errorf("no file: exit code %d, messages %q", code, &errOut)
	}
}

// TestGreeting starts the program on a terminal, as a double click does, and in a pipe, as chess programs do: only people are
// greeted.
func TestGreeting(t *testing.T) {
	var out strings.Builder
	if code := run(nil, strings.NewReader("quit\n"), &out, io.Discard); code != 0 || out.Len() > 0 {
		t.Errorf("in a pipe: exit code %d, wrote %q", code, &out)
	}
	control, terminal := testfiles.Terminal(t)
	ended := make(chan int, 1)
	go func() { ended <- run(nil, terminal, terminal, io.Discard) }()
	var text strings.Builder
	for buffer := make([]byte, 1024); strings.Count(text.String(), "\n") < 3; {
		if err := control.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Log(err) // then only the time limit of the tests ends it
		}
		n, err := control.Read(buffer)
		if err != nil {
			t.Fatalf("%v after %q", err, &text)
		}
		text.Write(buffer[:n])
	}
	for i, want := range []string{"chess engine", "vertigo games.pgn", "help"} {
		if line := strings.Split(text.String(), "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("line %d is %q, want %q in it", i+1, line, want)
		}
	}
	select {
	case code := <-ended:
		t.Fatalf("the program has ended with %d", code)
	default:
	}
	if _, err := control.WriteString("quit\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case code := <-ended:
		if code != 0 {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(patience):
		t.Error("the program does not end")
	}
}
