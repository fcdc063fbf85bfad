package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/testfiles"
)

// TestMain lets the test binary be fastchess and the engine when a test starts it as such.
func TestMain(m *testing.M) {
	if os.Getenv("MATCHES_FOLDER") != "" {
		playTable()
		return
	}
	os.Exit(m.Run())
}

// execute runs the program. The error has the exit code, if it is not 0, and the messages.
func execute(ctx context.Context, args []string, out io.Writer) error {
	var messages bytes.Buffer
	if code := (cli.Program{Out: out, Err: &messages, Context: ctx}).Run(tool(), args); code != cli.ExitOK {
		return fmt.Errorf("exit code %d: %s", code, &messages)
	}
	return nil
}

// TestJournal interrupts a run in the middle of a line: what it goes on from are the whole lines. Others, and other settings, are
// kept out.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	open := func(head string) (*journal[string, int], error) { return openJournal[string, int](path, head) }
	j, err := open("settings")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := open("settings"); !errors.Is(err, files.ErrHeld) {
		t.Errorf("two at a time: %v", err)
	}
	if err := errors.Join(j.add(1), j.add(2)); err != nil {
		t.Error(err)
	}
	j.close()
	testfiles.Put(t, path, testfiles.Text(t, path)+"3") // without a line feed
	if j, err = open("settings"); err != nil || fmt.Sprint(j.steps) != "[1 2]" {
		t.Fatalf("goes on from %v, %v", j.steps, err)
	}
	if err := j.add(4); err != nil {
		t.Error(err)
	}
	j.close()
	whole := testfiles.Text(t, path)
	if _, err := open("others"); err == nil || !strings.Contains(err.Error(), "other settings") || testfiles.Text(t, path) != whole {
		t.Errorf("other settings: %v", err)
	}
	testfiles.Put(t, path, strings.Replace(whole, "4", "four", 1))
	if _, err := open("settings"); err == nil || !strings.Contains(err.Error(), "line 4") {
		t.Errorf("damaged: %v", err)
	}
}

// TestRefusals gives what cannot be used.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"walk", `unknown command "walk"`},
		{"sprt --book book.epd", `required flag(s) "base" not set`},
		{"sprt -bok", "exit code 2"},
		{"draw --root /missing/root", "missing"},
	} {
		if err := execute(context.Background(), strings.Fields(test.args), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.args, err, test.want)
		}
	}
}
