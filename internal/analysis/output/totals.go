package output

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
)

// total sums up the games of a player.
type total struct {
	game.Figures
	name    string
	games   int
	results [3]int // won, drawn, lost
}

// totals are those of all players with a name, by name.
type totals map[string]*total

// add counts the moves of a game that the filters leave.
func (t *totals) add(j *game.Job) {
	if *t == nil {
		*t = totals{}
	}
	for c := range j.Figures {
		name, _ := j.Player(board.Color(c))
		if name == "" || j.Figures[c].Moves == 0 {
			continue
		}
		one := (*t)[name]
		if one == nil {
			one = &total{name: name}
			(*t)[name] = one
		}
		one.games++
		one.AddAll(&j.Figures[c])
		if result := slices.Index([]string{"1-0", "1/2-1/2", "0-1"}, j.PGN.Outcome()); result >= 0 {
			if board.Color(c) == board.Black {
				result = 2 - result
			}
			one.results[result]++
		}
	}
}

// list returns the totals, those of most games first.
func (t totals) list() (list []*total) {
	for _, one := range t {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b *total) int { return cmp.Or(b.games-a.games, strings.Compare(a.name, b.name)) })
	return list
}

// playersRenderer writes a table of the players with their totals, as CSV.
type playersRenderer struct {
	plain
	totals totals
}

func (r *playersRenderer) Render(b []byte, j *game.Job) []byte {
	if j.PGN != nil {
		r.totals.add(j)
	}
	return b
}

func (r *playersRenderer) End(b []byte) []byte {
	b = AppendCSV(b, []string{"name", "games", "won", "drawn", "lost", "judged", "accuracy", "acpl", "inaccuracy", "mistake", "blunder"})
	for _, t := range r.totals.list() {
		row := []string{t.name}
		for _, n := range []int{t.games, t.results[0], t.results[1], t.results[2], t.Moves} {
			row = append(row, fmt.Sprint(n))
		}
		row = append(row, fmt.Sprintf("%.2f", t.Percent()), fmt.Sprintf("%.2f", t.AverageLoss()))
		for mark := game.Inaccuracy; mark <= game.Blunder; mark++ {
			row = append(row, fmt.Sprint(t.Marks[mark]))
		}
		b = AppendCSV(b, row)
	}
	return b
}
