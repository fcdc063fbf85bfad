package analyse

import (
	"fmt"
	"strings"

	"vertigo/board"
	"vertigo/search"
)

// annotator writes games with an evaluation behind each move, marks for bad moves with the better line beside them,
// and for each player the average loss in centipawns and the accuracy. Everything in a game is White's point of view.
type annotator struct{ engine string }

// How much of the expected score, 0 to 1, a move must give away to be marked.
const (
	dubious = 0.10 // $6, ?!
	mistake = 0.20 // $2, ?
	blunder = 0.30 // $4, ??
)

// The tags that tell how the players did, with White or Black before them.
const (
	lossTag     = "AverageCentipawnLoss"
	accuracyTag = "Accuracy"
)

// scoreLimit bounds what a single move can lose in the average, in centipawns.
const scoreLimit = 1000

func (r *annotator) begin(b []byte) []byte { return b }
func (r *annotator) end(b []byte) []byte   { return b }

func (r *annotator) render(b []byte, j *job) []byte {
	g := j.game
	if g == nil { // a single position: a game without moves
		g = &gameText{tags: map[string]string{"SetUp": "1", "FEN": j.positions[0].game.Position.FEN()}, names: []string{"SetUp", "FEN"}}
	}
	review := newReview(j)
	for _, name := range g.names {
		if !strings.HasSuffix(name, lossTag) && !strings.HasSuffix(name, accuracyTag) { // of an earlier analysis
			b = appendTag(b, name, g.tags[name])
		}
	}
	if g.tags["Annotator"] == "" {
		b = appendTag(b, "Annotator", r.engine)
	}
	for c := board.White; c <= board.Black; c++ {
		if name := [...]string{"White", "Black"}[c]; review.moves[c] > 0 {
			b = appendTag(b, name+lossTag, fmt.Sprintf("%.0f", review.averageLoss(c)))
			b = appendTag(b, name+accuracyTag, fmt.Sprintf("%.1f", review.accuracy(c)))
		}
	}
	b = append(b, '\n')
	b = appendWrapped(b, append(review.words, g.outcome()))
	return append(b, '\n')
}

func appendTag(b []byte, name, value string) []byte {
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	return fmt.Appendf(b, "[%s \"%s\"]\n", name, value)
}

// appendWrapped appends words in lines of at most 80 characters.
func appendWrapped(b []byte, words []string) []byte {
	column := 0
	for _, word := range strings.Fields(strings.Join(words, " ")) {
		switch {
		case column == 0:
		case column+1+len(word) > 80:
			b, column = append(b, '\n'), 0
		default:
			b, column = append(b, ' '), column+1
		}
		b, column = append(b, word...), column+len(word)
	}
	return append(b, '\n')
}

// review is a game with its annotations, and what the two players gave away.
type review struct {
	words []string
	moves [board.ColorCount]int
	loss  [board.ColorCount]float64 // sum over the moves, in centipawns
	given [board.ColorCount]float64 // sum over the moves, in expected score
}

func newReview(j *job) *review {
	r := &review{}
	if len(j.moves) == 0 {
		r.addLine("{", &j.positions[0].game.Position, &j.outcomes[0], "}")
		return r
	}
	for i, m := range j.moves {
		before, after := &j.positions[i].game.Position, &j.positions[i+1].game.Position
		turn := before.Turn()
		r.words = append(r.words, moveNumber(before)) // before Black's moves too, as a comment stands there
		judged := j.judge(i)
		r.moves[turn]++
		r.given[turn] += judged.given
		r.loss[turn] += judged.loss
		r.words = append(r.words, formatLine(before, []board.Move{m}))
		if nag := annotation(judged.given); nag != "" {
			r.words = append(r.words, nag)
		}
		if hasLegalMove(after) {
			r.words = append(r.words, evaluation(after, j.outcomes[i+1].score(after)))
		}
		if judged.given >= dubious {
			r.addLine("(", before, &j.outcomes[i], ")")
		}
	}
	return r
}

// addLine adds the best line at p between an opening and a closing mark.
func (r *review) addLine(open string, p *board.Position, o *outcome, end string) {
	if len(o.lines) == 0 {
		return
	}
	if open == "{" {
		r.words = append(r.words, strings.TrimSuffix(evaluation(p, o.score(p)), "}"), formatLine(p, o.lines[0].moves), end)
		return
	}
	r.words = append(r.words, open, numberedLine(p, o.lines[0].moves), end)
}

// numberedLine returns the moves of a line that starts at p, with their numbers.
func numberedLine(p *board.Position, line []board.Move) string {
	n, err := newNotation(p)
	words := []string{moveNumber(p)}
	for i, m := range line {
		if err != nil {
			break
		}
		if i > 0 && n.position.Turn() == board.White {
			words = append(words, moveNumber(&n.position))
		}
		words = append(words, n.format(m))
		err = n.play(m)
	}
	return strings.Join(words, " ")
}

// judgement is what a move gave away.
type judgement struct {
	given float64 // of the expected score, 0 to 1
	loss  float64 // centipawns, of scores bounded by scoreLimit
}

// judge compares move i of the game with the best one, both by what scores are worth in the position before the move.
func (j *job) judge(i int) judgement {
	before, after := &j.positions[i].game.Position, &j.positions[i+1].game.Position
	best, played := j.outcomes[i].score(before), -j.outcomes[i+1].score(after)
	if j.moves[i] == j.outcomes[i].best {
		played = max(played, best) // deeper by one ply, the same move is no worse than itself
	}
	return judgement{
		given: max(0, search.Odds(before, best, false).Expected()-search.Odds(before, played, false).Expected()),
		loss:  max(0, float64(clampedScore(before, best)-clampedScore(before, played))),
	}
}

// evaluation returns the comment for a score of the side to move at p.
func evaluation(p *board.Position, score int) string {
	sign := 1
	if p.Turn() == board.Black {
		sign = -1
	}
	if search.IsMate(score) {
		return fmt.Sprintf("{ [%%eval #%d] }", sign*search.MateIn(score))
	}
	return fmt.Sprintf("{ [%%eval %.2f] }", float64(sign*search.Centipawns(p, score))/100)
}

// annotation returns the numeric annotation for a move that gives away that much of the expected score, "" for none.
func annotation(given float64) string {
	switch {
	case given >= blunder:
		return "$4"
	case given >= mistake:
		return "$2"
	case given >= dubious:
		return "$6"
	}
	return ""
}

// clampedScore returns the centipawns that are shown for a score at p, bounded by scoreLimit.
func clampedScore(p *board.Position, score int) int {
	if search.IsMate(score) {
		return max(-scoreLimit, min(score, scoreLimit))
	}
	return max(-scoreLimit, min(search.Centipawns(p, score), scoreLimit))
}

// averageLoss returns the centipawns that c lost per move.
func (r *review) averageLoss(c board.Color) float64 { return r.loss[c] / float64(r.moves[c]) }

// accuracy returns how much of the expected score the moves of c kept, on average, in per cent.
func (r *review) accuracy(c board.Color) float64 { return 100 * (1 - r.given[c]/float64(r.moves[c])) }
