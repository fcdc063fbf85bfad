package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxGame bounds the text of a game in bytes, so that a file that is no PGN at all does not fill the memory.
const maxGame = 4 << 20

// maxMoves bounds the half-moves of a game. No real one comes near; the seventy-five-move rule allows some 12,000.
const maxMoves = 20000

// Reader reads one game after the other in Portable Game Notation. It takes what programs write, not only what the
// standard allows: results, tags and moves may be missing, and brackets may be unbalanced. A byte order mark outside of comments
// and tags counts as the beginning of a line: where files were written one behind the other, it is in the middle.
type Reader struct {
	in        *bufio.Reader
	lineStart bool // the next byte begins a line, blanks aside
	game      *Game
	depth     int   // of variations that are open
	moves     int   // of the main line
	size      int   // of the words so far, in bytes
	offset    int64 // bytes that have been read
}

// Mark is the byte order mark that may begin a file in UTF-8.
const Mark = "\ufeff"

// NewReader returns a reader of the games in in.
func NewReader(in io.Reader) *Reader {
	buffered, ok := in.(*bufio.Reader)
	if !ok {
		buffered = bufio.NewReaderSize(in, 1<<16)
	}
	return &Reader{in: buffered}
}

// atMark reports whether a byte order mark comes next. It looks ahead no further than it must.
func (r *Reader) atMark() bool {
	first, _ := r.in.Peek(1)
	if len(first) == 0 || first[0] != Mark[0] {
		return false
	}
	all, _ := r.in.Peek(len(Mark))
	return string(all) == Mark
}

// skipMark passes over a byte order mark if it comes next, and reports whether it did. What is behind it begins a line, as it
// began a file.
func (r *Reader) skipMark() bool {
	if !r.atMark() {
		return false
	}
	r.discard(len(Mark))
	r.lineStart = true
	return true
}

// SkipBlanks passes over the blanks before the next game.
func (r *Reader) SkipBlanks() {
	for {
		if r.skipMark() {
			continue
		}
		next, err := r.in.Peek(1)
		if err != nil || next[0] > ' ' {
			return // at the end of the input, or an error that the next read has too
		}
		_, _ = r.read() // it was there a moment ago
	}
}

// Parse reads the first game of a text. A text without one is a game without words.
func Parse(text string) (*Game, error) {
	g, err := NewReader(strings.NewReader(text)).Next()
	if err == io.EOF {
		return &Game{}, nil
	}
	return g, err
}

// Next returns the next game, io.EOF if there is none. A comment behind the result belongs to the game if it begins in
// the same line, and otherwise to the next one; if there is no next one, to none. A game that is too long comes with an
// error and as much of it as has been read.
func (r *Reader) Next() (*Game, error) {
	r.game, r.depth, r.moves, r.size = &Game{}, 0, 0, 0
	r.lineStart = true // also behind a result in the same line
	tags := false
	for {
		for r.skipMark() {
		}
		atStart := r.lineStart
		if atStart && (r.moves > 0 || r.depth > 0) && r.atTag() {
			if tags || r.moves > 0 { // the result is missing, the next game begins
				return r.game, nil
			}
			r.depth = 0
		}
		c, err := r.read()
		if err == io.EOF && (tags || r.moves > 0) {
			return r.game, nil
		}
		if err != nil {
			return nil, err
		}
		done := false
		switch {
		case c <= ' ':
		case c == '[':
			var tag bool
			tag, err = r.readBracket()
			tags = tags || tag
		default:
			done, err = r.readElement(c, atStart)
		}
		if err != nil && err != io.EOF {
			return r.game, err
		}
		if done {
			return r.game, r.readTail()
		}
	}
}

func (r *Reader) read() (byte, error) {
	c, err := r.in.ReadByte()
	r.lineStart = c == '\n' || r.lineStart && c <= ' '
	if err == nil {
		r.offset++
	}
	return c, err
}

// discard passes over so many bytes, which were there a moment ago.
func (r *Reader) discard(length int) {
	n, _ := r.in.Discard(length)
	r.offset += int64(n)
}

// add adds a word to the game.
func (r *Reader) add(kind Kind, text string) error {
	r.game.Words = append(r.game.Words, Word{kind, text})
	r.size += len(text) + 1
	switch kind {
	case Open:
		r.depth++
	case Close:
		r.depth = max(0, r.depth-1)
	case Move:
		if r.depth == 0 {
			r.moves++
		}
	}
	if r.moves > maxMoves {
		return errors.New("the game has no end")
	}
	return r.checkSize(0)
}

// checkSize returns an error if the game is too long with so many bytes more.
func (r *Reader) checkSize(more int) error {
	if r.size+more > maxGame {
		return fmt.Errorf("the game is longer than %d bytes", maxGame)
	}
	return nil
}

// readElement reads what begins with c and is no tag. Done tells that it is the result, which ends the game.
func (r *Reader) readElement(c byte, atStart bool) (done bool, err error) {
	switch {
	case c == '{':
		return false, r.readComment(Comment, '}')
	case c == ';':
		return false, r.readComment(LineComment, '\n')
	case c == '%' && atStart:
		return false, r.readComment(Escape, '\n')
	case c == '(':
		return false, r.add(Open, "(")
	case c == ')':
		return false, r.add(Close, ")")
	case c == '}' || c == ']':
		return false, r.add(Other, string(c))
	}
	return r.readWord(c)
}

