package cli

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"vertigo/internal/system/files"
)

// Widths in columns: the default of a terminal, the least that anything is made for, and the most of text, since longer lines are
// hard to read.
const (
	usualWidth = 80
	leastWidth = 30
	mostWidth  = 100
)

// Columns returns how many columns a line for w may have: those of the terminal, else those of the variable COLUMNS, or 0 for any
// number.
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

// Width returns the width of text for w in columns: Columns, but at most 100, and 80 if any number would do.
func Width(w io.Writer) int {
	columns := Columns(w)
	if columns == 0 {
		columns = usualWidth
	}
	return min(columns, mostWidth)
}

// canErase reports whether a line on a terminal can be removed: it does not wrap, and the terminal obeys control characters.
func canErase(terminal *os.File) bool {
	columns, _, err := term.GetSize(int(terminal.Fd()))
	return (err != nil || columns == 0 || columns >= leastWidth) && os.Getenv("TERM") != "dumb"
}

// Colors reports whether text for w may have colours: it is a terminal with colours, and the variable NO_COLOR is not set
// (no-color.org).
func Colors(w io.Writer) bool {
	return files.IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
