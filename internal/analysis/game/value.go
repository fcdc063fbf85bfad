package game

import (
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/movegen"
)

// Value is what a position is worth to the side to move. Each position has one, and all other numbers follow from it.
type Value struct {
	Score int  // as package scores has it, but in the centipawns that are shown
	Known bool // the rules or the tablebases say so
}

// value returns what the search that found a line says about the position where it begins.
func (l *Line) value() Value {
	if scores.IsDecisive(l.Score) {
		return Value{l.Score, l.Known}
	}
	return Value{winrate.Centipawns(l.Root, l.Score), l.Known}
}

// before returns what the position before a move is worth by that move, which leads to a position worth v.
func (v Value) before() Value { return Value{scores.FromTable(-v.Score, 1), v.Known} }

// ForMover returns the value as people see it, for the side to move.
func (v Value) ForMover() winrate.Score {
	if scores.IsDecisive(v.Score) {
		return winrate.ScoreOf(nil, v.Score) // no evaluation of a position
	}
	return winrate.Score{N: v.Score}
}

// Shown returns the value of p for White, as outputs show it.
func (v Value) Shown(p *board.Position) winrate.Score { return forWhite(p, v.ForMover()) }

// Odds returns the chances of White at p.
func (v Value) Odds(p *board.Position) winrate.Odds {
	score := v.Score
	if !scores.IsDecisive(score) {
		score = int(math.Round(winrate.Current().Score(float64(score), winrate.Material(p))))
	}
	return oddsForWhite(p, score, v.Known)
}

// estimate is what a single search found at a position.
type estimate struct {
	Value
	best board.Move
}

// rule returns the value of the last position of a game if the rules end the game there.
func (j *Job) rule(i int) (v Value, ok bool) {
	if i < len(j.Moves()) {
		return v, false
	}
	switch movegen.EndOfGame(j.Plies[i].Position.Game) {
	case movegen.Unfinished:
		return v, false
	case movegen.Checkmate:
		return Value{-scores.Mate, true}, true
	}
	return Value{scores.Draw, true}, true
}

// firstSearch returns what the first search of position i found.
func (j *Job) firstSearch(i int) estimate {
	a := &j.Plies[i].Answer
	if v, ok := j.rule(i); ok {
		return estimate{v, board.NoMove}
	}
	if a.First != nil {
		l := Line{Root: j.Plies[i].Root(), Score: a.First.Score}
		return estimate{l.value(), a.First.Best}
	}
	return estimate{j.Plies[i].Top().value(), a.Best}
}

// longestSearch returns what the longest search found that has looked at position i: its own one, unless only the move that led
// there was searched again.
func (j *Job) longestSearch(i int) estimate {
	a := &j.Plies[i].Answer
	v, ok := j.rule(i)
	switch {
	case ok:
		return estimate{v, board.NoMove}
	case i == 0 || a.First != nil || j.Plies[i-1].Answer.Played == nil:
		return estimate{j.Plies[i].Top().value(), a.Best}
	}
	played := j.Plies[i-1].Answer.Played
	v = played.value()
	e := estimate{Value{-scores.ToTable(v.Score, 1), v.Known}, board.NoMove}
	if len(played.Moves) > 1 {
		e.best = played.Moves[1]
	}
	return e
}

// setValues sets the value of each position, the zero value where nothing was searched. They are found from the end of the
// game, so that what is known of the next position is known before this one: a position is worth the best of what its search
// found and of what the position after the move of the game is worth. So a move never gains anything, and the best move loses
// nothing.
//
// An example, in centipawns for the side to move: White plays a move that is not the best one, then both play the best moves. The
// searches find 100, -95, 95 and, at the end, 100 for Black.
//
//	position  found  ceiling  value
//	3           100              100  the game ends here
//	2            95     -100    -100  the best move leads to position 3
//	1           -95      100     100  the best move leads to position 2
//	0           100      -45     -45  the move leads to -100; when it was searched, it lost only 5
//
// The ceiling of position 0 is the highest value from which a fall to -100 gets no mark, as a fall from 100 to 95 gets none.
func (j *Job) setValues() {
	for i := len(j.Plies) - 1; i >= 0; i-- {
		p := j.Plies[i]
		if p.Value = (Value{}); p.Answer.Scope == LeftOut {
			continue
		}
		found := j.longestSearch(i)
		p.Value = found.Value
		if p.Move == board.NoMove || j.Plies[i+1].Answer.Scope == LeftOut { // no move leads to a position that was searched
			continue
		}
		after := j.Plies[i+1].Value.before()
		if ceiling := j.ceiling(i, found, after); found.Score > ceiling {
			p.Value = Value{Score: ceiling}
		}
		if p.Value.Score <= after.Score {
			p.Value = after
		}
	}
}

// ceiling returns the highest score that position i can have, given the estimate of the longest search and the value of the
// position after the move, both for the side to move. Searches err, and what was found further on in the game must not count
// against only one of two moves. So the move gets no worse mark than a comparison of the two gives it. If the best move turns out
// to lose to a mate, others might not: the position is worth as little as one that is lost, but it is not called a mate.
func (j *Job) ceiling(i int, found estimate, after Value) int {
	switch decided := scores.IsDecisive(found.Score); {
	case j.isBest(i, found) && after.Score <= -scores.TablebaseBound && !decided:
		return -mostCentipawns
	case j.isBest(i, found):
		return after.Score
	case decided:
		return scores.Mate
	}
	return mostWith(j.comparedMark(i), after.Score)
}

// isBest reports whether the move of the game is the best one at position i: the one that is listed as such, or that of the
// longest search.
func (j *Job) isBest(i int, found estimate) bool {
	p := j.Plies[i]
	return p.Move == p.Answer.Best || p.Move == found.best
}

// loss returns the loss by move i, by the values of the positions before and after it.
func (j *Job) loss(i int) Loss {
	l := lossOf(j.Plies[i].Value.Score, j.Plies[i+1].Value.before().Score)
	found := j.longestSearch(i)
	switch {
	case j.isBest(i, found):
		l.Mark = Unmarked
	case !scores.IsDecisive(found.Score):
		l.Mark = min(l.Mark, j.comparedMark(i))
	}
	return l
}

// comparedMark returns the mark of move i by a comparison with the best move in searches of the same length. A move deserves a
// mark if both the first searches and, if there was one, the longer search give it. The longer search decides alone if it is
// certain who wins.
func (j *Job) comparedMark(i int) Mark {
	first := j.firstSearchesMark(i)
	a := &j.Plies[i].Answer
	if a.Played == nil {
		return first
	}
	best, played := j.Plies[i].Top().value(), a.Played.value()
	longer := lossOf(best.Score, played.Score).Mark
	if scores.IsDecisive(best.Score) || scores.IsDecisive(played.Score) {
		return longer
	}
	return min(first, longer)
}

// firstSearchesMark returns the mark of move i by the first searches of the positions before and after it.
func (j *Job) firstSearchesMark(i int) Mark {
	before := j.firstSearch(i)
	if before.best == j.Plies[i].Move {
		return Unmarked
	}
	return lossOf(before.Score, j.firstSearch(i+1).before().Score).Mark
}
