package analyse

import (
	"errors"
	"io"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
)

// twoGames are games that differ in their players.
const twoGames = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n" +
	"[White \"Cy\"]\n[Black \"Dee\"]\n\n1. e4 e5 1/2-1/2\n\n"

// TestSummaryAtOnce sends games through a pipe one after the other: the first is shown before the second has ended.
func TestSummaryAtOnce(t *testing.T) {
	in, games := io.Pipe()
	reported, out := io.Pipe()
	done := make(chan int)
	go func() {
		program := cli.Program{Version: "test", In: in, Out: out, Err: io.Discard}
		code := Run(program, []string{"-", "-n", "2000", "--hash", "1"})
		_ = out.Close() // it never fails
		done <- code
	}()
	first, second := twoGames[:strings.Index(twoGames, "1. e4")], twoGames[strings.Index(twoGames, "1. e4"):]
	sent := make(chan error)
	go func() {
		_, err := io.WriteString(games, first)
		sent <- err
	}()
	read := make([]byte, 4096)
	n, err := io.ReadAtLeast(reported, read, len("Ada – Bob"))
	if err != nil || !strings.HasPrefix(string(read[:n]), "Ada – Bob  0-1\n") {
		t.Fatalf("%v, reported %q", err, read[:n])
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	go func() {
		_, err := io.WriteString(games, second)
		sent <- errors.Join(err, games.Close())
	}()
	rest, err := io.ReadAll(reported)
	if err = errors.Join(err, <-sent); err != nil || !strings.Contains(string(rest), "Cy – Dee") || <-done != cli.ExitOK {
		t.Errorf("%v, reported at last %q", err, rest)
	}
}
