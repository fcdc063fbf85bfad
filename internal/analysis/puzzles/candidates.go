package puzzles

import (
	"context"
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/search"
)

// Candidates. The bounds are wider than those of a puzzle, since searches of few nodes err.
const (
	scanJump  = 0.05 // least rise of the expected score by the opponent's move
	scanLeast = 0.35 // least expected score after it
)

// unknown stands for an unknown expected score.
var unknown = math.NaN()

// candidates returns the numbers of the positions of a game that may be puzzles, by the expected score of the side to move
// in each of them.
func candidates(expected []float64) (list []int) {
	for i := 1; i < len(expected); i++ {
		before, now := 1-expected[i-1], expected[i]
		if now-before >= scanJump && now >= scanLeast { // false for unknown
			list = append(list, i)
		}
	}
	return list
}

// known returns the expected score of the side to move in each position, from the answers of an analysis or the comments of the
// game, or unknown.
func known(j *game.Judgement) []float64 {
	expected := make([]float64, len(j.Plies))
	for i, p := range j.Plies {
		expected[i] = unknown
		if p.Scope != game.LeftOut {
			expected[i] = p.Expected()
		}
	}
	note := func(i int, s pgn.Score, negative bool) {
		if math.IsNaN(expected[i]) && s.Known {
			expected[i] = fromRemark(j.Plies[i].Root(), s, negative)
		}
	}
	for i, p := range j.Moves() {
		note(i+1, p.Eval, j.Plies[i+1].Root().Turn() == board.Black)
		note(i, p.Engine, false)
	}
	return expected
}

// fromRemark returns the expected score of the side to move at p, by a score that a program has noted; negative says that the
// score is the opponent's.
func fromRemark(p *board.Position, s pgn.Score, negative bool) float64 {
	score := scores.MateBound
	if !s.Mate {
		score = int(min(winrate.Current().Score(100*math.Abs(s.Value), winrate.Material(p)), scores.TablebaseBound-1))
	}
	if math.Signbit(s.Value) != negative {
		score = -score
	}
	return winrate.OddsOf(p, score, false).Expected()
}

// scan searches the positions of a game whose scores are unknown, from the last one back, with one table: each search profits
// from the later positions. No position is worth less than the move played in it, whose consequences may be too deep for its own
// search. It ends early with the context.
func (s *searcher) scan(ctx context.Context, positions []*game.Position, expected []float64) {
	s.worker.SetLimits(search.Limits{Nodes: s.settings.ScanNodes})
	s.worker.Forget()
	for i := len(positions) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if math.IsNaN(expected[i]) {
			a := s.worker.Search(ctx, positions[i])
			expected[i] = a.Top(positions[i].Root()).Expected()
			if i+1 < len(expected) {
				expected[i] = max(expected[i], 1-expected[i+1])
			}
		}
	}
}
