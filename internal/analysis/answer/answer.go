// Package answer holds the answers of searches about positions: the best lines with their scores, the nodes and the time. It also
// defines the form in which files keep answers, and judges the moves of games by them.
package answer

import (
	"slices"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/input"
	"vertigo/tt"
)

// Scope says whether the filters of an analysis leave a position of a game to be searched.
type Scope uint8

// The scopes. Without filters every position is Whole.
const (
	Whole   Scope = iota // it was searched, and so was the position after the move from here
	Behind               // it was searched only to judge the move that led here
	LeftOut              // it was not searched
)

// Answer is the result of searching one position.
type Answer struct {
	Scope Scope // nothing else is known of a position that was left out

	Best  board.Move // NoMove if there is no legal move
	Lines []Line     // the best lines, the best first; empty only if there is no legal move
	Nodes uint64
	Time  time.Duration // in whole microseconds

	Threat *Line // the best line of the opponent if they could move instead, with their score; nil if it was not searched

	Difficulty *Rating // how hard it is to find the best move, or one that is hardly worse; nil if it was not measured

	Course []Change // the best moves on the way, the first one included

	First *First // what a shorter search had found before; nil if there was none

	Judged     bool          // the source names best moves or moves to avoid
	Solved     bool          // and the move found agrees with it
	SolveTime  time.Duration // from then on the best move was right, meaningful only if Solved
	SolveNodes uint64        // the nodes until then
}

// Line is one of the best lines of a finished search.
type Line struct {
	Score    int // side-to-move score of the search
	Bound    tt.Bound
	Known    bool // Score is what the tablebases know
	Depth    int  // plies
	SelDepth int  // plies of the longest line searched
	Moves    []board.Move
}

// Change is a moment at which another move became the best.
type Change struct {
	Move  board.Move
	Depth int           // plies
	Nodes uint64        // until then
	Time  time.Duration // until then, in whole microseconds
}

// Judge compares the answer with the moves that the source names for p, by the course of the search.
func (a *Answer) Judge(p *input.Position) {
	a.Judged = p.Judged()
	a.Solved = a.Judged && a.Best != board.NoMove && p.IsRight(a.Best)
	right := false
	for _, c := range a.Course {
		was := right
		if right = p.IsRight(c.Move); right && !was {
			a.SolveTime, a.SolveNodes = c.Time, c.Nodes
		}
	}
	if !right { // the search ended with another move than its last report
		a.SolveTime, a.SolveNodes = a.Time, a.Nodes
	}
}

// Job is a job of the input with its answers, one for each position.
type Job struct {
	*input.Job
	Answers []Answer
}

// Judged reports whether the filters leave the move from position i, and it is one: a pass is not.
func (j *Job) Judged(i int) bool {
	return j.Answers[i].Scope == Whole && (i >= len(j.Moves) || j.Moves[i] != board.NoMove)
}

// LeftOut reports whether the filters leave nothing of the job.
func (j *Job) LeftOut() bool {
	return len(j.Answers) > 0 && !slices.ContainsFunc(j.Answers, func(a Answer) bool { return a.Scope != LeftOut })
}

// Score returns the side-to-move score of the position p, also where the game is over.
func (a *Answer) Score(p *board.Position) int {
	switch {
	case len(a.Lines) > 0:
		return a.Lines[0].Score
	case p.InCheck():
		return -scores.Mate
	default:
		return scores.Draw
	}
}

// Expected returns the expected score, 0 to 1, of the side to move at the position p, also where the game is over.
func (a *Answer) Expected(p *board.Position) float64 {
	return winrate.OddsOf(p, a.Score(p), len(a.Lines) > 0 && a.Lines[0].Known).Expected()
}

// Expected returns the expected score, 0 to 1, of the side to move at p, where the line begins.
func (l *Line) Expected(p *board.Position) float64 {
	return winrate.OddsOf(p, l.Score, l.Known).Expected()
}

// Bound returns the bound of the score.
func (a *Answer) Bound() tt.Bound {
	if len(a.Lines) == 0 {
		return tt.Exact
	}
	return a.Lines[0].Bound
}
