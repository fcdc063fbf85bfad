package results

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// complete returns a results file with the record of one game that was not searched, and of one that cannot be read.
func complete() string {
	r := &Renderer{Header: &Header{Format: FormatVersion, Engine: "1", Network: "2", Shard: "1/1", Inputs: []source.Fingerprint{{Name: "games.pgn"}}}, Footer: Footer{Jobs: 2, Bad: 1}}
	text := r.Begin(nil)
	text = r.Item(text, game.NewJob(game.Origin{Kind: "pgn", Text: testfiles.Games}, "games.pgn", 0).Read().Unasked().Judge())
	text = r.Fault(text, game.NewJob(game.Origin{Number: 1, Kind: "epd", Text: "nothing"}, "games.pgn", 0).Read().Unasked().Judge())
	return string(r.End(text))
}

// TestReader reads a complete file, and one that is cut off after every byte: whole records are read, and the rest counts as torn.
func TestReader(t *testing.T) {
	whole := complete()
	if !strings.HasPrefix(whole, beginning) {
		t.Fatalf("it begins otherwise:\n%s", whole)
	}
	for length := range len(whole) + 1 {
		lines := strings.Count(whole[:length], "\n")
		r, err := newReader("x.results", strings.NewReader(whole[:length]))
		if lines == 0 {
			if !errors.Is(err, ErrTorn) {
				t.Fatalf("%d bytes, not a header: %v", length, err)
			}
			continue
		}
		must.Do(t, err, length)
		records, record := 0, (*Record)(nil)
		for record, err = r.record(); err == nil; record, err = r.record() {
			if record.Number != records || record.LeftOut != (records == 0) {
				t.Errorf("record %d is %+v", records, record)
			}
			records++
		}
		want, wantErr := min(lines-1, 2), ErrTorn
		if lines == 4 {
			wantErr = io.EOF
		}
		if records != want || !errors.Is(err, wantErr) || (r.End != nil) != (lines == 4) {
			t.Errorf("%d bytes, %d lines: %d records, %v, end %v", length, lines, records, err, r.End)
		}
		if lines == 4 && (r.End.Jobs != 2 || r.End.Bad != 1 || r.line != 4) {
			t.Errorf("the end is %+v, in line %d", r.End, r.line)
		}
	}
}

// TestResultsAmongInputs reads results as one of the formats, compressed and in UTF-16 too: their jobs come with answers. They are no
// positions.
func TestResultsAmongInputs(t *testing.T) {
	read := func(text string, others ...source.Format) (got []string, err error) {
		in := source.NewReader(t.Context(), []string{"-"}, strings.NewReader(text), "auto", others...)
		j := (*game.Job)(nil)
		for j, err = in.Next(); err == nil; j, err = in.Next() {
			judged := j.Judged
			if judged == nil {
				judged = j.Read().Unasked().Judge()
			}
			got = append(got, fmt.Sprint(j.Where, " ", len(judged.Plies), judged.LeftOut(), judged.Err != nil))
		}
		return got, err
	}
	forms := map[string]func(string) string{
		"plain": func(text string) string { return text },
		"packed": func(text string) string {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			if _, err := io.WriteString(w, text); err != nil {
				t.Fatal(err)
			}
			must.Do(t, w.Close())
			return b.String()
		},
		"from PowerShell": func(text string) string {
			wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.ReplaceAll(text, "\n", "\r\n"))
			must.Do(t, err)
			return wide
		},
	}
	for name, form := range forms {
		got, err := read(form(complete()), Format())
		if want := "[games.pgn: game 0 9 true false games.pgn 0 false true]"; err != io.EOF || fmt.Sprint(got) != want {
			t.Errorf("%s: %s, error %v, want %s", name, got, err, want)
		}
		if _, err := read(form(complete()[:300]), Format()); !errors.Is(err, ErrTorn) {
			t.Errorf("%s, cut: error %v", name, err)
		}
		if got, err := read(form(complete())); err != io.EOF || len(got) != 4 {
			t.Errorf("%s as positions: %q, error %v", name, got, err)
		}
	}
}

// TestReaderRefuses names what is no results file, and formats of other versions.
func TestReaderRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"[Event \"x\"]\n":              "not a results file",
		"text without a line end":      "not a results file",
		"{}":                           "not a results file",
		"{}\n":                         "not a results file",
		"{\"vertigo_results\":1000}\n": "results of format 1000",
	} {
		_, err := newReader("x.results", strings.NewReader(text))
		must.Fail(t, err, want)
	}
}

