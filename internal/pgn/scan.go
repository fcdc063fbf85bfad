package pgn

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// element reads a word that begins with the next byte, c, or skips text that is no word.
func (r *Reader) element(c byte) error {
	switch {
	case c == '{':
		return r.brace()
	case c == ';':
		return r.remainder(LineComment)
	case c == '%' && r.fresh && !r.ended:
		return r.remainder(Escape)
	case c == '[':
		return r.bracket()
	case c == '}' || c == ')' && r.closesNumber():
		r.stray(c)
		return nil
	case r.beforeMoves():
		if n := r.heading(); n > 0 {
			text, line := r.text(n), r.line
			r.skip(n)
			return r.remarkOn(text, line)
		}
	case c == '(' && r.ended:
		return r.aside()
	case (c == '(' || c == ')') && (r.deeper > 0 || c == '(' && len(r.open) == maxDepth):
		return r.tooDeep(c)
	case c == '(':
		line := r.line
		r.skip(1)
		r.open = append(r.open, line)
		return r.add(Open, "(", line)
	case c == '<' && r.markup(0) > 0:
		text, line := r.text(r.markup(0)), r.line
		r.skip(r.markup(0))
		return r.remarkOn(text, line)
	case c == ')' && len(r.open) > 0:
		line := r.line
		r.skip(1)
		r.open = r.open[:len(r.open)-1]
		return r.add(Close, ")", line)
	case c == ')' || c == ']':
		r.stray(c)
		return nil
	}
	return r.word()
}

// maxDepth bounds the depth of variations in variations. People and programs write some ten.
const maxDepth = 100

// tooDeep keeps a bracket of a variation that is nested too deeply as text.
func (r *Reader) tooDeep(c byte) error {
	line := r.line
	if r.skip(1); c == ')' {
		r.deeper--
	} else if r.deeper++; r.deeper == 1 {
		r.fault(line, "variations are nested more than %d deep: the deeper ones are kept as a comment", maxDepth)
	}
	return r.deepText(string(c), line)
}

// deepText keeps text of a variation that is nested too deeply.
func (r *Reader) deepText(text string, line int) error {
	if last := len(r.game.Words) - 1; r.deep && len(r.game.Words[last].Text) <= maxRemark {
		r.game.Words[last].Text += " " + text
		return nil
	}
	err := r.add(Unknown, text, line)
	r.deep = true
	return err
}

// stray skips a closing bracket or brace that closes nothing.
func (r *Reader) stray(c byte) {
	if c != ')' || !r.closesNumber() {
		r.fault(r.line, "unmatched %q: left out", c)
	}
	r.skip(1)
}

// closesNumber reports whether the next byte directly follows the number of a move, so that a parenthesis, as in 1), is a dot.
func (r *Reader) closesNumber() bool {
	words := r.game.Words
	return len(words) > 0 && words[len(words)-1].Kind == Number && r.buf[r.pos-1] > ' '
}

// remainder reads a comment that goes on to the end of the line.
func (r *Reader) remainder(kind Kind) error {
	line, n := r.line, 1
	for n < r.limits.comment {
		if c, ok := r.at(n); !ok || c == '\n' || c == '\r' {
			break
		}
		n++
	}
	text := strings.TrimRight(r.text(n)[1:], " \t")
	r.skip(n)
	return r.add(kind, text, line)
}

// brace reads a comment in braces. Its first closing brace ends it, unless only text stands before the next one. A comment that
// is not closed ends before the moves in its line or at the end of its line. If it would contain only moves, the brace is
// skipped.
func (r *Reader) brace() error {
	line := r.line
	length, inner := r.closing()
	if length > 0 {
		further := 0
		if inner > 0 {
			further = r.nested(length)
		}
		text := withLineFeeds(r.text(max(length, further))[1:])
		if further > 0 {
			r.fault(line, "the comment %s has braces in it: parentheses are put in their place", quoted(text))
			text = parentheses.Replace(text)
		}
		r.skip(max(length, further) + 1)
		return r.add(Comment, text, line)
	}
	rest := r.rest(1)
	if inner > 0 && inner <= len(rest) {
		rest = rest[:inner-1]
	}
	text := string(rest)
	if space := strings.LastIndexByte(text, ' '); len(text) == maxTagLine && space > 0 {
		text = text[:space]
	}
	moves := movesIn(text)
	if moves == len(text) && moves > 0 {
		r.fault(line, "the comment %s is not closed: it ends with its line", quoted(text))
	} else {
		r.fault(line, "%s", openFault(text[:moves]))
	}
	if r.skip(1 + moves); moves == 0 {
		return nil
	}
	return r.add(Unknown, strings.TrimRight(withLineFeeds(PlainText(text[:moves])), " \t\n"), line)
}

