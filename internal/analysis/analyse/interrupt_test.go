package analyse

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
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

// TestInterrupted interrupts an analysis to standard output: it says what is done, with an exit code of its own, and the same command
// with --skip continues to what an analysis without interruption writes.
func TestInterrupted(t *testing.T) {
	in := testfiles.Write(t, "games.pgn", strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", 40))
	args := []string{in, "--nodes", "300", "--hash", "1", "--as", "epd", "--no-times", "--quiet", "--workers", "2"}
	want, _, _ := command(t, "", args...)
	ctx, cancel := context.WithCancel(t.Context())
	var out, errOut bytes.Buffer
	code := Run(cli.Program{Version: "test", Context: ctx, Out: stopper{&out, cancel}, Err: &errOut}, args)
	message := regexp.MustCompile(`interrupted after (\d+) games?; the results so far are written; with --skip (\d+), the same command continues`)
	reported := message.FindStringSubmatch(errOut.String())
	if code != cli.ExitInterrupted || reported == nil || reported[1] != reported[2] || out.Len() == 0 || out.String() == want ||
		!strings.HasPrefix(want, out.String()) {
		t.Fatalf("exit code %d, messages %q, %d bytes of %d", code, &errOut, out.Len(), len(want))
	}
	rest, messages, code := command(t, "", append(args, "--skip", reported[2])...)
	if code != cli.ExitOK || out.String()+rest != want {
		t.Errorf("--skip %s: exit code %d, messages %q, %d bytes after %d", reported[2], code, messages, len(rest), out.Len())
	}
}

// TestInterruptedForms interrupts forms of output that cannot be continued: the message says how they could, and the output has an
// end.
func TestInterruptedForms(t *testing.T) {
	testfiles.NoRace(t)
	text := "[White \"Anna\"]\n\n1. e4 e5 *\n\n1. e5 *\n\n" + strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", 40)
	in := testfiles.Write(t, "games.pgn", text)
	dir := t.TempDir()
	for args, want := range map[string]struct{ message, out string }{
		"--as html":            {"so far are written; with --out FILE the same command could continue", "</html>"},
		"--as players":         {"so far are written; with --out FILE the same command could continue", "\nAnna,"},
		"--as json":            {"so far are written; with --out FILE the same command could continue", `"kind":"player"`},
		"--as csv":             {"so far are written; with --out FILE the same command could continue", ""},
		"--as results":         {"the results file is not complete; with --out FILE the same command could continue", ""},
		"--as csv --shard 1/2": {"with --out FILE the same command could continue", ""},
		"--as csv --store " + filepath.Join(dir, "answers"): {"the same command finds all answers so far in " + dir, ""},
		"--as summary": {"with --skip ", ""},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var out, errOut bytes.Buffer
		p := cli.Program{Version: "test", Context: ctx, Out: stopper{&out, cancel}, Err: stopper{&errOut, cancel}}
		code := Run(p, append(strings.Fields(args), in, "--nodes", "1000", "--hash", "1", "--quiet"))
		if code != cli.ExitInterrupted || !strings.Contains(errOut.String(), want.message) ||
			!strings.Contains(out.String(), want.out) {
			t.Errorf("%s: exit code %d, messages %q, output %q, want %q", args, code, &errOut, &out, want)
		}
		cancel()
	}
}

// TestInterruptedAtOnce interrupts an analysis that has nothing to show yet.
func TestInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errOut bytes.Buffer
	code := Run(cli.Program{Version: "test", Context: ctx, Out: io.Discard, Err: &errOut}, []string{"startpos", "-d3"})
	if code != cli.ExitInterrupted || errOut.String() != "vertigo analyse: interrupted before the first game or position was done\n" {
		t.Errorf("exit code %d, messages %q", code, &errOut)
	}
}
