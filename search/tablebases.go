package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/engine/syzygy"
	"vertigo/tt"
)

// cursedWin is the score of a win that the fifty-move rule spoils: a draw in which only the opponent can err.
const cursedWin = 2

// Tablebases says which endgame tablebases a search may ask, and when.
type Tablebases struct {
	Tables    *syzygy.Tables // nil: none. They must stay open until others are set or the engine is closed
	MaxPieces int            // positions with more pieces, kings included, are not looked up
	MinDepth  int            // remaining depth in plies from which positions with MaxPieces pieces are looked up
	Rule50    bool           // the fifty-move rule is in force
}

// SetTablebases sets the tablebases that the following searches ask.
func (e *Engine) SetTablebases(b Tablebases) {
	e.running.Wait()
	b.MaxPieces = min(b.MaxPieces, b.Tables.MaxPieces())
	e.tablebases = b
}

// askTablebases looks the root up. If the tables know it, its moves are ranked, and only those that keep the value of the
// position are searched. The search chooses between those of the best rank; another is played only for a mate. A search for a
// mate in a number of moves keeps all moves. It runs before any thread searches. Where the tables lie on a slow disk and time
// is short, the search begins without ranks.
func (e *Engine) askTablebases() {
	inside := e.tablebases
	main := e.threads[0]
	root := &main.frame(0).position
	if root.Occupied().Count() <= inside.MaxPieces && e.limits.Mate == 0 {
		game := &board.Game{Position: *root, Keys: main.keys[:main.gameKeys]}
		if ranked, ok := inside.Tables.RankRoot(game, inside.Rule50, e.pollRanking); ok {
			main.tablebaseHits.Add(uint64(len(ranked)))
			for _, t := range e.threads {
				t.rankRoots(ranked, &inside)
			}
			// With DTZ tables the ranks lead to the win, and looking up positions inside the search would only hide which
			// move mates sooner. With WDL tables alone, these positions show the way.
			if ranked[0].DTZ != 0 || ranked[0].WDL <= syzygy.Draw {
				inside.MaxPieces = 0
			}
		}
	}
	e.inside = inside
}

// pollRanking reports whether the search was stopped, or has used the time that it may spend before it begins.
func (e *Engine) pollRanking() bool {
	e.clock.resume() // reading a slow disk is no stall
	e.clock.update()
	return e.isCancelled() || e.clock.isOver(e.clock.preparation())
}

// rankRoots sorts the root moves by rank; ranked holds all legal moves. Moves of the same rank get the same score, so that lines
// which compete are shown as equal.
func (t *thread) rankRoots(ranked []syzygy.RankedMove, b *Tablebases) {
	roots, score := t.roots[:t.rootCount], 0
	for i, move := range ranked {
		if i == 0 || move.Rank != ranked[i-1].Rank {
			score, _ = b.score(move.WDL, min(max(move.DTZ, -move.DTZ, 1), MaxPly))
		}
		for j := range roots {
			if r := &roots[j]; r.move == move.Move {
				r.tbScore, r.tbValue, r.tbRank = score, int(move.WDL), move.Rank
			}
		}
	}
	sortRoots(roots)
}

// score returns the score of a position ply plies from the root that the tables value w, and on which side of it the
// truth may lie: a mate is better than a win.
func (b *Tablebases) score(w syzygy.WDL, ply int) (score int, bound tt.Bound) {
	switch {
	case w == syzygy.Win || w == syzygy.CursedWin && !b.Rule50:
		return scores.TablebaseWin - ply, tt.Lower
	case w == syzygy.Loss || w == syzygy.BlessedLoss && !b.Rule50:
		return -scores.TablebaseWin + ply, tt.Upper
	}
	return scores.Draw + cursedWin*int(w), tt.Exact
}

// probeTablebases returns what the tablebases know about the score of the node, and on which side of it the truth may lie. The
// root was looked up before the search.
func (t *thread) probeTablebases(n *node) (score int, bound tt.Bound, ok bool) {
	b, p := &t.engine.inside, &n.frame.position
	pieces := p.Occupied().Count()
	if pieces > b.MaxPieces || n.root ||
		pieces == b.MaxPieces && n.depth < b.MinDepth || // the largest tables may lie on a slow disk
		p.Rule50() != 0 { // WDL values assume that the fifty-move count is zero
		return 0, tt.BoundNone, false
	}
	value, ok := b.Tables.WDL(p)
	if !ok {
		return 0, tt.BoundNone, false
	}
	t.tablebaseHits.Add(1)
	if t.isMain {
		t.engine.clock.resume() // reading a slow disk is no stall
	}
	t.poll() // it may have taken as long as thousands of nodes
	score, bound = b.score(value, n.ply)
	return score, bound, true
}

// storeTablebases keeps what the tablebases know about the node as if it had been searched deeply.
func (t *thread) storeTablebases(n *node, score int, bound tt.Bound) {
	f := n.frame
	f.eval.network = scores.None
	if n.ttHit {
		f.eval.network = n.ttEntry.Eval
	}
	t.store(n, board.NoMove, score, min(n.depth+tbExtraDepth, MaxPly-1), bound, f.ttPV)
}

// limitScore makes the tablebases' score a bound on the score of a PV node. A mate, which says more, may still lie beyond it.
func (n *node) limitScore(score int, bound tt.Bound) {
	switch {
	case n.kind != pvNode:
	case bound == tt.Lower:
		n.best, n.minScore, n.alpha = score, score, max(n.alpha, score)
	case bound == tt.Upper:
		n.maxScore = score
	}
}

// tablebaseHitCount returns how many positions the search in progress, or the last one, has found in the tablebases.
func (e *Engine) tablebaseHitCount() (n uint64) {
	for _, t := range e.threads {
		n += t.tablebaseHits.Load()
	}
	return n
}
