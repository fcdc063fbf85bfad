package analyse

import (
	"slices"

	"vertigo/board"
	"vertigo/eval"
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
	unknown = 2 // the side to move is in check, where the network is unreliable; or the position was not analysed
)

// decided reports of each move whether the game was decided: in the position before the move and after each of the next
// lookahead half-moves, the same side leads by at least f.Decided.
func (f *filter) decided(j *game.Job) []bool {
	leaders := make([]int, len(j.Plies))
	for i, p := range j.Plies {
		leaders[i] = f.leader(p)
	}
	list := make([]bool, len(j.Moves()))
	for i := range list {
		known := slices.DeleteFunc(slices.Clone(leaders[i:min(i+lookahead+1, len(leaders))]),
			func(who int) bool { return who == unknown })
		slices.Sort(known)
		list[i] = len(known) > 0 && known[0] == known[len(known)-1] && known[0] != nobody
	}
	return list
}

// leader returns who leads at p by at least f.Decided: as the network says without a search, or by the value of a ply that was
// analysed.
func (f *filter) leader(p *game.Ply) int {
	score := p.Value.Score
	switch root := p.Root(); {
	case f.Evaluator == nil && p.Answer.Scope == game.LeftOut, f.Evaluator != nil && root.InCheck():
		return unknown
	case f.Evaluator == nil:
	case !movegen.HasLegalMove(root): // stalemate
		return nobody
	default:
		score = winrate.Centipawns(root, eval.Static(f.Evaluator, root))
	}
	if p.Root().Turn() == board.Black {
		score = -score
	}
	switch {
	case score >= f.Decided:
		return white
	case score <= -f.Decided:
		return black
	}
	return nobody
}