// TestHeaderJob makes jobs of records, and refuses those that belong to no input or to another game.
func TestHeaderJob(t *testing.T) {
	r := must.Get(newReader("x.results", strings.NewReader(complete())))(t)
	record := must.Get(r.record())(t)
	if j, err := r.Header.judgement(record); err != nil || !j.LeftOut() || j.PGN == nil {
		t.Errorf("%+v, %v", j, err)
	}
	record.Passed = true
	if j := must.Get(r.Header.judgement(record))(t); !j.Passed || !j.LeftOut() || len(j.Positions) > 0 || j.Tags() == nil {
		t.Errorf("a game that was passed over has %d positions", len(j.Positions))
	}
	record.LeftOut, record.Passed = false, false
	_, err := r.Header.judgement(record)
	must.Fail(t, err, "number of results is 0")
	record.Input = 1
	_, err = r.Header.judgement(record)
	must.Fail(t, err, "there are 1 inputs")
}

// TestOldFile reads a file of version 1.0.0, with everything that an answer may have, and writes its answers in the same way.
func TestOldFile(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/version-1.0.0.results"))(t)
	r := must.Get(newReader("x.results", bytes.NewReader(text)))(t)
	w := &Renderer{Header: &r.Header}
	again := w.Begin(nil)
	solved := 0
	for record, err := r.record(); err != io.EOF; record, err = r.record() {
		must.Do(t, err)
		j := must.Get(r.Header.judgement(record))(t)
		if len(j.Plies) > 0 && j.Plies[0].Grade.Solved {
			solved++
		}
		again = w.Item(again, j)
	}
	w.Footer = *r.End
	again = w.End(again)
	// What follows from the course, and what this version does not write.
	gone := regexp.MustCompile(`"solve_n[a-z]*":[0-9]*,|"difficulty":\[[^]]*\],|,"difficulty":1|"sum":.*`)
	if old, now := gone.ReplaceAllString(string(text), ""), gone.ReplaceAllString(string(again), ""); old != now || solved != 1 {
		t.Errorf("%d solved; it was\n%s\nand is\n%s", solved, old, now)
	}
}

// TestReadLine reads lines up to a limit, without holding more.
func TestReadLine(t *testing.T) {
	const limit = 3 << 20
	in := bufio.NewReader(strings.NewReader("a\n" + strings.Repeat("b", limit-1) + "\n" + strings.Repeat("c", limit) + "\n"))
	for _, want := range []int{2, limit} {
		if line, err := readLine(in, limit); err != nil || len(line) != want {
			t.Errorf("%d bytes, want %d, error %v", len(line), want, err)
		}
	}
	if line, err := readLine(in, limit); err != errLong || len(line) > limit+1<<16 {
		t.Errorf("%d bytes, error %v", len(line), err)
	}
	if line, err := readLine(bufio.NewReader(strings.NewReader("end")), limit); err != io.EOF || string(line) != "end" {
		t.Errorf("the end of the input is %q, %v", line, err)
	}
}

// TestDifferences changes every member of a header and of its limits, one at a time: each difference is
// reported, with the old value and the new one.
func TestDifferences(t *testing.T) {
	change := func(what reflect.StructField, v reflect.Value) {
		switch v.Kind() {
		case reflect.Int, reflect.Int64:
			v.SetInt(77)
		case reflect.Uint64:
			v.SetUint(77)
		case reflect.String:
			v.SetString("77")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Slice:
			switch list := v.Addr().Interface().(type) {
			case *[]source.Fingerprint:
				*list = []source.Fingerprint{{Name: "77"}}
			case *game.Filters:
				*list = game.Filters{{MinElo: 77}}
			}
		default:
			t.Fatalf("%s: a member of a kind that this test does not know", what.Name)
		}
	}
	check := func(name string, before, now *Header) {
		t.Helper()
		list := before.Differences(now)
		reported := strings.Join(list, "; ")
		if len(list) == 0 || name != "Inputs" && !strings.Contains(reported, "77") && !strings.Contains(reported, "true") {
			t.Errorf("another %s is reported as %q", name, reported)
		}
	}
	header := func() *Header {
		return &Header{Format: FormatVersion, Engine: "1", Build: "2", Network: "3", Reading: "auto", Shard: "1/1"}
	}
	if list := header().Differences(header()); len(list) > 0 {
		t.Errorf("two that are alike differ in %q", list)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[Header]()) {
		if field.Name == "Format" || field.Name == "Limits" { // a reader refuses other formats
			continue
		}
		now := header()
		change(field, reflect.ValueOf(now).Elem().FieldByIndex(field.Index))
		check(field.Name, header(), now)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[game.Limits]()) {
		now := header()
		change(field, reflect.ValueOf(&now.Limits).Elem().FieldByIndex(field.Index))
		check(field.Name, header(), now)
	}
	older := header()
	older.Build = ""
	if list := older.Differences(header()); len(list) > 0 {
		t.Errorf("a file that does not know its build differs in %q", list)
	}
}

