package game

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/pgn"
)

// Grade compares an answer with the moves that the source of the position names, by the course of the search.
type Grade struct {
	HasSolution bool          // the source names moves that are right or wrong
	Solved      bool          // and the move found agrees with it
	Time        time.Duration // from then on the best move was right; 0 unless Solved
	Nodes       uint64        // the nodes until then
}

// grade returns the grade of the answer about p.
func (a *Answer) grade(p *Position) (g Grade) {
	g.HasSolution = len(p.Best)+len(p.Avoid) > 0
	if g.Solved = g.HasSolution && a.Best != board.NoMove && p.isRight(a.Best); !g.Solved {
		return g
	}
	right := false
	for _, c := range a.Course {
		was := right
		if right = p.isRight(c.Move); right && !was {
			g.Time, g.Nodes = c.Time, c.Nodes
		}
	}
	if !right { // the search ended with another move than its last report
		g.Time, g.Nodes = a.Time, a.Nodes
	}
	return g
}

// isRight reports whether m is one of the best moves, where the source names any, and none of those to avoid.
func (p *Position) isRight(m board.Move) bool {
	return (len(p.Best) == 0 || slices.Contains(p.Best, m)) && !slices.Contains(p.Avoid, m)
}

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
func (s *Suites) Add(j *Judgement) {
	suite := s.inputs.named(j.Source)
	for _, p := range j.Searched() {
		s.All.add(p.Grade)
		suite.add(p.Grade)
		if name := theme(p.Name()); name != "" {
			t := suite.themes.named(name)
			t.Part = true
			t.add(p.Grade)
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

func (s *Suite) add(g Grade) {
	if !g.HasSolution {
		s.Ungraded++
		return
	}
	s.Total++
	if g.Solved {
		s.Solved++
		s.Time += g.Time
		s.Nodes += g.Nodes
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
