package pgn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"vertigo/board"
)

// CutFEN finds the first FEN in a text: eight ranks, the side to move and, as far as they are there, the fields after them. It
// returns the text before it, the FEN with single spaces, and the text after it. A space, a quotation mark, a bracket or a
// separator of columns stands on both sides. Whether there is such a position is for board.ReadFEN to say.
func CutFEN(text string) (before, fen, after string, found bool) {
	for at := 0; at < len(text); {
		length := strings.IndexFunc(text[at:], isBoundary)
		if length < 0 {
			length = len(text) - at
		}
		if word := text[at : at+length]; hasRanks(word) {
			if fields, rest := cutFields(text[at+length:]); len(fields) > 0 {
				return text[:at], word + " " + strings.Join(fields, " "), rest, true
			}
		}
		_, size := utf8.DecodeRuneInString(text[at+length:])
		at += length + size
	}
	return "", "", "", false
}

// threeCheck matches the text after the fields that a FEN of three-check chess shares with others: the checks that are left, as in
// "3+3 0 1", or those that were given, as in "+0+0". A time control such as 3+2 may follow other FENs.
var threeCheck = regexp.MustCompile(`^ +(?:[0-3]\+[0-3] +\d+ +\d+|\+[0-3]\+[0-3])(?:[^\w.+-]|$)`)

// FENVariant returns the variant of chess that counts in the text after a FEN show, "" if there are none.
func FENVariant(after string) string {
	if threeCheck.MatchString(after) {
		return "Three-check"
	}
	return ""
}

// isBoundary reports whether a sign may stand beside a FEN.
func isBoundary(sign rune) bool {
	return unicode.IsSpace(sign) || strings.ContainsRune(",;|\"'()", sign)
}

// hasRanks reports whether a word has eight ranks, of letters and digits, between slashes.
func hasRanks(word string) bool {
	if strings.Count(word, "/") != 7 {
		return false
	}
	last := byte('/')
	for i := range len(word) {
		c := word[i]
		if c == '/' && last == '/' || c != '/' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return false
		}
		last = c
	}
	return last != '/'
}

// fenFields are the fields of a FEN after the pieces.
var fenFields = []func(word string) bool{
	func(word string) bool { return strings.ContainsAny(word, "wbWB") && len(word) == 1 },
	func(word string) bool {
		return isNothing(word) || len(word) <= 4 && strings.Trim(word, "KQkqABCDEFGHabcdefgh") == ""
	},
	func(word string) bool { _, ok := board.ParseSquare(word); return ok || isNothing(word) },
	isDigits, isDigits,
}

// isNothing reports whether a field says that there is nothing.
func isNothing(word string) bool { return strings.Contains(" - – — none ", " "+word+" ") }

func isDigits(word string) bool { return strings.Trim(word, "0123456789") == "" }

// cutFields returns the fields of a FEN at the beginning of a text, and the text after them. Each follows spaces, or each a tab.
// Commas may follow the fields as a mark of people.
func cutFields(text string) (fields []string, rest string) {
	tabs := strings.HasPrefix(text, "\t")
	separator := func(sign rune) bool { return unicode.IsSpace(sign) && (sign == '\t') == tabs }
	for _, is := range fenFields {
		next := strings.TrimLeftFunc(text, separator)
		length := strings.IndexFunc(next, isBoundary)
		if length < 0 {
			length = len(next)
		}
		if len(next) == len(text) || length == 0 || !is(next[:length]) {
			break
		}
		fields, text = append(fields, next[:length]), next[length:]
		if mark := strings.TrimPrefix(text, ","); len(fields) > 1 && len(fields) < len(fenFields) && strings.HasPrefix(mark, " ") {
			text = mark
		}
	}
	return fields, text
}
