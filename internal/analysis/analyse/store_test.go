package analyse

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/testfiles"
)

// answersIn returns how many answers a results file has, which must be whole.
func answersIn(t *testing.T, name string) int {
	t.Helper()
	out, errOut, code := merge(name, "--as", "results")
	if code != cli.ExitOK && code != cli.ExitIncomplete {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	n, err := strconv.Atoi(regexp.MustCompile(`"answers":(\d+)\}`).FindStringSubmatch(out)[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// storeInputs writes inputs of all kinds and returns their names.
func storeInputs(t *testing.T, dir string) []string {
	t.Helper()
	return []string{
		write(t, filepath.Join(dir, "a.epd"), somePositions(12)+suiteText+"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n"),
		write(t, filepath.Join(dir, "b.pgn"), testfiles.Games),
		write(t, filepath.Join(dir, "c.json"), `{"fen":"startpos","moves":["g1f3","g8f6","f3g1","f6g8"]}`+"\n"+`{"searchmoves":["e4"]}`+"\n"),
	}
}

// TestStoreHeld lets two analyses use one store at the same time: the second is refused.
func TestStoreHeld(t *testing.T) {
	file := filepath.Join(t.TempDir(), "store")
	target, err := files.Find(file)
	if err != nil {
		t.Fatal(err)
	}
	held, err := target.Continue()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"startpos", "--depth", "2", "--hash", "1", "--store", file}
	expect(t, cli.ExitFailed, file+".journal: another process is writing it", args...)
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, cli.ExitOK, "", args...)
}

// TestStoreJournal interrupts analyses with a store by a full disk at many places, and damages what they leave: what is there is
// used, also for other inputs, and in the end nothing is left of it.
func TestStoreJournal(t *testing.T) {
	dir := t.TempDir()
	inputs := storeInputs(t, dir)
	file, journal := filepath.Join(dir, "store"), filepath.Join(dir, "store.journal")
	args := append([]string{"--nodes", "300", "--hash", "1", "--no-times", "--as", "json", "--chunk", "3", "--quiet", "--workers", "1"}, inputs...)
	want, _, _ := command(t, "", args...)
	args = append(args, "--store", file)
	failures := 0
	for space := 500; ; space += 3000 {
		said, code := onFullDisk(space, args...)
		if code == cli.ExitIncomplete {
			break
		}
		if failures++; code != cli.ExitFailed || !strings.Contains(said, "no space left on device") {
			t.Fatalf("space %d: exit code %d, messages %q", space, code, said)
		}
	}
	if out, _, _ := command(t, "", args...); failures < 3 || out != want || leftBehind(t, dir, "a.epd", "b.pgn", "c.json", "store") != nil {
		t.Errorf("after %d failures:\n%s\nwant\n%s", failures, out, want)
	}
	all, size := answersIn(t, file), len(testfiles.Text(t, file))
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	for space, last := size/2, ""; !strings.HasPrefix(last, `{"chunk":`); space += 300 { // until a job is not done
		if _, code := onFullDisk(space, args...); code != cli.ExitFailed {
			t.Fatal("no job has several chunks")
		}
		lines := strings.Split(testfiles.Text(t, journal), "\n") // the last one is torn
		last = lines[len(lines)-2]
	}
	expect(t, cli.ExitFailed, "--nodes was 300", append(args, "--nodes", "301")...) // which leaves all as it is
	// Another input: the records of the first go into the file, and the chunks stay until their jobs are done.
	flags := args[:len(args)-2-len(inputs)]
	expect(t, cli.ExitOK, "", append(slices.Clone(flags), "--store", file, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")...)
	if text := testfiles.Text(t, file); !strings.Contains(text, `"name":"8/8`) || strings.Count(text, `"job":`) < 2 {
		t.Errorf("the file has\n%s", text)
	}
	kept := testfiles.Text(t, journal)
	at := strings.LastIndex(kept, `"nodes":300`)
	write(t, journal, kept[:at]+`"nodes":299`+kept[at+len(`"nodes":300`):])
	expect(t, cli.ExitIncomplete, "wrong checksum: the line was changed, or another one was lost, added or moved; "+
		"the rest is searched again", args...)
	if n := answersIn(t, file); n != all+1 || leftBehind(t, dir, "a.epd", "b.pgn", "c.json", "store") != nil {
		t.Errorf("%d answers, want %d", n, all+1)
	}
	write(t, journal, "what somebody else wrote\n")
	expect(t, cli.ExitFailed, "store.journal: this is not the journal of a results file", args...)
	if testfiles.Text(t, journal) != "what somebody else wrote\n" {
		t.Error("what somebody else wrote has changed")
	}
}

// TestStoreKilled kills analyses with a store at random moments: the file is whole each time, what is found gives the same
// output, and in the end all answers are there.
func TestStoreKilled(t *testing.T) {
	testfiles.OnlyInCI(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "store")
	args := append([]string{"--nodes", "2000", "--hash", "1", "--no-times", "--quiet", "--as", "json"}, storeInputs(t, dir)...)
	begin := time.Now()
	want, _, _ := command(t, "", args...)
	took := time.Since(begin)
	for killed := 0; killed < *kills; {
		store := append(args, "--store", file, "--out", filepath.Join(dir, fmt.Sprint("out-", rand.Int64())))
		if kill(t, process(t, store...), time.Duration(rand.Int64N(int64(took)))) {
			killed++
		} else {
			if testfiles.Text(t, store[len(store)-1]) != want {
				t.Fatal("the answers are different")
			}
			answersIn(t, file)
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	out := filepath.Join(dir, "out")
	code := exitCode(t, process(t, append(args, "--store", file, "--out", out)...))
	if code != cli.ExitIncomplete || testfiles.Text(t, out) != want {
		t.Errorf("in the end: exit code %d, or other answers", code)
	}
	if again, _, _ := command(t, "", append(args, "--store", file)...); again != want {
		t.Error("the answers of the file are different")
	}
}
