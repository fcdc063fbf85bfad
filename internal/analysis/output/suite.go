package output

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/pgn"
)

// suiteRenderer writes a line for each position of a test suite and a summary.
type suiteRenderer struct {
	screen Screen
	times  bool
	count  int
	suites []*tally // one for each input, in their order
	themes map[*tally][]*tally
}

// tally counts the positions of a suite or a theme.
type tally struct {
	name           string
	solved, judged int
	unjudged       int           // positions that name no move to find or to avoid
	time           time.Duration // to the solution, over the solved ones
	nodes          uint64        // likewise
}

func (t *tally) add(a *answer.Answer) {
	if !a.Judged {
		t.unjudged++
		return
	}
	t.judged++
	if a.Solved {
		t.solved++
		t.time += a.SolveTime
		t.nodes += a.SolveNodes
	}
}

func (r *suiteRenderer) Begin(b []byte) []byte {
	return r.screen.appendHeading(b, "  No.    move     seconds        nodes  depth     score  position")
}

func (r *suiteRenderer) Render(b []byte, j *answer.Job) []byte {
	suite := find(&r.suites, j.Source)
	if r.themes == nil {
		r.themes = map[*tally][]*tally{}
	}
	for i, p := range j.Positions {
		a := &j.Answers[i]
		if a.Scope == answer.LeftOut {
			continue
		}
		r.count++
		suite.add(a)
		if name := theme(p.ID); name != "" {
			themes := r.themes[suite]
			find(&themes, name).add(a)
			r.themes[suite] = themes
		}
		b = r.verdict(b, j, p, a)
	}
	return b
}

// find returns the tally of that name, a new one at the end if there is none.
func find(list *[]*tally, name string) *tally {
	for _, t := range *list {
		if t.name == name {
			return t
		}
	}
	t := &tally{name: name}
	*list = append(*list, t)
	return t
}

// verdict writes the line of one position. Seconds and nodes are those from which on the best move was right; where
// it is wrong, all of them.
func (r *suiteRenderer) verdict(b []byte, j *answer.Job, p *answer.Position, a *answer.Answer) []byte {
	mark, duration, nodes := "-", a.Time, a.Nodes
	switch {
	case !a.Judged:
		mark = " "
	case a.Solved:
		mark, duration, nodes = "+", a.SolveTime, a.SolveNodes
	}
	move, best := "none", a.Top()
	if a.Best != board.NoMove {
		move = a.SAN()
	}
	name := p.ID
	if name == "" {
		name = j.Where
	}
	start := fmt.Sprintf("%5d  %s %-8s %8s %12d  %5d  %8s  ", r.count, mark, move, shownSeconds(duration, r.times), nodes, best.Depth,
		best.Shown())
	wanted := ""
	if !a.Solved {
		wanted = string(appendWanted(nil, p))
	}
	name = cut(r.screen.text(name), r.screen.left(len(start)+len(wanted)))
	return append(b, start+name+wanted+"\n"...)
}

// appendWanted appends the moves that the source names.
func appendWanted(b []byte, p *answer.Position) []byte {
	for _, wanted := range []struct {
		code  string
		moves []board.Move
	}{{"bm", p.Best}, {"am", p.Avoid}} {
		if len(wanted.moves) == 0 {
			continue
		}
		b = append(b, "  "+wanted.code+" "+strings.Join(pgn.Moves(&p.Game.Position, wanted.moves...), " ")...)
	}
	return b
}

func (r *suiteRenderer) End(b []byte) []byte {
	b = r.screen.appendHeading(append(b, '\n'),
		"solved  total       %  seconds each  nodes each  suite (each: until solved)")
	total := &tally{name: "all"}
	for _, suite := range r.suites {
		b = r.total(b, suite, "")
		if themes := r.themes[suite]; len(themes) > 1 && 2*len(themes) <= suite.judged {
			for _, t := range themes {
				b = r.total(b, t, "  ")
			}
		}
		total.solved += suite.solved
		total.judged += suite.judged
		total.unjudged += suite.unjudged
		total.time += suite.time
		total.nodes += suite.nodes
	}
	if len(r.suites) != 1 {
		b = r.total(b, total, "")
	}
	return b
}

// total appends the line of a tally.
func (r *suiteRenderer) total(b []byte, t *tally, indent string) []byte {
	solved := max(t.solved, 1)
	start := fmt.Sprintf("%6d %6d %6.1f%% %13s %11d  %s", t.solved, t.judged, 100*float64(t.solved)/float64(max(t.judged, 1)),
		shownSeconds(t.time/time.Duration(solved), r.times), t.nodes/uint64(solved), indent)
	end := ""
	if t.unjudged > 0 {
		end = fmt.Sprintf(" (and %d without bm or am)", t.unjudged)
	}
	name := cut(r.screen.text(t.name), r.screen.left(len(start)+len(end)))
	return append(b, start+name+end+"\n"...)
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
