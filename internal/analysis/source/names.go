package source

import (
	"fmt"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/system/cli"
)

// mostNames is how many names are listed where no player has the one that --player asks for.
const mostNames = 3

// Names are the players of the input whose names are nearest to one that none of them has.
type Names struct {
	found bool     // a player has that name
	near  []string // the nearest first
}

// Add looks at both players of a game.
func (n *Names) Add(wanted string, j *game.Job) {
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

// Missing says that no player has the name that was asked for, "" if there is one or none has a name.
func (n *Names) Missing(wanted string) string {
	if wanted == "" || n.found || len(n.near) == 0 {
		return ""
	}
	return fmt.Sprintf("no player is called %q; nearest in the input: %s", wanted, strings.Join(n.near, "; "))
}

// nameDistance returns how many letters the words of wanted are from the nearest words of a name.
func nameDistance(wanted, name string) (sum int) {
	for _, w := range game.NameWords(wanted) {
		least := len(w)
		for _, part := range game.NameWords(name) {
			least = min(least, cli.Distance(w, part))
		}
		sum += least
	}
	return sum
}
