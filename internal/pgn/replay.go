package pgn

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vertigo/board"
	"vertigo/movegen"
)

var errNoGame = errors.New("it belongs to no game: there are neither tags nor moves")

// Ply is a move of the main line.
type Ply struct {
	Move board.Move // NoMove for a pass
	SAN  string     // in standard algebraic notation, without marks
	Remarks
}

// Replay plays the game, and returns the starting position and the moves of the main line. In the words, it spells the result and
// all moves, including those of variations, as the standard does. Illegal moves become comments, and faults report them. After
// text that is not understood, move numbers decide whether the moves still belong to the game. If no move can be played, Replay
// returns an error and leaves the game as it was.
func (g *Game) Replay() (start board.Position, plies []Ply, err error) {
	if start, err = g.start(); err != nil {
		return start, nil, err
	}
	hasTags := slices.ContainsFunc(g.Words, func(w Word) bool { return w.Kind == Tag })
	if _, moves, _ := g.Parts(); len(moves) == 0 && !hasTags {
		return start, nil, errNoGame
	} else if len(moves) == 0 && g.Cut.Text != "" {
		return start, nil, g.Cut
	}
	r := play(g.Words, start, -1)
	if again := reopened(r, start); again != nil {
		r = again
	}
	if r.failed != nil && len(r.plies) == 0 {
		return start, nil, r.failed
	}
	if r.cut.Text != "" {
		g.Cut = r.cut
	}
	g.Words, g.Faults = r.mended(), append(g.Faults, limited(r.faults)...)
	g.compareEnd(&r.end)
	slices.SortStableFunc(g.Faults, func(a, b Fault) int { return a.Line - b.Line })
	_, parts, _ := g.Parts()
	for i := range r.plies {
		r.plies[i].Remarks = remarks(parts[i])
	}
	return start, r.plies, nil
}

// limited returns the first faults, with the number of the others in one line if there are too many.
func limited(faults []Fault) []Fault {
	slices.SortStableFunc(faults, func(a, b Fault) int { return a.Line - b.Line })
	if more := len(faults) - maxFaults; more > 0 {
		return append(faults[:maxFaults:maxFaults], moreFaults(faults[len(faults)-1].Line, more))
	}
	return faults
}

// OutcomeBy returns the result of a game that the rules end with that side to move, "*" if they leave the choice to the players:
// they may play on after a repetition or fifty moves.
func OutcomeBy(end movegen.End, turn board.Color) string {
	switch end {
	case movegen.Checkmate:
		return [board.ColorCount]string{"0-1", "1-0"}[turn]
	case movegen.Stalemate, movegen.DeadPosition:
		return "1/2-1/2"
	}
	return "*"
}

// compareEnd reports a result that checkmate or stalemate at the end of the game contradicts.
func (g *Game) compareEnd(last *board.Position) {
	end, outcome := movegen.EndOf(last), g.Outcome()
	if end == movegen.Unfinished || outcome == "*" || g.Cut.Text != "" {
		return
	}
	if is := OutcomeBy(end, last.Turn()); outcome != is {
		line := 1
		for _, w := range g.Words {
			line = max(line, w.Line)
		}
		g.Faults = append(g.Faults, Fault{line, fmt.Sprintf("the game ends with %s, which is %s, but its result says %s", end, is,
			outcome)})
	}
}

// play plays the words of a game. What follows the comment that is word doubted, -1 for none, may not fit.
func play(words []Word, start board.Position, doubted int) *replay {
	r := &replay{read: words, words: slices.Clone(words), text: make([]bool, len(words)), doubted: doubted, gaveUp: -1}
	r.noPoint = compact((&Game{Words: words}).tagged("Result")) == noPoint
	l := &line{main: true, san: NewSAN(&start), before: start, plies: make([]Ply, 0, len(words)/2)}
	r.line(0, l)
	r.plies, r.end = l.plies, l.san.Position
	return r
}

// maxReopened bounds the number of comments that are opened one after the other.
const maxReopened = 16

