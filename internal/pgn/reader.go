package pgn

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// limits are those of a game, so that a file that is not PGN does not fill the memory.
type limits struct {
	bytes   int
	comment int // bytes of a comment; one that is longer counts as not closed
	words   int
	moves   int // half-moves of the main line
}

// defaultLimits are limits that no real game comes near: the seventy-five-move rule allows some 12,000 half-moves.
var defaultLimits = limits{bytes: 16 << 20, comment: 8 << 20, words: 1 << 20, moves: 20000}

// maxFaults is how many faults of a game are reported.
const maxFaults = 100

// readSize is the size of a read of the input, in bytes.
const readSize = 1 << 16

// Reader reads games in Portable Game Notation one after the other. It reads the files that programs write, not only those that
// the standard allows: results, tags and moves may be missing, brackets and braces may be unbalanced, and a line may end with a
// line feed, a carriage return, or both. Text that it does not understand becomes a comment, and a fault reports it. A byte
// order mark outside of comments and tags begins a line: in files that were concatenated, it stands in the middle.
type Reader struct {
	limits limits
	in     io.Reader
	err    error  // of the input, after buf
	buf    []byte // of the input
	offset int64  // of buf in the input
	begin  int    // of the game in buf
	pos    int    // of the next byte in buf

	line     int   // of the next byte, from 1
	fresh    bool  // only spaces precede the next byte in its line, or a mark or tag ended before it
	spaces   bool  // only spaces precede it in its line
	empty    bool  // the same, and the line before is empty
	unclosed int64 // no brace before this offset of the input opens a comment that is closed

	// What has been looked for in vain, so that nothing is looked for twice in the same part of the input.
	lineEnds, brackets, parentheses, tagEnds span

	known map[string][]Word // what words are made of

	game       *Game
	gameLine   int   // where the game begins, from 1
	open       []int // the lines of the variations that are open
	deeper     int   // how many more are open that are nested too deeply
	mended     int   // the last line in which a tag was to be mended
	tags       bool  // the game has tags
	moves      int   // of the main line
	words      int   // of the last game
	tooLong    bool  // the last game was, and its rest has not been skipped
	remark     bool  // the last word is a comment made of text outside of comments
	head       head
	last       paragraph
	deep       bool // it is made of variations that are nested too deeply
	ended      bool // the result has been read, but its line has not ended
	unreported int  // faults in excess of maxFaults
	lastFault  int  // the line of the last of them
}

// span is a part of the input, from one offset to another.
type span struct{ from, to int64 }

func (s *span) has(at int64) bool { return s.from <= at && at < s.to }

// Mark is the byte order mark that may begin a file in UTF-8.
const Mark = string(byteOrderMark)

const byteOrderMark = '\ufeff'

// NewReader returns a reader of the games in in.
func NewReader(in io.Reader) *Reader {
	return &Reader{limits: defaultLimits, in: in, line: 1, fresh: true}
}

// Parse reads the first game of a text. A text without one is a game without words.
func Parse(text string) (*Game, error) {
	r := NewReader(nil)
	r.buf, r.err = []byte(text), io.EOF // all of it, so that no buffer is needed to read it
	g, err := r.Next()
	if err == io.EOF {
		return &Game{}, nil
	}
	return g, err
}

// Offset returns the offset in the input after the last game, in bytes.
func (r *Reader) Offset() int64 { return r.offset + int64(r.pos) }

// Line returns the number of the line in which the last game begins, from 1.
func (r *Reader) Line() int { return r.gameLine }

// Text returns the text of the last game as the input has it.
func (r *Reader) Text() string { return string(r.buf[r.begin:r.pos]) }

// Next returns the next game, io.EOF if there is none. Text and comments at the end of the input that belong to no game are returned
// as a game without tags and moves. For a game that is too long, Next returns an error with the part that has been read, and
// leaves out the rest up to the next tag that begins a line. A game is returned when its line of the result and the first byte of
// the next line have been read.
func (r *Reader) Next() (*Game, error) {
	words := min(r.words+16, 1<<10) // as many as in the game before, which others may be changing now
	for r.begin = r.pos; r.tooLong && !r.beginsWithTag() || r.skipSpace(); r.begin = r.pos {
	}
	r.game, r.open, r.tags, r.moves, r.tooLong = &Game{Words: make([]Word, 0, words)}, r.open[:0], false, 0, false
	r.remark, r.ended, r.unreported, r.deeper, r.mended = false, false, 0, 0, 0
	r.head, r.last = head{texts: r.head.texts[:0]}, paragraph{}
	r.fresh, r.spaces, r.empty, r.gameLine = true, false, false, r.line
	for {
		c, ok := r.at(0)
		switch {
		case !ok && r.err != io.EOF:
			return nil, r.err
		case !ok && r.isEmpty():
			return nil, io.EOF
		case !ok, r.endsBefore(c):
			if ok {
				r.goBack()
			}
			g := r.finish()
			r.words = len(g.Words)
			return g, nil
		}
		var err error
		if !r.skipSpace() {
			if r.empty {
				r.beginParagraph()
			}
			err = r.element(c)
		}
		if err == nil {
			err = r.checkSize()
		}
		if err != nil {
			r.tooLong = true
			return r.game, err
		}
	}
}

