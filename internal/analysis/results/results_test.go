package results

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// complete returns a results file with the record of one game that was not searched, and of one that cannot be read.
func complete() string {
	r := &Renderer{Header: &Header{Format: FormatVersion, Engine: "1", Network: "2", Shard: "1/1", Inputs: []source.Fingerprint{{Name: "games.pgn"}}}, Footer: Footer{Jobs: 2, Bad: 1}}
	text := r.Begin(nil)
	out := game.NewJob(game.Origin{Kind: "pgn", Text: testfiles.Games}, "games.pgn", 0)
	out.Parse()
	text = r.Item(text, out)
	text = r.Fault(text, game.NewJob(game.Origin{Number: 1, Kind: "epd", Text: "nothing"}, "games.pgn", 0))
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
		in := source.NewReader([]string{"-"}, strings.NewReader(text), "auto", others...)
		j := (*game.Job)(nil)
		for j, err = in.Next(); err == nil; j, err = in.Next() {
			got = append(got, fmt.Sprint(j.Where, " ", len(j.Plies), j.LeftOut(), j.Err != nil))
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
	if j, err := r.Header.job(record); err != nil || !j.LeftOut() || j.PGN == nil {
		t.Errorf("%+v, %v", j, err)
	}
	record.LeftOut = false
	_, err := r.Header.job(record)
	must.Fail(t, err, "number of results is 0")
	record.Input = 1
	_, err = r.Header.job(record)
	must.Fail(t, err, "there are 1 inputs")
}

// TestOldFile reads a file of version 1.0.0, with everything that an answer may have, and writes its answers in the same way.
func TestOldFile(t *testing.T) {
	text := must.Get(os.ReadFile("testdata/version-1.0.0.results"))(t)
	r, err := newReader("x.results", bytes.NewReader(text))
	must.Do(t, err)
	w := &Renderer{Header: &r.Header}
	again := w.Begin(nil)
	solved := 0
	for record, err := r.record(); err != io.EOF; record, err = r.record() {
		must.Do(t, err)
		j := must.Get(r.Header.job(record))(t)
		if len(j.Plies) > 0 && j.Plies[0].Answer.Solved {
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
