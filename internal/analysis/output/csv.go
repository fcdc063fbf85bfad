package output

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vertigo/internal/analysis/game"
)

// csvRenderer writes a table for spreadsheets and databases: one row for each position, with the best line.
type csvRenderer struct {
	plain
	Settings
	sheet
}

// newCSVRenderer returns a renderer with the columns for the settings.
func newCSVRenderer(s Settings) *csvRenderer {
	columns := slices.DeleteFunc(slices.Clone(csvColumns), func(c column) bool {
		return c.part == "Pos.Margin" && s.Limits.MultiPV < 2 || strings.HasPrefix(c.part, "Pos.Threat.") && !s.Limits.Threats
	})
	return &csvRenderer{Settings: s, sheet: newSheet(reflect.TypeFor[csvRecord](), columns)}
}

// csvRecord is what the columns are parts of.
type csvRecord struct {
	Game   *gameRecord // nil for a single position
	Pos    *positionRecord
	Limits string // in words
}

// column is a column of CSV: a part of a record.
type column struct {
	name    string
	meaning string // for docs/formats.md; empty for that of the member of JSON with this name
	part    string // the names of fields, keys and indices that lead to it, and the format of a number that JSON writes otherwise
}

// csvColumns are the columns in their order.
var csvColumns = []column{
	{"source", "", "Pos.Source"},
	{"id", "", "Pos.ID"},
	{"ply", "", "Pos.Ply"},
	{"white", "the names of the players", "Game.Players.White.User.Name"},
	{"black", "the names of the players", "Game.Players.Black.User.Name"},
	{"white_rating", "their ratings", "Game.Players.White.elo"},
	{"black_rating", "their ratings", "Game.Players.Black.elo"},
	{"result", "", "Game.Result"},
	{"termination", "", "Game.Termination"},
	{"date", "of the game, as in its tag", "Game.Tags.Date"},
	{"opening_eco", "`opening` of JSON", "Pos.Opening.ECO"},
	{"opening_name", "`opening` of JSON", "Pos.Opening.Name"},
	{"fen", "", "Pos.FEN"},
	{"eval", "", "Pos.Centipawns"},
	{"mate", "", "Pos.Mate"},
	{"win", "`wdl` of JSON", "Pos.WDL.0"},
	{"draw", "`wdl` of JSON", "Pos.WDL.1"},
	{"loss", "`wdl` of JSON", "Pos.WDL.2"},
	{"expected", "", "Pos.Expected"},
	{"over", "", "Pos.Over"},
	{"played", "", "Pos.Played"},
	{"played_san", "", "Pos.SAN"},
	{"lost_cp", "", "Pos.LostCP"},
	{"lost_win", "", "Pos.LostWin %.2f"},
	{"accuracy", "", "Pos.Accuracy %.2f"},
	{"mark", "`?!`, `?`, `??` or empty", "Pos.Judgment.symbol"},
	{"clock", "", "Pos.Clock"},
	{"spent", "", "Pos.Spent"},
	{"best", "", "Pos.Best"},
	{"best_san", "", "Pos.BestSAN"},
	{"pv", "of the best line, as in JSON", "Pos.Lines.0.PV"},
	{"pv_san", "of the best line, as in JSON", "Pos.Lines.0.SAN"},
	{"depth", "of the best line, as in JSON", "Pos.Lines.0.Depth"},
	{"seldepth", "of the best line, as in JSON", "Pos.Lines.0.SelDepth"},
	{"nodes", "", "Pos.Nodes"},
	{"time_ms", "", "Pos.Time %.3f"},
	{"found_depth", "`found` of JSON", "Pos.Found.Depth"},
	{"found_nodes", "`found` of JSON", "Pos.Found.Nodes"},
	{"stable_depth", "`stable` of JSON", "Pos.Stable.Depth"},
	{"stable_nodes", "`stable` of JSON", "Pos.Stable.Nodes"},
	{"changes", "", "Pos.Changes"},
	{"margin", "", "Pos.Margin"},
	{"threat", "with `--threats`: `pv_san` and `gain` of `threat` of JSON", "Pos.Threat.SAN"},
	{"threat_gain", "with `--threats`: `pv_san` and `gain` of `threat` of JSON", "Pos.Threat.Gain"},
	{"engine", "", "Pos.Engine"},
	{"network", "", "Pos.Network"},
	{"limits", "those of JSON in words, without `filters`", "Limits"},
}

