package output

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// annotator writes games with what an analysis has found, in place of what engines wrote there before: an evaluation after each
// move, marks for bad moves with the better line as a variation, and tags with the average loss in centipawns and the accuracy of
// each player. Scores are for White.
type annotator struct {
	plain
	engine    string // name and version, with which it signs
	keepMarks bool   // other engines' marks stay
}

// The tags for the players' figures, with White or Black before them.
const (
	lossTag     = "AverageCentipawnLoss"
	accuracyTag = "Accuracy"
)

// definitionTag names the definition of accuracy.
const definitionTag = "AccuracyDefinition"

// Item appends the game with everything that it had, and the annotations.
func (r *annotator) Item(b []byte, j *game.Judgement) []byte {
	g := j.PGN
	if j.LeftOut() {
		return append(g.Append(b), '\n')
	}
	if g == nil { // a single position: a game without moves
		root := j.Plies[0].Root()
		g = &pgn.Game{Words: []pgn.Word{pgn.TagWord("SetUp", "1"), pgn.TagWord("FEN", root.FEN())}}
		if !root.StandardCastling() {
			g.Words = append(g.Words, pgn.TagWord("Variant", "Chess960"))
		}
	}
	head, moves, tail := g.Parts()
	a := annotation{by: r, tags: r.tags(j, g)}
	intro := a.head(head)
	if len(moves) == 0 {
		a.position(j, intro)
	} else {
		if first := j.Plies[0]; first.Chosen() {
			intro, _ = evaluated(intro, evaluation(first.Shown()))
		}
		a.words = append(a.words, intro...)
	}
	for i, words := range moves {
		at := slices.IndexFunc(words, func(w pgn.Word) bool { return w.Kind == pgn.Move })
		a.words = append(a.words, words[:at]...)
		a.move(j, i, words[at], words[at+1:])
	}
	a.words = append(a.words, tail...)
	if !slices.ContainsFunc(tail, func(w pgn.Word) bool { return w.Kind == pgn.Result }) {
		a.add(pgn.Result, j.Outcome())
	}
	b = (&pgn.Game{Words: a.words}).Append(b)
	return append(b, '\n')
}

// Fault appends a game that cannot be played as it is. A game of a variant stays as the input has it, except that it becomes
// UTF-8 and, if it came in one line, gets line ends after its tags.
func (r *annotator) Fault(b []byte, j *game.Judgement) []byte {
	if !j.IsGame() {
		return b
	}
	if _, other := j.Variant(); !other {
		return append(j.PGN.Append(b), '\n')
	}
	text := strings.TrimRight(string(j.Text), "\r\n")
	if !strings.ContainsAny(text, "\r\n") {
		for _, w := range j.PGN.Words {
			length := len(w.Text)
			if !strings.HasPrefix(text, w.Text) { // it was not UTF-8, so each of its characters was a byte
				length = min(utf8.RuneCountInString(w.Text), len(text))
			}
			if w.Kind != pgn.Tag || pgn.PlainText(text[:length]) != w.Text {
				break
			}
			b, text = append(append(b, w.Text...), '\n'), strings.TrimLeft(text[length:], " ")
		}
		b = append(b, '\n')
	}
	for line := range strings.Lines(text) {
		b = append(b, pgn.PlainText(line)...)
	}
	return append(b, "\n\n"...)
}

// tags returns the tags that are added to a game.
func (r *annotator) tags(j *game.Judgement, g *pgn.Game) (tags []pgn.Word) {
	tags = append(j.OpeningTags(), pgn.TagWord("Annotator", r.annotators(g.Tags()["Annotator"])))
	moves := 0
	for c, name := range game.Sides {
		if f := &j.Figures[c]; f.Moves > 0 {
			tags = append(tags, pgn.TagWord(name+lossTag, fmt.Sprintf("%.0f", math.Round(f.AverageLoss()))),
				pgn.TagWord(name+accuracyTag, fmt.Sprintf("%.1f", f.Percent())))
			moves += f.Moves
		}
	}
	if moves > 0 {
		tags = append(tags, pgn.TagWord(definitionTag, "Lichess"))
	}
	return tags
}