// reopened plays a game again whose moves do not fit after a comment with an opening brace in it: perhaps the comment was not
// closed, and the moves before that brace belong to the game. It returns nil if they do not fit either.
func reopened(r *replay, start board.Position) (best *replay) {
	most := len(r.plies)
	var faults []Fault
	for range maxReopened {
		at := r.gaveUp
		if at < 0 || r.read[at].Kind != Comment {
			break
		}
		comment := r.read[at]
		head, tail, _ := strings.Cut(comment.Text, "{")
		begin := movesIn(head)
		inner, err := Parse(head[begin:])
		words, rest := slices.Clone(r.read[:at]), r.read[at+1:]
		if begin == len(head) || err != nil || slices.ContainsFunc(rest, Word.isTag) { // moves do not stand before tags
			break
		}
		if text := strings.TrimSpace(head[:begin]); text != "" {
			words = append(words, Word{Unknown, text, comment.Line})
		}
		for _, w := range inner.Words {
			w.Line += comment.Line - 1
			if w.Kind == Result { // the game goes on
				w.Kind = Comment
			}
			words = append(words, w)
		}
		at = len(words)
		words = append(append(words, Word{Comment, tail, comment.Line}), rest...)
		(&Game{Words: words}).dropNumbers()
		faults = append(faults, Fault{comment.Line, openFault(head[:begin])})
		if r = play(words, start, at); (r.gaveUp < 0 || r.gaveUp > at) && len(r.plies) > most {
			best, most = r, len(r.plies)
			best.faults = append(best.faults, faults...)
		}
	}
	return best
}

// VariantError says that a game is not one of chess or Chess960.
type VariantError struct{ Variant string } // as the game names it

func (e VariantError) Error() string { return fmt.Sprintf("the variant %q is not chess", e.Variant) }

// chessNames are the names of chess and Chess960, from any position, in the tag Variant: small letters and digits alone.
var chessNames = []string{
	"", "none", "standard", "standardchess", "normal", "regular", "classical", "chess", "orthodox", "fromposition", "chess960", "960",
	"chess9lx", "frc", "dfrc", "fischerandom", "fischerrandom", "fischerrandomchess", "doublefischerrandom", "freestyle",
	"freestylechess",
}

// OtherVariant returns the variant in the tag of that name, if it is neither chess nor Chess960. The name may have another one in
// parentheses.
func (g *Game) OtherVariant() (variant string, other bool) {
	variant = g.tagged("Variant")
	for name := range strings.FieldsFuncSeq(variant, func(c rune) bool { return c == '(' || c == ')' }) {
		name = strings.Map(func(c rune) rune {
			if isLetterOrDigit(c) {
				return unicode.ToLower(c)
			}
			return -1
		}, name)
		other = other || !slices.Contains(chessNames, name)
	}
	return variant, other
}

// start returns the starting position.
func (g *Game) start() (board.Position, error) {
	if variant, other := g.OtherVariant(); other {
		return board.Position{}, VariantError{variant}
	}
	fen := strings.TrimSpace(g.tagged("FEN"))
	if fen == "" || fen == "startpos" {
		return board.StartPosition(), nil
	}
	if hasRanks(fen) { // a game begins with White
		fen += " w"
	}
	start, dropped, err := board.ReadFEN(fen)
	for _, part := range dropped {
		g.Faults = append(g.Faults, Fault{1, "the tag FEN: left out " + part})
	}
	return start, err
}

// replay plays the lines of a game.
type replay struct {
	read    []Word // as they were read
	words   []Word
	text    []bool // the words that become comments
	doubted int    // a comment after which the moves may not fit, -1 if there is none
	plies   []Ply
	end     board.Position // after them
	faults  []Fault
	failed  error // why no move of the main line can be played
	noPoint bool  // the tag Result says that both have lost
	gaveUp  int   // the first word of the main line from which on moves could not be played, -1 if there is none
	cut     Fault // why moves after the last one that was played cannot be; without text if there are none
}

// line is the main line or a variation while it is played.
type line struct {
	main   bool
	san    *SAN
	before board.Position // before the last move: variations start there
	plies  []Ply          // without what is read from comments

	shift   int  // the move numbers of the text less those of the positions
	counted bool // shift is known

	skipped bool // the last move could not be played
	trust   trust
	safe    safe
}

// trust says whether the moves of a line fit, which what comes next may change:
//
//	          text, illegal move   number that fits here   that fits before the text   that fits neither   legal move
//	sure      doubtful             sure                    -                           sure, a fault       played
//	doubtful  doubtful, lost       sure                    sure, there                 lost                played
//	lost      lost                 lost                    sure, there                 lost                not played
//
// There means that the words since the text become text, too, and that the line goes on from the position before them; so it does
// at the end of a line that is lost.
type trust uint8

const (
	sure     trust = iota
	doubtful       // text was not understood, and no move number has shown yet that the moves still fit
	lost           // they do not fit
)

// safe is the state of a line before text that was not understood.
type safe struct {
	word, plies, faults int
	position, before    board.Position
	why                 string
}

