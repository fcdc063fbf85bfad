package syzygy

import (
	"cmp"
	"math"
	"runtime/debug"
	"slices"

	"vertigo/board"
	"vertigo/movegen"
)

// RankedMove is a move at the root of a search with its value in the tables.
type RankedMove struct {
	Move board.Move

	// Rank orders the moves: a better one has a greater rank. Among moves of the same value, ranks only say which moves make
	// progress. Between moves of the same rank the search may choose as it likes. A rank is above 0 if the
	// move leads towards mate, even if too late for the fifty-move rule, 0 in a draw, and below 0 if it leads towards being
	// mated.
	Rank int

	// WDL is the value of the move for the side that makes it, the moves already counted for the fifty-move rule
	// included: CursedWin, for example, if the win will probably come too late. Without the fifty-move rule
	// it is Win, Draw or Loss.
	WDL WDL

	// DTZ is the number of plies from the root to the next capture or pawn move, or to mate, signed and with the
	// meaning that Tables.DTZ documents. It is 0 if the ranks come from WDL tables alone.
	DTZ int
}

// Ranks of moves. The distances subtracted from them or added to them are less than 1 << 16.
const (
	rankSureWin = 1 << 18 // won whatever the count; less the plies until it is set to zero if the move is slow
	rankWin     = 1 << 17 // less the plies until the count is set to zero
)

// sight is a number of plies. A sure win that resets the fifty-move count within it is never slow: any search sees that far.
const sight = 8

// RankRoot ranks the legal moves of the game's position, the best first; between equal ranks those come first that win
// sooner or lose later. It returns false if the position is not covered or a table is missing.
//
// A move wins for certain if its distance and the fifty-move count together stay below 100. The fastest of these moves have the
// same rank as all that are fast enough for the search to see what they lead to: it needs this freedom, because the
// fastest way to a capture may be to lose a piece. The others are ranked by distance, so that no win wanders about. If some
// position has occurred twice since the count was last zero, play has been going round in circles, and only the fastest are
// ranked first. All losing moves against which the opponent has ample time are equal; everything else is ranked by how soon
// the count is set to zero. Rule50 says whether the fifty-move rule is in force.
//
// The ranks come from the DTZ tables; if one is missing, from the WDL tables, which keep the value but do not show
// the way. Stop, which may be nil, is asked before each move: when it returns true, RankRoot gives up.
func (t *Tables) RankRoot(g *board.Game, rule50 bool, stop func() bool) ([]RankedMove, bool) {
	if !t.Covers(&g.Position) {
		return nil, false
	}
	moves := movegen.LegalMoves(&g.Position)
	ranked := make([]RankedMove, 0, len(moves))
	ok := true
	for _, rank := range [...]func(r *RankedMove, p, next *board.Position) bool{t.rankByDTZ, t.rankByWDL} {
		ranked, ok = ranked[:0], true
		for _, m := range moves {
			if stop != nil && stop() {
				return nil, false
			}
			r := RankedMove{Move: m}
			next := g.Position.After(m)
			if ok = isDraw(g, &next, rule50) || rank(&r, &g.Position, &next); !ok {
				break
			}
			if !rule50 {
				r.WDL = r.WDL.withoutRule50()
			}
			ranked = append(ranked, r)
		}
		if ok {
			break
		}
	}
	if !ok {
		return nil, false
	}
	markSlow(ranked, hasRepetition(g))
	slices.SortStableFunc(ranked, func(a, b RankedMove) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.DTZ, b.DTZ))
	})
	return ranked, true
}

// markSlow lowers the ranks of sure wins that are slower than the fastest and not within sight. If play goes in circles, it
// lowers all that are slower than the fastest.
func markSlow(ranked []RankedMove, circles bool) {
	limit := math.MaxInt
	for _, r := range ranked {
		if r.Rank == rankSureWin {
			limit = min(limit, r.DTZ)
		}
	}
	if !circles {
		limit = max(limit, sight)
	}
	for i := range ranked {
		if r := &ranked[i]; r.Rank == rankSureWin && r.DTZ > limit {
			r.Rank -= r.DTZ
		}
	}
}

// rankByDTZ ranks the move of p that leads to next by its distance to zeroing.
func (t *Tables) rankByDTZ(r *RankedMove, p, next *board.Position) (ok bool) {
	defer t.surviveFault(debug.SetPanicOnFault(true), &ok)
	plies, ok := t.distanceOfMove(p, r.Move, next)
	r.DTZ = plies
	switch count := p.Rule50(); {
	case plies > 0 && plies+count <= 99:
		r.Rank, r.WDL = rankSureWin, Win
	case plies > 0:
		r.Rank, r.WDL = rankWin-plies-count, CursedWin
		if plies+count <= 100 {
			r.WDL = Win
		}
	case plies < 0 && -2*plies+count < 100:
		r.Rank, r.WDL = -rankSureWin, Loss
	case plies < 0:
		r.Rank, r.WDL = -rankWin-plies+count, BlessedLoss
		if -plies+count <= 100 {
			r.WDL = Loss
		}
	}
	return ok
}

// rankByWDL ranks the move that leads to next by its value. It cannot know whether a win comes in time.
func (t *Tables) rankByWDL(r *RankedMove, _, next *board.Position) bool {
	value, ok := t.WDL(next)
	r.WDL = -value
	r.Rank = [...]int{-rankSureWin, -rankWin, 0, rankWin, rankSureWin}[r.WDL-Loss]
	return ok
}

// withoutRule50 returns the value in a game without the fifty-move rule.
func (w WDL) withoutRule50() WDL {
	switch w {
	case BlessedLoss:
		return Loss
	case CursedWin:
		return Win
	}
	return w
}

// isDraw reports whether the game ends in a draw with next, its next position: because it occurs for the third time,
// or, with rule50, by the fifty-move rule, which mate precedes.
func isDraw(g *board.Game, next *board.Position, rule50 bool) bool {
	if rule50 && next.Rule50() >= 100 && !movegen.IsMate(next) {
		return true
	}
	return next.Rule50() != 0 && g.Occurrences(next.Key()) >= 2
}

// hasRepetition reports whether any position has occurred twice since the fifty-move count was last zero.
func hasRepetition(g *board.Game) bool {
	keys := g.Keys[max(0, len(g.Keys)-g.Position.Rule50()):]
	for i, key := range keys {
		if key == g.Position.Key() || slices.Contains(keys[i+1:], key) {
			return true
		}
	}
	return false
}
