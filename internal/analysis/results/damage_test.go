package results

import (
	"io"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/testing/testfiles"
)

// searched returns the answers to so many positions, which are made up.
func searched(n int) (jobs []*game.Job) {
	for i := range n {
		j := game.NewJob(game.Origin{Number: i, At: i + 1, Kind: "epd", Text: "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"}, "x.epd", 0)
		j.Parse()
		j.Plies = []*game.Ply{{Answer: game.Answer{Nodes: uint64(100 + i)}}}
		jobs = append(jobs, j)
	}
	return jobs
}

// rendered returns the results of jobs of a shard.
func rendered(jobs []*game.Job, shard string, all int) string {
	r := &Renderer{Header: testHeader(shard), Footer: Footer{Jobs: all}}
	text := r.Begin(nil)
	for _, j := range jobs {
		text = r.Item(text, j)
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
	every := func(first, step int) (list []*game.Job) {
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
		"another order":            {rendered([]*game.Job{jobs[1], jobs[0]}, "1/1", 2), false},
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
