package game

import (
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
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