// annotation is a game that is being annotated: the words of the game and ours.
type annotation struct {
	by    *annotator
	words []pgn.Word
	tags  []pgn.Word // to be added
}

// replaces reports whether a word is a tag that has a new value.
func (a *annotation) replaces(w pgn.Word) bool {
	if w.Kind != pgn.Tag {
		return false
	}
	name, _ := w.Tag()
	return slices.ContainsFunc(a.tags, func(tag pgn.Word) bool { n, _ := tag.Tag(); return strings.EqualFold(n, name) })
}

func (a *annotation) add(kind pgn.Kind, text string) {
	a.words = append(a.words, pgn.Word{Kind: kind, Text: text})
}

// head adds the tags, ours after the others, and returns the words between them and the moves.
func (a *annotation) head(words []pgn.Word) (intro []pgn.Word) {
	if first := slices.IndexFunc(words, func(w pgn.Word) bool { return w.Kind == pgn.Tag }); first > 0 {
		a.words, words = append(a.words, words[:first]...), words[first:]
	}
	for _, w := range words {
		switch {
		case w.Kind != pgn.Tag:
			intro = append(intro, w)
		case !a.replaces(w):
			a.words = append(a.words, w)
		}
	}
	a.words = append(a.words, a.tags...)
	return intro
}

// move adds move i of the game and the words after it. Its mark follows the marks that people gave it. The evaluation goes into
// the first comment if that holds commands such as [%clk], otherwise before it, and a better line after the variations. Nothing
// is added twice, but what an engine wrote about the move is replaced. A move that is not chosen stays as it is.
func (a *annotation) move(j *game.Judgement, i int, move pgn.Word, rest []pgn.Word) {
	before, after, mark := j.Plies[i], j.Plies[i+1], j.Plies[i].Loss.Mark
	chosen := j.Plies[i].Chosen()
	if (chosen || i > 0 && j.Plies[i-1].Chosen()) && a.lacksNumber(before.Root()) {
		a.add(pgn.Number, pgn.MoveNumber(before.Root()))
	}
	if !chosen {
		a.words = append(append(a.words, move), rest...)
		return
	}
	score := ""
	if movegen.HasLegalMove(after.Root()) {
		score = evaluation(j.Plies[i+1].Shown())
	}
	rest, exists := evaluated(rest, score)
	move, rest = a.by.withoutEngines(move, rest)
	added := mark.Symbol()
	if move.Text[len(strings.TrimRight(move.Text, "!?")):] == added || slices.ContainsFunc(items(rest), isMark(added)) {
		added = ""
	}
	marks := 0
	for marks < len(rest) && rest[marks].Kind == pgn.NAG {
		marks++
	}
	a.words = append(append(a.words, move), rest[:marks]...)
	if added != "" {
		a.add(pgn.NAG, mark.NAG())
	}
	rest = rest[marks:]
	if !exists && score != "" {
		rest = withEvaluation(rest, score)
	}
	a.words = append(a.words, rest...)
	a.threat(after.Answer, rest)
	if mark != game.Unmarked && len(before.Answer.Lines) > 0 {
		a.variation(before.Top(), added, rest)
	}
}

// lacksNumber reports whether the next move in p needs its number: each of White's, and each of Black's that does not directly
// follow White's.
func (a *annotation) lacksNumber(p *board.Position) bool {
	last := len(a.words) - 1
	return last < 0 || a.words[last].Kind != pgn.Number && (p.Turn() == board.White || a.words[last].Kind != pgn.Move)
}

var evaluations = regexp.MustCompile(`\[%eval\s[^\]]*\]`)

