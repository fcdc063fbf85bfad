package game

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/pgn"
)

// Suite counts the solved positions of a test suite, or of a theme, which is a part of one.
type Suite struct {
	Name     string        `json:"name"`
	Part     bool          `json:"part"` // it is a theme
	Solved   int           `json:"solved"`
	Total    int           `json:"total"` // positions that name moves to find or to avoid
	Ungraded int           `json:"-"`     // positions that name none
	Time     time.Duration `json:"-"`     // to the solution, over the solved ones
	Nodes    uint64        `json:"-"`     // likewise

	themes []*Suite
}

// Suites counts the solved positions of each input, in the order of the inputs.
type Suites struct {
	All  Suite // of all inputs
	list []*Suite
}

// Add counts the positions of a job.
func (s *Suites) Add(j *Job) {
	suite := find(&s.list, j.Source)
	for _, p := range j.Searched() {
		a := &p.Answer
		s.All.add(a)
		suite.add(a)
		if name := theme(p.Position.Name()); name != "" {
			t := find(&suite.themes, name)
			t.Part = true
			t.add(a)
		}
	}
}

// find returns the suite of that name, a new one at the end if there is none.
func find(list *[]*Suite, name string) *Suite {
	i := slices.IndexFunc(*list, func(s *Suite) bool { return s.Name == name })
	if i < 0 {
		i = len(*list)
		*list = append(*list, &Suite{Name: name})
	}
	return (*list)[i]
}

func (s *Suite) add(a *Answer) {
	if !a.Graded {
		s.Ungraded++
		return
	}
	s.Total++
	if a.Solved {
		s.Solved++
		s.Time += a.SolveTime
		s.Nodes += a.SolveNodes
	}
}

// List returns the suites, each followed by its themes where these say more than the positions themselves.
func (s *Suites) List() (list []*Suite) {
	for _, suite := range s.list {
		list = append(list, suite)
		if len(suite.themes) > 1 && 2*len(suite.themes) <= suite.Total {
			list = append(list, suite.themes...)
		}
	}
	return list
}

var (
	bracketed = regexp.MustCompile(`\([^)]*\)`)
	digits    = regexp.MustCompile(`[0-9]+`)
)

// theme returns the common part of the names of related positions: the name without numbers and remarks in brackets.
func theme(id string) string {
	id = digits.ReplaceAllString(bracketed.ReplaceAllString(id, ""), "")
	return strings.Join(strings.FieldsFunc(id, func(r rune) bool { return r == ' ' || r == '.' || r == ':' }), " ")
}

// Wanted returns the moves that the source names, for example "bm Qd8#  am Rd8", "" if there are none.
func (p *Position) Wanted() string {
	var parts []string
	for _, wanted := range []struct {
		code  string
		moves []board.Move
	}{{"bm", p.Best}, {"am", p.Avoid}} {
		if len(wanted.moves) > 0 {
			parts = append(parts, wanted.code+" "+strings.Join(pgn.Moves(&p.Game.Position, wanted.moves...), " "))
		}
	}
	return strings.Join(parts, "  ")
}
