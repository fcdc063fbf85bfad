package page

import (
	"fmt"
	"html/template"
)

// suite counts the solved positions of a suite, or of a theme, which is a part of it.
type suite struct {
	Name          string
	Part          bool // a theme
	Solved, Total int
	themes        []*suite
}

// positionView is a single position as the page shows it.
type positionView struct {
	P                   *Position
	ID                  int
	Number, Title, Turn string
	Verdict             string // "solved", "unsolved" or ""
	Picture             template.HTML
	Best, ThreatSteps   string // the squares of the best move; the threat, as threatSteps has it
	Lines               []lineView
	Effort, FEN         string
	Analysis, Editor    string // addresses on Lichess
}

// Position writes a single position. Positions that follow each other share a table.
func (w *Report) Position(b []byte, p *Position) []byte {
	if !w.listOpen {
		w.listOpen = true
		w.lists++
		b = reportBody.Append(b, "list", map[string]any{"ID": w.lists})
	}
	w.positions++
	v := positionView{P: p, ID: w.positions, Number: fmt.Sprintf("No. %d", w.positions), Title: p.Name, FEN: p.Board.FEN(),
		Turn: "White to move", Analysis: lichess(&p.Board, "analysis"), Editor: lichess(&p.Board, "editor")}
	if p.Board.Turn() != 0 {
		v.Turn = "Black to move"
	}
	if p.Judged {
		w.judge(p)
		if v.Verdict = "unsolved"; p.Solved {
			v.Verdict = "solved"
		}
	}
	var arrows []Arrow
	for _, l := range p.Lines {
		v.Lines = append(v.Lines, newLineView(&p.Board, l))
	}
	if v.Best = p.best(); v.Best != "" {
		arrows = append(arrows, Arrow{Move: v.Best, Kind: "best"})
	}
	if p.Threat != nil {
		v.ThreatSteps = threatSteps(&p.Board, p.Threat)
		arrows = append(arrows, Arrow{Move: p.ThreatSquares, Kind: "other"})
	}
	v.Picture = Diagram(&p.Board, arrows...)
	v.Effort = fmt.Sprintf("%d nodes", p.Nodes)
	if p.Time != "" {
		v.Effort += fmt.Sprintf(" in %s s", p.Time)
	}
	if p.Trust != "" {
		v.Effort += ", " + p.Trust
	}
	return reportBody.Append(b, "position", v)
}

// closeList ends the table of single positions, if one is open.
func (w *Report) closeList(b []byte) []byte {
	if !w.listOpen {
		return b
	}
	w.listOpen = false
	return reportBody.Append(b, "listEnd", nil)
}

// judge counts a position that names its solution.
func (w *Report) judge(p *Position) {
	all := find(&w.suites, p.Suite)
	all.add(p)
	if p.Theme != "" {
		theme := find(&all.themes, p.Theme)
		theme.Part = true
		theme.add(p)
	}
}

// find returns the suite of that name, a new one at the end if there is none.
func find(list *[]*suite, name string) *suite {
	for _, s := range *list {
		if s.Name == name {
			return s
		}
	}
	s := &suite{Name: name}
	*list = append(*list, s)
	return s
}

// tallies returns the suites, each followed by its themes where these say more than the positions themselves.
func (w *Report) tallies() (list []*suite) {
	for _, s := range w.suites {
		list = append(list, s)
		if len(s.themes) > 1 && 2*len(s.themes) <= s.Total {
			list = append(list, s.themes...)
		}
	}
	return list
}

func (s *suite) add(p *Position) {
	s.Total++
	if p.Solved {
		s.Solved++
	}
}

// Percent returns the share of the solved positions.
func (s *suite) Percent() string { return fmt.Sprintf("%.1f", 100*float64(s.Solved)/float64(s.Total)) }
