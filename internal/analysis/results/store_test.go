package results

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// made opens a store.
func made(t *testing.T, name string, h *Header) (*Store, error) {
	t.Helper()
	target := must.Get(files.Find(name))(t)
	return OpenStore(target, h)
}

// fill adds the answers to jobs that a store lacks, checks those that it has, and returns how many these are.
func fill(t *testing.T, s *Store, jobs []*game.Job) (found int) {
	t.Helper()
	for _, j := range jobs {
		asked := game.NewJob(j.Origin, "", 0)
		asked.Parse()
		asked.Plies[0].Answer.Scope = game.Whole
		chunks := asked.Chunks(1)
		key := asked.Keys(chunks)[0]
		if s.Find(asked, chunks[0], key) {
			if got, want := asked.Plies[0].Answer.Nodes, j.Plies[0].Answer.Nodes; got != want {
				t.Fatalf("%s: an answer of %d nodes, want %d", j.Text, got, want)
			}
			found++
		} else if err := s.Add(key, []game.Answer{j.Plies[0].Answer}); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// differentJobs returns jobs of n positions, with answers.
func differentJobs(n int) []*game.Job {
	jobs := searched(n)
	for i, j := range jobs {
		j.Text = game.RawText(fmt.Sprintf("8/8/8/4k3/8/8/4P3/4K3 w - - %d 60", i))
	}
	return jobs
}

// TestDamagedStore cuts and damages a store in many ways. It has the answers of the lines that are whole, and says how many are not;
// what is added afterwards is there in the end. Only without its first line is it refused, and then stays as it is.
func TestDamagedStore(t *testing.T) {
	h, name, jobs := testHeader("1/1"), filepath.Join(t.TempDir(), "store"), differentJobs(5)
	s, err := made(t, name, h)
	must.Do(t, err)
	fill(t, s, jobs)
	must.Do(t, s.Close())
	whole := testfiles.Text(t, name)
	head := strings.IndexByte(whole, '\n') + 1
	check := func(what, text string, want, damaged int) {
		t.Helper()
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
		s, err := made(t, name, h)
		if err != nil {
			if want >= 0 || testfiles.Text(t, name) != text {
				t.Fatalf("%s: %v", what, err)
			}
			return
		}
		if found := fill(t, s, jobs); found != want || s.Damaged != damaged {
			t.Fatalf("%s: %d answers and %d damaged lines, want %d and %d", what, found, s.Damaged, want, damaged)
		}
		must.Do(t, s.Close())
		if s, err = made(t, name, h); err != nil || fill(t, s, jobs) != len(jobs) || s.Damaged != damaged {
			t.Fatalf("%s: not all answers are there again: %v\n%s", what, err, testfiles.Text(t, name))
		}
		must.Do(t, s.Close())
	}
	for length := 0; length <= len(whole); length += 11 {
		lines := strings.Count(whole[:length], "\n")
		if lines == 0 && length < head {
			check(fmt.Sprint("cut after ", length), whole[:length], 0, 0)
		} else {
			check(fmt.Sprint("cut after ", length), whole[:length], lines-1, 0)
		}
	}
	check("with zeros at the end", whole+strings.Repeat("\x00", 500), 5, 0)
	check("with a line that is too long", whole+strings.Repeat("x", maxRecord)+"yz\n", 5, 1)
	lines := strings.SplitAfter(whole, "\n")
	check("in another order", strings.Join(append([]string{lines[0], lines[3], lines[3], lines[1]}, lines[4:]...), ""), 4, 0)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		at := head + rng.IntN(len(whole)-head-1)
		b := []byte(whole)
		for b[at] ^= 1 << rng.IntN(8); b[at] == '\n' || whole[at] == '\n'; at++ {
			b = []byte(whole)
			b[at] = 'x'
		}
		check(fmt.Sprint("with another byte ", at), string(b), 4, 1)
	}
	check("without its settings", whole[head:], -1, 0)
	check("with other settings", strings.Replace(whole, `"network":"2"`, `"network":"3"`, 1), -1, 0)
}

// TestForeignFiles refuses as stores and journals what is neither, and leaves it as it is.
func TestForeignFiles(t *testing.T) {
	for text, want := range map[string]string{
		"somebody's own":                 "not a store",
		"{\n":                            "not a store",
		complete():                       "a results file or a store of Vertigo 1.3",
		"SQLite format 3\x00":            "not a store of Vertigo",
		"{\"vertigo_store\":1000}\n":     "a store of another version",
		"{\"vertigo_store\":\"1000\"}\n": "not a store",
	} {
		dir := t.TempDir()
		store, journal := filepath.Join(dir, "x"), filepath.Join(dir, "y.journal")
		for _, name := range []string{store, journal} {
			must.Do(t, os.WriteFile(name, []byte(text), 0o666))
		}
		_, err := made(t, store, testHeader("1/1"))
		target, _ := files.Find(filepath.Join(dir, "y"))
		_, errJournal := OpenJournal(target, testHeader("1/1"), false)
		if err == nil || errJournal == nil || !strings.Contains(err.Error(), want) || !strings.Contains(errJournal.Error(), want) ||
			testfiles.Text(t, store) != text || testfiles.Text(t, journal) != text {
			t.Errorf("%q: %v; %v", text, err, errJournal)
		}
	}
}

// TestStoreHeld opens a store that another process adds to, and one that nobody may write: both are read, and nothing is added.
func TestStoreHeld(t *testing.T) {
	name, jobs := filepath.Join(t.TempDir(), "store"), differentJobs(5)
	first := must.Get(made(t, name, testHeader("1/1")))(t)
	fill(t, first, jobs[:3])
	second, err := made(t, name, testHeader("1/1"))
	if err != nil || second.ReadOnly == nil || fill(t, second, jobs) != 3 || fill(t, first, jobs) != 3 {
		t.Fatalf("%v, %+v", err, second)
	}
	for _, s := range []*Store{first, second} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	must.Equal(t, strings.Count(testfiles.Text(t, name), "\n"), 6)
}

// TestLongRecord leaves out a game that would be a longer line than readers read, by name.
func TestLongRecord(t *testing.T) {
	jobs := searched(3)
	jobs[1].Text = game.RawText(strings.Repeat("\x01", maxRecord/len(`\u0001`)))
	text := rendered(jobs, "1/1", 3)
	if jobs[1].Err == nil || !strings.Contains(strings.Join(jobs[1].Faults(), ""), "x.epd:2: left out: ") || len(text) > maxRecord {
		t.Errorf("%v, %d bytes", jobs[1].Err, len(text))
	}
	if err := readResults(text); err != io.EOF {
		t.Error(err)
	}
}
