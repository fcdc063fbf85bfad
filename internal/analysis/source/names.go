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

// names are the names that --player asks for and nobody in the input has, each with the nearest ones that there are.
type names []*missingName

type missingName struct {
	wanted string
	found  bool     // a player has that name
	near   []string // the nearest first
}

// add looks at both players of a game for the names that are wanted, which are the same every time.
func (n *names) add(wanted []string, g *game.Game) {
	for i, name := range wanted {
		if i == len(*n) {
			*n = append(*n, &missingName{wanted: name})
		}
		(*n)[i].add(g)
	}
}

func (n *missingName) add(g *game.Game) {
	if !g.IsGame() || n.found {
		return
	}
	for c := range board.ColorCount {
		name, _ := g.Player(board.Color(c))
		if n.found = n.found || game.HasWords(name, n.wanted); n.found {
			return
		}
		if name != "" && !slices.Contains(n.near, name) {
			n.near = append(n.near, name)
		}
	}
	slices.SortStableFunc(n.near, func(a, b string) int { return nameDistance(n.wanted, a) - nameDistance(n.wanted, b) })
	n.near = n.near[:min(len(n.near), mostNames)]
}

// missing returns a message about the first wanted name that no player has, "" if there is none or no player has a name.
func (n names) missing() string {
	for _, m := range n {
		if !m.found && len(m.near) > 0 {
			return fmt.Sprintf("no player is called %q; nearest in the input: %s", m.wanted, strings.Join(m.near, "; "))
		}
	}
	return ""
}

// nameDistance returns how many letters the words of wanted are from the nearest words of a name. A word that the name contains
// is at distance 0.
func nameDistance(wanted, name string) (sum int) {
	parts := game.NameWords(name)
	for _, w := range game.NameWords(wanted) {
		if strings.Contains(strings.Join(parts, ""), w) {
			continue
		}
		least := len(w)
		for _, part := range parts {
			least = min(least, cli.Distance(w, part))
		}
		sum += least
	}
	return sum
}
