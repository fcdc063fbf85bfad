package uci

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// tokens reads the words of a line one after the other. The rest stays available as raw text, since spaces matter in the value
// of an option.
type tokens struct{ rest string }

// isSpace reports whether r separates words: white space, control characters, and characters that nobody sees, such as the byte
// order mark that some shells put in front of the first line, and those that stay around text copied from a web page.
func isSpace(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf) }

// peek returns the next word, or "" at the end of the line.
func (t *tokens) peek() string {
	t.rest = strings.TrimLeftFunc(t.rest, isSpace)
	if end := strings.IndexFunc(t.rest, isSpace); end >= 0 {
		return t.rest[:end]
	}
	return t.rest
}

// next returns the next word and moves on, or returns "" at the end of the line.
func (t *tokens) next() string {
	word := t.peek()
	t.rest = t.rest[len(word):]
	return word
}

// until returns the words before the next one that is equal to stop, in letters of any case, and whether it found that. The word
// stop is then consumed, too.
func (t *tokens) until(stop string) (words []string, found bool) {
	for word := t.next(); word != ""; word = t.next() {
		if strings.EqualFold(word, stop) {
			return words, true
		}
		words = append(words, word)
	}
	return words, false
}

// unknownArgument is the error of a command that does not take the word.
type unknownArgument string

func (e unknownArgument) Error() string { return fmt.Sprintf("unknown argument %.60q", string(e)) }

// end returns an error if there is another word.
func (t *tokens) end() error {
	if word := t.peek(); word != "" {
		return unknownArgument(word)
	}
	return nil
}

// intArg is a whole number among the arguments of a command, which may be missing.
type intArg struct {
	value int
	given bool
}

// parseInt returns the next word as a number if it is one; other words stay where they are, so that a keyword whose
// number is missing does not swallow the next one.
func (t *tokens) parseInt() intArg {
	value, ok := parseInt(t.peek())
	if !ok {
		return intArg{}
	}
	t.next()
	return intArg{value, true}
}

// scientific matches numbers such as 2e4 and 1.5E+6.
var scientific = regexp.MustCompile(`^\d+(?:\.\d+)?[eE]\+?\d{1,3}$`)

// parseInt reads a decimal integer, or a number with an exponent. Numbers beyond 64 bits become the largest or smallest there is,
// and decimal places, which some programs send with times, are cut off.
func parseInt(word string) (int, bool) {
	if scientific.MatchString(word) {
		value, _ := strconv.ParseFloat(word, 64) // out of range, it is infinite
		if value >= math.MaxInt {
			return math.MaxInt, true
		}
		return int(value), true
	}
	whole, fraction, _ := strings.Cut(word, ".")
	if strings.Trim(fraction, "0123456789") != "" {
		return 0, false
	}
	value, err := strconv.Atoi(whole)
	return value, err == nil || errors.Is(err, strconv.ErrRange) // out of range, Atoi returns the nearest number
}

// or returns the number, cut to low..high, if it was given, else the fallback.
func (n intArg) or(fallback, low, high int) int {
	if !n.given {
		return fallback
	}
	return min(max(n.value, low), high)
}
