package game

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// TestAppendOperation writes operations whose operands are unusual: each is one line, from which the operation is read again.
func TestAppendOperation(t *testing.T) {
	for operand, want := range map[string]string{
		"plain": "plain", "two words; and more": "two words; and more", "": "", `say "hello"`: `say "hello"`, "two\r\nlines": "two  lines",
		"M\xfcller": "M\xfcller", `5"`: `5"`, `C:\new\`: `C:\new\`, `C:\new`: `C:\new`, `\\server\"x"`: `\\server\"x"`,
	} {
		text := board.StartFEN + string(Operation{Code: "id", Operands: []string{operand}}.Append(nil))
		p, err := parseEPD(text)
		if err != nil || strings.ContainsAny(text, "\r\n") || p.ID != want {
			t.Errorf("%q is written as %q, %v, and read as %q", operand, text, err, p.ID)
		}
	}
}

// TestQuotationMarks reads operations and writes them again: strings keep their quotation marks, and those of the standard get them.
// Without them, python-chess takes letters for a move.
func TestQuotationMarks(t *testing.T) {
	for text, want := range map[string]string{
		`eco "A60"; nic "BI.01"; v0 "Main"; v9 "9"; bm e4;`:      "",
		`tcri "a@b" "Ann"; tcsi "c@d" "Bob"; tcgs 3; acn 10;`:    "",
		`eco A60; nic BI.01; tcsi c@d Bob; v3 Main; c0 x; id y;`: `eco "A60"; nic "BI.01"; tcsi "c@d" "Bob"; v3 "Main"; c0 "x"; id "y";`,
		`mine "text" 3 "4" e4; pv e4 e5; draw_offer; noop "";`:   "",
	} {
		ops, err := parseOperations(text)
		var b []byte
		for _, op := range ops {
			b = op.Append(b)
		}
		if got := strings.TrimSpace(string(b)); err != nil || got != cmp.Or(want, text) {
			t.Errorf("%s is written as %s, %v", text, got, err)
		}
	}
}

// TestEscapes reads what python-chess writes in quotes, and texts with backslashes that are none of its escapes.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]string{
		`id "say \"hi\"";`: `say "hi"`, `id "5\"";`: `5"`, `id "5\""`: `5"`, `id "a\\b\nc";`: "a\\b\nc", `id "\"; x\""; c0 "y";`: `"; x"`,
		`id "C:\"; c0 "x";`: `C:\`, `id "C:\new";`: `C:\new`, `id "C:\";`: `C:\`, `id C:\\x;`: `C:\\x`,
	} {
		p, err := parseLine("startpos " + text)
		if err != nil || p.ID != want {
			t.Errorf("%s: %+v, %v, want %q", text, p, err, want)
		}
	}
	p, err := parseLine("startpos bm e4; am a3; bm d4 c4; am h3;")
	if err != nil || len(p.Best) != 3 || len(p.Avoid) != 2 {
		t.Errorf("the moves are %v and %v, %v", p.Best, p.Avoid, err)
	}
}

// TestEarlierPositions checks that each position of a game has those before it by which repetitions are found, as if the moves were
// played alone.
func TestEarlierPositions(t *testing.T) {
	j := NewJob(Origin{Kind: "pgn", Text: "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 e5 4. -- Nc6 5. Nxe5 Nb8 6. Nf3 Nc6 *"}, "x", 0)
	j.Parse()
	played := board.NewGame(board.StartPosition())
	for i, p := range j.Plies {
		if got := p.Position.Game; got.Position != played.Position || !slices.Equal(got.Keys, played.Keys) {
			t.Errorf("ply %d: keys %x, want %x", i, got.Keys, played.Keys)
		}
		if i < len(j.Plies)-1 {
			played.Play(p.Move)
		}
	}
	if len(j.Plies) != 13 || j.Err != nil {
		t.Errorf("%d positions, %v", len(j.Plies), j.Err)
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
		must.Equal(t, j.Opening().String(), test.want, test.text, j.Err)
	}
}
