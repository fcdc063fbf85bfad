package puzzles

import (
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
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
func known(j *game.Job) []float64 {
	expected := make([]float64, len(j.Plies))
	for i, p := range j.Plies {
		expected[i] = unknown
		if p.Answer.Scope != game.LeftOut {
			if expected[i] = p.Odds().Expected(); p.Answer.Root.Turn() == board.Black {
				expected[i] = 1 - expected[i]
			}
		}
	}
	for i, comments := range j.PGN.Comments() {
		for _, text := range comments {
			readEvaluations(expected, j.Plies, i, text)
		}
	}
	return expected
}

var (
	evalCommand = regexp.MustCompile(`\[%eval\s+(#?)([-+]?\d+(?:\.\d+)?)(,\d+)?`)
	engineScore = regexp.MustCompile(`^\s*([-+]?)(?:(M)(\d+)|(\d+\.\d+))/\d+\s*(?:$|,|[\d.]+s\b)`)
)

// readEvaluations reads a comment after move i of a game. The command [%eval] has White's score of the position after the move, in
// pawns or, with the depth, in centipawns. Comments of cutechess and fastchess, such as "+0.31/14 0.12s", where the time may be
// missing, have the score of the side that moved, before its move.
func readEvaluations(expected []float64, plies []*game.Ply, i int, text string) {
	if part := evalCommand.FindStringSubmatch(text); part != nil && math.IsNaN(expected[i+1]) {
		p := plies[i+1].Answer.Root
		mate, digits := part[1] != "", strings.TrimLeft(part[2], "+-")
		if part[3] != "" && !mate && !strings.Contains(digits, ".") { // ChessBase writes centipawns and the depth
			mate = len(digits) > 4
			digits += "e-2"
		}
		expected[i+1] = fromText(p, mate, strings.HasPrefix(part[2], "-") != (p.Turn() == board.Black), digits)
	}
	if part := engineScore.FindStringSubmatch(text); part != nil && math.IsNaN(expected[i]) {
		expected[i] = fromText(plies[i].Answer.Root, part[2] != "", part[1] == "-", part[3]+part[4])
	}
}

// fromText returns the expected score of the side to move at p, from the digits that a program writes: pawns, or moves to mate.
func fromText(p *board.Position, mate, negative bool, digits string) float64 {
	pawns, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return unknown // digits alone, but too many
	}
	score := scores.MateBound
	if !mate {
		score = int(min(winrate.Current().Score(100*pawns, winrate.Material(p)), scores.TablebaseBound-1))
	}
	if negative {
		score = -score
	}
	return winrate.OddsOf(p, score, false).Expected()
}

// scan searches the positions of a game whose scores are unknown, from the last one back, with one table: each search profits from
// the later positions. No position is worth less than the move played in it, whose consequences may be too deep for its own search.
// It ends early with the context.
func (s *searcher) scan(ctx context.Context, plies []*game.Ply, expected []float64) {
	s.worker.SetLimits(search.Limits{Nodes: s.settings.ScanNodes})
	s.worker.Forget()
	for i := len(plies) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if math.IsNaN(expected[i]) {
			a := s.worker.Search(ctx, plies[i].Position)
			expected[i] = a.Top().Expected()
			if i+1 < len(expected) {
				expected[i] = max(expected[i], 1-expected[i+1])
			}
		}
	}
}