// line plays the line that begins with word i, and returns the place after it.
func (r *replay) line(i int, l *line) int {
	for ; i < len(r.words) && (l.main || r.words[i].Kind != Close); i++ {
		switch w := &r.words[i]; w.Kind {
		case Unknown:
			r.text[i] = true
			r.doubt(l, i, "what follows does not fit")
		case Comment:
			if i == r.doubted || strings.Contains(w.Text, "{") { // the comment may contain moves
				r.doubt(l, i, "what follows a comment with '{' does not fit")
			}
		case Number:
			r.number(l, i)
		case Move:
			r.move(l, i)
		case NAG:
			r.text[i] = l.skipped
		case Result:
			w.Text = results[w.Text]
		case Open:
			i = r.variation(l, i)
		}
	}
	if l.trust == lost {
		r.giveUp(l, i)
	}
	return i
}

// doubt notes that word i is not understood.
func (r *replay) doubt(l *line, i int, why string) {
	if l.trust == sure {
		l.trust = doubtful
		l.safe = safe{i, len(l.plies), len(r.faults), l.san.Position, l.before, why}
	}
}

// number compares the number of a move with the position, whose number it gets.
func (r *replay) number(l *line, i int) {
	digits := strings.TrimRight(r.words[i].Text, ".")
	dots := len(r.words[i].Text) - len(digits)
	for _, w := range r.words[i+1:] { // as in "2. ..."
		if w.Kind != Number || strings.Trim(w.Text, ".") != "" {
			break
		}
		dots += len(w.Text)
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return // dots alone
	}
	expected := l.san.Position.FullMove() + l.shift
	fits := l.counted && n == expected
	isText := dots == 0 && !fits && (len(digits) > 3 || l.counted && !r.movesFollow(i))
	switch {
	case isText && l.trust != lost:
		r.doubt(l, i, "what follows does not fit")
		r.fault(i, "%s", remarkFault(digits))
		r.text[i] = true
		return
	case l.trust == doubtful && (l.fits(&l.san.Position, n, dots) || l.mayBegin(dots) && r.movesFollow(i)):
		l.trust = sure
	case l.trust != sure && l.fits(&l.safe.position, n, dots):
		r.giveUp(l, i)
	case l.trust != sure:
		l.trust = lost
		return
	case l.counted && n != expected && l.main:
		r.fault(i, "move number %d where %d is expected: the moves are read as they stand", n, expected)
	}
	number := l.san.Position.FullMove()
	l.shift, l.counted = n-number, true
	if right := strconv.Itoa(number); right != digits {
		r.words[i].Text = right + r.words[i].Text[len(digits):]
	}
}

// movesFollow reports whether a move or the dots of a number follow word i, comments aside.
func (r *replay) movesFollow(i int) bool {
	for _, w := range r.words[i+1:] {
		switch w.Kind {
		case Comment, LineComment, Escape, Unknown:
		default:
			return w.Kind == Move || strings.Trim(w.Text, ".") == ""
		}
	}
	return false
}

// fits reports whether a move number with that many dots is that of the next move at p.
func (l *line) fits(p *board.Position, n, dots int) bool {
	return n == p.FullMove()+l.shift && (dots > 1) == (p.Turn() == board.Black)
}

// mayBegin reports whether any number with that many dots may be that of the next move, as there was none before it.
func (l *line) mayBegin(dots int) bool {
	return !l.counted && dots > 0 && (dots > 1) == (l.san.Position.Turn() == board.Black)
}

// move plays word i, a move.
func (r *replay) move(l *line, i int) {
	if l.trust == lost {
		return
	}
	w := &r.words[i]
	m, err := l.san.Parse(w.Text)
	if l.main && w.Text == noPoint && (err != nil && len(l.plies) > 0 || r.noPoint) && r.mayBeResult(i) {
		r.text[i] = true
		return
	}
	if err != nil && !r.passes(l, i) {
		r.illegal(l, i, err)
		return
	}
	l.before, l.skipped = l.san.Position, false
	san, marks := l.san.playAs(m, w.Text)
	l.plies = append(l.plies, Ply{Move: m, SAN: san})
	w.Text = san + marks
	if l.main {
		r.cut = Fault{}
	}
}

// noPoint is the result of a game that both have lost. As text, it is also castling.
const noPoint = "0-0"

