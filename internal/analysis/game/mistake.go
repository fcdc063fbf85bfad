package game

import (
	"slices"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/motif"
)

// Mistakes are the kinds of marked moves, by what they gave away: first what the opponent can do after them, then what the better
// move would have done.
var Mistakes = []string{
	"Allowed a mate", "Left material to take", "Allowed a fork", "Allowed a pin", "Allowed a skewer", "Allowed a discovered attack",
	"Allowed a promotion", "Lost material in a few moves",
	"Missed a mate", "Missed material to take", "Missed a fork", "Missed a pin", "Missed a skewer", "Missed a discovered attack",
	"Missed a promotion", "Missed material in a few moves", "Lost a pawn in a few moves", "Missed a pawn in a few moves", "Other",
}

// material is the least gain of a capture by static exchange, in centipawns, for which a mistake is named.
const material = 150

// mistake returns what kind of mistake move i is, "" if it is not marked.
func (j *Judgement) mistake(i int) string {
	p, next := j.Plies[i], j.Plies[i+1]
	if p.Loss.Mark == Unmarked {
		return ""
	}
	mates := func(v Value) bool { return scores.IsMate(v.Score) && v.Score > 0 }
	switch {
	case mates(next.Value):
		return "Allowed a mate"
	case mates(p.Value):
		return "Missed a mate"
	}
	lost := gain(next) + motif.Lead(next.Root()) + motif.Lead(p.Root()) // counted from before the move: an exchange loses nothing
	more := gain(p) + lost                                              // by how much the better move gains more
	switch what := prize(next, p); {
	case what == "material to take":
		if !motif.TakesBack(p.Root(), p.Move, next.Root(), next.Top().Moves[0]) {
			return "Left " + what
		}
	case what != "":
		return "Allowed " + what
	}
	if lost >= motif.WonForGood && more > 0 {
		return "Lost material in a few moves"
	}
	if i > 0 {
		if what := prize(p, j.Plies[i-1]); what != "" && (what != "material to take" || more > 0) {
			return "Missed " + what
		}
	}
	switch {
	case more <= 0:
		return "Other"
	case gain(p) >= motif.WonForGood && more >= motif.WonForGood:
		return "Missed material in a few moves"
	case lost > 0:
		return "Lost a pawn in a few moves"
	case gain(p) > 0:
		return "Missed a pawn in a few moves"
	}
	return "Other"
}

// prizes are the themes that name a mistake, and their names.
var prizes = [][2]string{
	{"fork", "a fork"}, {"pin", "a pin"}, {"skewer", "a skewer"}, {"discoveredAttack", "a discovered attack"}, {"promotion",
		"a promotion"},
}

// prize returns what the best line at p gains, "" if that has no name. Before is the ply that led to p.
func prize(p, before *Ply) string {
	const within = 5 // moves of the line, in which a theme must appear
	root, best := p.Root(), p.Top()
	switch {
	case len(best.Moves) == 0 || before.Move == board.NoMove:
		return ""
	case root.IsCapture(best.Moves[0]) && root.SEE(best.Moves[0], material):
		return "material to take"
	}
	themes := motif.NewLine(before.Root(), before.Move, best.Moves[:min((len(best.Moves)-1)|1, within)]).Themes()
	for _, known := range prizes {
		if slices.Contains(themes, known[0]) {
			return known[1]
		}
	}
	return ""
}

// gain returns how many pawns' worth of material the side to move wins at the beginning of the best line at p.
func gain(p *Ply) (pawns int) {
	const later = 8 // half-moves, the last one the opponent's, after which the material counts
	best := p.Top()
	n := min(len(best.Moves), later) &^ 1
	if n == 0 {
		return 0
	}
	return motif.Lead(&best.Positions()[n]) - motif.Lead(p.Root())
}
