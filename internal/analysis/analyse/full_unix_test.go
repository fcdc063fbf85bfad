//go:build unix

package analyse

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/testfiles"
)

// spaceEnv bounds the size of the files that a process of the tests writes, in bytes.
const spaceEnv = "VERTIGO_TEST_SPACE"

func init() {
	space, err := strconv.ParseUint(os.Getenv(spaceEnv), 10, 64)
	if err != nil {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: space, Max: space}); err != nil {
		panic(err)
	}
}

// onFullDisk runs an analysis where no file can be larger, also in the middle of a line.
func onFullDisk(t *testing.T, space int, args ...string) (errOut string, code int) {
	t.Helper()
	var e bytes.Buffer
	cmd := process(t, args...)
	cmd.Env, cmd.Stderr = append(cmd.Env, fmt.Sprint(spaceEnv, "=", space)), &e
	code = exitCode(t, cmd)
	return e.String(), code
}

// TestFullDiskContinues fills the disk at many places: the error is reported, and with space again the analysis continues with the
// answers so far, in a journal or in a store.
func TestFullDiskContinues(t *testing.T) {
	for _, keeps := range []string{"out.journal", "answers"} {
		dir := t.TempDir()
		inputs := mixedInputs(t, dir)
		args := append([]string{"--as", "csv", "--nodes", "300", "--hash", "1", "--no-times", "--chunk", "3"}, inputs...)
		if keeps == "answers" {
			args = append(args, "--store", filepath.Join(dir, "answers"))
		}
		want, _, _ := command(t, "", args...)
		_ = os.Remove(filepath.Join(dir, "answers")) // if there is one
		out, failures := filepath.Join(dir, "out"), 0
		for space := 0; ; space += len(want) / 5 {
			said, code := onFullDisk(t, space, append(args, "--out", out)...)
			if code == cli.ExitIncomplete {
				break
			}
			if failures++; code != cli.ExitFailed || !strings.Contains(said, "file too large") {
				t.Fatalf("space %d: exit code %d, messages %q", space, code, said)
			}
			kept := leftBehind(t, dir, "a.epd", "b.pgn", "c.json")
			if reported := strings.Contains(said, keeps+": run the same command again to continue"); reported && len(kept) != 1 ||
				len(kept) > 1 || len(kept) == 1 && kept[0] != keeps {
				t.Errorf("space %d: left behind: %v; messages %q", space, kept, said)
			}
		}
		if failures < 3 || testfiles.Text(t, out) != want {
			t.Errorf("%s: the disk was full %d times, and then:\n%s\nwant\n%s", keeps, failures, testfiles.Text(t, out), want)
		}
	}
}