// openFault says that a comment that begins with a text is not closed, and has moves after it.
func openFault(text string) string {
	if strings.TrimSpace(text) == "" {
		return "'{' opens a comment that is not closed: left out"
	}
	return fmt.Sprintf("the comment %s is not closed: it ends before the moves", quoted(strings.TrimRight(text, " \t")))
}

// parentheses replaces braces.
var parentheses = strings.NewReplacer("{", "(", "}", ")")

// maxNested is the greatest distance of two closing braces of a comment, in bytes.
const maxNested = 4096

// nested returns the distance to the next closing brace after the one at from, 0 if a move, an opening brace or a tag comes
// first.
func (r *Reader) nested(from int) int {
	fresh := false
	for n := from + 1; n < from+maxNested; n++ {
		c, ok := r.at(n)
		switch {
		case !ok, c == '{', c == '[' && fresh && r.isTag(n):
			return 0
		case c == '}':
			if slices.ContainsFunc(strings.Fields(string(r.buf[r.pos+from+1:r.pos+n])), isPlainMove) {
				return 0
			}
			return n
		case c == '\n' || c == '\r':
			fresh = true
		case c > ' ':
			fresh = false
		}
	}
	return 0
}

// isPlainMove reports whether a word is or ends with a move that is no word of a language, as "be" is.
func isPlainMove(word string) bool {
	_, move, _ := isMoveWord(word)
	return move && strings.ContainsAny(word, "12345678-")
}

// lineEnds matches the line ends of all systems, and repeated carriage returns of badly copied files.
var lineEnds = regexp.MustCompile(`\r*\n|\r`)

// withLineFeeds returns a text with a line feed for each line end.
func withLineFeeds(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	return lineEnds.ReplaceAllString(text, "\n")
}

// shortComment is the length of a comment that is read without a look at each of its bytes.
const shortComment = 256

// closing finds the end of a comment that begins with the next byte. It returns the distance to the closing brace, 0 if there
// is none, and the distance to the first opening brace in the comment, 0 if there is none or it is not known. A comment that
// has an empty line, a tag and then an opening brace is not closed: another game has begun. Without that brace, the comment
// quotes a game.
func (r *Reader) closing() (length, inner int) {
	head := 0
	known := r.offset+int64(r.pos) < r.unclosed
	near := r.buf[r.pos+1 : min(r.pos+shortComment, len(r.buf))]
	if end := bytes.IndexByte(near, '}'); !known && end >= 0 && bytes.IndexByte(near[:end], '{') < 0 {
		return end + 1, 0
	}
	fresh, empty, last := false, false, byte(0)
	for n := 1; n <= r.limits.comment; n++ {
		c, ok := r.at(n)
		if !ok {
			r.unclosed = r.offset + int64(r.pos+n)
			return 0, inner
		}
		switch {
		case c == '}' && !known:
			return n, inner
		case c == '{':
			if inner == 0 {
				inner = n
			}
			if head > 0 {
				r.unclosed = max(r.unclosed, r.offset+int64(r.pos+head))
				return 0, inner
			}
		case c == '\n' && last == '\r':
		case c == '\n' || c == '\r':
			empty = empty || fresh
			fresh = true
		case c > ' ':
			if c == '[' && fresh && empty && r.isTag(n) {
				head = n
			}
			fresh, empty = false, false
		}
		if known && (inner > 0 || c == '\n' || c == '\r') {
			return 0, inner
		}
		last = c
	}
	r.unclosed = r.offset + int64(r.pos) + int64(r.limits.comment/2)
	return 0, inner
}

// bracket reads a tag, or text in brackets outside of comments.
func (r *Reader) bracket() error {
	line := r.line
	if r.moves == 0 && len(r.open) == 0 && !r.ended {
		if t, ok := r.tag(0); ok {
			text := r.text(1 + t.end)
			r.skip(1 + t.end)
			r.fresh, r.tags = true, true // for the text after it
			return r.add(Tag, text, line)
		}
		if r.fresh && r.mended != line { // one for each line
			r.mended = line
			length := len(r.rest(0))
			text := r.text(length)
			if tag, ok := mendTag(text); ok {
				r.fault(line, "%s is not a proper tag: read as %s", quoted(text), shortened(tag.Text))
				r.skip(length)
				r.tags = true
				return r.add(Tag, tag.Text, line)
			}
		}
	}
	length := r.enclosed(0, &r.brackets, ']')
	if length == 0 {
		r.fault(line, "unmatched '[': left out")
		r.skip(1)
		return nil
	}
	text := r.text(length)
	if !footnote.MatchString(text) {
		r.fault(line, "%s stands outside of a comment: kept as one", quoted(text))
	}
	r.skip(length)
	return r.add(Comment, text, line)
}

