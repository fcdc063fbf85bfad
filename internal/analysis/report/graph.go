package report

import (
	"fmt"
	"strings"

	"vertigo/eval/winrate"
	"vertigo/internal/analysis/notation"
)

// graph is the course of a game: White's expected score after each half-move.
type graph struct {
	Width  int    // half-moves, at least 1
	Area   string // the outline of White's part, 100 high
	Label  string // the course in words
	Levels []mark // horizontal lines
	Ticks  []mark // vertical lines, titled with the numbers of the moves
	Dots   []mark // marked moves
}

// mark is a point or line of the graph. X and Y are in per cent of its size.
type mark struct{ Class, X, Y, Title string }

func percent(v float64) string { return fmt.Sprintf("%.2f%%", 100*v) }

// newGraph draws the course of g.
func newGraph(g *Game) graph {
	last := len(g.Positions) - 1
	out := graph{Width: max(last, 1)}
	var area strings.Builder
	area.WriteString("M0 100")
	for i := range g.Positions {
		fmt.Fprintf(&area, "L%d %.1f", i, 100*(1-g.Positions[i].White))
	}
	if last == 0 {
		fmt.Fprintf(&area, "H1")
	}
	area.WriteString("V100Z")
	out.Area = area.String()
	for _, level := range []struct {
		pawns float64
		class string
	}{{3, ""}, {1, ""}, {0, "even"}, {-1, ""}, {-3, ""}} {
		out.Levels = append(out.Levels, mark{Class: level.class, Y: percent(1 - expected(100*level.pawns))})
	}
	out.addMoves(g)
	out.Label = describeCourse(g)
	return out
}

// expected returns the share of a point, 0 to 1, that so many centipawns are worth in the middle of a game. That depends
// a little on the material, but a line across the graph cannot.
func expected(centipawns float64) float64 {
	const material = (winrate.LeastMaterial + winrate.FullMaterial) / 2
	model := winrate.Current()
	win, loss := model.Chances(model.Score(centipawns, material), material)
	return (1 + win - loss) / 2
}

// addMoves adds the numbers of the moves and the dots of those that are marked.
func (out *graph) addMoves(g *Game) {
	step := 5
	for len(g.Moves)/2/step > 10 {
		step *= 2
	}
	for i, m := range g.Moves {
		x := percent(float64(i+1) / float64(out.Width))
		before := &g.Positions[i].Board
		if n := before.FullMove(); before.Turn() == 0 && n%step == 0 {
			out.Ticks = append(out.Ticks, mark{X: x, Title: fmt.Sprint(n)})
		}
		if m.Mark != Unmarked {
			out.Dots = append(out.Dots, mark{m.Mark.Class(), x, percent(1 - g.Positions[i+1].White),
				notation.MoveNumber(before) + " " + m.SAN + m.Mark.Symbol()})
		}
	}
}

// describeCourse tells the course of the game in a sentence, for those who do not see the curve.
func describeCourse(g *Game) string {
	best, worst, final := g.Positions[0].White, g.Positions[0].White, g.Positions[len(g.Positions)-1].White
	marked := 0
	for i := range g.Positions {
		best, worst = max(best, g.Positions[i].White), min(worst, g.Positions[i].White)
	}
	for _, m := range g.Moves {
		if m.Mark != Unmarked {
			marked++
		}
	}
	return fmt.Sprintf("Evaluation over %d half-moves: White's expected score is between %.0f and %.0f per cent, %.0f at the end; marked moves: %d.",
		len(g.Moves), 100*worst, 100*best, 100*final, marked)
}
