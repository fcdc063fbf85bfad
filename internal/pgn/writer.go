package pgn

import "strings"

// lineLength is the greatest length of a line in characters, where the words allow it.
const lineLength = 80

// Append appends the game in Portable Game Notation: every tag in a line of its own, an empty line, and the rest in lines of at
// most 80 characters where the words allow it. It keeps every word, and the comments as they are but for white space.
func (g *Game) Append(b []byte) []byte {
	w := writer{text: b}
	for _, word := range g.Words {
		w.word(word)
	}
	if w.column > 0 {
		w.newLine()
	}
	return w.text
}

// String returns the game as Append writes it.
func (g *Game) String() string { return string(g.Append(nil)) }

type writer struct {
	text   []byte
	column int  // characters in the line so far
	tags   bool // the last word was a tag
	tail   bool // the result is written: comments after it belong to the game only in the same line
}

func (w *writer) word(word Word) {
	if word.Kind == Tag {
		if w.column > 0 {
			w.newLine()
		}
		w.text, w.tags = append(append(w.text, word.Text...), '\n'), true
		return
	}
	if w.tags {
		w.text, w.tags = append(w.text, '\n'), false
	}
	switch word.Kind {
	case Escape:
		if w.column > 0 {
			w.newLine()
		}
		w.text = append(append(append(w.text, '%'), word.Text...), '\n')
	case LineComment:
		w.put(";" + word.Text)
		w.newLine()
	case Comment, Unknown:
		w.comment(word.Text)
	default:
		w.put(word.Text)
	}
	w.tail = w.tail || word.Kind == Result
}

func (w *writer) newLine() { w.text, w.column = append(w.text, '\n'), 0 }

// put writes a word, after a space or in a new line.
func (w *writer) put(text string) {
	switch {
	case w.column == 0:
	case w.column+1+len(firstLine(text)) > lineLength && !w.tail:
		w.newLine()
	default:
		w.text, w.column = append(w.text, ' '), w.column+1
	}
	w.append(text)
}

func (w *writer) append(text string) {
	w.text, w.column = append(w.text, text...), w.column+len(text)
	if end := strings.LastIndexByte(text, '\n'); end >= 0 {
		w.column = len(text) - end - 1
	}
}

// comment writes a comment. It may turn a space into a line end or the reverse, but not in a command such as [%clk 0:10:00],
// and not where several spaces stand together, since these may be on purpose.
func (w *writer) comment(text string) {
	parts := breakable("{" + text + "}")
	w.put(parts[0])
	for _, part := range parts[1:] {
		if w.column+1+len(firstLine(part)) > lineLength && part[0] != '%' { // programs ignore a line that begins so
			w.newLine()
		} else {
			w.text, w.column = append(w.text, ' '), w.column+1
		}
		w.append(part)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// breakable splits a text at the white space that may be replaced. In a comment with another opening brace, line ends show where
// it ends.
func breakable(text string) (parts []string) {
	if strings.IndexByte(text[1:], '{') >= 0 {
		return []string{text}
	}
	begin, command := 0, false
	for i := 2; i+2 < len(text); i++ { // A space beside a brace stays.
		switch c := text[i]; {
		case c == '[' && text[i+1] == '%':
			command = true
		case c == ']':
			command = false
		case (c == ' ' || c == '\n') && !command && text[i-1] > ' ' && text[i+1] > ' ':
			parts, begin = append(parts, text[begin:i]), i+1
		}
	}
	return append(parts, text[begin:])
}