// footnote matches the number of a footnote, as encyclopedias put it after moves, and the sign for a diagram.
var footnote = regexp.MustCompile(`^\[(?:\d{1,3}|#)\]$`)

// maxBracket bounds the length of a text in brackets, in bytes.
const maxBracket = 4096

// enclosed returns the length of the text from n bytes ahead, where a bracket is, to the closing bracket in its line; 0 if a brace
// or nothing comes before it. The span none is where none of these are.
func (r *Reader) enclosed(n int, none *span, closing byte) int {
	end := r.find(none, n+1, maxBracket, string(closing)+"{}\n\r")
	if c, _ := r.at(end); c != closing {
		return 0
	}
	return end + 1 - n
}

// aside reads text in parentheses after the result.
func (r *Reader) aside() error {
	line, length := r.line, r.enclosed(0, &r.parentheses, ')')
	if length == 0 {
		r.fault(line, "unmatched '(': left out")
		r.skip(1)
		return nil
	}
	text := r.text(length)
	r.skip(length)
	return r.remarkOn(text, line)
}

// maxMarkup bounds the length of markup of a web page, in bytes.
const maxMarkup = 256

// markup returns the length of the markup of a web page, such as <b>, that begins n bytes ahead, 0 if there is none. <> is a null
// move.
func (r *Reader) markup(n int) int {
	for length := 1; length < maxMarkup; length++ {
		switch c, ok := r.at(n + length); {
		case !ok, strings.IndexByte("<{}[]()\r\n", c) >= 0, c == '>' && length == 1:
			return 0
		case c == '>':
			return length + 1
		}
	}
	return 0
}

// maxRemark is the length of a text outside of comments at which another one begins, in bytes.
const maxRemark = 512

// remarkOn keeps a text that is not understood, and joins it to such text before it. Before the moves, it is a heading, which is
// not reported unless there are no moves.
func (r *Reader) remarkOn(text string, line int) error {
	words, isHeading := r.game.Words, r.beforeMoves()
	if !r.remark || len(words[len(words)-1].Text) > maxRemark {
		if isHeading {
			r.head.texts = append(r.head.texts, len(words))
		} else {
			r.fault(line, "%s", remarkFault(text))
		}
		err := r.add(Unknown, text, line)
		r.remark = true
		return err
	}
	last := &words[len(words)-1]
	if last.Text += " " + text; !isHeading && r.unreported == 0 && len(last.Text)-len(text) <= maxQuoted {
		r.game.Faults[len(r.game.Faults)-1].Text = remarkFault(last.Text)
	}
	return nil
}

func remarkFault(text string) string { return quoted(text) + " is not understood: kept as a comment" }

// maxQuoted is how much of a text messages quote, in bytes.
const maxQuoted = 40

// quoted returns a text in quotation marks, cut to a length for messages.
func quoted(text string) string { return `"` + shortened(text) + `"` }

// shortened returns a text cut to a length for messages.
func shortened(text string) string {
	if len(text) > maxQuoted {
		text = strings.ToValidUTF8(text[:maxQuoted-3], "") + "..."
	}
	return text
}

// maxKnown bounds the number of words whose parts are known.
const maxKnown = 1 << 13

// word reads a word of the movetext.
func (r *Reader) word() error {
	line, n := r.line, r.wordLength(0)
	for piece := r.promotion(n); piece > 0; piece = r.promotion(n) {
		n = r.wordLength(n + piece)
	}
	words := r.wordsIn(r.buf[r.pos : r.pos+n])
	r.skip(n)
	for _, w := range words {
		if err := r.accept(w.Kind, w.Text, line); err != nil {
			return err
		}
	}
	return nil
}

// wordsIn returns the words that a text without spaces is made of, and keeps them.
func (r *Reader) wordsIn(text []byte) []Word {
	words, ok := r.known[string(text)]
	if !ok {
		words = wordsIn(string(text))
		if r.known == nil || len(r.known) >= maxKnown {
			r.known = map[string][]Word{}
		}
		if len(text) < 32 {
			r.known[string(text)] = words
		}
	}
	return words
}

