package output

import (
	"fmt"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/notation"
	"vertigo/movegen"
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

func (r *annotator) Begin(b []byte) []byte { return b }
func (r *annotator) End(b []byte) []byte   { return b }

func (r *annotator) Render(b []byte, j *answer.Job) []byte {
	g := j.PGN
	if g == nil { // a single position: a game without moves
		g = &notation.Game{Tags: map[string]string{"SetUp": "1", "FEN": j.Positions[0].Game.Position.FEN()}, Names: []string{"SetUp", "FEN"}}
	}
	review := newReview(j)
	for _, name := range g.Names {
		if !strings.HasSuffix(name, lossTag) && !strings.HasSuffix(name, accuracyTag) { // of an earlier analysis
			b = notation.AppendTag(b, name, g.Tags[name])
		}
	}
	if g.Tags["Annotator"] == "" {
		b = notation.AppendTag(b, "Annotator", r.engine)
	}
	for c := board.White; c <= board.Black; c++ {
		if name := [...]string{"White", "Black"}[c]; review.moves[c] > 0 {
			b = notation.AppendTag(b, name+lossTag, fmt.Sprintf("%.0f", review.averageLoss(c)))
			b = notation.AppendTag(b, name+accuracyTag, fmt.Sprintf("%.1f", review.accuracy(c)))
		}
	}
	b = append(b, '\n')
	b = notation.AppendWrapped(b, append(review.words, g.Outcome()))
	return append(b, '\n')
}

// review is a game with its annotations, and what the two players gave away.
type review struct {
	words []string
	moves [board.ColorCount]int
	loss  [board.ColorCount]float64 // sum over the moves, in centipawns
	given [board.ColorCount]float64 // sum over the moves, in expected score
}

func newReview(j *answer.Job) *review {
	r := &review{}
	if len(j.Moves) == 0 {
		r.addLine("{", &j.Positions[0].Game.Position, &j.Answers[0], "}")
		return r
	}
	for i, m := range j.Moves {
		before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
		turn := before.Turn()
		r.words = append(r.words, notation.MoveNumber(before)) // before Black's moves too, as a comment stands there
		judged := judge(j, i)
		r.moves[turn]++
		r.given[turn] += judged.given
		r.loss[turn] += judged.loss
		r.words = append(r.words, notation.Line(before, []board.Move{m}))
		if nag := annotation(judged.given); nag != "" {
			r.words = append(r.words, nag)
		}
		if movegen.HasLegalMove(after) {
			r.words = append(r.words, evaluation(after, j.Answers[i+1].Score(after)))
		}
		if judged.given >= dubious {
			r.addLine("(", before, &j.Answers[i], ")")
		}
	}
	return r
}

// addLine adds the best line at p between an opening and a closing mark.
func (r *review) addLine(open string, p *board.Position, a *answer.Answer, end string) {
	if len(a.Lines) == 0 {
		return
	}
	if open == "{" {
		r.words = append(r.words, strings.TrimSuffix(evaluation(p, a.Score(p)), "}"), notation.Line(p, a.Lines[0].Moves), end)
		return
	}
	r.words = append(r.words, open, notation.NumberedLine(p, a.Lines[0].Moves), end)
}

// judgement is what a move gave away.
type judgement struct {
	given float64 // of the expected score, 0 to 1
	loss  float64 // centipawns, of scores bounded by scoreLimit
}

// judge compares move i of the game with the best one, both by what scores are worth in the position before the move.
func judge(j *answer.Job, i int) judgement {
	before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
	best, played := j.Answers[i].Score(before), -j.Answers[i+1].Score(after)
	if j.Moves[i] == j.Answers[i].Best {
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
