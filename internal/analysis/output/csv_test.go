package output

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
)

// TestHarmless checks which cells are changed so that no spreadsheet takes them for formulas, and that nothing is lost.
func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "plain": "plain", "e4 e5": "e4 e5", "12": "12", "-12": "-12", "+0.35": "+0.35", "?!": "?!", "a=b-c@d": "a=b-c@d", "1-0": "1-0",
		board.StartFEN: board.StartFEN, "M\xfcller": "M\xfcller", "https://lichess.org/a#-1": "https://lichess.org/a#-1",
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
		" \u00a0=1": " \u00a0'=1", "\t=1": "\t'=1", "\r=1": "\r'=1", "\x00=1": "\x00'=1", "\u200b=1": "\u200b'=1", "\uff1d1": "'\uff1d1",
		"a;=1": "a;'=1", "a\t-1": "a\t'-1", "two\nlines\n=1": "two\nlines\n'=1", "a; \"=1\"": "a; \"=1\"", "-1;-2": "'-1;'-2", "\xff=1": "\xff=1",
		"=": "'=", "-": "'-", "--": "'--", "-0x1p4": "'-0x1p4", "+Inf": "'+Inf",
	} {
		must.Equal(t, harmless(cell), want, cell)
	}
}

// formula is a cell that a spreadsheet may take for a formula, or for cells of which one is.
var formula = regexp.MustCompile(`(^|[;\t\r\n])[\s\x00-\x1f]*[=+@-]`)

// FuzzCSV gives positions any source and name: a spreadsheet reads as many rows and columns as there should be, and the same
// text, none of it as a formula.
func FuzzCSV(f *testing.F) {
	f.Add("a.epd", "plain")
	f.Add("a, \"b\".pgn", "two\nlines")
	f.Add("M\xfcller; ", "=1+1\r\n\"")
	f.Add("", "\r")
	f.Add("a.epd", "\x88")
	f.Fuzz(func(t *testing.T, source, id string) {
		j := game.NewJob(game.Origin{Kind: "epd", Text: "startpos"}, source, 0)
		j.Parse()
		j.Plies[0].Position.ID, j.Plies[0].Answer.Scope = id, game.Whole
		r := newCSVRenderer(Settings{Limits: game.Limits{Threats: true}})
		text := string(r.End(r.Item(r.Begin(nil), j)))
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[0]) != len(csvColumns)-1 {
			t.Fatalf("%v, %d rows:\n%s", err, len(rows), text)
		}
		for _, cell := range rows[1][:2] {
			if !number.MatchString(cell) && formula.MatchString(cell) {
				t.Errorf("a spreadsheet may take %q for a formula", cell)
			}
		}
		lines := strings.NewReplacer("\r\n", "\n") // as readers of CSV have them
		if got := rows[1]; got[0] != lines.Replace(harmless(j.Where)) || got[1] != lines.Replace(harmless(game.PlainText(id))) || got[slices.Index(rows[0], "fen")] != board.StartFEN {
			t.Errorf("%q was written, and %q is read", []string{j.Where, id}, got)
		}
	})
}
