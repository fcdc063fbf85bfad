package output

import (
	"fmt"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/pgn"
	"vertigo/internal/system/files"
	"vertigo/tt"
)

// tableRenderer writes a table for people.
type tableRenderer struct{ count int }

func (r *tableRenderer) Begin(b []byte) []byte {
	return append(b, "    No.     score  depth        nodes   seconds  best line (score for White)\n"...)
}

func (r *tableRenderer) Render(b []byte, j *answer.Job) []byte {
	for i, p := range j.Positions {
		if j.Answers[i].Scope == answer.LeftOut {
			continue
		}
		r.count++
		a, root := &j.Answers[i], &p.Game.Position
		if len(a.Lines) == 0 {
			b = fmt.Appendf(b, "%7d  %8s  %5s %12d %9s  no legal move  %s\n",
				r.count, ForWhite(root, a.Score(root), tt.Exact), "-", a.Nodes, seconds(a.Time), files.OneLine(p.ID))
			continue
		}
		for rank, l := range a.Lines {
			number, id := fmt.Sprint(r.count), files.OneLine(p.ID)
			if rank > 0 {
				number, id = "", ""
			}
			if id != "" {
				id = "  (" + id + ")"
			}
			b = fmt.Appendf(b, "%7s  %8s  %5s %12d %9s  %s %s%s\n", number, ForWhite(root, l.Score, l.Bound),
				fmt.Sprintf("%d/%d", l.Depth, l.SelDepth), a.Nodes, seconds(a.Time), pgn.MoveNumber(root),
				pgn.Line(root, l.Moves), id)
		}
	}
	return b
}

func (r *tableRenderer) End(b []byte) []byte { return b }
