package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// open opens a file in docs/data.
func open(t *testing.T, name string) *os.File {
	file := must.Get(os.Open(filepath.Join("../..", "docs", "data", name)))(t)
	t.Cleanup(func() { file.Close() })
	return file
}

// TestMatches checks every row of the match log against itself.
func TestMatches(t *testing.T) {
	matches, err := readMatches(open(t, "matches.csv"))
	if err != nil {
		t.Fatal("docs/data/matches.csv: ", err)
	}
	if len(matches) == 0 {
		t.Fatal("docs/data/matches.csv has no row")
	}
}

// TestNetworks checks the log of networks: numbers are in their ranges, and the networks of the binary are numbered from 1 on,
// each once, in order.
func TestNetworks(t *testing.T) {
	columns := []string{"date", "series", "network", "change", "start", "games", "samples", "nodes", "hidden", "trained", "rate",
		"result",
		"validation", "scaled", "error", "quiet_error", "error_2", "quiet_error_2", "error_3", "quiet_error_3", "kept", "notes"}
	last := 0
	err := readRows(open(t, "networks.csv"), columns, func(row row) {
		row.text("series")
		row.text("change")
		row.oneOf("kept", "yes", "no", "")
		if row.get("network") != "" {
			if number := row.count("network"); number != last+1 {
				row.fail("network is %d after %d", number, last)
			}
			last++
			row.oneOf("kept", "yes")
			row.count("hidden")
			row.text("games")
		}
		row.between("samples", 0, 10_000)
		row.between("trained", 0, 100_000)
		row.between("nodes", 1, 100_000)
		row.between("hidden", 1, 10_000)
		row.between("rate", 0, 1)
		row.between("result", 0, 1)
		for _, name := range []string{"validation", "error", "quiet_error", "error_2", "quiet_error_2", "error_3", "quiet_error_3"} {
			row.between(name, 0.001, 0.5)
		}
		if row.get("error") != "" || row.get("quiet_error") != "" {
			row.oneOf("scaled", "yes", "no")
		}
		if row.get("error") != "" && row.get("quiet_error") >= row.get("error") {
			row.fail("quiet_error is %s, and error %s: quiet positions are easier", row.get("quiet_error"), row.get("error"))
		}
	})
	if err != nil {
		t.Fatal("docs/data/networks.csv: ", err)
	}
	if last == 0 {
		t.Error("docs/data/networks.csv has no network of the binary")
	}
}

// between makes sure that a cell is empty or a number in a range.
func (r row) between(name string, low, high float64) {
	if r.get(name) == "" {
		return
	}
	if number, err := strconv.ParseFloat(r.get(name), 64); err != nil || !(low <= number && number <= high) {
		r.fail("%s is %q, not a number from %v to %v", name, r.get(name), low, high)
	}
}

// TestUpdate checks that docs/strength.svg and README.md say what docs/data/matches.csv does.
func TestUpdate(t *testing.T) {
	pages := must.Get(documentsOf("../.."))(t)
	for name, want := range pages {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s is not up to date (%v): go generate ./tools/matches", name, err)
		}
	}
	if dots := strings.Count(pages[filepath.Join("../..", "docs", "strength.svg")], "<circle"); dots < 2 {
		t.Errorf("the curve has %d versions", dots)
	}
}

const page = `# Engine

| Opponent | Won, drawn, lost | Elo difference |
|---|---|---|
| someone | 1, 2, 3 | +4 ± 5 |

Version 1 (bench 7) played 300 games.
`

// TestAdd adds the matches of a version to a log. The README has them, the strongest opponent last, and names the version. A row
// that is there already, or contradicts itself, is not added.
func TestAdd(t *testing.T) {
	folder := t.TempDir()
	log, readme := filepath.Join(folder, "docs", "data", "matches.csv"), filepath.Join(folder, "README.md")
	old := strings.Join(matchColumns, ",") +
		"\n2026-11-24,network 17,2077120,Zahak 10,,3+0.03,32,UHO 4060 v3,yes,120,103,15,2,426,91,,\"no warning, no time loss\"\n"
	testfiles.Put(t, log, old)
	testfiles.Put(t, readme, page)
	row := func(opponent string, wins, draws, losses, elo int) map[string]string {
		return map[string]string{"date": "2026-11-25", "change": "version 2", "bench": "20", "opponent": opponent, "limit": tableLimit,
			"hash": "32",
			"book": "UHO 4060 v3", "adjudicated": "yes", "games": "300", "wins": fmt.Sprint(wins), "draws": fmt.Sprint(draws),
			"losses": fmt.Sprint(losses), "elo": fmt.Sprint(elo), "error": "30", "notes": "a, b"}
	}
	add := func(row map[string]string) {
		t.Helper()
		must.Do(t, addToLog(folder, row))
	}
	add(row(strongest, 50, 100, 150, -120))
	add(row("weak", 150, 100, 50, 120))
	threads := row(oneThread, 120, 100, 80, 47)
	threads["change"] = "version 2, two threads"
	add(threads)
	earlier := row("weak", 100, 100, 100, 0) // of a version with the same bench
	earlier["change"] = "version 1"
	add(earlier)
	other := row("version 1", 150, 100, 50, 120) // not one of the table
	other["opponent_bench"] = "10"
	add(other)
	again := row(strongest, 50, 100, 150, -120)
	again["date"] = "2026-11-26"
	add(again)
	text, err := os.ReadFile(log)
	want := old + "2026-11-25,version 2,20,Stockfish 15.1,,3+0.03,32,UHO 4060 v3,yes,300,50,100,150,-120,30,,\"a, b\"\n"
	if err != nil || !strings.HasPrefix(string(text), want) || strings.Count(string(text), "\n") != 7 {
		t.Errorf("the log is\n%s", text)
	}
	must.Fail(t, addToLog(folder, row("liar", 50, 100, 150, 120)), "line 8: elo is 120")
	want = `# Engine

| Opponent | Won, drawn, lost | Elo difference |
|---|---|---|
| weak | 150, 100, 50 | +120 ± 30 |
| itself: two threads against one | 120, 100, 80 | +47 ± 30 |
| Stockfish 15.1 | 50, 100, 150 | -120 ± 30 |

Version 2 (bench 20) played 300 games.
`
	for range 2 {
		must.Do(t, updateDocuments(folder))
		if text, err := os.ReadFile(readme); err != nil || string(text) != want {
			t.Errorf("README.md is\n%s", text)
		}
	}
	testfiles.Put(t, readme, "# Engine\n")
	must.Fail(t, updateDocuments(folder), "README.md")
}