// beginsWithTag reports whether a tag comes next that begins a line, or nothing more. Otherwise it skips the next byte.
func (r *Reader) beginsWithTag() bool {
	c, ok := r.at(0)
	if !ok || c == '[' && r.fresh && r.isTag(0) {
		return true
	}
	r.skip(1)
	return false
}

// isEmpty reports whether the game has only words that programs must ignore.
func (r *Reader) isEmpty() bool {
	return !slices.ContainsFunc(r.game.Words, func(w Word) bool { return w.Kind != Escape })
}

// endsBefore reports whether the game ends before the next byte, c: at the end of the line of its result, or at the tags of the
// next game.
func (r *Reader) endsBefore(c byte) bool {
	switch {
	case r.ended && (c == '\n' || c == '\r'):
		return !r.commentBelow()
	case r.ended && r.atMark():
		return true
	case r.ended:
		return c == '[' && r.isTag(0) || c == '1' && r.beginsWithOne()
	case c == '1' && r.empty && r.moves > 0 && len(r.open) == 0:
		return r.beginsWithOne()
	case c == '-' && r.spaces && r.moves > 0 && len(r.open) == 0:
		return string(r.rest(0)) == signature
	case !r.fresh || c != '[':
		return false
	case r.moves > 0 || len(r.open) > 0:
		return r.isTag(0)
	}
	return r.tags && (r.head.gap || r.empty) && r.isTag(0) && r.mayBegin(r.rest(1))
}

// maxRepeated is among how many words the name of a tag is looked for.
const maxRepeated = 100

// mayBegin reports whether the tag in a line after its bracket begins a game if an empty line separates it from other tags: the
// tag Event, and one whose name is among them.
func (r *Reader) mayBegin(line []byte) bool {
	name := strings.TrimSpace(string(line[:nameEnd(line)]))
	words := r.game.Words[:min(len(r.game.Words), maxRepeated)]
	return strings.EqualFold(name, "Event") || slices.ContainsFunc(words, func(w Word) bool { return w.isNamed(name) })
}

// commentBelow reports whether a comment begins the line after the line end that comes next.
func (r *Reader) commentBelow() bool {
	n := r.lineAfter(0)
	c, _ := r.at(n)
	for end := n + maxGap; n < end && (c == ' ' || c == '\t'); c, _ = r.at(n) {
		n++
	}
	return c == '{' || c == ';'
}

// lineAfter returns the place after the line end n bytes ahead, or n if there is none.
func (r *Reader) lineAfter(n int) int {
	switch c, _ := r.at(n); {
	case c == '\r' && r.has(n+1, "\n"):
		return n + 2
	case c == '\r' || c == '\n':
		return n + 1
	}
	return n
}

// beginsWithOne reports whether the number of White's first move comes next.
func (r *Reader) beginsWithOne() bool {
	n := 1
	c, ok := r.at(n)
	for ; ok && c == ' ' && n < 8; c, ok = r.at(n) {
		n++
	}
	next, _ := r.at(n + 1)
	return c == '.' && next != '.'
}

// at returns the byte n bytes ahead; ok is false if the input ends before it.
func (r *Reader) at(n int) (c byte, ok bool) {
	if r.pos+n < len(r.buf) {
		return r.buf[r.pos+n], true
	}
	return r.readTo(n)
}

// readTo returns the byte n bytes ahead, which is not in the buffer.
func (r *Reader) readTo(n int) (c byte, ok bool) {
	for r.pos+n >= len(r.buf) {
		if !r.fill() {
			return 0, false
		}
	}
	return r.buf[r.pos+n], true
}

// find returns the distance of the first byte, from n bytes ahead on, that is one of the stops, at most n+limit. The span none is
// where there is no such byte.
func (r *Reader) find(none *span, n, limit int, stops string) int {
	limit += n
	at := r.offset + int64(r.pos+n)
	if none.has(at) {
		n = int(min(none.to-r.offset-int64(r.pos), int64(limit)))
	} else {
		*none = span{at, at}
	}
	for n < limit {
		if c, ok := r.at(n); !ok || strings.IndexByte(stops, c) >= 0 {
			break
		}
		n++
	}
	none.to = max(none.to, r.offset+int64(r.pos+n))
	return n
}

