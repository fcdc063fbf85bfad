package output

import (
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
)

// TestDiagramInBrowser draws a board from both sides, with a trace and arrows.
func TestDiagramInBrowser(t *testing.T) {
	f := Frame{Title: "t", Styles: []string{DiagramStyle}, Scripts: []string{DiagramScript, `for (const flipped of [false, true]) {
		const svg = document.body.appendChild(Diagram.element("svg", {}));
		Diagram.draw(svg, Diagram.squares("r3k3/8/8/8/8/8/6P1/4K2R"), { flipped, trace: "g1g2", arrows: [["e1g1", "best"], ["g2g4", "played"], ["e1e1", "other"]] });
	}`}}
	dom := pagetest.DOM(t, f.Begin()+f.End(), "")
	must.Contain(t, dom, `<use href="#from-white"></use>`, `<use href="#piece-r" x="0" y="0"></use>`, `<use href="#piece-K" x="4" y="7"></use>`, `<rect class="trace" x="6" y="7"`,
		`<use href="#from-black"></use>`, `<use href="#piece-r" x="7" y="7"></use>`, `<use href="#piece-K" x="3" y="0"></use>`, `<rect class="trace" x="1" y="0"`,
		`aria-label="White: king e1, rook h1, pawn g2. Black: king e8, rook a8."`,
		`class="arrow best" marker-end="url(#head-best)"`, `class="arrow played" marker-end="url(#head-played)"`)
	for part, want := range map[string]int{`id="piece-`: 12, `id="head-`: 3, `class="arrow `: 4} {
		must.Equal(t, strings.Count(dom, part), want, part)
	}
}
