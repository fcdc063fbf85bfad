package output

import (
	"strings"

	"github.com/rivo/uniseg"

	"vertigo/internal/analysis/game"
)

// Screen is what shows an output to a person. The zero Screen is a file.
type Screen struct {
	Columns int  // of a line, 0 for any number
	Colors  bool // what is written must then reach it as it is
}

// The styles of text, as terminals call them.
const (
	bold  = "1"
	faint = "2"
)

// markStyles are those of the marks.
var markStyles = [...]string{game.Inaccuracy: "36", game.Mistake: "33", game.Blunder: "31"}

// paint returns text in a style, where there are some.
func (s Screen) paint(style, text string) string {
	if !s.Colors || style == "" || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// appendHeading appends the line above the rows of a table.
func (s Screen) appendHeading(b []byte, text string) []byte {
	return append(b, s.paint(faint, cut(text, s.Columns))+"\n"...)
}

// left returns how many columns are left in a line of that width, 0 for any. There is always room for a word or two.
func (s Screen) left(columns int) int {
	const least = 10
	if s.Columns == 0 {
		return 0
	}
	return max(s.Columns-columns, least)
}

// cut returns as much of a text as fits the number of columns, 0 for any.
func cut(text string, room int) string {
	if room == 0 || uniseg.StringWidth(text) <= room {
		return text
	}
	kept := 0 // bytes
	for state := -1; ; {
		character, _, width, next := uniseg.FirstGraphemeClusterInString(text[kept:], state)
		if room -= width; room < 1 { // for the ellipsis
			return text[:kept] + "…"
		}
		kept, state = kept+len(character), next
	}
}

// cutLine returns as many moves of a line as fit the number of columns, 0 for any.
func cutLine(line string, room int) string {
	if room == 0 || len(line) <= room {
		return line
	}
	line = line[:strings.LastIndexByte(line[:room+1], ' ')+1] // the move that does not fit is left out
	line = strings.TrimRight(line, " ")
	if strings.HasSuffix(line, ".") { // the number of that move
		line = line[:strings.LastIndexByte(line, ' ')+1]
	}
	return strings.TrimRight(line, " ")
}

// pad appends spaces to a text of fewer columns.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-uniseg.StringWidth(text), 0))
}