// searched returns the answers to so many positions, which are made up.
func searched(n int) []*game.Judgement {
	return searchedTexts(n, func(int) string { return "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1" })
}

func searchedTexts(n int, text func(i int) string) (jobs []*game.Judgement) {
	for i := range n {
		j := game.NewJob(game.Origin{Number: i, At: i + 1, Kind: "epd", Text: game.RawText(text(i))}, "x.epd", 0)
		a := j.Read().Ask(game.SelectAll(1, game.Whole))
		a.List[0].Nodes = uint64(100 + i)
		jobs = append(jobs, a.Judge())
	}
	return jobs
}

// rendered returns the results of jobs of a shard.
func rendered(jobs []*game.Judgement, shard string, all int) string {
	r := &Renderer{Header: testHeader(shard), Footer: Footer{Jobs: all}}
	text := r.Begin(nil)
	for _, j := range jobs {
		before := len(text)
		if text = r.Item(text, j); len(text) == before {
			text = r.Fault(text, TooLong(j))
		}
	}
	return string(r.End(text))
}

func testHeader(shard string) *Header {
	return &Header{Format: FormatVersion, Engine: "1", Network: "2", Shard: shard, Inputs: []source.Fingerprint{{Name: "x.epd"}}}
}

// readResults reads results to their end, which is io.EOF if they are complete.
func readResults(text string) error {
	r, err := newReader("x.results", strings.NewReader(text))
	for err == nil {
		_, err = r.record()
	}
	return err
}

