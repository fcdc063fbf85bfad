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
	wanted game.Person // of one name
	found  bool        // a player has that name
	near   []string    // the nearest first
}

// add looks at both players of a game for the names that are wanted, which are the same every time.
func (n *names) add(wanted game.Person, g *game.Game) {
	for i := range wanted {
		if i == len(*n) {
			*n = append(*n, &missingName{wanted: wanted[i : i+1]})
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
		if n.found = n.found || n.wanted.IsCalled(name); n.found {
			return
		}
		if name != "" && !slices.Contains(n.near, name) {
			n.near = append(n.near, name)
		}
	}
	slices.SortStableFunc(n.near, func(a, b string) int { return n.distance(a) - n.distance(b) })
	n.near = n.near[:min(len(n.near), mostNames)]
}

// missing returns a message about the first wanted name that no player has, "" if there is none or no player has a name.
func (n names) missing() string {
	for _, m := range n {
		if !m.found && len(m.near) > 0 {
			return fmt.Sprintf("no player is called %q; nearest in the input: %s", m.wanted[0], strings.Join(m.near, "; "))
		}
	}
	return ""
}

// distance returns how far a name is from the wanted one.
func (n *missingName) distance(name string) int { return n.wanted.Distance(name, cli.Distance) }
