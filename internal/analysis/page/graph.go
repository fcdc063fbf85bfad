package page

import (
	"fmt"
	"strings"

	"vertigo/eval/winrate"
	"vertigo/internal/analysis/verdict"
	"vertigo/internal/pgn"
)

// graph is the course of a game: White's expected score after each half-move.
type graph struct {
	Width  int    // half-moves, at least 1
	Area   string // the outline of White's part, 100 high
	Gaps   string // where nothing was analysed, 100 high, "" for nowhere
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
	out.Area, out.Gaps = course(g.Positions), gaps(g.Positions)
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

// course returns the outline of White's part. Over positions that were not analysed it stays as it was before them.
func course(positions []Position) string {
	var area strings.Builder
	area.WriteString("M0 100")
	white := .5
	for i := range positions {
		if !positions[i].LeftOut {
			white = positions[i].White
		}
		fmt.Fprintf(&area, "L%d %.1f", i, 100*(1-white))
	}
	if len(positions) == 1 {
		area.WriteString("H1")
	}
	area.WriteString("V100Z")
	return area.String()
}

// gaps returns the outlines of the stretches that were not analysed.
func gaps(positions []Position) string {
	var b strings.Builder
	for i := 0; i < len(positions); i++ {
		begin := i
		for i < len(positions) && positions[i].LeftOut {
			i++
		}
		if from, to := max(begin-1, 0), min(i, len(positions)-1); begin < i && from < to {
			fmt.Fprintf(&b, "M%d 0H%dV100H%dZ", from, to, from)
		}
	}
	return b.String()
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
		if m.Loss.Mark != verdict.Unmarked {
			out.Dots = append(out.Dots, mark{m.Loss.Mark.Class(), x, percent(1 - g.Positions[i+1].White),
				pgn.MoveNumber(before) + " " + m.SAN + m.Loss.Mark.Symbol()})
		}
	}
}

// describeCourse describes the course of the game for screen readers.
func describeCourse(g *Game) string {
	best, worst, final := 0., 1., .5
	marked := 0
	for i := range g.Positions {
		if p := &g.Positions[i]; !p.LeftOut {
			best, worst, final = max(best, p.White), min(worst, p.White), p.White
		}
	}
	for _, m := range g.Moves {
		if m.Loss.Mark != verdict.Unmarked {
			marked++
		}
	}
	return fmt.Sprintf("Evaluation over %d half-moves: White's expected score is between %.0f and %.0f per cent, %.0f at the end; marked moves: %d.",
		len(g.Moves), 100*worst, 100*best, 100*final, marked)
}
