package analyse

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"vertigo/board"
)

// suiteRenderer writes a line for each position of a test suite and a summary.
type suiteRenderer struct {
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

func (t *tally) add(o *outcome) {
	if !o.judged {
		t.unjudged++
		return
	}
	t.judged++
	if o.solved {
		t.solved++
		t.time += o.solveTime
		t.nodes += o.solveNodes
	}
}

func (r *suiteRenderer) begin(b []byte) []byte {
	return append(b, "  No.    move     seconds        nodes  depth     score  position\n"...)
}

func (r *suiteRenderer) render(b []byte, j *job) []byte {
	suite := find(&r.suites, j.source)
	if r.themes == nil {
		r.themes = map[*tally][]*tally{}
	}
	for i, p := range j.positions {
		o := &j.outcomes[i]
		r.count++
		suite.add(o)
		if name := theme(p.id); name != "" {
			themes := r.themes[suite]
			find(&themes, name).add(o)
			r.themes[suite] = themes
		}
		b = r.verdict(b, j, p, o)
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
func (r *suiteRenderer) verdict(b []byte, j *job, p *position, o *outcome) []byte {
	mark, duration, nodes := "-", o.time, o.nodes
	switch {
	case !o.judged:
		mark = " "
	case o.solved:
		mark, duration, nodes = "+", o.solveTime, o.solveNodes
	}
	root := &p.game.Position
	move, depth, score := "none", 0, o.score(root)
	if o.best != board.NoMove {
		move = formatLine(root, []board.Move{o.best})
	}
	bound := o.bound()
	if len(o.lines) > 0 {
		depth = o.lines[0].depth
	}
	name := p.id
	if name == "" {
		name = j.where
	}
	b = fmt.Appendf(b, "%5d  %s %-8s %8s %12d  %5d  %8s  %s", r.count, mark, move, seconds(duration), nodes, depth,
		formatScore(root, score, bound), name)
	if !o.solved {
		b = p.appendWanted(b)
	}
	return append(b, '\n')
}

// appendWanted tells what the source says that the move should have been.
func (p *position) appendWanted(b []byte) []byte {
	for _, wanted := range []struct {
		code  string
		moves []board.Move
	}{{"bm", p.best}, {"am", p.avoid}} {
		if len(wanted.moves) == 0 {
			continue
		}
		b = append(b, "  "+wanted.code...)
		for _, m := range wanted.moves {
			b = append(b, " "+formatLine(&p.game.Position, []board.Move{m})...)
		}
	}
	return b
}

func (r *suiteRenderer) end(b []byte) []byte {
	b = append(b, "\nsolved  total       %  seconds each  nodes each  suite (seconds and nodes to the solution of those solved)\n"...)
	total := &tally{name: "all"}
	for _, suite := range r.suites {
		b = suite.append(b, "")
		if themes := r.themes[suite]; len(themes) > 1 && 2*len(themes) <= suite.judged {
			for _, t := range themes {
				b = t.append(b, "  ")
			}
		}
		total.solved += suite.solved
		total.judged += suite.judged
		total.unjudged += suite.unjudged
		total.time += suite.time
		total.nodes += suite.nodes
	}
	if len(r.suites) != 1 {
		b = total.append(b, "")
	}
	return b
}

// append writes one line of the summary.
func (t *tally) append(b []byte, indent string) []byte {
	solved := max(t.solved, 1)
	b = fmt.Appendf(b, "%6d %6d %6.1f%% %13s %11d  %s%s", t.solved, t.judged, 100*float64(t.solved)/float64(max(t.judged, 1)),
		seconds(t.time/time.Duration(solved)), t.nodes/uint64(solved), indent, t.name)
	if t.unjudged > 0 {
		b = fmt.Appendf(b, " (and %d without bm or am)", t.unjudged)
	}
	return append(b, '\n')
}

var (
	bracketed = regexp.MustCompile(`\([^)]*\)`)
	digits    = regexp.MustCompile(`[0-9]+`)
)

// theme returns what the names of related positions have in common: the name without numbers and remarks in
// brackets.
func theme(id string) string {
	id = digits.ReplaceAllString(bracketed.ReplaceAllString(id, ""), "")
	return strings.Join(strings.FieldsFunc(id, func(r rune) bool { return r == ' ' || r == '.' || r == ':' }), " ")
}