// wordsIn returns the words that a text without spaces is made of.
func wordsIn(text string) (words []Word) {
	text = marksFirst.ReplaceAllString(novelty.ReplaceAllString(spelled(text), "$1 $$146"), "$1$3$2")
	for _, text := range strings.Fields(text) {
		if bare, comma := strings.CutSuffix(text, ","); comma && isPlainMove(bare) {
			text = bare
		}
		for text != "" {
			kind, length := classify(text)
			words = append(words, Word{Kind: kind, Text: text[:length]})
			text = text[length:]
		}
	}
	return words
}

// marksFirst matches a move with the sign for check or mate after the marks instead of before them.
var marksFirst = regexp.MustCompile(`^([\w.=()-]{2,})([!?]{1,2})([+#]{1,2})$`)

// novelty matches a move with the N of a novelty, where that is no promotion.
var novelty = regexp.MustCompile(`((?:[a-h][1-8]|O)[+#]*[!?]{1,2}|(?:[a-h][2-7]|O)[+#]*)N$`)

// wordLength returns the length of the word that begins with the next byte, where its first n bytes are known.
func (r *Reader) wordLength(n int) int {
	for n < r.limits.bytes {
		for r.pos+n < len(r.buf) && isPlain[r.buf[r.pos+n]] {
			n++
		}
		c, ok := r.at(n)
		length := 1
		switch {
		case !ok, c <= ' ', n > 0 && strings.IndexByte("{}();[]$<", c) >= 0:
			return n
		case c >= utf8.RuneSelf:
			var sign rune
			if sign, length = r.sign(n); isSpace(sign) || sign == byteOrderMark {
				return n
			}
		}
		n += length
	}
	return n
}

// isPlain has the bytes of words that need no look at what is beside them.
var isPlain = func() (plain [256]bool) {
	for c := range plain {
		plain[c] = c > ' ' && c < utf8.RuneSelf && strings.IndexByte("{}();[]$<", byte(c)) < 0
	}
	return plain
}()

// bracketed matches a piece in brackets at the end of a promotion, as in e8(Q) and e8=(Q).
var bracketed = regexp.MustCompile(`^[a-h][18][=/]?\((?i:queen|rook|bishop|knight|[qrbn])\)$`)

// promotion returns the length of a piece in brackets after a word of n bytes, 0 if there is none.
func (r *Reader) promotion(n int) int {
	if c, ok := r.at(n); !ok || c != '(' {
		return 0
	}
	begin := max(0, len(bytes.TrimRight(r.buf[r.pos:r.pos+n], "=/"))-2) // of the square
	for length := 2; length <= len("(Knight)"); length++ {
		if c, ok := r.at(n + length - 1); !ok || c == ')' {
			if ok && bracketed.Match(r.buf[r.pos+begin:r.pos+n+length]) {
				return length
			}
			break
		}
	}
	return 0
}

// accept takes a word of a kind.
func (r *Reader) accept(kind Kind, text string, line int) error {
	if kind == Number {
		text = strings.Replace(text, ":", ".", 1)
	}
	switch {
	case r.deeper > 0:
		return r.deepText(text, line)
	case kind == Result && !r.tags && r.moves == 0: // perhaps it is a second result of the game before
		r.fault(line, "%s belongs to no game: kept as a comment", text)
		return r.add(Unknown, text, line)
	case kind == Result && len(r.open) > 0:
		return r.add(Other, text, line)
	case kind == Result && r.ended:
		r.fault(line, "%s is a second result: kept as a comment", text)
		return r.add(Comment, text, line)
	case kind == Result:
		r.ended = true
	case r.ended && (kind == Number && strings.HasSuffix(text, ".") || kind == Move && isPlainMove(text)):
		r.goOn()
	case kind == Unknown, r.ended && (kind == Number || kind == Move),
		kind == Number && r.remark && (text[0] == '.' || !strings.HasSuffix(text, ".")):
		return r.remarkOn(text, line)
	}
	return r.add(kind, text, line)
}

// goOn turns the result that has been read into a comment, since moves follow it.
func (r *Reader) goOn() {
	r.ended = false
	for i := len(r.game.Words) - 1; i >= 0; i-- {
		if w := &r.game.Words[i]; w.Kind == Result {
			r.fault(w.Line+r.gameLine-1, "%s stands before moves: kept as a comment", w.Text)
			w.Kind = Comment
			return
		}
	}
}