// fill reads more of the input and drops the earlier games from the buffer.
func (r *Reader) fill() bool {
	if r.err != nil {
		return false
	}
	if r.begin > 0 {
		r.buf = r.buf[:copy(r.buf, r.buf[r.begin:])]
		r.offset, r.pos, r.begin = r.offset+int64(r.begin), r.pos-r.begin, 0
	}
	if cap(r.buf)-len(r.buf) < readSize/2 {
		r.buf = append(make([]byte, 0, 2*len(r.buf)+readSize), r.buf...)
	}
	for range 100 {
		n, err := r.in.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf, r.err = r.buf[:len(r.buf)+n], err
		if n > 0 || err != nil {
			return n > 0
		}
	}
	r.err = io.ErrNoProgress
	return false
}

// skip skips n bytes, which are in buf.
func (r *Reader) skip(n int) {
	for _, c := range r.buf[r.pos : r.pos+n] {
		if c == '\n' || c == '\r' {
			if c == '\r' || r.pos == 0 || r.buf[r.pos-1] != '\r' {
				r.line++
				r.empty = r.empty || r.spaces
			}
			r.fresh, r.spaces = true, true
		} else if c > ' ' {
			r.fresh, r.spaces, r.empty = false, false, false
		}
		r.pos++
	}
}

// atMark reports whether a byte order mark comes next. It reads no further than necessary.
func (r *Reader) atMark() bool { return r.has(0, Mark) }

// has reports whether the text stands n bytes ahead.
func (r *Reader) has(n int, text string) bool {
	for i := range len(text) {
		if c, ok := r.at(n + i); !ok || c != text[i] {
			return false
		}
	}
	return true
}

// isSpace reports whether a sign beyond ASCII is a space. Web pages put several kinds between moves.
func isSpace(sign rune) bool {
	return sign == '\u200b' || sign >= utf8.RuneSelf && unicode.IsSpace(sign)
}

// isInvisible reports whether nobody sees a sign: hyphens where a word may be divided, signs that join others or turn the
// direction of the text, and variants of other signs.
func isInvisible(sign rune) bool {
	return sign != byteOrderMark && (unicode.Is(unicode.Cf, sign) || unicode.Is(unicode.Variation_Selector, sign))
}

// sign returns the rune that begins n bytes ahead, and its length in bytes, 0 at the end of the input. It reads no further than
// necessary.
func (r *Reader) sign(n int) (sign rune, length int) {
	if _, ok := r.at(n); !ok {
		return 0, 0
	}
	for length = 1; length < utf8.UTFMax && !utf8.FullRune(r.buf[r.pos+n:min(r.pos+n+length, len(r.buf))]); length++ {
		if _, ok := r.at(n + length); !ok {
			break
		}
	}
	text := r.buf[r.pos+n : min(r.pos+n+length, len(r.buf))]
	if text[0] == 0xa0 { // the space of Latin-1; no sign of UTF-8 begins so
		return '\u00a0', 1
	}
	return utf8.DecodeRune(text)
}

// skipSpace skips the next byte or bytes if they are a space, an invisible sign or a byte order mark, and reports whether they
// are. A line begins after a mark.
func (r *Reader) skipSpace() bool {
	c, ok := r.at(0)
	if !ok || c > ' ' && c < utf8.RuneSelf {
		return false
	}
	if c <= ' ' {
		r.skip(1)
		return true
	}
	sign, length := r.sign(0)
	if sign != byteOrderMark && !isSpace(sign) && !isInvisible(sign) {
		return false
	}
	fresh, spaces, empty := r.fresh, r.spaces, r.empty
	if r.skip(length); sign == byteOrderMark {
		r.fresh = true
	} else {
		r.fresh, r.spaces, r.empty = fresh, spaces, empty
	}
	return true
}

// rest returns the line from that many bytes ahead on, without skipping it, or the beginning of a very long one. The result is
// valid until more is read.
func (r *Reader) rest(from int) []byte {
	n := r.find(&r.lineEnds, from, maxTagLine, "\n\r")
	return r.buf[r.pos+from : r.pos+n]
}

// isTag reports whether the bracket n bytes ahead opens a tag.
func (r *Reader) isTag(n int) bool {
	_, ok := r.tag(n)
	return ok
}

