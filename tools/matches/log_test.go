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
	const loss = `|0\.\d+`
	last := 0
	err := readRows(open(t, "networks.csv"), []column{
		{"date", `.+`}, {"series", `.+`}, {"network", `\d*`}, {"change", `.+`}, {"start", `.*`}, {"games", `.*`}, {"samples", `|\d+(\.\d+)?`},
		{"nodes", `|[1-9]\d{0,4}`}, {"hidden", `|[1-9]\d{0,3}`}, {"trained", `|\d+(\.\d+)?`}, {"rate", `|0\.\d+`}, {"result", `|[01](\.\d+)?`},
		{"validation", loss}, {"scaled", `|yes|no`}, {"error", loss}, {"quiet_error", loss}, {"error_2", loss}, {"quiet_error_2", loss},
		{"error_3", loss}, {"quiet_error_3", loss}, {"kept", `|yes|no`}, {"notes", `.*`},
	}, func(row map[string]string) error {
		if row["network"] != "" {
			last++
			if row["network"] != strconv.Itoa(last) || row["kept"] != "yes" || row["hidden"] == "" || row["games"] == "" {
				return fmt.Errorf("row of network %d: %q", last, row)
			}
		}
		for _, name := range []string{"validation", "error", "quiet_error", "error_2", "quiet_error_2", "error_3", "quiet_error_3"} {
			if row[name] != "" && (row[name] < "0.001" || row[name] > "0.5") {
				return fmt.Errorf("%s is %s", name, row[name])
			}
		}
		if (row["error"] != "" || row["quiet_error"] != "") && row["scaled"] == "" {
			return fmt.Errorf("scaled is empty")
		}
		if row["error"] != "" && row["quiet_error"] >= row["error"] {
			return fmt.Errorf("quiet_error is %s, and error %s: quiet positions are easier", row["quiet_error"], row["error"])
		}
		return nil
	})
	if err != nil {
		t.Fatal("docs/data/networks.csv: ", err)
	}
	if last == 0 {
		t.Error("docs/data/networks.csv has no network of the binary")
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
	var names []string
	for _, c := range matchColumns {
		names = append(names, c.name)
	}
	old := strings.Join(names, ",") +
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