// typeset replaces the signs of programs and web pages by those of the standard: pieces, marks and dashes. Judgements become
// annotations; the standard has numbers for them.
var typeset = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "",
	"–", "-", "—", "-", "−", "-", "‑", "-", "½", "1/2", "×", "x", "…", "...", "†", "+", "‡", "++",
	"‼", "!!", "⁇", "??", "⁉", "!?", "⁈", "?!",
	"=∞", " $44 ", "⩲", " $14 ", "⩱", " $15 ", "±", " $16 ", "∓", " $17 ", "∞", " $13 ", "→", " $40 ", "↑", " $36 ",
	"⇆", " $132 ", "⇄", " $132 ", "□", " $7 ", "⨀", " $22 ", "⊙", " $22 ", "⟳", " $32 ", "⊕", " $138 ", "⯹", " $44 ")

// spelled returns a word with the signs of the standard, and without those that nobody sees. Spaces may stand in it.
func spelled(text string) string {
	if isASCII(text) {
		return text
	}
	text = PlainText(text)
	visible := strings.Map(func(sign rune) rune {
		if isInvisible(sign) {
			return -1
		}
		return sign
	}, text)
	if s := typeset.Replace(visible); s != "" {
		return s
	}
	return text
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// classify returns the kind and the length of the word at the beginning of a text without spaces. Anything else is Unknown.
func classify(text string) (kind Kind, length int) {
	if len(text) <= maxResult && results[text] != "" {
		return Result, len(text)
	}
	switch text {
	case "e.p.":
		return NAG, len(text)
	case "0000":
		return Move, len(text)
	}
	if text[0] == '$' {
		if len(text) > 1 && strings.Trim(text[1:], "0123456789") == "" {
			return NAG, len(text)
		}
		return Unknown, len(text)
	}
	for end := len(text) - 1; end > 0 && end >= len(text)-maxResult; end-- {
		if results[text[end:]] != "" && IsMove(text[:end]) {
			return classify(text[:end])
		}
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	dots := len(text) - digits - len(strings.TrimLeft(text[digits:], "."))
	if move, colon := strings.CutPrefix(text[digits:], ":"); colon && digits > 0 && (move == "" || IsMove(move)) {
		dots = 1
	}
	switch {
	case dots > 0, digits == len(text) && digits < 5,
		digits > 0 && digits < 5 && text[0] != '0' && IsMove(text[digits:]) && text[digits] != '-':
		return Number, digits + dots
	case strings.HasPrefix(text, "--") && strings.Trim(text[2:], "!?") == "": // a null move with a mark
		return Move, len(text)
	case len(text) <= maxGlyph && strings.Trim(text, "!?+-=#/\\") == "":
		return NAG, len(text)
	}
	if s := (spelling{}); s.read(text) {
		return Move, len(text) - len(s.judgement) // the judgement is a word of its own
	}
	return Unknown, len(text)
}

// maxGlyph is the length of the longest annotations of signs alone, such as "+/-". More of them are a separator.
const maxGlyph = 3

// maxResult is the length of the longest result.
const maxResult = len("1/2-1/2")

// BeginsWithMove reports whether the first two words of a line are moves, or the only one.
func BeginsWithMove(line string) bool {
	words := strings.Fields(spelled(line))
	if len(words) == 0 || !isPlainMove(words[0]) {
		return false
	}
	_, _, ok := isMoveWord(words[min(1, len(words)-1)])
	return ok
}

// movesIn returns where the moves at the end of a text begin, with their number; the length of the text if there are none. At the
// beginning of the text, the number may be missing if there are several moves.
func movesIn(text string) int {
	at, moves := len(text), 0
	for end := len(text); end > 0; {
		end = len(strings.TrimRight(text[:end], " \t\r\n"))
		begin := strings.LastIndexAny(text[:end], " \t\r\n") + 1
		numbered, move, ok := isMoveWord(text[begin:end])
		if !ok {
			return at
		}
		if move {
			moves++
		}
		if end = begin; numbered && moves > 0 || moves > 1 && strings.TrimSpace(text[:begin]) == "" {
			at = begin
		}
	}
	if strings.TrimSpace(text[:at]) == "" {
		return 0
	}
	return at
}

// isMoveWord reports whether a word may stand between moves, whether it begins with the number of a move, and whether it is or
// ends with a move.
func isMoveWord(word string) (numbered, move, ok bool) {
	for first := true; word != ""; first = false {
		kind, length := classify(word)
		numbered = numbered || first && kind == Number && word[length-1] == '.' && word[0] != '.'
		if move = kind == Move; kind == Unknown {
			return false, false, false
		}
		word = word[length:]
	}
	return numbered, move, true
}
