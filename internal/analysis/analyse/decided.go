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
	unknown = 2
)

// scoreOf returns the score of position i of a game for the side to move, false if it is not known.
type scoreOf func(i int) (score int, known bool)

// static returns the scores that the network gives without a search. In check it is unreliable.
func (f *filter) static(g *game.Game) scoreOf {
	return func(i int) (int, bool) {
		root := g.Positions[i].Root()
		switch {
		case root.InCheck():
			return 0, false
		case !movegen.HasLegalMove(root): // stalemate
			return 0, true
		}
		return winrate.Centipawns(root, eval.Static(f.evaluator, root)), true
	}
}

// judged returns the values of the positions that were analysed.
func judged(j *game.Judgement) scoreOf {
	return func(i int) (int, bool) { return j.Plies[i].Value.Score, j.Plies[i].Scope != game.LeftOut }
}

// decided reports of each move whether the game was decided: in the position before the move and after each of the next
// lookahead half-moves, the same side leads by at least f.Decided.
func (f *filter) decided(g *game.Game, score scoreOf) []bool {
	leaders := make([]int, len(g.Positions))
	for i, p := range g.Positions {
		leaders[i] = unknown
		if s, known := score(i); known {
			leaders[i] = f.leader(p.Root().Turn(), s)
		}
	}
	list := make([]bool, len(g.Played()))
	for i := range list {
		known := slices.DeleteFunc(slices.Clone(leaders[i:min(i+lookahead+1, len(leaders))]),
			func(who int) bool { return who == unknown })
		slices.Sort(known)
		list[i] = len(known) > 0 && known[0] == known[len(known)-1] && known[0] != nobody
	}
	return list
}

// leader returns who leads by at least f.Decided, by the score of a side.
func (f *filter) leader(side board.Color, score int) int {
	if side == board.Black {
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
