package analyse

import (
	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/movegen"
)

// lookahead is the number of half-moves that a lead must last for a move to count as played in a decided game. A lead in the
// middle of an exchange, or before a blunder, ends sooner.
const lookahead = 4

// evaluation evaluates positions with the network, without a search.
type evaluation struct{ evaluator *eval.Evaluator }

func newEvaluation(net *eval.Network) *evaluation { return &evaluation{eval.New(net, 0)} }

// decided reports of each move whether the game was decided: in the position before the move and after each of the next
// lookahead half-moves, the same side leads by at least that many centipawns.
func (e *evaluation) decided(j *answer.Job, centipawns int) []bool {
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

// leader is the side that leads by enough.
type leader uint8

const (
	unknown leader = iota // the side to move is in check, where the network is unreliable
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
