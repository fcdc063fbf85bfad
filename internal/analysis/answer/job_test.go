package answer

import (
	"strings"
	"testing"

	"vertigo/board"
)

// TestAppendOperation writes operations whose operands are unusual: each is one line, from which the operation is read again.
func TestAppendOperation(t *testing.T) {
	for operand, want := range map[string]string{
		"plain": "plain", "two words; and more": "two words; and more", "": "", `say "hello"`: "say 'hello'", "two\r\nlines": "two  lines",
		"M\xfcller": "M\xfcller",
	} {
		text := board.StartFEN + string(Operation{Code: "id", Operands: []string{operand}}.Append(nil))
		p, err := parseEPD(text)
		if err != nil || strings.ContainsAny(text, "\r\n") || p.ID != want {
			t.Errorf("%q is written as %q, %v, and read as %q", operand, text, err, p.ID)
		}
	}
}

// TestOpening names openings by the tags of a game and by the list.
func TestOpening(t *testing.T) {
	const najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *"
	for _, test := range []struct{ kind, text, want string }{
		{"pgn", najdorf, "B90 Sicilian Defense: Najdorf Variation"},
		{"pgn", `[ECO "?"] [Opening " "]` + "\n\n" + najdorf, "B90 Sicilian Defense: Najdorf Variation"},
		{"pgn", `[ECO "B92"]` + "\n\n" + najdorf, "B92 Sicilian Defense: Najdorf Variation"},
		{"pgn", `[Opening " Sizilianisch "]` + "\n\n" + najdorf, "B90 Sizilianisch"},
		{"pgn", "[Opening \"Gr\xfcnfeld\"] [ECO \"D80\"]\n\n1. d4 *", "D80 Grünfeld"},
		{"pgn", "[Event \"no moves\"]\n\n*", ""},
		{"pgn", `[Variant "Atomic"]` + "\n\n1. e4 *", ""},
		{"epd", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - id \"x\";", "B90 Sicilian Defense: Najdorf Variation"},
		{"epd", "startpos", ""},
		{"epd", "not a position", ""},
		{"json", `{"moves": ["e2e4", "e7e5"]}`, "C20 King's Pawn Game"},
	} {
		j := NewJob(Origin{Kind: test.kind, Text: RawText(test.text)}, "x", 0)
		j.Parse()
		if got := j.Opening().String(); got != test.want {
			t.Errorf("%s: %q, want %q (%v)", test.text, got, test.want, j.Err)
		}
	}
}