// mayBeResult reports whether word i is no move, since it has no number and only comments follow, or another result.
func (r *replay) mayBeResult(i int) bool {
	numbered := i > 0 && r.words[i-1].Kind == Number
	return !numbered && !slices.ContainsFunc(r.words[i+1:], func(w Word) bool { return w.Kind == Number || w.Kind == Move })
}

// passes reports whether word i is a null move that can be played. The first move of a game needs a number, without which it is a
// line between texts.
func (r *replay) passes(l *line, i int) bool {
	if l.san.Position.InCheck() || !isNull(r.words[i].Text) {
		return false
	}
	for i--; i >= 0 && (r.words[i].Kind == Comment || r.words[i].Kind == LineComment); i-- {
	}
	return !l.main || len(l.plies) > 0 || i >= 0 && r.words[i].Kind == Number
}

// illegal turns word i, an illegal move, into text.
func (r *replay) illegal(l *line, i int, err error) {
	why := fmt.Sprintf("move %s: %v", MoveNumber(&l.san.Position), err)
	if l.main && len(l.plies) == 0 && r.failed == nil {
		r.failed = Fault{r.words[i].Line, why}
	}
	if l.trust != sure {
		l.trust = lost
		return
	}
	first := i
	for first > 0 && r.words[first-1].Kind == Number {
		first--
	}
	r.doubt(l, first, why)
	if l.main {
		r.cut = Fault{r.words[i].Line, why}
	}
	r.fault(i, "%s: kept as a comment", why)
	r.text[i], l.skipped = true, true
}

// giveUp turns the words since the safe state, up to word i, into text, and returns to that state.
func (r *replay) giveUp(l *line, i int) {
	moves, line := 0, r.words[l.safe.word].Line
	for k := l.safe.word; k < i; k++ {
		if r.words[k].Kind == Move {
			moves++
		}
	}
	if l.main && l.safe.plies == 0 && r.failed == nil {
		r.failed = Fault{r.words[l.safe.word].Line, l.safe.why}
	}
	if l.main && r.gaveUp < 0 {
		r.gaveUp = l.safe.word
	}
	if l.main && moves > 0 {
		r.cut = Fault{line, l.safe.why}
	}
	r.hide(l.safe.word, i)
	r.faults = r.faults[:l.safe.faults]
	switch moves {
	case 0:
	case 1:
		r.faults = append(r.faults, Fault{line, l.safe.why + ": kept as a comment"})
	default:
		r.faults = append(r.faults, Fault{line, fmt.Sprintf("%s: %d moves from here on are kept as a comment", l.safe.why, moves)})
	}
	l.san.Position, l.before, l.plies = l.safe.position, l.safe.before, l.plies[:l.safe.plies]
	l.trust, l.skipped = sure, true
}

// hide turns a range of words into text, except comments, tags and the result.
func (r *replay) hide(from, to int) {
	for k := from; k < to; k++ {
		switch r.words[k].Kind {
		case Tag, Comment, LineComment, Escape, Result:
		default:
			r.text[k] = true
		}
	}
}

// variation plays the variation that word i opens, and returns the index of its last word. The variation becomes text if none
// of its moves can be played, or if the move before it cannot be played.
func (r *replay) variation(parent *line, i int) int {
	if parent.skipped || parent.trust == lost {
		end := i
		for depth := 0; ; end++ {
			if r.words[end].Kind == Open {
				depth++
			} else if r.words[end].Kind == Close {
				if depth--; depth == 0 {
					break
				}
			}
		}
		r.hide(i, end+1)
		return end
	}
	l := &line{san: NewSAN(&parent.before), before: parent.before, shift: parent.shift, counted: parent.counted}
	end := r.line(i+1, l)
	for k := i; k < end && len(l.plies) == 0; k++ {
		if r.words[k].Kind == Move {
			r.hide(i, end+1)
			break
		}
	}
	return end
}

func (r *replay) fault(word int, format string, args ...any) {
	r.faults = append(r.faults, Fault{r.words[word].Line, fmt.Sprintf(format, args...)})
}

// mended returns the words, with comments in place of text that is not understood.
func (r *replay) mended() []Word {
	if !slices.Contains(r.text, true) {
		return r.words
	}
	words := make([]Word, 0, len(r.words))
	inText := false
	for i, w := range r.words {
		if !r.text[i] {
			words, inText = append(words, w), false
			continue
		}
		if inText && len(words[len(words)-1].Text) < maxRemark {
			words[len(words)-1].Text += " " + w.Text
		} else {
			words = append(words, Word{Comment, w.Text, w.Line})
		}
		inText = true
	}
	return words
}
