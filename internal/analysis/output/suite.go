package output

import (
	"fmt"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/files"
)

// suiteRenderer writes a line for each position of a test suite and a summary.
type suiteRenderer struct {
	plain
	screen Screen
	times  bool
	count  int
	suites game.Suites
}

func (r *suiteRenderer) Begin(b []byte) []byte {
	return r.screen.appendHeading(b, "  No.    move     seconds        nodes  depth     score  position")
}

func (r *suiteRenderer) Item(b []byte, j *game.Judgement) []byte {
	r.suites.Add(j)
	for _, p := range j.Searched() {
		r.count++
		b = r.verdict(b, j, p)
	}
	return b
}

// verdict writes the line of one position. Seconds and nodes are those from which on the best move was right; where
// it is wrong, all of them.
func (r *suiteRenderer) verdict(b []byte, j *game.Judgement, p *game.Ply) []byte {
	a := p.Answer
	mark, duration, nodes := "-", a.Time, a.Nodes
	switch {
	case !p.Grade.HasSolution:
		mark = " "
	case p.Grade.Solved:
		mark, duration, nodes = "+", p.Grade.Time, p.Grade.Nodes
	}
	move, best := "none", p.Top()
	if a.Best != board.NoMove {
		move = a.SAN(p.Root())
	}
	name := pgn.PlainText(p.Name())
	if name == "" {
		name = j.Where
	}
	start := fmt.Sprintf("%5d  %s %-8s %8s %12d  %5d  %8s  ", r.count, mark, move, shownSeconds(duration, r.times), nodes,
		best.Depth,
		best.Shown())
	wanted := ""
	if !p.Grade.Solved && p.Grade.HasSolution {
		wanted = "  " + p.Wanted()
	}
	name = cut(files.OneLine(name), r.screen.left(len(start)+len(wanted)))
	return append(b, start+name+wanted+"\n"...)
}

func (r *suiteRenderer) End(b []byte) []byte {
	b = r.screen.appendHeading(append(b, '\n'),
		"solved  total       %  seconds each  nodes each  suite (each: until solved)")
	inputs := 0
	for _, suite := range r.suites.List() {
		if !suite.Part {
			inputs++
		}
		b = r.total(b, suite)
	}
	if r.suites.All.Name = "all"; inputs != 1 {
		b = r.total(b, &r.suites.All)
	}
	return b
}

// total appends the line of a suite.
func (r *suiteRenderer) total(b []byte, s *game.Suite) []byte {
	solved := max(s.Solved, 1)
	start := fmt.Sprintf("%6d %6d %6.1f%% %13s %11d  ", s.Solved, s.Total, 100*float64(s.Solved)/float64(max(s.Total, 1)),
		shownSeconds(s.Time/time.Duration(solved), r.times), s.Nodes/uint64(solved))
	if s.Part {
		start += "  "
	}
	end := ""
	if s.Ungraded > 0 {
		end = fmt.Sprintf(" (and %d without bm or am)", s.Ungraded)
	}
	name := cut(files.OneLine(s.Name), r.screen.left(len(start)+len(end)))
	return append(b, start+name+end+"\n"...)
}
