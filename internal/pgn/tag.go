package pgn

import (
	"fmt"
	"regexp"
	"strings"
)

// maxTagLine bounds the length of a line with a tag, in bytes.
const maxTagLine = 1 << 15

// TagWord returns the word for a tag.
func TagWord(name, value string) Word {
	return Word{Kind: Tag, Text: fmt.Sprintf(`[%s "%s"]`, name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))}
}

// Tag returns the name and the value of a word that is a tag.
func (w Word) Tag() (name, value string) {
	at, ok := parseTag(w.Text[1:])
	if !ok {
		return "", ""
	}
	name, value = at.name(w.Text[1:]), w.Text[1+at.open+1:1+at.close]
	if strings.IndexByte(value, '\\') >= 0 {
		value = escapes.Replace(value)
	}
	return name, value
}

// mayBe reports whether the name of a tag begins like a well-known one, which is quicker to see than what the name is.
func (w *Word) mayBe(name string) bool {
	at := skipSpaces(w.Text, 1)
	return at < len(w.Text) && w.Text[at]|0x20 == name[0]|0x20
}

func (w Word) isTag() bool { return w.Kind == Tag }

// isNamed reports whether a word is a tag of that name, whatever letters it is written in.
func (w Word) isNamed(name string) bool {
	if w.Kind != Tag {
		return false
	}
	its, _ := w.Tag()
	return strings.EqualFold(its, name)
}

// escapes replaces the escaped quotation marks and backslashes of values.
var escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// mayBeginName reports whether the name of a tag, or a space before it, may begin with c.
func mayBeginName(c byte) bool { return c != '"' && strings.IndexByte("[]{}();%\n\r", c) < 0 }

// tagPlaces are places in a tag, from its bracket on: the quotation marks of its value, and its end.
type tagPlaces struct{ open, close, end int }

// name returns the name of the tag in its text.
func (t tagPlaces) name(text string) string { return strings.Trim(text[:t.open], " \t") }

// nameEnd returns the place of the quotation mark that ends the name of a tag and the spaces after it, -1 if there is no name.
// The line begins after the bracket.
func nameEnd[T string | []byte](line T) int {
	begin, end := -1, -1
	for i := range len(line) {
		switch line[i] {
		case ' ', '\t':
		case '"':
			if begin < 0 {
				return -1
			}
			return i
		case '[', ']', '{', '}', '(', ')', ';', '%':
			return -1
		default:
			if begin < 0 {
				begin = i
			} else if end < i { // the second word of a name
				return -1
			}
			end = i + 1
		}
	}
	return -1
}

// valueEnd returns the quotation mark that ends the value of a tag, and the place after its bracket; ok is false if there is
// none. The value begins at from. It ends at the first quotation mark before the end of a tag, since some programs do not escape
// those inside.
func valueEnd[T string | []byte](line T, from int) (at, end int, ok bool) {
	for i := from; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			end := skipSpaces(line, i+1)
			if end < len(line) && line[end] == ']' && mayFollowTag(line, end+1) {
				return i, end + 1, true
			}
		}
	}
	return 0, 0, false
}

// skipSpaces returns the first place in a line, from i on, that is no space.
func skipSpaces[T string | []byte](line T, i int) int {
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	return i
}

// parseTag finds the places of a tag in a line after its bracket.
func parseTag[T string | []byte](line T) (t tagPlaces, ok bool) {
	if t.open = nameEnd(line); t.open < 0 {
		return t, false
	}
	t.close, t.end, ok = valueEnd(line, t.open+1)
	return t, ok
}

// mayFollowTag reports whether the text of a line from a place on may stand after a tag, or is empty.
func mayFollowTag[T string | []byte](line T, at int) bool {
	for at = skipSpaces(line, at); at < len(line) && line[at] <= ' '; at++ {
	}
	return at == len(line) || strings.IndexByte("[{;%1", line[at]) >= 0 || string(line[at:min(at+len(Mark), len(line))]) == Mark
}

// brokenTag matches the name and the value of a broken tag.
var brokenTag = regexp.MustCompile(`^\[\s*(\w+)\s*"?([^"]*)"?\s*\]?\s*$`)

// typesetQuotes replaces the quotation marks of word processors by those of the standard.
var typesetQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`)

// mendTag returns the tag that a line is meant to be: it lacks a quotation mark or the bracket, or has typeset quotation marks.
func mendTag(line string) (tag Word, ok bool) {
	if strings.IndexFunc(line, func(c rune) bool { return strings.ContainsRune("\"“”„", c) }) < 0 {
		return Word{}, false
	}
	line = typesetQuotes.Replace(line)
	part := brokenTag.FindStringSubmatch(line)
	if part == nil {
		return Word{}, false
	}
	return TagWord(part[1], strings.TrimRight(part[2], " ]")), true
}
