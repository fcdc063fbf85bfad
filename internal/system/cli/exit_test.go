package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"syscall"
	"testing"
)

// broken is a writer that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestStreams checks which failures are reported, how often, and the exit code.
func TestStreams(t *testing.T) {
	full := errors.New("full")
	for name, test := range map[string]struct {
		out      error // of its writes
		program  func(out, errOut io.Writer) int
		code     int
		reported string
	}{
		"all went well":      {nil, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 0 }, 0, ""},
		"a code of its own":  {nil, func(io.Writer, io.Writer) int { return 3 }, 3, ""},
		"nothing is written": {full, func(io.Writer, io.Writer) int { return 0 }, 0, ""},
		"unnoticed":          {full, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 0 }, 1, "name: full\n"},
		"with another code":  {full, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 3 }, 1, "name: full\n"},
		"noticed": {full, func(out, errOut io.Writer) int {
			_, err := io.WriteString(out, "text")
			return Failed(errOut, "do", err)
		}, 1, "vertigo do: full\n"},
		"a closed pipe": {syscall.EPIPE, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 0 }, 1, ""},
		"a closed pipe, noticed": {syscall.EPIPE, func(out, errOut io.Writer) int {
			_, err := io.WriteString(out, "text")
			return Failed(errOut, "do", err)
		}, 1, ""},
		"another pipe": {nil, func(_, errOut io.Writer) int { return Failed(errOut, "do", syscall.EPIPE) }, 1, "vertigo do: broken pipe\n"},
		"interrupted":  {nil, func(_, errOut io.Writer) int { return Report(errOut, "tool", context.Canceled) }, 130, "tool: interrupted\n"},
		"and where it was": {nil, func(_, errOut io.Writer) int {
			return Report(errOut, "tool", fmt.Errorf("step 3: %w", context.Canceled))
		}, 130, "tool: step 3: context canceled\n"},
		"strange text": {nil, func(_, errOut io.Writer) int {
			return Report(errOut, "vertigo do", UsageError("a\x1b[2J\nvertigo: forged"))
		}, 2, "vertigo do: a\\x1b[2J\n  vertigo: forged\n\"vertigo do -h\" shows how it is used\n"},
	} {
		var out io.Writer = &bytes.Buffer{}
		if test.out != nil {
			out = broken{test.out}
		}
		var errOut bytes.Buffer
		if code := Streams("name", out, &errOut, test.program); code != test.code || errOut.String() != test.reported {
			t.Errorf("%s: exit code %d, reported %q; want %d, %q", name, code, &errOut, test.code, test.reported)
		}
	}
}

// TestHangUp checks that a hang-up that is to be ignored, as nohup has it, is.
func TestHangUp(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	_, stop := Interruptible(t.Context())
	defer stop()
	if !signal.Ignored(syscall.SIGHUP) {
		t.Error("a hang-up is not ignored any more")
	}
}
