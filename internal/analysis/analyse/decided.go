package analyse

import (
	"slices"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// lookahead is the number of half-moves that a lead must last for a move to count as played in a decided game. A lead in the
// middle of an exchange, or before a blunder, ends sooner.
const lookahead = 4

// Who leads in a position.
const (
	white   = 1
	nobody  = 0
	black   = -1
	unknown = 2 // the side to move is in check, where the network is unreliable
)

// decided reports of each move whether the game was decided: in the position before the move and after each of the next
// lookahead half-moves, the same side leads by at least that many centipawns. The network says so without a search.
func decided(e *nnue.Evaluator, j *game.Job, centipawns int) []bool {
	leaders := make([]int, len(j.Plies))
	for i, p := range j.Plies {
		leaders[i] = leader(e, p.Root(), centipawns)
	}
	list := make([]bool, len(j.Moves()))
	for i := range list {
		known := slices.DeleteFunc(slices.Clone(leaders[i:min(i+lookahead+1, len(leaders))]), func(who int) bool { return who == unknown })
		slices.Sort(known)
		list[i] = len(known) > 0 && known[0] == known[len(known)-1] && known[0] != nobody
	}
	return list
}

// leader returns who leads in p by at least that many centipawns.
func leader(e *nnue.Evaluator, p *board.Position, centipawns int) int {
	switch {
	case p.InCheck():
		return unknown
	case !movegen.HasLegalMove(p): // stalemate
		return nobody
	}
	score := winrate.Centipawns(p, eval.Static(e, p))
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
