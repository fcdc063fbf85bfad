package pgn

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Kind is the kind of a word of a game.
type Kind uint8

const (
	Tag         Kind = iota // [Name "value"]
	Number                  // of a move: "12." or "12..."
	Move                    // as it is written: "Nf3", "e4!?", "0-0"
	NAG                     // an annotation: "$4", or "!?", "+-" or "e.p." that stand alone
	Comment                 // the text between braces
	LineComment             // the text after a semicolon, up to the end of the line
	Escape                  // the text after a percent sign at the beginning of a line
	Open                    // the opening bracket of a variation
	Close                   // its closing bracket
	Result                  // of the game
	Other                   // a result in a variation
	Unknown                 // text that is not understood; written as a comment
)

// Word is the smallest part of a game.
type Word struct {
	Kind Kind
	Text string // without the marks of a comment
	Line int    // where it begins in the text of the game, from 1; 0 for a word that was not read
}

// Fault describes a part of a game that is not understood, and how it is treated.
type Fault struct {
	Line int // of the text of the game, from 1
	Text string
}

// Error returns the text without the line.
func (f Fault) Error() string { return f.Text }

// Game is a game as a file has it: all of its words in their order. Only white space outside of comments is not kept.
type Game struct {
	Words  []Word
	Faults []Fault
	Cut    Fault // why moves at the end of the main line are lost; without text if none are. Replay sets it
}

// PlainText returns text of the input as UTF-8. Text that is not UTF-8 is taken for Windows-1252, as old programs write it; its
// letters are those of Latin-1, the character set of the PGN standard.
func PlainText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	plain, _ := charmap.Windows1252.NewDecoder().String(text) // every byte has a meaning
	return plain
}

// tagNames are the names of tags that programs look for, by themselves and by their small letters.
var tagNames = func() map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq("Event Site Date Round White Black Result WhiteElo BlackElo ECO Opening FEN SetUp Variant " +
		"TimeControl Termination Annotator") {
		names[name], names[strings.ToLower(name)] = name, name
	}
	return names
}()

// Tags returns the tags. Well-known names are as the standard has them, whatever letters the game writes them in. Of several tags
// with the same name, the last counts.
func (g *Game) Tags() map[string]string {
	tags := map[string]string{}
	for _, w := range g.Words {
		if w.Kind == Tag {
			name, value := w.Tag()
			tags[standardName(name)] = value
		}
	}
	return tags
}

// standardName returns the name of a tag as the standard has it, if that is well known.
func standardName(name string) string {
	if known := tagNames[name]; known != "" {
		return known
	}
	return cmp.Or(tagNames[strings.ToLower(name)], name)
}

// tagged returns the value of a well-known tag, "" if the game lacks it.
func (g *Game) tagged(wanted string) (value string) {
	for i := range g.Words {
		if w := &g.Words[i]; w.Kind == Tag && w.mayBe(wanted) {
			if name, text := w.Tag(); standardName(name) == wanted {
				value = text
			}
		}
	}
	return value
}

// results are the spellings of results, without spaces.
var results = map[string]string{
	"1-0": "1-0", "1:0": "1-0", "0-1": "0-1", "0:1": "0-1", "*": "*",
	"1/2-1/2": "1/2-1/2", "1/2:1/2": "1/2-1/2", "1/2": "1/2-1/2",
}

// Outcome returns the result of the game, "*" if it is not known.
func (g *Game) Outcome() string {
	result := ""
	for _, w := range g.Words {
		if w.Kind == Result {
			result = w.Text
		}
	}
	if result = standardResult(result); result == "" || result == "*" {
		result = standardResult(g.tagged("Result"))
	}
	return cmp.Or(result, "*")
}

// HasOutcome reports whether a tag or the end of the moves says how the game ended, or that it is not known ("*").
func (g *Game) HasOutcome() bool {
	return strings.Trim(g.tagged("Result"), "?- ") != "" || slices.ContainsFunc(g.Words, func(w Word) bool { return w.Kind == Result })
}

// standardResult returns a result as the standard spells it, "" if a text is none.
func standardResult(text string) string {
	if known := results[text]; known != "" {
		return known
	}
	return results[compact(text)]
}

// compact returns a result with the signs of the standard, and without spaces.
func compact(text string) string { return strings.Join(strings.Fields(typeset.Replace(text)), "") }

// IsRemark reports whether the game is none, but comments and text that nobody misses after the last game of a file: lines of
// signs alone, and the signature of a mail.
func (g *Game) IsRemark() bool {
	for _, w := range g.Words {
		switch w.Kind {
		case Escape, Comment, LineComment:
		case Unknown:
			text, _, isSignature := strings.Cut(" "+w.Text, " "+signature)
			if hasWords := strings.ContainsFunc(text, isLetterOrDigit); hasWords || isSignature {
				return !hasWords
			}
		default:
			return false
		}
	}
	return true
}

// signature begins the signature of a mail.
const signature = "-- "

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// Parts divides the words: those before the first move of the main line, those of each of its moves, beginning with the number,
// and those after the last one, beginning with the result.
func (g *Game) Parts() (head []Word, moves [][]Word, tail []Word) {
	depth, begin, end := 0, 0, len(g.Words)
	found := false // the part that begins at begin is that of a move
	part := func(to int) {
		for to > begin && g.Words[to-1].Kind == Number {
			to--
		}
		if found {
			moves = append(moves, g.Words[begin:to])
		} else {
			head = g.Words[:to]
		}
		begin = to
	}
	for i, w := range g.Words {
		switch {
		case w.Kind == Open:
			depth++
		case w.Kind == Close:
			depth--
		case w.Kind == Move && depth == 0:
			part(i)
			found, end = true, len(g.Words)
		case w.Kind == Result && end == len(g.Words):
			end = i
		}
	}
	part(end)
	return head, moves, g.Words[begin:]
}

// remarks reads the comments of a move, without those inside its variations.
func remarks(words []Word) (r Remarks) {
	depth := 0
	for _, w := range words {
		switch {
		case w.Kind == Open:
			depth++
		case w.Kind == Close:
			depth--
		case depth == 0 && (w.Kind == Comment || w.Kind == LineComment):
			r.read(w.Text)
		}
	}
	return r
}
