package game

import (
	"encoding/json"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

func TestMoveRange(t *testing.T) {
	for text, want := range map[string]string{
		"10-40": "10-40", "10-": "10-", "-40": "-40", "7-7": "7-7",
		"7": "is not a range", "-": "is not a range", "": "is not a range", "40-10": "ends before it begins", "a-3": "is not a range", "0-3": "is not a range",
		"3--4": "is not a range", "-0": "is not a range",
	} {
		r, err := ParseMoveRange(text)
		if err == nil && r.String() != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want %s", text, r, err, want)
		}
	}
}

// TestFilters checks that every condition is named, since other conditions give other results, and that filters are read as they
// are written, whatever the name of a book is like.
func TestFilters(t *testing.T) {
	for want, f := range map[string]Filter{
		`--player "tal m" --color white --moves 10-40 --skip-book 8 --skip-decided 600 --min-elo 2400`: {
			Players: Players{Person{" Tal,  M."}, "white"}, Moves: MoveRange{10, 40}, Book: 8, Decided: 600, MinElo: 2400,
		},
		`--player "tal" --player "wizard of riga"`:            {Players: Players{Person: Person{"Tal", "Wizard of Riga"}}},
		`--skip-book x --player y.bin (0123456789abcdef)`:     {Known: "x --player y.bin (0123456789abcdef)"},
		`--skip-book 12 (0123456789abcdef) --skip-decided 70`: {Known: "12 (0123456789abcdef)", Decided: 70},
		`--skip-book a AND --player "b" --player "c" (0123456789abcdef) --min-elo 9`: {
			Known: `a AND --player "b" --player "c" (0123456789abcdef)`, MinElo: 9,
		},
		`--moves -40`: {Moves: MoveRange{Last: 40}},
	} {
		must.Equal(t, f.String(), want)
		for _, filters := range []Filters{Filters{}.And(f), Filters{}.And(f).And(Filter{}).And(Filter{Players: Players{Person: Person{"A", "B", "C"}}})} {
			text := string(must.Get(json.Marshal(filters))(t))
			var again Filters
			must.Do(t, json.Unmarshal([]byte(text), &again))
			if again.String() != filters.String() || len(again) != len(filters) || again.Names() != filters.Names() {
				t.Errorf("%s is read as %d filters with %d names: %s", text, len(again), again.Names(), again)
			}
		}
	}
	must.Equal(t, len(Filters{}.And(Filter{})), 0)
	for _, text := range []string{"", "--cold", `--player "a" --cold AND --player "b" --player "c"`, `--player "a`, "--moves 7", `--player "A"`, "--book 3  "} {
		var l Filters
		must.Do(t, l.UnmarshalText([]byte(text)))
		must.Equal(t, l.String(), text)
		must.Equal(t, l.Names(), 0, text)
	}
}
