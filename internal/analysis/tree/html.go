package tree

import (
	"strings"

	"vertigo/internal/analysis/output"
)

// appendLine appends the line of a search in the table of all.
func (v *searchView) appendLine(b []byte) []byte {
	return output.AppendHTML(b,
		`<tr><th scope="row"><a href="#s%d">%s</a><span class="adds soft small">%s</span></th><td class="number">%s`+
			`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">`+
			`<rect class="share-all" width="100" height="6"/>`+
			`<rect class="share-part" width="%s" height="6"/></svg><span class="soft small">%s%%</span></td>`+
			`<td class="number">%s</td>`+
			`<td class="number">%s</td><td class="number">%s</td></tr>`+"\n",
		v.ID, v.Name, v.About, formatCount(v.Nodes), v.Share, v.Share, formatCount(v.Leaves), formatCount(v.Cuts), formatCount(v.Hits))
}

// appendTree appends the picture of a search and its rows. Of the searches that visit the same tree, the first stands for all.
func (v *searchView) appendTree(b []byte, first bool) []byte {
	b = output.AppendHTML(b,
		"\n<section id=\"s%d\" aria-labelledby=\"s%d-title\" tabindex=\"-1\">\n<h2 id=\"s%d-title\">%s</h2>\n<p class=\"soft\">%s",
		v.ID, v.ID, v.ID, v.Name, v.About)
	if first {
		b = append(b, " Minimax and the other two forms of negamax visit the same tree."...)
	}
	if v.Round != "" {
		b = output.AppendHTML(b, " The picture shows all %ss together.", v.Round)
	}
	b = output.AppendHTML(b,
		"</p>\n"+`<svg class="picture" viewBox="0 0 1200 %d" preserveAspectRatio="none" role="img" aria-label="%s">`,
		v.Height, v.Label)
	for _, l := range v.Layers {
		b = output.AppendHTML(b, `<path class="%s" d="%s"/>`, l.Class, l.Path)
	}
	b = output.AppendHTML(b, "</svg>\n<p class=\"small soft\"><strong>%s</strong> positions", formatCount(v.Nodes))
	if v.Cuts > 0 {
		b = output.AppendHTML(b, ", %s saved %s", counted(v.Cuts, "cutoff"), counted(v.Skipped, "move"))
	}
	if v.Hits > 0 {
		b = output.AppendHTML(b, ", %s from the table", counted(v.Hits, "answer"))
	}
	b = append(b, '.')
	if v.Drawn < v.Nodes {
		b = output.AppendHTML(b, " %s positions are drawn below.", formatCount(v.Drawn))
	}
	b = append(b, "</p>\n<div class=\"tree\">"...)
	for _, r := range v.Outlines {
		b = r.append(b)
	}
	return append(b, "</div>\n</section>"...)
}

// append appends the row and those below it, which can be unfolded.
func (r *row) append(b []byte) []byte {
	if len(r.Children) == 0 && r.Cut == nil && r.Hidden == 0 {
		return append(r.appendCells(output.AppendHTML(b, `<div class="row %s" data-changes="%s">`, r.Class, r.Changes)), "</div>"...)
	}
	open := ""
	if r.Open {
		open = " open"
	}
	b = r.appendCells(output.AppendHTML(b, `<details%s><summary class="row %s" data-changes="%s">`, open, r.Class, r.Changes))
	b = append(b, "</summary><ul>"...)
	for _, child := range r.Children {
		b = append(child.append(append(b, "<li>"...)), "</li>"...)
	}
	if c := r.Cut; c != nil {
		b = output.AppendHTML(b,
			`<li class="cut small">✂ %s not tried <span class="soft">(plain negamax visits %s there): %s</span></li>`,
			counted(c.Count, "move"), counted(c.Saved, "position"), c.Moves)
	}
	if r.Hidden > 0 {
		b = output.AppendHTML(b, `<li class="hidden small soft">%s below are not drawn</li>`, counted(r.Hidden, "position"))
	}
	return append(b, "</ul></details>"...)
}

// appendCells appends what a row says of its move.
func (r *row) appendCells(b []byte) []byte {
	if r.Order > 0 {
		b = output.AppendHTML(b, `<span class="order">%d</span><span class="disc disc-%s" title="%s"></span>`, r.Order, r.Side, r.Side)
	}
	b = output.AppendHTML(b,
		`<span class="move">%s</span><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">`+
			`<rect class="window" x="%v" width="%v" height="10"/><path class="value" d="M%v 0v10"/></svg><span class="score">%s</span>`+
			`<span class="bounds soft">%s</span>`, r.Move, r.Bar.Low, r.Bar.Width, r.Bar.Value, r.Value, r.Window)
	if r.Verdict != "" {
		b = append(b, `<span class="verdict">`...)
		if r.Best && !strings.HasPrefix(r.Class, "lower") { // of several that are no better, it is only a guess
			b = append(b, "★ "...)
		}
		b = output.AppendHTML(b, "%s</span>", r.Verdict)
	}
	if r.Size > 1 {
		b = output.AppendHTML(b, `<span class="size soft">%s</span>`, formatCount(r.Size))
	}
	return b
}
