package output

import (
	"cmp"
	"fmt"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/page"
	"vertigo/internal/analysis/verdict"
	"vertigo/internal/pgn"
)

// review holds the losses and the accuracy of both players of a game, by the moves that the filters leave.
type review struct {
	judged   []verdict.Loss // for each move, the zero value for those that were not judged
	moves    []verdict.Accuracy
	accuracy [board.ColorCount]verdict.Accuracy
	loss     [board.ColorCount]int // sum over the moves, in centipawns
	marks    [board.ColorCount][verdict.Blunder + 1]int
}

func newReview(j *answer.Job) *review {
	r := &review{judged: make([]verdict.Loss, len(j.Moves))}
	if len(j.Moves) == 0 {
		return r
	}
	r.moves = verdict.Moves(j.Course(), j.Positions[0].Game.Position.Turn())
	for i := range j.Moves {
		if !j.Judged(i) {
			continue
		}
		r.judged[i] = j.Loss(i)
		turn := j.Positions[i].Game.Position.Turn()
		r.accuracy[turn].Add(r.moves[i])
		r.loss[turn] += r.judged[i].Centipawns
		r.marks[turn][r.judged[i].Mark]++
	}
	return r
}

// averageLoss returns the centipawns that c lost per move.
func (r *review) averageLoss(c board.Color) float64 {
	return float64(r.loss[c]) / float64(r.accuracy[c].Moves)
}

// describeCut says where a game stops being readable, and why; "" if all of its moves can be read.
func describeCut(j *answer.Job) string {
	cut := j.PGN.Cut
	if cut.Text == "" {
		return ""
	}
	last := "no move can be read"
	if n := len(j.Moves); n > 0 {
		last = "read only up to " + pgn.NumberedLine(&j.Positions[n-1].Game.Position, j.Moves[n-1:])
	}
	return input.PlainText(fmt.Sprintf("Incomplete: %s; line %d, %s", last, max(j.Line, 1)+cut.Line-1, cut.Text))
}

// newGame returns the data of a game as a whole: where it is from, who played it, and how well. Moves and positions are
// missing.
func newGame(j *answer.Job, r *review) *page.Game {
	g := &page.Game{Where: input.PlainText(j.Where), Tags: map[string]string{}, Result: j.PGN.Outcome(), Opening: j.Opening(), Cut: describeCut(j)}
	for name, value := range j.PGN.Tags() {
		g.Tags[name] = input.PlainText(value)
	}
	for c := range g.Players {
		name := input.Known(g.Tags[players[c]])
		g.Players[c], g.Unnamed[c] = page.Player{Name: cmp.Or(name, players[c]), Moves: r.accuracy[c].Moves}, name == ""
		if r.accuracy[c].Moves > 0 {
			g.Players[c].Loss, g.Players[c].Accuracy = r.averageLoss(board.Color(c)), r.accuracy[c].Percent()
		}
	}
	return g
}
