package output

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// csvRenderer writes a table for spreadsheets and databases: one row for each position, with the best line.
type csvRenderer struct {
	plain
	settings Settings
	columns  []column
}

// newCSVRenderer returns a renderer with the columns for the settings.
func newCSVRenderer(s Settings) *csvRenderer {
	columns := slices.DeleteFunc(slices.Clone(csvColumns), func(c column) bool { return c.only != nil && !c.only(&s.Limits) })
	return &csvRenderer{settings: s, columns: columns}
}

// row is a position whose cells are written.
type row struct {
	*game.Ply
	job       *game.Judgement
	number    int // of the ply, from 0
	settings  *Settings
	stability game.Stability
	found     bool // there is a best move, and stability says how it was found
}

// column is a column of CSV.
type column struct {
	name    string
	meaning string                  // for docs/formats.md; empty for that of the member of JSON with this name
	value   func(r *row) string     // of a cell
	only    func(*game.Limits) bool // whether an analysis with these limits has the column; nil for all
}

// csvColumns are the columns in their order.
var csvColumns = []column{
	{"source", "", func(r *row) string { return r.job.Where }, nil},
	{"id", "", func(r *row) string { return game.PlainText(r.Name()) }, nil},
	{"ply", "", inGame(func(r *row) string { return strconv.Itoa(r.number) }), nil},
	{"white", "the names of the players", inGame(func(r *row) string { return r.player(board.White) }), nil},
	{"black", "the names of the players", inGame(func(r *row) string { return r.player(board.Black) }), nil},
	{"white_rating", "their ratings", inGame(func(r *row) string { return r.rating(board.White) }), nil},
	{"black_rating", "their ratings", inGame(func(r *row) string { return r.rating(board.Black) }), nil},
	{"result", "", inGame(func(r *row) string { return r.job.Outcome() }), nil},
	{"termination", "", inGame(func(r *row) string { return string(r.job.Termination) }), nil},
	{"date", "of the game, as in its tag", inGame(func(r *row) string { return r.job.Tags()["Date"] }), nil},
	{"opening_eco", "`opening` of JSON", func(r *row) string { return r.job.Opening().ECO }, nil},
	{"opening_name", "`opening` of JSON", func(r *row) string { return r.job.Opening().Name }, nil},
	{"fen", "", func(r *row) string { return r.Root().FEN() }, nil},
	{"eval", "", func(r *row) string {
		return unless(r.Shown().Mate, r.Shown().N)
	}, nil},
	{"mate", "", func(r *row) string { return unless(!r.Shown().Mate, r.Shown().N) }, nil},
	{"win", "`wdl` of JSON", func(r *row) string { return strconv.Itoa(r.Odds().Win) }, nil},
	{"draw", "`wdl` of JSON", func(r *row) string { return strconv.Itoa(r.Odds().Draw) }, nil},
	{"loss", "`wdl` of JSON", func(r *row) string { return strconv.Itoa(r.Odds().Loss) }, nil},
	{"expected", "", func(r *row) string { return decimal(game.Round(r.Expected(), 4)) }, nil},
	{"over", "", func(r *row) string { return movegen.EndOf(r.Root()).String() }, nil},
	{"played", "", func(r *row) string {
		if r.SAN == "" { // a pass has one
			return ""
		}
		return movegen.FormatMove(r.Root(), r.Move, false)
	}, nil},
	{"played_san", "", func(r *row) string { return r.SAN }, nil},
	{"lost_cp", "", ofMove(func(r *row) string { return strconv.Itoa(r.Loss.Centipawns) }), nil},
	{"lost_win", "", ofMove(func(r *row) string { return fmt.Sprintf("%.2f", r.Loss.Points(2)) }), nil},
	{"accuracy", "", ofMove(func(r *row) string { return fmt.Sprintf("%.2f", game.Round(r.Loss.Accuracy(), 2)) }), nil},
	{"mark", "`?!`, `?`, `??` or empty", ofMove(func(r *row) string { return r.Loss.Mark.Symbol() }), nil},
	{"clock", "", func(r *row) string { return hundredths(r.Clock.Left, r.Clock.HasLeft) }, nil},
	{"spent", "", func(r *row) string { return hundredths(r.Clock.Spent, r.Clock.HasSpent) }, nil},
	{"best", "", bestMove(func(r *row) string {
		return movegen.FormatMove(r.Root(), r.Answer.Best, false)
	}), nil},
	{"best_san", "", bestMove(func(r *row) string { return r.Answer.SAN(r.Root()) }), nil},
	{"pv", "of the best line, as in JSON", hasLine(func(l *game.Line) string { return strings.Join(l.UCI(), " ") }), nil},
	{"pv_san", "of the best line, as in JSON", hasLine((*game.Line).Text), nil},
	{"depth", "of the best line, as in JSON", hasLine(func(l *game.Line) string { return strconv.Itoa(l.Depth) }), nil},
	{"seldepth", "of the best line, as in JSON", hasLine(func(l *game.Line) string { return strconv.Itoa(l.SelDepth) }), nil},
	{"nodes", "", func(r *row) string { return strconv.FormatUint(r.Answer.Nodes, 10) }, nil},
	{"time_ms", "", func(r *row) string {
		if !r.settings.Times {
			return ""
		}
		return fmt.Sprintf("%.3f", float64(r.Answer.Time.Microseconds())/1000)
	}, nil},
	{"found_depth", "`found` of JSON", bestMove(func(r *row) string { return strconv.Itoa(r.stability.Found.Depth) }), nil},
	{"found_nodes", "`found` of JSON", bestMove(func(r *row) string { return fmt.Sprint(r.stability.Found.Nodes) }), nil},
	{"stable_depth", "`stable` of JSON", bestMove(func(r *row) string { return strconv.Itoa(r.stability.Stable.Depth) }), nil},
	{"stable_nodes", "`stable` of JSON", bestMove(func(r *row) string { return fmt.Sprint(r.stability.Stable.Nodes) }), nil},
	{"changes", "", bestMove(func(r *row) string { return strconv.Itoa(r.stability.Changes) }), nil},
	{"margin", "", func(r *row) string {
		margin, ok := r.Answer.Margin()
		if !ok {
			return ""
		}
		return decimal(game.Round(margin, 4))
	}, func(l *game.Limits) bool { return l.MultiPV > 1 }},
	{"threat", "with `--threats`: `pv_san` and `gain` of `threat` of JSON",
		hasThreat(func(r *row) string { return r.Answer.Threat.Text() }), withThreats},
	{"threat_gain", "with `--threats`: `pv_san` and `gain` of `threat` of JSON",
		hasThreat(func(r *row) string { return decimal(game.Round(r.Answer.Gain(), 4)) }), withThreats},
	{"engine", "", func(r *row) string { return r.settings.engine() }, nil},
	{"network", "", func(r *row) string { return r.settings.Network }, nil},
	{"limits", "those of JSON in words, without `filters`", func(r *row) string {
		l := r.settings.Limits
		if !r.job.IsGame() {
			l = l.OfPosition()
		}
		l.Filters = nil // they choose moves, in whatever way these were searched
		return l.Describe()
	}, nil},
}

