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
	name, value, _ = parseTag(w.Text[1:])
	return name, value
}

func (w Word) isTag() bool { return w.Kind == Tag }

// escapes replaces the escaped quotation marks and backslashes of values.
var escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// mayBeginName reports whether the name of a tag, or a blank before it, may begin with c.
func mayBeginName(c byte) bool { return c != '"' && strings.IndexByte("[]{}();%\n\r", c) < 0 }

// parseTag reads a tag in a line after its bracket: its name, its value, and the length with the closing bracket, 0 if
// there is no tag. The value ends at the first quotation mark before the end of the tag, since some programs do not
// escape those inside.
func parseTag(line string) (name, value string, length int) {
	open := strings.IndexAny(line, "\"[]{}();%")
	if open < 0 || line[open] != '"' {
		return "", "", 0
	}
	name = strings.Trim(line[:open], " \t")
	if name == "" || strings.ContainsAny(name, " \t") {
		return "", "", 0
	}
	for i := open + 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			rest, closed := strings.CutPrefix(strings.TrimLeft(line[i+1:], " \t"), "]")
			if closed && mayFollowTag(strings.TrimSpace(rest)) {
				if value = line[open+1 : i]; strings.IndexByte(value, '\\') >= 0 {
					value = escapes.Replace(value)
				}
				return name, value, len(line) - len(rest)
			}
		}
	}
	return "", "", 0
}

// mayFollowTag reports whether a text may stand after a tag in its line, or is empty.
func mayFollowTag(text string) bool {
	return text == "" || strings.IndexByte("[{;%1", text[0]) >= 0 || strings.HasPrefix(text, Mark)
}

// brokenTag matches the name and the value of a broken tag.
var brokenTag = regexp.MustCompile(`^\[\s*(\w+)\s*"?([^"]*)"?\s*\]?\s*$`)

// typesetQuotes replaces the quotation marks of word processors by those of the standard.
var typesetQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`)

// mendTag returns the tag that a line is meant to be: it lacks a quotation mark or the bracket, or has typeset quotation marks.
func mendTag(line string) (tag Word, ok bool) {
	line = typesetQuotes.Replace(line)
	part := brokenTag.FindStringSubmatch(line)
	if part == nil || !strings.Contains(line, `"`) {
		return Word{}, false
	}
	return TagWord(part[1], strings.TrimRight(part[2], " ]")), true
}
