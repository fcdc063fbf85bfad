package files

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape returns text in which characters that a terminal would not show literally are escaped as in Go: control
// characters, which could change the screen, characters that change the direction of the text, and bytes that are not UTF-8.
// Line ends and tabs stay.
func Escape(text string) string {
	const kept = "\n\t"
	var b strings.Builder
	done := 0 // bytes of the text that are in b
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsGraphic(r) && !(r == utf8.RuneError && size == 1) || strings.ContainsRune(kept+joiners, r) {
			i += size
			continue
		}
		b.WriteString(text[done:i])
		i += size
		done = i
		b.WriteString(escaped(r, text[i-size:i]))
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// OneLine returns text as Escape does, with escaped line ends and without tabs, so that it stays in its cell of a table.
func OneLine(text string) string { return Escape(spaces.Replace(text)) }

var spaces = strings.NewReplacer("\n", `\n`, "\t", " ")

// joiners join or separate letters in names in some languages, and show only in the shapes of those letters.
const joiners = "\u200c\u200d"

// escaped returns a character, which is bytes in UTF-8, as in a string of Go.
func escaped(r rune, bytes string) string {
	switch {
	case r == '\r':
		return `\r`
	case r < 0x80 || r == utf8.RuneError:
		return fmt.Sprintf(`\x%02x`, bytes[0])
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
