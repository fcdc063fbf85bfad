package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestMethodsAreLeftOut checks that the linker leaves out methods that nothing calls: with templates, which call methods by name, it
// keeps all, and the program is a sixth larger.
func TestMethodsAreLeftOut(t *testing.T) {
	program := must.Get(os.ReadFile(build(t)))(t)
	if bytes.Contains(program, []byte("text/template.(*Template).Execute")) || !bytes.Contains(program, []byte("search.(*Engine).Search")) {
		t.Error("the program has templates")
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
		must.Do(t, err, &text)
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
		must.Equal(t, code, 0, "exit code")
	case <-time.After(patience):
		t.Error("the program does not end")
	}
}
