package diff

import (
	"fmt"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/pgn"
	"vertigo/internal/system/files"
)

// textForm writes a comparison as people read it. Of what only one file has, as many positions are listed as there may be
// changes.
type textForm struct {
	output.Plain[*change]
	*comparison
	most int // 0 for all
}

func newTextForm(d *comparison, most int) output.Form[*change] {
	return &textForm{comparison: d, most: most}
}

// Begin appends the summary.
func (d *textForm) Begin(b []byte) []byte {
	b = fmt.Appendf(b, "before   %s: %s\nafter    %s: %s\n", files.OneLine(d.Before.Name), d.Before.describe(),
		files.OneLine(d.After.Name), d.After.describe())
	for _, line := range d.Settings {
		b = fmt.Appendf(b, "         %s\n", files.OneLine(line))
	}
	b = fmt.Appendf(b, "\n%8d  positions in both\n", d.Both)
	for _, row := range []struct {
		n    int
		name string
	}{
		{d.Same, "with the same best move and score"}, {d.OtherScore, "with the same best move and another score"},
		{d.OtherBest, "with another best move"}, {d.Far, "whose expected scores differ by a tenth of a point or more"},
	} {
		b = fmt.Appendf(b, "%8d  %5.1f%%  %s\n", row.n, 100*float64(row.n)/float64(max(d.Both, 1)), row.name)
	}
	b = fmt.Appendf(b, "%8.3f  points is the mean difference of the expected score\n", d.Mean)
	if len(d.Changes) > 0 {
		b = fmt.Appendf(b, "\n%s\n\npoints   before               after                position\n", d.listed())
	}
	return b
}

// Item appends a change.
func (d *textForm) Item(b []byte, c *change) []byte {
	root := c.After.Root
	place := files.OneLine(game.Place(c.After.Where, c.After.ID))
	return fmt.Appendf(b, "%+.3f   %-20s %-20s %s\n%51s%s\n", c.Difference, c.Before.found(root), c.After.found(root), place, "",
		root.FEN())
}

// End appends the positions that only one file has.
func (d *textForm) End(b []byte) []byte {
	b = appendOnly(b, d.Before.Name, d.OnlyBefore, d.most)
	return appendOnly(b, d.After.Name, d.OnlyAfter, d.most)
}

// describe returns in words how the answers were found.
func (s *side) describe() string {
	h := &s.Header
	return files.OneLine("Vertigo " + h.EngineBuild() + ", network " + h.Network + ", " + h.Limits.Describe())
}

// listed describes which changes are listed.
func (d *comparison) listed() string {
	if len(d.Changes) < d.Found {
		return fmt.Sprintf("Largest changes: %d of %d", len(d.Changes), d.Found)
	}
	return fmt.Sprintf("Changes: %d", d.Found)
}

// found returns the best move, with its number at root, and the score.
func (e *entry) found(root *board.Position) string {
	score := e.top().Shown().String()
	if e.Best == board.NoMove {
		return score
	}
	return fmt.Sprintf("%-10s %s", pgn.MoveNumber(root)+" "+e.SAN(e.Root), score)
}

func appendOnly(b []byte, name string, list []*entry, most int) []byte {
	if len(list) == 0 {
		return b
	}
	b = fmt.Appendf(b, "\nOnly in %s: %d\n\n", files.OneLine(name), len(list))
	for _, e := range first(list, most) {
		b = fmt.Appendf(b, "         %-20s %s\n%30s%s\n", e.found(e.Root), files.OneLine(game.Place(e.Where, e.ID)), "", e.Root.FEN())
	}
	if most > 0 && len(list) > most {
		b = fmt.Appendf(b, "         and %d more\n", len(list)-most)
	}
	return b
}

// first returns the first entries, all if most is 0.
func first(list []*entry, most int) []*entry {
	if most > 0 && len(list) > most {
		return list[:most]
	}
	return list
}
