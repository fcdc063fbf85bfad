package analyse

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// stopper interrupts a command when something is written.
type stopper struct {
	io.Writer
	stop func()
}

func (s stopper) Write(b []byte) (int, error) {
	defer s.stop()
	return s.Writer.Write(b)
}

// TestInterrupted interrupts an analysis to a file and one to standard output: both tell what is done, with an exit code of its own,
// the file is not there, and the same command continues to what an analysis without interruption writes.
func TestInterrupted(t *testing.T) {
	in := testfiles.Write(t, "games.pgn", strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", 40))
	args := []string{in, "--nodes", "3000", "--hash", "1", "--as", "json", "--no-times", "--quiet", "--workers", "2"}
	want, _, _ := command(t, "", args...)
	ctx, cancel := context.WithCancel(t.Context())
	var out, errOut bytes.Buffer
	code := Run(Config{Program: commandline.Program{Version: "test", Context: ctx, Out: stopper{&out, cancel}, Err: &errOut}}, args)
	if code != commandline.ExitInterrupted || !strings.Contains(errOut.String(), "interrupted after ") || !strings.Contains(errOut.String(), "--out FILE") ||
		out.Len() == 0 || out.String() == want || !strings.HasPrefix(want, out.String()) {
		t.Errorf("exit code %d, messages %q, %d bytes of %d", code, &errOut, out.Len(), len(want))
	}
	file := filepath.Join(t.TempDir(), "games.json")
	args = append(args, "--out", file)
	for runs := 0; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		writes := 0
		errOut.Reset()
		code := Run(Config{Program: commandline.Program{Version: "test", Context: ctx, Out: io.Discard, Err: &errOut}, disk: func(w io.Writer) io.Writer {
			return stopper{w, func() {
				if writes++; runs < 3 && writes > 20 {
					cancel()
				}
			}}
		}}, args)
		cancel()
		if code == commandline.ExitOK && runs == 3 {
			break
		}
		if code != commandline.ExitInterrupted || !strings.Contains(errOut.String(), "interrupted after ") ||
			!strings.Contains(errOut.String(), "run the same command again to continue") {
			t.Fatalf("run %d: exit code %d, messages %q", runs, code, &errOut)
		}
	}
	if got := testfiles.Text(t, file); got != want {
		t.Errorf("after interruptions there are %d bytes that differ from %d", len(got), len(want))
	}
}
