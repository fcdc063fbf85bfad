package commandline

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"vertigo/internal/system/files"
)

// Widths in columns: that of a terminal that does not tell its own, the least that anything is made for, and the most that text
// has, which would be hard to read in longer lines.
const (
	usualWidth = 80
	leastWidth = 30
	mostWidth  = 100
)

// Columns returns how many columns a line for w may have: those of the terminal; elsewhere those that the variable COLUMNS says,
// or 0 for any number.
func Columns(w io.Writer) int {
	terminal := files.Terminal(w)
	if terminal != nil {
		if columns, _, err := term.GetSize(int(terminal.Fd())); err == nil && columns > 0 {
			return max(columns, leastWidth)
		}
	}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		return max(columns, leastWidth)
	}
	if terminal != nil {
		return usualWidth
	}
	return 0
}

// Width returns how many columns text for w has: Columns, but at most 100, and 80 where any number would do.
func Width(w io.Writer) int {
	columns := Columns(w)
	if columns == 0 {
		columns = usualWidth
	}
	return min(columns, mostWidth)
}

// Colors reports whether text for w may have colours: it is a terminal that knows some, and the variable NO_COLOR is not set
// (no-color.org).
func Colors(w io.Writer) bool {
	return files.IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
