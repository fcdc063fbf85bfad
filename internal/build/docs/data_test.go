package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/eval"
)

// open opens a file in docs/data.
func open(t *testing.T, name string) *os.File {
	file, err := os.Open(filepath.Join(root, "docs", "data", name))
	if err != nil {
		t.Fatal(err)
	}
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

// TestMatchMistakes has each kind of mistake in a row found, and its line named.
func TestMatchMistakes(t *testing.T) {
	head := strings.Join(matchColumns, ",") + "\n"
	good := "2026-11-24,network 17,2077120,Zahak 10,,3+0.03,32,UHO 4060 v3,yes,120,103,15,2,426,91,,no warning\n"
	for _, test := range []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"sum", "103,15,2", "103,15,3", "line 3: wins, draws and losses are 121, and games 120"},
		{"no games", "120,103,15,2", "0,0,0,0", "line 3: games is 0"},
		{"elo", ",426,", ",462,", "line 3: elo is 462, and the games say 426.3"},
		{"error", ",91,", ",9,", "line 3: error is 9, and the games say about 94"},
		{"bench", "2077120", "2O77120", `line 3: bench is "2O77120", not a whole number`},
		{"limit", "3+0.03", "3s", `line 3: limit is "3s", not a number of nodes or seconds+increment`},
		{"date", "2026-11-24", "2026-11-23", "line 3: date is 2026-11-23, earlier than 2026-11-24 of the row before"},
		{"no date", "2026-11-24", "24.11.2026", `line 3: date is "24.11.2026", not like 2026-11-24`},
		{"opponent", "Zahak 10", "", "line 3: opponent is empty"},
		{"kept", ",,no warning", ",maybe,no warning", `line 3: kept is "maybe", not one of ["yes" "no" ""]`},
		{"cells", ",no warning", "", "record on line 3: wrong number of fields"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readMatches(strings.NewReader(head + good + strings.Replace(good, test.old, test.new, 1)))
			if got := ""; err != nil {
				if got = err.Error(); got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
			} else if test.want != "" {
				t.Errorf("no error, want %q", test.want)
			}
		})
	}
	if _, err := readMatches(strings.NewReader("date,what\n")); err == nil || !strings.HasPrefix(err.Error(), "line 1: the columns are") {
		t.Errorf("other columns: %v", err)
	}
}

// TestNetworks checks the log of networks: numbers are in their ranges, and the networks of the binary are numbered from 1 on,
// each once, in order.
func TestNetworks(t *testing.T) {
	columns := []string{"date", "series", "network", "change", "start", "games", "samples", "nodes", "hidden", "trained", "rate", "result",
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

// TestSearches checks the measurements of searches of fixed depth or nodes.
func TestSearches(t *testing.T) {
	columns := []string{"date", "version", "bench", "positions", "limit", "error", "best_move", "notes"}
	rows := 0
	err := readRows(open(t, "searches.csv"), columns, func(row row) {
		var number int
		var unit string
		if _, err := fmt.Sscanf(row.get("limit"), "%d %s", &number, &unit); err != nil || unit != "plies" && unit != "nodes" {
			row.fail("limit is %q, not a number of plies or nodes", row.get("limit"))
		}
		row.text("version")
		row.count("positions")
		row.text("error")
		row.between("error", 0.01, 0.5)
		row.between("best_move", 0, 100)
		rows++
	})
	if err != nil {
		t.Fatal("docs/data/searches.csv: ", err)
	}
	if rows == 0 {
		t.Error("docs/data/searches.csv has no row")
	}
}

// TestCurve checks that docs/strength.svg shows the matches that docs/data/matches.csv has.
func TestCurve(t *testing.T) {
	matches, err := readMatches(open(t, "matches.csv"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(filepath.Join(root, "docs", "strength.svg"))
	if err != nil {
		t.Fatal(err)
	}
	want := curve(matches)
	if string(picture) != want {
		t.Error("docs/strength.svg is not up to date: go generate ./internal/build/docs")
	}
	if dots := strings.Count(want, "<circle"); dots < 2 {
		t.Errorf("the curve has %d versions", dots)
	}
}

// TestReadme checks that all results in the README are in the match log, as matches of the version whose bench it states, and that
// the network is still the one that they were played with.
func TestReadme(t *testing.T) {
	matches, err := readMatches(open(t, "matches.csv"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	network, err := eval.Default()
	if err != nil {
		t.Fatal(err)
	}
	if stamp := fmt.Sprintf("<!-- network %v -->", network); !strings.Contains(string(page), stamp) {
		t.Errorf("README.md has no line %q: play the matches of its table with this network", stamp)
	}
	bench := regexp.MustCompile(`\(bench (\d+)\)`).FindStringSubmatch(string(page))
	if bench == nil {
		t.Fatal("README.md does not state a bench, as in (bench 2002116)")
	}
	rows := regexp.MustCompile(`(?m)^\|.*\| (\d+, \d+, \d+) \| ([+-]\d+ ± \d+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) == 0 {
		t.Error("README.md has no row that ends with wins, draws, losses | Elo ± error |")
	}
	for _, row := range rows {
		if !slices.ContainsFunc(matches, func(m match) bool {
			return bench[1] == strconv.Itoa(m.bench) && row[1] == fmt.Sprintf("%d, %d, %d", m.wins, m.draws, m.losses) &&
				row[2] == fmt.Sprintf("%+d ± %d", m.elo, m.err)
		}) {
			t.Errorf("README.md: docs/data/matches.csv has no such match with bench %s: %s", bench[1], row[0])
		}
	}
}
