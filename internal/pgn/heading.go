package pgn

import (
	"slices"
	"strconv"
	"strings"
)

// head is what stands before the moves and after the tags so far.
type head struct {
	texts  []int // the words that are text
	number int   // the last one of a move in them, 0 if there is none
	counts bool  // it follows another one
	gap    bool  // an empty line follows the last tag
}

// continues reports whether a move with that number, 0 for none, may continue moves that are not understood.
func (h *head) continues(number int) bool {
	return h.number > 0 && (number == h.number+1 || h.counts && number != 1)
}

// beforeMoves reports whether neither the moves of the game nor its result have begun.
func (r *Reader) beforeMoves() bool { return r.moves == 0 && len(r.open) == 0 && !r.ended }

// heading returns the length of the text before the moves that begins with the next byte, 0 if there is none. It ends with its
// line, or before the moves, a comment, a tag or the result.
func (r *Reader) heading() (length int) {
	begins := true // a word does
	for n := 0; n < maxTagLine || !begins; {
		sign, size := r.sign(n)
		if size == 0 || strings.ContainsRune("\n\r{}"+Mark, sign) || sign == '[' && r.isTag(n) || begins && r.endsHeading(n) {
			break
		}
		if sign <= ' ' || isSpace(sign) {
			begins = true
			n += size
			continue
		}
		switch sign {
		case '(':
			size = max(size, r.enclosed(n, &r.parentheses, ')'))
		case '<':
			size = max(size, r.markup(n))
		default:
			if begins {
				r.countText(n)
			}
			size = max(size, r.wordLength(n)-n)
		}
		begins = sign == '<'
		n += size
		length = n
	}
	return length
}

// endsHeading reports whether the word n bytes ahead does not belong to the text before the moves.
func (r *Reader) endsHeading(n int) bool {
	if c, _ := r.at(n); c == ';' || c == '$' && n == 0 {
		return true
	}
	if word, end := r.peek(n); len(word) == 1 && word[0].Kind == Result && (r.tags || n == 0) {
		next, _ := r.peek(end)
		return r.tags && n == 0 || next == nil
	}
	return r.movesBegin(n)
}

// maxGap bounds how far the reader looks ahead for what spaces precede: all that it looks at stays in memory.
const maxGap = 4096

// peek returns the words that a text without spaces is made of which begins n bytes ahead, or after spaces there, and the place
// after it. There are none at the end of the line, before a comment, and after more than maxGap bytes of spaces.
func (r *Reader) peek(n int) (words []Word, end int) {
	begin := n
	sign, size := r.sign(n)
	for ; size > 0 && n-begin <= maxGap && (isSpace(sign) || sign == ' ' || sign == '\t'); sign, size = r.sign(n) {
		n += size
	}
	if size == 0 || n-begin > maxGap || strings.ContainsRune("\n\r{};", sign) {
		return nil, n
	}
	end = r.wordLength(n + size)
	return r.wordsIn(r.buf[r.pos+n : r.pos+end]), end
}

// maxParts bounds the parts of the number of a first move: "1 . e4", "2. ... Nf6".
const maxParts = 3

// movesBegin reports whether the moves begin n bytes ahead, where a word does.
func (r *Reader) movesBegin(n int) bool {
	first := n == 0 && (r.fresh || !r.remark)
	begun := n == 0 && r.lastIs(Number) // "1. {x} e4"
	dots, numbered, number := begun, begun, -1
	for parts := 0; parts <= maxParts; {
		words, end := r.peek(n)
		if next := r.lineAfter(end); len(words) == 0 && dots && next > end {
			words, end = r.peek(next)
		}
		if len(words) == 0 {
			c, _ := r.at(end)
			return dots && (c == '{' || c == ';')
		}
		for _, w := range words {
			digits := strings.TrimRight(w.Text, ".:")
			switch parts++; {
			case w.Kind == Number && parts > maxParts:
				return false
			case w.Kind == Result:
				return dots
			case w.Kind != Number:
				next, _ := r.peek(end)
				return w.Kind == Move && (begun || !r.head.continues(number)) && isFirstMove(w.Text, next, numbered, first)
			case digits != "" && number >= 0: // a date, or a number before that of the move
				return false
			case digits != "":
				number, _ = strconv.Atoi(digits)
				numbered = true
			}
			dots = true
		}
		if n = end; r.has(n, ")") { // as in 1)
			n++
		}
	}
	return false
}