// TestDamage changes results in every way in which a line can be lost, doubled, moved or changed, and each of their bytes: the
// reader notices all of it.
func TestDamage(t *testing.T) {
	text := rendered(searched(5), "1/1", 5)
	if err := readResults(text); err != io.EOF {
		t.Fatalf("%v:\n%s", err, text)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	lines[len(lines)-1] += "\n"
	check := func(what string, i int, changed string) {
		t.Helper()
		if err := readResults(changed); err == io.EOF {
			t.Errorf("%s %d: nobody notices\n%s", what, i, changed)
		}
	}
	join := func(lines []string) string { return strings.Join(lines, "") }
	for i := range lines {
		check("without line", i, join(slices.Delete(slices.Clone(lines), i, i+1)))
		check("with another line", i, join(slices.Insert(slices.Clone(lines), i, lines[i])))
		check("up to line", i, join(lines[:i]))
		for j := range i {
			moved := slices.Clone(lines)
			moved[i], moved[j] = moved[j], moved[i]
			check("with other lines in the place of", i, join(moved))
		}
	}
	for i := range len(text) {
		for _, b := range []byte{'0', '1', '7', ' ', '\n', 0, text[i] ^ 1, text[i] ^ 0x80} {
			if b != text[i] {
				check("with another byte", i, text[:i]+string([]byte{b})+text[i+1:])
			}
		}
		check("without byte", i, text[:i]+text[i+1:])
		check("with a byte more", i, text[:i]+" "+text[i:])
	}
	check("with a byte after the end", 0, text+"\n")
	check("twice", 0, text+text)
	other := rendered(searched(6), "1/1", 6)
	check("with the end of another", 0, join(lines[:len(lines)-1])+other[strings.LastIndex(other, "\n{"):])
}

// TestWrongCounts writes results that hold other jobs than they say, with the right checksums.
func TestWrongCounts(t *testing.T) {
	jobs := searched(12)
	every := func(first, step int) (list []*game.Judgement) {
		for i := first; i < len(jobs); i += step {
			list = append(list, jobs[i])
		}
		return list
	}
	for name, test := range map[string]struct {
		text string
		good bool
	}{
		"all":                      {rendered(jobs, "1/1", 12), true},
		"none":                     {rendered(nil, "1/1", 0), true},
		"a shard":                  {rendered(every(1, 5), "2/5", 12), true},
		"a shard with one less":    {rendered(every(2, 5), "3/5", 12), true},
		"a shard without jobs":     {rendered(nil, "5/20", 4), true},
		"one lost at the end":      {rendered(jobs[:11], "1/1", 12), false},
		"one lost in the middle":   {rendered(slices.Concat(jobs[:3], jobs[4:]), "1/1", 11), false},
		"one twice":                {rendered(slices.Concat(jobs[:3], jobs[2:]), "1/1", 13), false},
		"another order":            {rendered([]*game.Judgement{jobs[1], jobs[0]}, "1/1", 2), false},
		"another shard":            {rendered(every(1, 5), "3/5", 12), false},
		"no shard":                 {rendered(jobs, "", 12), false},
		"an impossible shard":      {rendered(jobs, "2/1", 12), false},
		"a strange shard":          {rendered(jobs, "1/1 ", 12), false},
		"other numbers of answers": {testfiles.Sums(strings.Replace(rendered(jobs, "1/1", 12), `"answers":12`, `"answers":11`, 1)), false},
		"other numbers of records": {testfiles.Sums(strings.Replace(rendered(jobs, "1/1", 12), `"records":12`, `"records":11`, 1)), false},
	} {
		if err := readResults(test.text); (err == io.EOF) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// made opens a store.
func made(t *testing.T, name string, h *Header) (*Store, error) {
	t.Helper()
	target := must.Get(files.Find(name))(t)
	return OpenStore(target, h)
}

// fill adds the answers to jobs that a store lacks, checks those that it has, and returns how many these are.
func fill(t *testing.T, s *Store, jobs []*game.Judgement) (found int) {
	t.Helper()
	for _, j := range jobs {
		asked := game.NewJob(j.Origin, "", 0).Read().Ask(j.Selection)
		chunks := asked.Chunks(1)
		key := asked.Keys(chunks)[0]
		if s.Find(asked, chunks[0], key) {
			if got, want := asked.List[0].Nodes, j.List[0].Nodes; got != want {
				t.Fatalf("%s: an answer of %d nodes, want %d", j.Text, got, want)
			}
			found++
		} else if err := s.Add(j.Answers, chunks[0], key); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// differentJobs returns jobs of n positions, with answers.
func differentJobs(n int) []*game.Judgement {
	return searchedTexts(n, func(i int) string { return fmt.Sprintf("8/8/8/4k3/8/8/4P3/4K3 w - - %d 60", i) })
}

// TestDamagedStore cuts and damages a store in many ways. It has the answers of the lines that are whole, and says how many are not;
// what is added afterwards is there in the end. Only without its first line is it refused, and then stays as it is.
func TestDamagedStore(t *testing.T) {
	h, name, jobs := testHeader("1/1"), filepath.Join(t.TempDir(), "store"), differentJobs(5)
	s := must.Get(made(t, name, h))(t)
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

// TestStoreHeld opens a store that another process adds to, and one that is not this user's alone: both are read, and nothing is
// added.
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
	if runtime.GOOS != "windows" { // where nobody asks
		must.Do(t, os.Link(name, name+".backup"))
		third := must.Get(made(t, name, testHeader("1/1")))(t)
		if !errors.Is(third.ReadOnly, files.ErrForeign) || fill(t, third, differentJobs(6)) != 5 || third.Close() != nil {
			t.Errorf("%+v", third)
		}
		must.Equal(t, strings.Count(testfiles.Text(t, name), "\n"), 6)
	}
}

// TestLongRecord leaves out a game that would be a longer line than readers read, by name.
func TestLongRecord(t *testing.T) {
	jobs := searched(3)
	jobs[1].Text = game.RawText(strings.Repeat("\x01", maxRecord/len(`\u0001`)))
	text := rendered(jobs, "1/1", 3)
	refused := TooLong(jobs[1])
	if refused.Err == nil || !strings.Contains(strings.Join(refused.Faults(), ""), "x.epd:2: left out: ") || !strings.Contains(text, `"error":"left out: `) ||
		len(text) > maxRecord {
		t.Errorf("%v, %d bytes", refused.Err, len(text))
	}
	if err := readResults(text); err != io.EOF {
		t.Error(err)
	}
}
