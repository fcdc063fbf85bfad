package main

import (
	"context"
	"slices"

	"vertigo/board"
	"vertigo/internal/engine/limited"
	"vertigo/movegen"
	"vertigo/search"
)

// queens counts the moves of a row, and those of them that give the queen away.
type queens struct{ moves, given int }

// count counts the move m in g.
func (q *queens) count(judge *search.Engine, g *board.Game, m board.Move) {
	q.moves++
	if givesQueen(judge, g, m) {
		q.given++
	}
}

// lost is the least cost of a blunder, in centipawns. A side that far behind before the move had lost anyway.
const lost = 400

// judgeNodes are enough to see the cost of a hanging queen, and judgeHash MiB of table for them.
const judgeNodes, judgeHash = 20_000, 1

// givesQueen reports whether the move m in g gives the queen away: the opponent can take her and gains a rook at least,
// another move would have prevented that, and a search at full strength finds that the move is a blunder in a position that
// was not lost before.
func givesQueen(judge *search.Engine, g *board.Game, m board.Move) bool {
	if !limited.LosesQueen(&g.Position, m) {
		return false
	}
	keepsQueen := func(other board.Move) bool { return !limited.LosesQueen(&g.Position, other) }
	if !slices.ContainsFunc(movegen.LegalMoves(&g.Position), keepsQueen) {
		return false
	}
	judge.NewGame() // the answer must not depend on earlier searches
	score := func(moves []board.Move) int {
		limits := search.Limits{Nodes: judgeNodes, SearchMoves: moves}
		return judge.Search(context.Background(), g, limits, search.Reporter{}).Score
	}
	best := score(nil)
	return best > -lost && best-score([]board.Move{m}) >= lost
}