// evaluated returns words in which the first evaluation that is in no variation is replaced by text, and all others are left out;
// exists says that it has one.
func evaluated(words []pgn.Word, text string) (kept []pgn.Word, exists bool) {
	depth := 0
	for _, w := range words {
		switch w.Kind {
		case pgn.Open:
			depth++
		case pgn.Close:
			depth--
		case pgn.Comment:
			if !evaluations.MatchString(w.Text) {
				break
			}
			w.Text = evaluations.ReplaceAllStringFunc(w.Text, func(string) string {
				if exists || depth > 0 || text == "" {
					return ""
				}
				exists = true
				return text
			})
			if strings.TrimSpace(w.Text) == "" {
				continue
			}
		}
		kept = append(kept, w)
	}
	return kept, exists
}

// withEvaluation returns the words after a move that have no evaluation, with one.
func withEvaluation(words []pgn.Word, text string) []pgn.Word {
	if len(words) > 0 && words[0].Kind == pgn.Comment && strings.Contains(words[0].Text, "[%") {
		words = slices.Clone(words)
		words[0].Text = " " + text + " " + strings.TrimPrefix(words[0].Text, " ")
		return words
	}
	return slices.Insert(slices.Clip(words), 0, pgn.Word{Kind: pgn.Comment, Text: " " + text + " "})
}

// threatLength is the number of half-moves of a threat that are written: the threat, the answer, and the next moves.
const threatLength = 3

// threat adds a comment on the opponent's threat that was found, if it is serious and would leave the opponent better. It follows
// the move that led there. A move that only repairs the damage of that move is no threat.
func (a *annotation) threat(found *game.Answer, present []pgn.Word) {
	if l := found.Threat; found.Gain() >= game.Serious && l.Expected() >= 0.5+game.Serious/2 {
		a.remark("Threatens "+pgn.Numbered(l.Root, l.SAN()[:min(len(l.Moves), threatLength)]), present)
	}
}

// remark adds a signed comment, unless one of those present says the same.
func (a *annotation) remark(text string, present []pgn.Word) {
	if !slices.ContainsFunc(present, func(w pgn.Word) bool {
		unsigned, _, _ := strings.Cut(evaluations.ReplaceAllString(w.Text, ""), " (Vertigo ")
		return w.Kind == pgn.Comment && slices.Equal(strings.Fields(unsigned), strings.Fields(text))
	}) {
		a.add(pgn.Comment, " "+text+" ("+a.by.engine+") ")
	}
}

// variation adds a signed line, which brings the mark that the move got, "" if it had it. If the line is among the variations
// that are there, the mark is signed alone.
func (a *annotation) variation(l *game.Line, mark string, present []pgn.Word) {
	line := append([]pgn.Word{{Kind: pgn.Open, Text: "("}}, pgn.LineWords(l.Numbered())...)
	if slices.ContainsFunc(items(present), func(item []pgn.Word) bool { return slices.Equal(lineMoves(item), lineMoves(line)) }) {
		if mark != "" {
			a.remark(mark, nil)
		}
		return
	}
	a.words = append(a.words, line...)
	if mark != "" {
		mark = " than " + mark
	}
	a.remark("better"+mark, nil)
	a.add(pgn.Close, ")")
}

// position adds the evaluation of a game without moves, the best line and the threat.
func (a *annotation) position(j *game.Judgement, present []pgn.Word) {
	found, score := j.Plies[0].Answer, ""
	if len(found.Lines) > 0 {
		score = evaluation(j.Plies[0].Shown())
	}
	present, exists := evaluated(present, score)
	_, present = a.by.withoutEngines(pgn.Word{}, present)
	if !exists && score != "" {
		present = withEvaluation(present, score)
	}
	a.words = append(a.words, present...)
	if len(found.Lines) > 0 {
		a.remark(j.Plies[0].Top().Text(), present)
		a.threat(found, present)
	}
}

// evaluation returns the command for a score.
func evaluation(s winrate.Score) string {
	if s.Mate {
		return fmt.Sprintf("[%%eval #%d]", s.N)
	}
	return fmt.Sprintf("[%%eval %.2f]", float64(s.N)/100)
}
