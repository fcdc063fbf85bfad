package answer

import (
	"vertigo/board"
	"vertigo/eval/winrate"
)

// Path is the way of the best line's score through a search: one score for each iteration. Its zero value is a search that has
// not begun.
type Path []iteration

// iteration is the score that an iteration of so many plies ended with.
type iteration struct{ depth, score int }

// Add notes a report on the best line. It replaces those of the same depth, and of greater ones, which count no more.
func (p *Path) Add(depth, score int) {
	for n := len(*p); n > 0 && (*p)[n-1].depth >= depth; n-- {
		*p = (*p)[:n-1]
	}
	*p = append(*p, iteration{depth, score})
}

// Range returns the least and the greatest score of the iterations from half of the final depth on; 0 and 0 if there were none.
// Earlier ones count no more, as shallow scores say little of how certain the last one is.
func (p Path) Range() (low, high int) {
	if len(p) == 0 {
		return 0, 0
	}
	last := p[len(p)-1]
	low, high = last.score, last.score
	for _, i := range p {
		if 2*i.depth >= last.depth {
			low, high = min(low, i.score), max(high, i.score)
		}
	}
	return low, high
}

// Swing returns how far apart the expected scores of the best line at p, 0 to 1, were in the iterations from half of the final
// depth on, false if no move is legal. It is 0 if they agreed, and 1 if the same search has seen a loss and a win.
func (a *Answer) Swing(p *board.Position) (swing float64, ok bool) {
	if len(a.Lines) == 0 {
		return 0, false
	}
	return winrate.OddsOf(p, a.High, false).Expected() - winrate.OddsOf(p, a.Low, false).Expected(), true
}
