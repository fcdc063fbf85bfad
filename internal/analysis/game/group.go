package game

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"vertigo/board"
)

// Group sums up moves of games that have something in common, such as the player.
type Group struct {
	Figures
	Name    string
	Games   int
	Results [3]int // games won, drawn and lost, from the point of view of the player, or of White where the moves of both count
}

// Grouping counts the moves of all games that the filters leave by one of their properties.
type Grouping struct {
	Name   func(j *Judgement, ply int) string // of the group of a move, "" for none
	BySide bool                               // of a game with moves of both players, both results count
	groups map[string]*Group

	names Spellings // of the one person who has them all; nil if they are of several
}

// ByPlayer returns a grouping by players. If the filters ask for several names, all players are one person and one group. A game
// with the same name on both sides, as unknown players have it, is one game with one result.
func ByPlayer(l Limits) Grouping {
	g := Grouping{Name: playerName}
	if l.Filters.Names() > 1 {
		g.names = Spellings{}
	}
	return g
}

// playerName returns the name of the player of a move, "" if it is not known: unnamed players may be anybody.
func playerName(j *Judgement, ply int) string {
	name, _ := j.Player(j.Plies[ply].Root().Turn())
	return name
}

// Add counts a game.
func (g *Grouping) Add(j *Judgement) {
	parts := map[string]*[board.ColorCount]Figures{}
	own := map[string]bool{} // names of the one person
	for i, p := range j.Moves() {
		name := g.Name(j, i)
		if !p.Chosen() || name == "" {
			continue
		}
		if g.names != nil {
			own[name], name = true, ""
		}
		if parts[name] == nil {
			parts[name] = new([board.ColorCount]Figures)
		}
		parts[name][p.Root().Turn()].addMove(p)
	}
	for name := range own {
		g.names[name]++
	}
	for name, sides := range parts {
		if g.groups == nil {
			g.groups = map[string]*Group{}
		}
		total := g.groups[name]
		if total == nil {
			total = &Group{Name: name}
			g.groups[name] = total
		}
		both := !g.BySide && sides[board.White].Moves > 0 && sides[board.Black].Moves > 0
		total.Games++
		for c := range sides {
			if sides[c].Moves == 0 {
				continue
			}
			total.addAll(&sides[c])
			if !both || board.Color(c) == board.White {
				total.addResult(j.Outcome(), board.Color(c))
			}
		}
	}
}

// addResult counts the result of a game for c.
func (g *Group) addResult(result string, c board.Color) {
	if n := slices.Index([]string{"1-0", "1/2-1/2", "0-1"}, result); n >= 0 {
		if c == board.Black {
			n = 2 - n
		}
		g.Results[n]++
	}
}

// List returns the groups, those of most games first.
func (g *Grouping) List() []*Group {
	if person := g.groups[""]; person != nil && g.names != nil {
		person.Name = g.names.String()
	}
	return slices.SortedFunc(maps.Values(g.groups), func(a, b *Group) int {
		return cmp.Or(b.Games-a.Games, b.Moves-a.Moves, strings.Compare(a.Name, b.Name))
	})
}
