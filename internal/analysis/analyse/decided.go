package analyse

import (
	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/input"
	"vertigo/movegen"
)

// lookahead is for how many half-moves a lead must last before a move counts as played in a decided game: a lead in the
// middle of an exchange goes away sooner, and so does the lead of a player who is about to lose it by a blunder.
const lookahead = 4

// evaluation says what the network thinks of positions without a search.
type evaluation struct{ evaluator *eval.Evaluator }

func newEvaluation(net *eval.Network) *evaluation { return &evaluation{eval.New(net, 0)} }

// decided tells of each move of a game whether it was played when the game was decided: in the position before it and in
// those after the next lookahead half-moves, as far as the game goes, the same side leads by so many centipawns.
func (e *evaluation) decided(j *input.Job, centipawns int) []bool {
	leaders := make([]leader, len(j.Positions))
	for i, p := range j.Positions {
		leaders[i] = e.leader(&p.Game.Position, centipawns)
	}
	list := make([]bool, len(j.Moves))
	for i := range list {
		lead := unknown
		for _, l := range leaders[i:min(i+lookahead+1, len(leaders))] {
			if l == unknown {
				continue
			}
			if lead == unknown {
				lead = l
			}
			if l != lead {
				lead = nobody
				break
			}
		}
		list[i] = lead == white || lead == black
	}
	return list
}

// leader is who leads by enough.
type leader uint8

const (
	unknown leader = iota // the side to move is in check, which the network does not understand
	nobody
	white
	black
)

func (e *evaluation) leader(p *board.Position, centipawns int) leader {
	if p.InCheck() {
		return unknown
	}
	if !movegen.HasLegalMove(p) { // stalemate
		return nobody
	}
	e.evaluator.Reset(p)
	score := winrate.Centipawns(p, e.evaluator.Evaluate(0, p))
	if p.Turn() == board.Black {
		score = -score
	}
	switch {
	case score >= centipawns:
		return white
	case score <= -centipawns:
		return black
	}
	return nobody
}
