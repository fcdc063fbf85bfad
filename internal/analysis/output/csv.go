package output

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/notation"
)

// csvRenderer writes a table for spreadsheets and databases: one row for each position, with the best line. Scores are for the
// side to move.
type csvRenderer struct {
	times   bool
	columns []string // their names
}

// newCSVRenderer returns a renderer with the columns of what was asked for.
func newCSVRenderer(s Settings) *csvRenderer {
	columns := slices.Clone(csvColumns)
	if s.Limits.MultiPV > 1 {
		columns = append(columns, "margin")
	}
	if s.Limits.Threats {
		columns = append(columns, "threat", "threat_gain")
	}
	if s.Limits.Difficulty > 0 {
		columns = append(columns, "difficulty", "difficulty_bound")
	}
	return &csvRenderer{s.Times, columns}
}

// csvColumns are the names of the columns of every analysis.
var csvColumns = []string{
	"source", "id", "fen", "played", "best", "cp", "mate", "bound", "win", "draw", "loss", "depth", "seldepth", "nodes", "time_ms",
	"found_depth", "found_nodes", "stable_depth", "stable_nodes", "changes", "lost_cp", "given", "mark", "pv",
}

func (r *csvRenderer) Begin(b []byte) []byte { return appendCSV(b, r.columns) }
func (r *csvRenderer) End(b []byte) []byte   { return b }

func (r *csvRenderer) Render(b []byte, j *answer.Job) []byte {
	review := newReview(j)
	for i, p := range j.Positions {
		if j.Answers[i].Scope == answer.LeftOut {
			continue
		}
		cells := map[string]string{"source": j.Where, "id": p.ID}
		r.found(cells, p, &j.Answers[i])
		if i < len(j.Moves) {
			cells["played"] = notation.Line(&p.Game.Position, j.Moves[i:i+1])
			if j.Judged(i) {
				judged := review.judged[i]
				cells["lost_cp"], cells["given"] = fmt.Sprintf("%.0f", judged.Centipawns), fmt.Sprintf("%.3f", judged.Given)
				cells["mark"] = marks[mark(judged.Given)].Symbol()
			}
		}
		row := make([]string, len(r.columns))
		for n, name := range r.columns {
			row[n] = cells[name]
		}
		b = appendCSV(b, row)
	}
	return b
}

// found fills the cells with what the search found.
func (r *csvRenderer) found(cells map[string]string, p *input.Position, a *answer.Answer) {
	root := &p.Game.Position
	cells["fen"], cells["nodes"] = root.FEN(), strconv.FormatUint(a.Nodes, 10)
	if r.times {
		cells["time_ms"] = fmt.Sprintf("%.3f", float64(a.Time.Microseconds())/1000)
	}
	if score := a.Score(root); scores.IsMate(score) {
		cells["mate"] = strconv.Itoa(scores.MateIn(score))
	} else {
		cells["cp"] = strconv.Itoa(winrate.Centipawns(root, score))
	}
	if len(a.Lines) > 0 {
		l := &a.Lines[0]
		odds := winrate.OddsOf(root, l.Score, l.Known)
		cells["win"], cells["draw"], cells["loss"] = strconv.Itoa(odds.Win), strconv.Itoa(odds.Draw), strconv.Itoa(odds.Loss)
		cells["bound"], cells["depth"], cells["seldepth"] = answer.BoundNames[l.Bound], strconv.Itoa(l.Depth), strconv.Itoa(l.SelDepth)
		cells["pv"] = notation.Line(root, l.Moves)
	}
	if t, ok := a.Trust(); ok {
		cells["best"] = notation.Line(root, []board.Move{a.Best})
		cells["found_depth"], cells["found_nodes"] = strconv.Itoa(t.Found.Depth), strconv.FormatUint(t.Found.Nodes, 10)
		cells["stable_depth"], cells["stable_nodes"] = strconv.Itoa(t.Stable.Depth), strconv.FormatUint(t.Stable.Nodes, 10)
		cells["changes"] = strconv.Itoa(t.Changes)
	}
	if margin, ok := a.Margin(root); ok {
		cells["margin"] = fmt.Sprintf("%.3f", margin)
	}
	if a.Threat != nil {
		passed, _ := answer.Pass(root)
		cells["threat"], cells["threat_gain"] = notation.Line(&passed, a.Threat.Moves), fmt.Sprintf("%.3f", a.Gain(root))
	}
	if a.Difficulty != nil {
		if rating := a.Difficulty.JSON(); rating.Rating > 0 {
			cells["difficulty"], cells["difficulty_bound"] = strconv.Itoa(rating.Rating), rating.RatingBound
		}
	}
}

// appendCSV appends a row.
func appendCSV(b []byte, row []string) []byte {
	text := bytes.NewBuffer(b)
	w := csv.NewWriter(text)
	if err := w.Write(row); err != nil {
		panic(err) // cannot happen: a buffer takes everything
	}
	w.Flush()
	return text.Bytes()
}
