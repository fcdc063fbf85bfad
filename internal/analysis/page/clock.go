package page

import (
	"fmt"
	"strings"
	"time"

	"vertigo/board"
)

// clockGraph is the time of both players over a game: what their clocks showed after their moves, as lines, and how
// long they thought, as bars, White's upwards and Black's downwards from the middle.
type clockGraph struct {
	Width  int
	Lines  [board.ColorCount]string // paths, 100 high
	Bars   [board.ColorCount]string
	Legend string
	Clocks bool   // there are lines
	Label  string // a description for screen readers
}

// newClockGraph returns nil if the game has no times.
func newClockGraph(g *Game) *clockGraph {
	var left, spent time.Duration // the greatest
	clocks, thought := false, false
	for _, m := range g.Moves {
		left, spent = max(left, m.Clock.Left), max(spent, m.Clock.Spent)
		clocks, thought = clocks || m.Clock.HasLeft, thought || m.Clock.HasSpent
	}
	if !clocks && !thought {
		return nil
	}
	out := &clockGraph{Width: len(g.Moves), Clocks: clocks}
	for c := range board.ColorCount {
		out.Lines[c], out.Bars[c] = clockPaths(g, board.Color(c), max(left, 1), max(spent, 1))
	}
	var parts, words []string
	if clocks {
		parts = append(parts, "Lines: what the clocks show, up to "+formatTime(left)+".")
		words = append(words, lastClocks(g))
	}
	if thought {
		parts = append(parts, "Bars: the time for each move, up to "+formatTime(spent)+", White's upwards and Black's downwards.")
		words = append(words, "longest thought "+formatTime(spent))
	}
	out.Legend = strings.Join(parts, " ")
	out.Label = "Time over the game: " + strings.Join(words, ", ") + "."
	return out
}

// clockPaths returns the line and the bars of one player. Left and spent are the times of full height.
func clockPaths(g *Game, c board.Color, left, spent time.Duration) (line, bars string) {
	var l, b strings.Builder
	for i, m := range g.Moves {
		if g.Positions[i].Board.Turn() != c {
			continue
		}
		if m.Clock.HasLeft {
			command := "L"
			if l.Len() == 0 {
				command = "M"
			}
			fmt.Fprintf(&l, "%s%d %.1f", command, i+1, 97-94*float64(m.Clock.Left)/float64(left))
		}
		if m.Clock.HasSpent {
			height := 47 * float64(m.Clock.Spent) / float64(spent)
			if c == board.White {
				height = -height
			}
			fmt.Fprintf(&b, "M%d.1 50v%.1fh.8V50Z", i, height)
		}
	}
	return l.String(), b.String()
}

// lastClocks returns the last times of the clocks.
func lastClocks(g *Game) string {
	var texts [board.ColorCount]string
	for i, m := range g.Moves {
		if m.Clock.HasLeft {
			texts[g.Positions[i].Board.Turn()] = formatTime(m.Clock.Left)
		}
	}
	var parts []string
	for c, name := range [...]string{"White", "Black"} {
		if texts[c] != "" {
			parts = append(parts, fmt.Sprintf("%s has %s at the end", name, texts[c]))
		}
	}
	return strings.Join(parts, ", ")
}

// formatClock describes the time of a move, "" if it is not known.
func (m *Move) formatClock() string {
	var parts []string
	if m.Clock.HasLeft {
		parts = append(parts, formatTime(m.Clock.Left)+" left")
	}
	if m.Clock.HasSpent {
		parts = append(parts, formatTime(m.Clock.Spent)+" for the move")
	}
	return strings.Join(parts, ", ")
}

// formatTime returns a time as clocks show it, "1:02:03" or "2:03", and less than a minute in seconds: "4.2 s".
func formatTime(d time.Duration) string {
	if d < time.Minute {
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + " s"
	}
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
