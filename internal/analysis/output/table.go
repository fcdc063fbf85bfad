package output

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/files"
)

// tableRenderer writes a table for people: a row for each position, with the move that was played in a game.
type tableRenderer struct {
	plain
	screen  Screen
	times   bool
	several bool // there are several inputs
	count   int  // rows so far
	headed  bool // the last rows are those of single positions, under their heading
	begun   bool // something is written
}

// newTableRenderer returns the renderer of a table for the settings.
func newTableRenderer(s Settings) *tableRenderer {
	return &tableRenderer{screen: s.Screen, times: s.Times, several: s.Several}
}

// figures returns the columns of a row that have figures, or headings. A narrow terminal has no room for the last two.
func (r *tableRenderer) figures(number, score, depth, nodes, seconds string) string {
	const narrow = 76
	b := fmt.Sprintf("%5s %8s %6s", number, score, depth)
	if r.screen.Columns > 0 && r.screen.Columns < narrow {
		return b
	}
	return b + fmt.Sprintf(" %9s %8s", nodes, seconds)
}

// heading appends the line above the rows.
func (r *tableRenderer) heading(b []byte, played string) []byte {
	line := r.figures("No.", "score", "depth", "nodes", "seconds") + played + "  best line (score for White)"
	return r.screen.appendHeading(b, line)
}

func (r *tableRenderer) Item(b []byte, j *game.Judgement) []byte {
	if j.LeftOut() {
		return b
	}
	if !j.IsGame() {
		return r.positions(b, j)
	}
	b = r.title(b, j)
	b = r.heading(r.gap(b), "  "+pad("played", playedColumns))
	for _, p := range j.Searched() {
		b = r.rows(b, p, "  "+pad(p.SAN+p.Loss.Mark.Symbol(), playedColumns), "")
	}
	return b
}

// playedColumns are those of a move that was played: "Nbxd7+??".
const playedColumns = 9

// positions appends the rows of single positions.
func (r *tableRenderer) positions(b []byte, j *game.Judgement) []byte {
	if !r.headed {
		b = r.gap(b)
		b = r.heading(b, "")
		r.headed = true
	}
	for _, p := range j.Searched() {
		name := pgn.PlainText(p.Name())
		if j.IsGame() { // the title has it
			name = ""
		}
		b = r.rows(b, p, "", files.OneLine(name))
	}
	return b
}

// rows appends the best lines of a position: the numbers, then what is said of the move played, then the line and the name.
func (r *tableRenderer) rows(b []byte, p *game.Ply, played, name string) []byte {
	a := p.Answer
	r.count++
	number := fmt.Sprint(r.count)
	lines := a.Lines
	if len(lines) == 0 {
		lines = []game.Line{*p.Top()}
	}
	for n := range lines {
		l := &lines[n]
		depth, line := fmt.Sprintf("%d/%d", l.Depth, l.SelDepth), pgn.MoveNumber(p.Root())+" "+l.Text()
		if len(a.Lines) == 0 {
			depth, line = "-", "no legal move"
		}
		score := l.Shown()
		if n == 0 {
			score = p.Shown()
		}
		start := r.figures(number, score.String(), depth, fmt.Sprint(a.Nodes), shownSeconds(a.Time, r.times)) + played + "  "
		if name != "" {
			name = "  (" + cut(name, r.screen.left(len(start)+30)) + ")"
		}
		b = append(b, start+cutLine(line, r.screen.left(len(start)+uniseg.StringWidth(name)))+name+"\n"...)
		number, name = "", ""
		played = pad("", len(played))
	}
	return b
}

// title appends the title of a game: its players and result, its place in the input, where it was played, its opening, and where
// it stops being readable.
func (r *tableRenderer) title(b []byte, j *game.Judgement) []byte {
	b = r.gap(b)
	r.headed = false
	place := pgn.PlainText(j.Where)
	if !r.several {
		place = strings.TrimPrefix(place, pgn.PlainText(j.Source)+": ")
	}
	if event := j.Event(); event != "" {
		place += " · " + event
	}
	names := j.Names()
	players := files.OneLine(names[board.White] + " – " + names[board.Black])
	result := "  " + j.Outcome()
	b = append(b, r.screen.paint(bold, cut(players, r.screen.left(uniseg.StringWidth(result)))+result)+"\n"...)
	for _, line := range []string{place, j.Opening().String()} {
		if line != "" {
			b = append(b, r.screen.paint(faint, cut(files.OneLine(line), r.screen.Columns))+"\n"...)
		}
	}
	if end := j.Cut(); end != "" {
		b = append(b, cut(files.OneLine(end), r.screen.Columns)+"\n"...)
	}
	return b
}

// gap appends an empty line, unless nothing is written yet.
func (r *tableRenderer) gap(b []byte) []byte {
	if r.begun {
		b = append(b, '\n')
	}
	r.begun = true
	return b
}