func withThreats(l *game.Limits) bool { return l.Threats }

// The following functions restrict value to rows that have what it needs; in other rows, the cell is empty.

func inGame(value func(*row) string) func(*row) string {
	return cellIf(func(r *row) bool { return r.job.IsGame() }, value)
}
func ofMove(value func(*row) string) func(*row) string {
	return cellIf(func(r *row) bool { return r.Chosen() }, value)
}
func bestMove(value func(*row) string) func(*row) string {
	return cellIf(func(r *row) bool { return r.found }, value)
}
func hasThreat(value func(*row) string) func(*row) string {
	return cellIf(func(r *row) bool { return r.Answer.Threat != nil }, value)
}
func hasLine(value func(*game.Line) string) func(*row) string {
	return cellIf(func(r *row) bool { return len(r.Answer.Lines) > 0 }, func(r *row) string { return value(r.Top()) })
}

func cellIf(has func(*row) bool, value func(*row) string) func(*row) string {
	return func(r *row) string {
		if !has(r) {
			return ""
		}
		return value(r)
	}
}

func (r *row) player(c board.Color) string {
	name, _ := r.job.Player(c)
	return name
}

func (r *row) rating(c board.Color) string {
	_, elo := r.job.Player(c)
	return elo
}

// unless returns a number, or an empty cell.
func unless(empty bool, n int) string {
	if empty {
		return ""
	}
	return strconv.Itoa(n)
}

// decimal writes a number as JSON does, so that both forms say the same.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// hundredths returns a time in centiseconds, or an empty cell.
func hundredths(d time.Duration, known bool) string {
	return unless(!known, int(d.Milliseconds()/10))
}

func (r *csvRenderer) Begin(b []byte) []byte {
	var names []string
	for _, c := range r.columns {
		names = append(names, c.name)
	}
	return AppendCSV(b, names)
}

func (r *csvRenderer) Item(b []byte, j *game.Judgement) []byte {
	var rows [][]string
	for i, p := range j.Searched() {
		at := &row{Ply: p, job: j, number: i, settings: &r.settings}
		at.stability, at.found = p.Answer.Stability()
		cells := make([]string, len(r.columns))
		for n, c := range r.columns {
			cells[n] = c.value(at)
		}
		rows = append(rows, cells)
	}
	return AppendCSV(b, rows...)
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
		if begins && strings.ContainsRune("=+-@\uff1d\uff0b\uff0d\uff20", r) { // The last four are the wide forms.
			b.WriteByte('\'')
		}
		// Spreadsheets skip invisible characters.
		begins = strings.ContainsRune(";\t\r\n", r) || begins && (unicode.IsSpace(r) || !unicode.IsGraphic(r))
		b.WriteString(cell[i : i+size])
		i += size
	}
	return b.String()
}

// playersRenderer writes a table of the players with their totals, as CSV.
type playersRenderer struct {
	plain
	players game.Grouping
}

func (r *playersRenderer) Item(b []byte, j *game.Judgement) []byte {
	if j.IsGame() {
		r.players.Add(j)
	}
	return b
}

func (r *playersRenderer) End(b []byte) []byte {
	b = AppendCSV(b, []string{"name", "games", "won", "drawn", "lost", "judged", "accuracy", "acpl", "inaccuracy",
		"mistake", "blunder"})
	for _, g := range r.players.List() {
		row := []string{g.Name}
		for _, n := range []int{g.Games, g.Results[0], g.Results[1], g.Results[2], g.Moves} {
			row = append(row, strconv.Itoa(n))
		}
		row = append(row, fmt.Sprintf("%.2f", game.Round(g.Percent(), 2)), fmt.Sprintf("%.2f", game.Round(g.AverageLoss(), 2)))
		for mark := game.Inaccuracy; mark <= game.Blunder; mark++ {
			row = append(row, strconv.Itoa(g.Marks[mark]))
		}
		b = AppendCSV(b, row)
	}
	return b
}
