package analyse

import (
	"cmp"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/system/commandline"
)

// mostNames is how many names are listed where no player has the one that --player asks for.
const mostNames = 3

// names are the players of the input whose names are nearest to one that none of them has.
type names struct {
	found bool // a player has that name
	near  []nearName
}

// nearName is the name of a player and its distance in letters from the one that is asked for.
type nearName struct {
	name     string
	distance int
}

// add looks at both players of a game.
func (n *names) add(wanted string, j *answer.Job) {
	if wanted == "" || j.PGN == nil || n.found {
		return
	}
	for c := range board.ColorCount {
		name, _ := j.Player(board.Color(c))
		if n.found = n.found || hasWords(name, wanted); n.found {
			return
		}
		if name == "" || slices.ContainsFunc(n.near, func(known nearName) bool { return known.name == name }) {
			continue
		}
		n.near = append(n.near, nearName{name, nameDistance(wanted, name)})
		slices.SortStableFunc(n.near, func(a, b nearName) int { return cmp.Compare(a.distance, b.distance) })
		n.near = n.near[:min(len(n.near), mostNames)]
	}
}

// nameDistance returns how many letters the words of wanted are from the nearest words of a name.
func nameDistance(wanted, name string) (sum int) {
	for _, w := range words(wanted) {
		least := len(w)
		for _, part := range words(name) {
			least = min(least, commandline.Distance(w, part))
		}
		sum += least
	}
	return sum
}

// String lists the names.
func (n *names) String() string {
	var list []string
	for _, near := range n.near {
		list = append(list, near.name)
	}
	return strings.Join(list, "; ")
}
