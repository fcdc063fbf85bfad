package output

import (
	"encoding/csv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
)

// FuzzCSV gives positions any source and name: a spreadsheet reads as many rows and columns as there should be, and the same
// text.
func FuzzCSV(f *testing.F) {
	f.Add("a.epd", "plain")
	f.Add("a, \"b\".pgn", "two\nlines")
	f.Add("M\xfcller; ", "=1+1\r\n\"")
	f.Add("", "\r")
	f.Fuzz(func(t *testing.T, source, id string) {
		j := &answer.Job{Job: input.NewJob(input.Origin{Kind: "epd", Text: "startpos"}, source, 0), Answers: make([]answer.Answer, 1)}
		j.Parse()
		j.Positions[0].ID = id
		r := newCSVRenderer(Settings{Limits: answer.Limits{Threats: true, Difficulty: 1}})
		text := string(r.End(r.Render(r.Begin(nil), j)))
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[0]) != len(csvColumns)+4 {
			t.Fatalf("%v, %d rows:\n%s", err, len(rows), text)
		}
		lines := strings.NewReplacer("\r\n", "\n") // as readers of CSV have them
		if got := rows[1]; got[0] != lines.Replace(j.Where) || got[1] != lines.Replace(id) || got[2] != board.StartFEN {
			t.Errorf("%q was written, and %q is read", []string{j.Where, id}, got)
		}
	})
}
