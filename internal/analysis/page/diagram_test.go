package page

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

func parse(t *testing.T, fen string) *board.Position {
	t.Helper()
	p := playout.Parse(t, fen)
	return &p
}

// wellFormed fails if text is not well-formed XML, which inline SVG should be.
func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}

func TestSymbols(t *testing.T) {
	text := string(Symbols())
	wellFormed(t, text)
	for _, name := range strings.Fields("piece-P piece-k piece-n squares from-white from-black head-best head-played") {
		if !strings.Contains(text, `id="`+name+`"`) {
			t.Errorf("there is no %s", name)
		}
	}
	if n := strings.Count(text, `transform="scale(.01)"><`); n != 12 || strings.Contains(text, "#") {
		t.Errorf("%d pieces with a shape, want 12 without references", n)
	}
	if n := strings.Count(text, "h1v1h-1z"); n != 32 {
		t.Errorf("%d dark squares", n)
	}
	if !strings.Contains(text, `d="M1 0h1`) {
		t.Error("b8 is not dark")
	}
	for _, want := range []string{
		`<text class="on-dark" x="0.82" y="7.93">a</text>`, `<text class="on-light" x="7.82" y="7.93">h</text>`,
		`<text class="on-light" x=".06" y="0.22">8</text>`, `<text class="on-dark" x="0.82" y="7.93">h</text>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

func TestDiagram(t *testing.T) {
	p := parse(t, "r3k3/8/8/8/8/8/6P1/4K2R w Kq - 0 1")
	text := string(Diagram(p, Arrow{"e1g1", "best"}, Arrow{"g2g4", "played"}, Arrow{"e1e1", "best"}, Arrow{"", "best"}))
	wellFormed(t, text)
	for _, want := range []string{
		`<use href="#piece-r" x="0" y="0"/>`, `<use href="#piece-K" x="4" y="7"/>`, `<use href="#piece-P" x="6" y="6"/>`,
		`aria-label="White: king e1, rook h1, pawn g2. Black: king e8, rook a8."`,
		`class="arrow best" marker-end="url(#head-best)" x1="4.70" y1="7.50" x2="6.25" y2="7.50"`,
		`class="arrow played" marker-end="url(#head-played)" x1="6.50" y1="6.30" x2="6.50" y2="4.75"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "#piece-"); n != 5 {
		t.Errorf("%d pieces", n)
	}
	if n := strings.Count(text, "<line"); n != 2 {
		t.Errorf("%d arrows, want those that lead somewhere", n)
	}
}

func TestSquares(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{board.StartFEN, "e2e4", "e2e4"},
		{"r3k3/8/8/8/8/8/6P1/4K2R w Kq - 0 1", "e1h1", "e1g1"},
		{"r3k3/8/8/8/8/8/6P1/4K2R b Kq - 0 1", "e8a8", "e8c8"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7a8"},
	} {
		p := parse(t, c.fen)
		m, err := movegen.ParseMove(p, c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := Squares(p, m); got != c.want {
			t.Errorf("%s is shown as %s, want %s", c.move, got, c.want)
		}
	}
}