// isFirstMove reports whether a move begins the moves: it has a number, begins a line or a game, or is followed by another one.
// Words of languages that look like moves, such as "be", need more of them. The words next follow in its line.
func isFirstMove(move string, next []Word, numbered, first bool) bool {
	switch {
	case isNull(move):
		return numbered
	case !numbered && !first:
		return isPlainMove(move) && len(next) > 0 && isPlainMove(next[0].Text)
	}
	return isPlainMove(move) || !slices.ContainsFunc(next, func(w Word) bool { return w.Kind == Unknown })
}

// lastIs reports whether the last word of the game, comments aside, is of a kind.
func (r *Reader) lastIs(kind Kind) bool {
	for _, w := range slices.Backward(r.game.Words) {
		if w.Kind != Comment && w.Kind != LineComment {
			return w.Kind == kind
		}
	}
	return false
}

// countText keeps the number of a move, if the word n bytes ahead is one, that stands in text before the moves.
func (r *Reader) countText(n int) {
	end := n
	for c, _ := r.at(end); c >= '0' && c <= '9' && end < n+4; c, _ = r.at(end) {
		end++
	}
	if c, _ := r.at(end); end > n && (c == '.' || c == ')') {
		number, _ := strconv.Atoi(string(r.buf[r.pos+n : r.pos+end]))
		r.head.counts = r.head.counts || r.head.number > 0 && number == r.head.number+1
		r.head.number = number
	}
}

// dropNumbers makes text of the numbers before the moves that are not those of the first one, comments between them aside.
func (g *Game) dropNumbers() {
	end := slices.IndexFunc(g.Words, func(w Word) bool { return w.Kind == Move || w.Kind == Result })
	belongs, counted, parts := end >= 0, false, 0
	if end < 0 {
		end = len(g.Words)
	}
	for i := end - 1; i >= 0; i-- {
		switch w := &g.Words[i]; w.Kind {
		case Number:
			hasDigits := strings.Trim(w.Text, ".:") != ""
			parts++
			belongs = belongs && parts <= maxParts && !(counted && hasDigits)
			if counted = counted || hasDigits; !belongs {
				w.Kind = Unknown
			}
		case Comment, LineComment:
			counted, parts = false, 0
		default:
			belongs = false
		}
	}
}

// reportHeadings reports the text after the tags of a game without moves. If its numbers count on, it has moves.
func (r *Reader) reportHeadings() {
	for _, at := range r.head.texts {
		w := r.game.Words[at]
		if !strings.ContainsFunc(w.Text, isLetterOrDigit) {
			continue
		}
		if r.fault(w.Line+r.gameLine-1, "%s", remarkFault(w.Text)); r.head.counts {
			r.game.Cut = Fault{w.Line, "no move is understood"}
		}
	}
}

// paragraph is the last part of the game that begins after an empty line.
type paragraph struct {
	isText              bool  // it has no tag, move or result, and the game has
	at                  int64 // where it begins in the input
	line, words, faults int   // before it
}

// beginParagraph notes that a paragraph begins with the next byte.
func (r *Reader) beginParagraph() {
	r.head.gap = true
	isText := len(r.open) == 0 && (r.tags || r.moves > 0)
	r.last = paragraph{isText, r.offset + int64(r.pos), r.line, len(r.game.Words), len(r.game.Faults)}
}

// goBack ends the game before its last paragraph if that is text right above the tags of the next game.
func (r *Reader) goBack() {
	p := &r.last
	if !p.isText || r.empty || r.unreported > 0 {
		return
	}
	r.pos, r.line = int(p.at-r.offset), p.line
	r.game.Words, r.game.Faults = r.game.Words[:p.words], append([]Fault(nil), r.game.Faults[:p.faults]...)
	r.head.texts = slices.DeleteFunc(r.head.texts, func(at int) bool { return at >= p.words })
	r.open, r.deeper = r.open[:0], 0
}
