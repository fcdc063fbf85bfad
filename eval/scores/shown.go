package scores

import (
	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/movegen"
)

// shownWin is the number of centipawns that TablebaseWin is shown as.
const shownWin = 20000

// Centipawns returns score, which must not be a mate, as it should be shown at p, for the side that it was given for. A score
// shown as 100 wins every second game (see package winrate); scores as the search has them are shown nowhere else. A win by
// the tables is 20000 less the plies to the position that is looked up there, and more than anything the evaluation says.
func Centipawns(p *board.Position, score int) int {
	switch {
	case score >= TablebaseBound:
		return score - TablebaseWin + shownWin
	case score <= -TablebaseBound:
		return score + TablebaseWin - shownWin
	}
	const most = shownWin - MaxPly - 1
	return min(max(winrate.Current().Centipawns(score, winrate.Material(p)), -most), most)
}

// Odds returns the chances of the side to move at p with the given score. What the search, the rules or, if known says so
// of the score, the tablebases have decided is certain; all else is what the model has seen in games.
func Odds(p *board.Position, score int, known bool) winrate.Odds {
	switch {
	case score >= TablebaseBound:
		return winrate.Odds{Win: 1000}
	case score <= -TablebaseBound:
		return winrate.Odds{Loss: 1000}
	case known || score == Draw && (p.InsufficientMaterial() || !movegen.HasLegalMove(p)):
		return winrate.Odds{Draw: 1000}
	}
	return winrate.Current().Odds(score, winrate.Material(p))
}