// sheet is a table of CSV, each row of which is a record.
type sheet struct {
	headings []string
	cells    []func(record reflect.Value) string
}

// newSheet returns the table of records of that type.
func newSheet(of reflect.Type, columns []column) (s sheet) {
	for _, c := range columns {
		s.headings, s.cells = append(s.headings, c.name), append(s.cells, c.cell(of))
	}
	return s
}

// row returns the row of a record.
func (s *sheet) row(record any) []string {
	row := make([]string, len(s.cells))
	for i, cell := range s.cells {
		row[i] = cell(reflect.ValueOf(record))
	}
	return row
}

// cell returns what returns the part of a record of that type that the column has, "" if a record does not have it.
func (c *column) cell(of reflect.Type) func(record reflect.Value) string {
	path, format, _ := strings.Cut(c.part, " ")
	var steps []func(v reflect.Value) reflect.Value
	for name := range strings.SplitSeq(path, ".") {
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		switch of.Kind() {
		case reflect.Struct:
			field, _ := of.FieldByName(name)
			steps, of = append(steps, func(v reflect.Value) reflect.Value { return v.FieldByIndex(field.Index) }), field.Type
		case reflect.Map:
			key := reflect.ValueOf(name)
			steps, of = append(steps, func(v reflect.Value) reflect.Value { return v.MapIndex(key) }), of.Elem()
		default:
			i, _ := strconv.Atoi(name)
			steps, of = append(steps, func(v reflect.Value) reflect.Value {
				if i >= v.Len() {
					return reflect.Value{}
				}
				return v.Index(i)
			}), of.Elem()
		}
	}
	return func(v reflect.Value) string {
		for _, step := range steps {
			if v = reflect.Indirect(v); !v.IsValid() {
				return ""
			}
			v = step(v)
		}
		return text(reflect.Indirect(v), format)
	}
}

// text returns a value as text, "" if it is not there. The format is that of a number that JSON writes otherwise.
func text(v reflect.Value, format string) string {
	switch {
	case !v.IsValid():
		return ""
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Slice:
		return strings.Join(v.Interface().([]string), " ")
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case format != "":
		return fmt.Sprintf(format, v.Float())
	}
	return strconv.FormatFloat(v.Float(), 'f', -1, 64)
}

func (r *csvRenderer) Begin(b []byte) []byte { return AppendCSV(b, r.headings) }

func (r *csvRenderer) Item(b []byte, j *game.Judgement) []byte {
	at := csvRecord{}
	if j.IsGame() && !j.LeftOut() {
		at.Game = r.game(j)
	}
	var rows [][]string
	for i := range j.Searched() {
		at.Pos = r.position(j, i)
		limits := at.Pos.Limits
		limits.Filters = nil // they choose moves, in whatever way these were searched
		at.Limits = limits.Describe()
		rows = append(rows, r.row(at))
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

// playerColumns are its columns.
var playerColumns = []column{
	{"name", "", "Name"}, {"games", "", "Games"}, {"won", "", "Won"}, {"drawn", "", "Drawn"},
	{"lost", "", "Lost"}, {"judged", "", "Judged"}, {"accuracy", "", "Analysis.Accuracy %.2f"},
	{"acpl", "", "Analysis.AverageLoss %.2f"}, {"inaccuracy", "", "Analysis.Inaccuracy"},
	{"mistake", "", "Analysis.Mistake"}, {"blunder", "", "Analysis.Blunder"},
}

func (r *playersRenderer) Item(b []byte, j *game.Judgement) []byte {
	if j.IsGame() {
		r.players.Add(j)
	}
	return b
}

func (r *playersRenderer) End(b []byte) []byte {
	s := newSheet(reflect.TypeFor[playerRecord](), playerColumns)
	b = AppendCSV(b, s.headings)
	for _, player := range recordPlayers(&r.players) {
		b = AppendCSV(b, s.row(player))
	}
	return b
}