// readComment reads up to and including end. A file may end there.
func (r *Reader) readComment(kind Kind, end byte) error {
	var text []byte
	for {
		c, err := r.read()
		if err != nil && err != io.EOF {
			return err
		}
		if err == io.EOF || c == end {
			break
		}
		if c == '\n' { // however many carriage returns a file copied too often has before it
			text = bytes.TrimRight(text, "\r")
		}
		if text = append(text, c); r.checkSize(len(text)) != nil {
			break
		}
	}
	body := string(text)
	if kind != Comment {
		body = strings.TrimRight(body, " \t\r")
	}
	return r.add(kind, body)
}

// line returns the rest of the line without reading it; of a very long one the beginning.
func (r *Reader) line() string {
	for size := 64; ; size *= 2 {
		head, err := r.in.Peek(size)
		if end := strings.IndexByte(string(head), '\n'); end >= 0 {
			return string(head[:end])
		}
		if err != nil {
			return string(head)
		}
	}
}

// atTag reports whether a tag comes next.
func (r *Reader) atTag() bool {
	if next, _ := r.in.Peek(1); string(next) != "[" {
		return false
	}
	_, _, length := parseTag(r.line()[1:])
	return length > 0
}

// readBracket reads what stands behind a bracket: a tag, or else what is left of the line.
func (r *Reader) readBracket() (tag bool, err error) {
	line := r.line()
	_, _, length := parseTag(line)
	if length > 0 && r.moves == 0 && r.depth == 0 {
		r.discard(length)
		r.lineStart = true // as far as anything behind it is concerned
		return true, r.add(Tag, "["+line[:length])
	}
	r.discard(len(line))
	return false, r.add(Other, "["+strings.TrimRight(line, " \t\r"))
}

// escapes replaces what values of tags have in place of quotation marks and backslashes.
var escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)

// parseTag reads a tag in a line behind its bracket: its name, its value, and the length with the closing bracket, 0 if
// there is no tag. The value ends at the first quotation mark that the end of the tag follows, as some programs do not
// write a backslash before those inside.
func parseTag(line string) (name, value string, length int) {
	body := strings.TrimLeft(line, " \t")
	open := strings.IndexByte(body, '"')
	if open <= 0 {
		return "", "", 0
	}
	name = strings.TrimSpace(body[:open])
	if name == "" || strings.ContainsAny(name, " \t[]{}();%") {
		return "", "", 0
	}
	start := len(line) - len(body) + open + 1
	for i := start; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			rest, closed := strings.CutPrefix(strings.TrimLeft(line[i+1:], " \t"), "]")
			if closed && mayFollowTag(strings.TrimSpace(rest)) {
				if value = line[start:i]; strings.IndexByte(value, '\\') >= 0 {
					value = escapes.Replace(value)
				}
				return name, value, len(line) - len(rest)
			}
		}
	}
	return "", "", 0
}

// mayFollowTag reports whether a text may stand behind a tag in its line, or is empty.
func mayFollowTag(text string) bool {
	return text == "" || strings.IndexByte("[{;%1", text[0]) >= 0 || strings.HasPrefix(text, Mark)
}

// readWord reads a word of the movetext that begins with c.
func (r *Reader) readWord(c byte) (result bool, err error) {
	word := []byte{c}
	for r.checkSize(len(word)) == nil {
		next, err := r.in.Peek(1)
		if err != nil || next[0] <= ' ' || strings.IndexByte("{}();[]$", next[0]) >= 0 || r.atMark() {
			break
		}
		c, _ := r.read() // it was there a moment ago; next may be stale, as atMark has looked further
		word = append(word, c)
	}
	for text := string(word); text != ""; {
		kind, length := classify(text, r.depth)
		if err := r.add(kind, text[:length]); err != nil {
			return false, err
		}
		if kind == Result {
			return true, nil
		}
		text = text[length:]
	}
	return false, nil
}

// classify tells what a text without blanks begins with, in a variation if depth is not 0, and how long that is.
func classify(text string, depth int) (kind Kind, length int) {
	switch text {
	case "1-0", "0-1", "1/2-1/2", "1/2", "*":
		if depth == 0 {
			return Result, len(text)
		}
		return Other, len(text)
	}
	if text[0] == '$' || text == "e.p." {
		return NAG, len(text)
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	dots := len(text) - digits - len(strings.TrimLeft(text[digits:], "."))
	switch {
	case dots > 0, digits == len(text):
		return Number, digits + dots
	case text != "--" && strings.Trim(text, "!?+-=#/\\") == "":
		return NAG, len(text)
	}
	return Move, len(text)
}

// readTail reads the comments that begin in the line of the result.
func (r *Reader) readTail() error {
	for {
		next, err := r.in.Peek(1)
		switch {
		case err != nil:
			return nil // the end of the input, or an error that the next read has too
		case next[0] == ' ' || next[0] == '\t' || next[0] == '\r':
			_, _ = r.read()
		case next[0] == '{':
			_, _ = r.read()
			err = r.readComment(Comment, '}')
		case next[0] == ';':
			_, _ = r.read()
			return r.readComment(LineComment, '\n')
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}
