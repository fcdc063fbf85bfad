package analyse

import (
	"slices"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/system/commandline"
)

// mostNames is how many names are listed where no player has the one that --player asks for.
const mostNames = 3

// names are the players of the input whose names are nearest to one that none of them has.
type names struct {
	found bool     // a player has that name
	near  []string // the nearest first
}

// add looks at both players of a game.
func (n *names) add(wanted string, j *game.Job) {
	if wanted == "" || j.PGN == nil || n.found {
		return
	}
	for c := range board.ColorCount {
		name, _ := j.Player(board.Color(c))
		if n.found = n.found || game.HasWords(name, wanted); n.found {
			return
		}
		if name != "" && !slices.Contains(n.near, name) {
			n.near = append(n.near, name)
		}
	}
	slices.SortStableFunc(n.near, func(a, b string) int { return nameDistance(wanted, a) - nameDistance(wanted, b) })
	n.near = n.near[:min(len(n.near), mostNames)]
}

// nameDistance returns how many letters the words of wanted are from the nearest words of a name.
func nameDistance(wanted, name string) (sum int) {
	for _, w := range game.NameWords(wanted) {
		least := len(w)
		for _, part := range game.NameWords(name) {
			least = min(least, commandline.Distance(w, part))
		}
		sum += least
	}
	return sum
}
