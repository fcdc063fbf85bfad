package game

import (
	"regexp"
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

	themes suiteList
}

// suiteList is a list of suites in the order in which they came.
type suiteList struct {
	list   []*Suite
	byName map[string]*Suite
}

// Suites counts the solved positions of each input, in the order of the inputs.
type Suites struct {
	All    Suite // of all inputs
	inputs suiteList
}

// Add counts the positions of a job.
func (s *Suites) Add(j *Job) {
	suite := s.inputs.named(j.Source)
	for _, p := range j.Searched() {
		a := &p.Answer
		s.All.add(a)
		suite.add(a)
		if name := theme(p.Position.Name()); name != "" {
			t := suite.themes.named(name)
			t.Part = true
			t.add(a)
		}
	}
}

// named returns the suite of that name, a new one at the end if there is none.
func (l *suiteList) named(name string) *Suite {
	s := l.byName[name]
	if s == nil {
		if l.byName == nil {
			l.byName = map[string]*Suite{}
		}
		s = &Suite{Name: name}
		l.byName[name], l.list = s, append(l.list, s)
	}
	return s
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
	for _, suite := range s.inputs.list {
		list = append(list, suite)
		if themes := suite.themes.list; len(themes) > 1 && 2*len(themes) <= suite.Total {
			list = append(list, themes...)
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
