package main

import (
	"fmt"
	"math"
	"strings"
)

// neighbours returns the pairings of every free row with the row below, without the reference. The ratings rest on games against
// the reference: between two levels the same difference may mean more or less.
func (l *ladder) neighbours() (pairings []pairing) {
	for i := range l.rows {
		if i > 0 && l.free[i] {
			pairings = append(pairings, pairing{i, i - 1, l.rows[i-1].Elo})
		}
	}
	return pairings
}

// comparison returns the rows of the documentation's table of neighbours.
func (l *ladder) comparison() string {
	var b strings.Builder
	for i, p := range l.pairings {
		r, elo := l.results[i], l.rows[p.row].Elo
		score := (float64(r.wins) + float64(r.draws)/2) / float64(r.games())
		due := 1 / (1 + math.Pow(10, float64(p.elo-elo)/400))
		fmt.Fprintf(&b, "| %d against %d | %d/%d/%d | %.0f %% | %.0f %% |\n",
			elo, p.elo, r.wins, r.draws, r.losses, 100*score, 100*due)
	}
	return b.String()
}
