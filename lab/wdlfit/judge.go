package main

import (
	"fmt"
	"math"
	"strings"

	"vertigo/eval/winrate"
)

// bin is a range of shown scores and of material, with the average of the games.
type bin struct {
	pawns     float64 // the middle of the range of scores
	positions int
	games     [outcomes]float64 // shares
}

// group is a range of material with its bins, by rising score.
type group struct {
	least, most int     // material
	mean        float64 // of the positions
	bins        []bin
}

// The bins: shown scores within ± widest pawns in ranges of binWidth, and the ranges of material, from the least of
// each on. What has fewer positions than leastInBin says little.
const (
	binWidth   = 0.25
	widest     = 4.0
	leastInBin = 30
)

var groupStarts = [...]int{56, 40, 24, winrate.LeastMaterial}

// groups sorts the positions into bins by the scores that m shows.
func (t table) groups(m winrate.Model) []group {
	out := make([]group, len(groupStarts))
	most := winrate.FullMaterial
	for i, least := range groupStarts {
		out[i] = t.group(m, least, most)
		most = least - 1
	}
	return out
}

func (t table) group(m winrate.Model, least, most int) group {
	const count = int(2*widest/binWidth) + 1
	g := group{least: least, most: most, bins: make([]bin, count)}
	positions := 0
	for i := range t {
		at, n := t[i].cell, t[i].sum()
		if at.material < least || at.material > most {
			continue
		}
		positions += n
		g.mean += float64(n * at.material)
		pawns := float64(at.score) / m.A.At(at.material)
		k := int(math.Round(pawns/binWidth)) + count/2
		if k < 0 || k >= count {
			continue
		}
		b := &g.bins[k]
		b.positions += n
		for o, games := range t[i].counts {
			b.games[o] += float64(games)
		}
	}
	g.mean /= float64(max(positions, 1))
	kept := g.bins[:0]
	for k, b := range g.bins {
		if b.positions < leastInBin {
			continue
		}
		b.pawns = float64(k-count/2) * binWidth
		for o := range b.games {
			b.games[o] /= float64(b.positions)
		}
		kept = append(kept, b)
	}
	g.bins = kept
	return g
}

// half returns the share of wins with 0.90 to 1.10 pawns as m shows scores, and how many positions those are.
func (t table) half(m winrate.Model) (share float64, positions int) {
	for i := range t {
		pawns := float64(t[i].score) / m.A.At(t[i].material)
		if pawns >= 0.9 && pawns <= 1.1 {
			share += float64(t[i].counts[win])
			positions += t[i].sum()
		}
	}
	return share / float64(max(positions, 1)), positions
}

// summary returns, in Markdown, the counts, how well the model fits, and a table of its chances.
func summary(s *sample, m winrate.Model, t table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %d games; %d positions, one scored move each. Left out: %d games without a result by the "+
		"rules or by\n  adjudication, %d unreadable ones, %d positions with a mate, %d with scores beyond the limit.\n",
		s.games, s.positions, s.unfinished, s.unreadable, s.certain, s.far)
	half, positions := t.half(m)
	fmt.Fprintf(&b, "- Log loss %.4f per position. Of the %d positions shown with 0.90 to 1.10 pawns, %.1f %% were won.\n\n",
		t.logLoss(m), positions, 100*half)

	b.WriteString("| Material | Score of the search that is shown as 1.00 |")
	shown := [...]int{0, 50, 100, 150, 200, 300}
	for _, cp := range shown {
		fmt.Fprintf(&b, " %.2f |", float64(cp)/100)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(shown)) + "\n")
	for _, material := range [...]int{78, 62, 46, 30, 14} {
		fmt.Fprintf(&b, "| %d | %.0f |", material, m.A.At(material))
		for _, cp := range shown {
			w, l := m.Chances(m.Score(float64(cp), material), material)
			fmt.Fprintf(&b, " %.0f/%.0f/%.0f |", 100*w, 100*(1-w-l), 100*l)
		}
		b.WriteString("\n")
	}
	b.WriteString("\nThe right-hand columns are wins, draws and losses in per cent for the shown score above them.\n")
	return b.String()
}
