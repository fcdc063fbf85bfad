package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestMain lets the test binary be fastchess and the engine when a test starts it as such.
func TestMain(m *testing.M) { testfiles.Main(m.Run, playTable) }

// execute runs the program. The error has the exit code, if it is not 0, and the messages.
func execute(ctx context.Context, args []string, out io.Writer) error {
	var messages bytes.Buffer
	if code := (cli.Program{Out: out, Err: &messages, Context: ctx}).Run(tool(), args); code != cli.ExitOK {
		return fmt.Errorf("exit code %d: %s", code, &messages)
	}
	return nil
}

// TestRefusals gives what cannot be used.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"walk", `unknown command "walk"`},
		{"sprt --book book.epd", `required flag(s) "base" not set`},
		{"sprt -bok", "exit code 2"},
		{"draw --root /missing/root", "missing"},
	} {
		must.Fail(t, execute(context.Background(), strings.Fields(test.args), new(bytes.Buffer)), test.want)
	}
}