// tag returns the places of the tag that the bracket n bytes ahead opens, counted from the byte after it; ok is false if it opens
// none.
func (r *Reader) tag(n int) (t tagPlaces, ok bool) {
	if c, _ := r.at(n + 1); !mayBeginName(c) {
		return t, false
	}
	line := r.rest(n + 1)
	if t.open = nameEnd(line); t.open < 0 {
		return t, false
	}
	from := r.offset + int64(r.pos+n+1+t.open+1)
	if r.tagEnds.has(from) {
		return t, false
	}
	if t.close, t.end, ok = valueEnd(line, t.open+1); !ok {
		r.tagEnds = span{from, r.offset + int64(r.pos+n+1+len(line))}
	}
	return t, ok
}

// text returns the next n bytes as UTF-8.
func (r *Reader) text(n int) string { return PlainText(string(r.buf[r.pos : r.pos+n])) }

// add adds a word that begins in a line.
func (r *Reader) add(kind Kind, text string, line int) error {
	r.remark, r.deep = false, false
	r.game.Words = append(r.game.Words, Word{kind, text, line - r.gameLine + 1})
	switch kind {
	case Tag:
		r.head, r.last.isText = head{texts: r.head.texts[:0]}, false
	case Move:
		r.last.isText = false
		if len(r.open) == 0 {
			r.head.texts = r.head.texts[:0]
			r.moves++
		}
	case Result:
		r.last.isText = false
	}
	return r.checkSize()
}

// checkSize returns an error if the game is too long.
func (r *Reader) checkSize() error {
	switch {
	case r.moves > r.limits.moves:
		return errors.New("the game has no end")
	case r.pos-r.begin > r.limits.bytes:
		return fmt.Errorf("the game is longer than %d MiB", r.limits.bytes>>20)
	case len(r.game.Words) > r.limits.words:
		return fmt.Errorf("the game has more than %d words", r.limits.words)
	}
	return nil
}

// fault adds a fault in a line.
func (r *Reader) fault(line int, format string, args ...any) {
	r.remark = false
	if r.lastFault = line - r.gameLine + 1; len(r.game.Faults) < maxFaults {
		r.game.Faults = append(r.game.Faults, Fault{r.lastFault, fmt.Sprintf(format, args...)})
	} else {
		r.unreported++
	}
}

// moreFaults says how many faults in excess of maxFaults there are up to that line.
func moreFaults(line, count int) Fault {
	return Fault{line, fmt.Sprintf("this fault, and more of them: %d", count)}
}

// compareResults reports a result after the moves that is not the one of the tag.
func (r *Reader) compareResults() {
	for _, w := range r.game.Words {
		if w.Kind != Result {
			continue
		}
		tag, end := standardResult(r.game.tagged("Result")), standardResult(w.Text)
		if tag != "" && tag != "*" && tag != end && end != "*" {
			r.fault(w.Line+r.gameLine-1, "the game ends with %s, but the tag Result says %s: the former counts", end, tag)
		}
	}
}

// tagsFirst moves words before and between tags after all tags: programs would take the tags after them for another game. None of
// them are moves, so what is no comment becomes text. Escapes before the tags may concern the file.
func (g *Game) tagsFirst() {
	isOther := func(w Word) bool { return w.Kind != Tag }
	words := g.Words[max(slices.IndexFunc(g.Words, func(w Word) bool { return w.Kind != Escape }), 0):]
	for len(words) > 0 && isOther(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if !slices.ContainsFunc(words, isOther) {
		return
	}
	others := slices.DeleteFunc(slices.Clone(words), Word.isTag)
	for i := range others {
		if w := &others[i]; w.Kind != Comment && w.Kind != LineComment && w.Kind != Escape {
			w.Kind = Unknown
		}
	}
	copy(words, append(slices.DeleteFunc(slices.Clone(words), isOther), others...))
}

// finish ends the game. It closes open variations, before the result if that is the last word.
func (r *Reader) finish() *Game {
	r.reportHeadings()
	r.game.dropNumbers()
	r.game.tagsFirst()
	if len(r.open) > 0 {
		r.fault(r.open[0], "the variation is not closed: it ends with the game")
		r.game.Cut = Fault{r.lastFault, "a variation is not closed, so the moves after it are taken for its own"}
		words := r.game.Words
		end := len(words)
		for i := end - 1; i >= 0 && slices.Contains([]Kind{Comment, Unknown, Other}, words[i].Kind); i-- {
			if words[i].Kind == Other {
				end, words[i].Kind = i, Result
				break
			}
		}
		last := append([]Word(nil), words[end:]...)
		words = words[:end]
		for range r.open {
			words = append(words, Word{Kind: Close, Text: ")"})
		}
		r.game.Words = append(words, last...)
	}
	r.compareResults()
	if r.unreported > 0 {
		r.game.Faults = append(r.game.Faults, moreFaults(r.lastFault, r.unreported))
	}
	return r.game
}
