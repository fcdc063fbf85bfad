package output

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// csvRenderer writes a table for spreadsheets and databases: one row for each position, with the best line.
type csvRenderer struct {
	plain
	times   bool
	columns []string // their names
}

// newCSVRenderer returns a renderer with the columns for the settings.
func newCSVRenderer(s Settings) *csvRenderer {
	columns := slices.Clone(csvColumns)
	if s.Limits.MultiPV > 1 {
		columns = append(columns, "margin")
	}
	if s.Limits.Threats {
		columns = append(columns, "threat", "threat_gain")
	}
	return &csvRenderer{times: s.Times, columns: columns}
}

// csvColumns are the names of the columns of every analysis.
var csvColumns = []string{
	"source", "id", "ply", "white", "black", "fen", "eco", "opening", "played", "best", "cp", "mate", "win", "draw", "loss", "over",
	"depth", "seldepth", "nodes", "time_ms",
	"found_depth", "found_nodes", "stable_depth", "stable_nodes", "changes", "lost_cp", "lost_win", "mark", "accuracy", "pv",
}

func (r *csvRenderer) Begin(b []byte) []byte { return AppendCSV(b, r.columns) }

func (r *csvRenderer) Render(b []byte, j *game.Job) []byte {
	opening := j.Opening()
	white, _ := j.Player(board.White)
	black, _ := j.Player(board.Black)
	cells := map[string]string{}
	var rows [][]string
	for i, p := range j.Searched() {
		clear(cells)
		cells["source"], cells["id"], cells["white"], cells["black"] = j.Where, p.Position.ID, white, black
		cells["eco"], cells["opening"], cells["over"] = opening.ECO, opening.Name, movegen.EndOf(p.Answer.Root).String()
		if j.PGN != nil {
			cells["ply"] = strconv.Itoa(i)
		}
		r.found(cells, &p.Answer)
		worth(cells, p)
		cells["played"] = p.SAN
		if p.Chosen() {
			cells["lost_cp"], cells["lost_win"] = strconv.Itoa(p.Loss.Centipawns), fmt.Sprintf("%.2f", p.Loss.Points(2))
			cells["mark"], cells["accuracy"] = p.Loss.Mark.Symbol(), fmt.Sprintf("%.2f", p.Accuracy.Percent())
		}
		row := make([]string, len(r.columns))
		for n, name := range r.columns {
			row[n] = cells[name]
		}
		rows = append(rows, row)
	}
	return AppendCSV(b, rows...)
}

// found fills the cells with what the search found.
func (r *csvRenderer) found(cells map[string]string, a *game.Answer) {
	cells["fen"], cells["nodes"] = a.Root.FEN(), strconv.FormatUint(a.Nodes, 10)
	if r.times {
		cells["time_ms"] = fmt.Sprintf("%.3f", float64(a.Time.Microseconds())/1000)
	}
	if len(a.Lines) > 0 {
		l := a.Top()
		cells["depth"], cells["seldepth"] = strconv.Itoa(l.Depth), strconv.Itoa(l.SelDepth)
		cells["pv"] = l.Text()
	}
	if t, ok := a.Stability(); ok {
		cells["best"] = a.SAN()
		cells["found_depth"], cells["found_nodes"] = strconv.Itoa(t.Found.Depth), strconv.FormatUint(t.Found.Nodes, 10)
		cells["stable_depth"], cells["stable_nodes"] = strconv.Itoa(t.Stable.Depth), strconv.FormatUint(t.Stable.Nodes, 10)
		cells["changes"] = strconv.Itoa(t.Changes)
	}
	if margin, ok := a.Margin(); ok {
		cells["margin"] = fmt.Sprintf("%.3f", margin)
	}
	if a.Threat != nil {
		cells["threat"], cells["threat_gain"] = a.Threat.Text(), fmt.Sprintf("%.3f", a.Gain())
	}
}

// worth fills the cells with what a position is worth.
func worth(cells map[string]string, p *game.Ply) {
	score, odds := p.Shown(), p.Odds()
	if score.Mate {
		cells["mate"] = strconv.Itoa(score.N)
	} else {
		cells["cp"] = strconv.Itoa(score.N)
	}
	cells["win"], cells["draw"], cells["loss"] = strconv.Itoa(odds.Win), strconv.Itoa(odds.Draw), strconv.Itoa(odds.Loss)
}

// AppendCSV appends rows. A cell that a spreadsheet would take for a formula gets an apostrophe before it, which makes it
// text. Numbers stay as they are.
func AppendCSV(b []byte, rows ...[]string) []byte {
	text := bytes.NewBuffer(b)
	w := csv.NewWriter(text)
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = harmless(cell)
		}
		if err := w.Write(cells); err != nil {
			panic(err) // cannot happen: a buffer takes everything
		}
	}
	w.Flush()
	return text.Bytes()
}

// number is a cell that every spreadsheet takes for a number.
var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)

// harmless returns a cell that is not a formula, and has no part that would be one if other characters than commas separated
// cells.
func harmless(cell string) string {
	if cell == "" || strings.ContainsRune("+-", rune(cell[0])) && number.MatchString(cell) {
		return cell
	}
	var b strings.Builder
	b.Grow(len(cell))
	begins := true // a cell may begin here
	for i := 0; i < len(cell); {
		r, size := utf8.DecodeRuneInString(cell[i:])
		if begins && strings.ContainsRune("=+-@\uff1d\uff0b\uff0d\uff20", r) { // and the wide forms of these
			b.WriteByte('\'')
		}
		// Spreadsheets skip invisible characters.
		begins = strings.ContainsRune(";\t\r\n", r) || begins && (unicode.IsSpace(r) || !unicode.IsGraphic(r))
		b.WriteString(cell[i : i+size])
		i += size
	}
	return b.String()
}
