package pgn

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

// strange says what is made of the games in testdata/strange, which imitate files of many programs, and what people make of them:
// for each game the last moves of the main line and their number, the result, how many variations are left, and the faults with
// their lines.
var strange = map[string][]struct {
	moves      int
	last       string
	result     string
	variations int
	faults     []string
}{
	"rules.pgn": { // breaks many rules
		{8, "O-O Nf6", "1/2-1/2", 2, []string{`7: "[no tag at all]" stands outside`}},
		{2, "a8=Q+ Kf7", "*", 0, []string{
			"19: unmatched ')'", "19: unmatched ']'", "19: unmatched '}'", "19: the variation is not closed", "19: move 1...: Qa7+ is not legal",
		}},
		{2, "e4 e5", "1-0", 0, []string{ // the result stands after a number
			`22: "[not a tag]" stands outside`, `22: "up to the end of the line" is not understood`, `23: "( 2. Nf3 1-0 )" is not understood`, "23: * is a second result",
		}},
		{4, "Nf3 Nc6", "*", 1, []string{"24: move 2...: Nc3 is not legal", "24: move 3.: O-O-O?? is not legal"}},
		{1, "d4", "*", 0, nil},
	},
	"chessbase.pgn": {{14, "Qf3+ Ke6", "0-1", 4, nil}},
	"chesscom.pgn":  {{7, "d6?? Qxf7#", "1-0", 0, nil}},
	"lichess-study.pgn": {
		{5, "Ra1 Kc7", "*", 1, nil},
		{0, "", "*", 0, nil}, // the comment quotes a game
		{4, "Nf3 d6", "*", 2, nil},
	},
	"dos.pgn": { // lines end with carriage returns
		{30, "Rd8+ Kf7", "1-0", 0, nil},
		{7, "Qd5+! Ke8 Qe4+", "1/2-1/2", 0, nil},
	},
	"dgt-broadcast.pgn": {
		{6, "Nc3 Nf6", "1-0", 0, []string{
			`11: "[%clk 1:30:40]" stands outside`, `11: "[%clk 1:30:31]" stands outside`, `12: "[%emt 0:00:21]" stands outside`,
			`12: move 4.: Ke4 is not legal in rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4: 2 moves from here on are kept`,
		}},
		{3, "c5 Nf3", "*", 0, nil},
		{0, "", "*", 0, nil},
		{2, "e4 e5", "1/2-1/2", 0, nil},
	},
	"forum.pgn": {{20, "f5 Nc6", "0-1", 0, []string{
		`6: "[diagram]" stands outside`, `7: "my favourite line" is not understood`, `7: "the poisoned pawn!!" is not understood`,
		`8: "and I resigned on move 25" is not understood`, `8: unmatched '}'`,
	}}},
	"brace-open.pgn": {
		{9, "Nf6 O-O", "1-0", 0, []string{"4: '{' opens a comment that is not closed: left out"}},
		{6, "Nc3 Nf6", "0-1", 0, []string{"9: '{' opens a comment that is not closed: left out"}},
		{2, "c4 e5", "*", 0, nil},
	},
	"brace-close.pgn": {
		{6, "Bb5 a6", "1-0", 1, []string{"4: unmatched '}'", "4: unmatched '}'", "4: unmatched '}'", "4: unmatched '}'"}},
		{4, "c4 e6", "1/2-1/2", 0, []string{"9: unmatched ')'", "9: unmatched ']'"}},
	},
	"comment-open.pgn": {
		{6, "Bb5 a6", "1-0", 0, []string{`4: the comment "the best move" is not closed: it ends with its line`, `5: the comment "develops a piece" is not closed: it ends before the moves`}},
		{3, "d5 c4", "0-1", 0, []string{`11: the comment "the last one is never closed" is not closed`}},
	},
	"variation-open.pgn": {
		{3, "e5 Nf3", "1-0", 2, []string{"4: the variation is not closed"}},
		{2, "d4 d5", "1/2-1/2", 1, []string{"9: the variation is not closed"}},
		{1, "c4", "*", 0, nil},
	},
	"results.pgn": {
		{3, "e5 Nf3", "1-0", 0, []string{"4: 1-0 is a second result"}},
		{6, "Nc3 Nf6", "0-1", 0, []string{"9: 0-1 stands before moves"}},
		{2, "c4 e5", "1/2-1/2", 0, nil},
		{1, "e4", "1-0", 0, []string{"15: 1/2-1/2 belongs to no game", `20: "(opponent absent)" is not understood`}},
	},
	"tags.pgn": {{5, "Ke7 Qxe5#", "1-0", 0, []string{
		`1: "[Event “Friendly”]" is not a proper tag: read as [Event "Friendly"]`, `2: "[Site "Paris]" is not a proper tag: read as [Site "Paris"]`,
		`3: "[Date "1907.01.02"" is not a proper tag`, `4: "[Round one]" stands outside`, `5: "[White Anderssen, A."]" is not a proper tag: read as [White "Anderssen, A."]`,
	}}},
	"web.pgn": {{14, "Bf1 O-O", "1/2-1/2", 0, nil}},
	"typos.pgn": {
		{6, "Bb5 a6", "1-0", 0, []string{"4: move 4.: Bxd6 is not legal in r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4: 6 moves from here on are kept"}},
		{6, "Nc3 Nf6", "0-1", 0, []string{"9: move 2...: c4 is not legal in rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2: kept as a comment"}},
		{7, "a6 Ba4", "*", 0, []string{"14: move number 4 where 3 is expected"}},
		{4, "Nf3 Nc6", "*", 1, []string{"19: move 2.: Nf6 is not legal", "19: move 2.: Ke3 is not legal"}},
		{0, "", "*", 0, []string{`24: "Sf3" is not understood`, "24: move 1.: d5 is not legal"}},
	},
	"mail.pgn": {
		{6, "exd5 exd5", "1/2-1/2", 0, []string{`1: "From: a friend Subject: our game Here`}},
		{0, "", "*", 0, []string{`11: "Best regards, and until next time!" is not understood`, "11: it belongs to no game"}},
	},
}

// TestStrangeFiles reads the files in testdata/strange, and what is made of them again.
func TestStrangeFiles(t *testing.T) {
	files, _ := filepath.Glob("testdata/strange/*")
	must.Equal(t, len(files), len(strange))
	for name, want := range strange {
		text, err := os.ReadFile(filepath.Join("testdata/strange", name))
		must.Do(t, err)
		r := NewReader(bytes.NewReader(text))
		for i := 0; ; i++ {
			g, err := r.Next()
			line := r.Line()
			if err == io.EOF && i == len(want) {
				break
			}
			if err != nil || i == len(want) {
				t.Fatalf("%s: %d games, want %d, error %v", name, i, len(want), err)
			}
			_, moves, err := g.Replay()
			words, faults := plies(g), []string(nil)
			for _, f := range g.Faults {
				faults = append(faults, fmt.Sprintf("%d: %s", line+f.Line-1, f.Text))
			}
			if err != nil {
				at := 1
				if f, ok := err.(Fault); ok {
					at = f.Line
				}
				faults = append(faults, fmt.Sprintf("%d: %v", line+at-1, err))
				words = nil
			}
			variations := 0
			for _, w := range g.Words {
				if w.Kind == Open {
					variations++
				}
			}
			w := want[i]
			last := strings.Join(words[max(0, len(words)-len(strings.Fields(w.last))):], " ")
			if len(moves) != w.moves || len(words) != w.moves || last != w.last || g.Outcome() != w.result || variations != w.variations {
				t.Errorf("%s, game %d: %d moves to %s, %s, %d variations; want %+v:\n%s", name, i+1, len(moves), last, g.Outcome(), variations, w, g)
			}
			if !slices.EqualFunc(faults, w.faults, strings.HasPrefix) {
				t.Errorf("%s, game %d: faults\n%q\nwant\n%q", name, i+1, faults, w.faults)
			}
			if again := checkMended(t, g); !strings.Contains(again.String(), g.Outcome()) && w.result != "*" {
				t.Errorf("%s, game %d: the result is lost:\n%s", name, i+1, again)
			}
		}
	}
}

// TestMended plays games that break rules, and writes them: what is found in them is in its place, and nothing has to be mended again.
func TestMended(t *testing.T) {
	const fen = "[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 4 9\"]\n\n"
	for text, want := range map[string]string{
		// Braces that do not match: the moves between them are found.
		"1. e4 e5 {open 2. Nf3 {x} Nc6 3. Bb5 *":           "1. e4 e5 {open} 2. Nf3 {x} Nc6 3. Bb5 *",
		"1. e4 e5 {open\n2. Nf3 Nc6\n{x} 3. Bb5 *":         "1. e4 e5 {open} 2. Nf3 Nc6 {x} 3. Bb5 *",
		"1. e4 { e5 2. Nf3 { Nc6 3. Bb5 {x} a6 4. Ba4 *":   "1. e4 e5 2. Nf3 Nc6 3. Bb5 {x} a6 4. Ba4 *",
		"1. e4 { e5 2. Nf3 { Nc6 3. Bb5 {x} a6 *":          "1. e4 { e5 2. Nf3 { Nc6 3. Bb5 {x} a6 *",
		"1. e4 {If 1. d4 {a quiet move} e5 2. Nf3 Nc6 *":   "1. e4 {If 1. d4 {a quiet move} e5 2. Nf3 Nc6 *",
		"1. e4 {1. d4 {quiet} is a move} e5 2. Nf3 *":      "1. e4 {1. d4 (quiet) is a move} e5 2. Nf3 *",
		"1. e4 e5 {better is 2. f4 {sharp} 2. Ke3 Nc6 *":   "1. e4 e5 {better is 2. f4 {sharp} {2. Ke3 Nc6} *",
		"1. e4 e5 {open 2. Nf3 {x} Nc6 3. Bb5 a6 4. Ke3 *": "1. e4 e5 {open} 2. Nf3 {x} Nc6 3. Bb5 a6 4. {Ke3} *",
		"1. e4 {{x}} e5 *": "1. e4 {(x)} e5 *",
		"1. e4 {like { and nothing else} e5 2. Nf3 *":          "1. e4 {like { and nothing else} e5 2. Nf3 *",
		"1. e4 {like {a} comment} e5 *":                        "1. e4 {like (a) comment} e5 *",
		"1. e4 {a { b} e5 2. Nf3 Nc6 } 3. Bb5 *":               "1. e4 {a { b} e5 2. Nf3 Nc6 3. Bb5 *",
		"1. e4 e5 {\ngood\n2. Nf3 *":                           "1. e4 e5 {good} 2. Nf3 *",
		"1. e4 e5 {a line 1... c5 2. c3 {x} is sharp} 2. d4 *": "1. e4 e5 {a line 1... c5 2. c3 (x) is sharp} 2. d4 *",
		"1. e4 e5 (1... c5 1-0) 2. Nf3 *":                      "1. e4 e5 ( 1... c5 1-0 ) 2. Nf3 *", // a result in a variation
		// Numbers become those of the positions, which a FEN may count otherwise, so that games have one numbering.
		fen + "1. Bb5 a6 2. Ba4 (2. Bxc6 dxc6 3. O-O) (3. Bc4) 2... Nf6 3. O-O *": fen + "9. Bb5 a6 10. Ba4 ( 10. Bxc6 dxc6 11. O-O ) ( 10. Bc4 ) 10... Nf6 11. O-O *",
		fen + "9. Bb5 a6 10. Ba4 *":                                 fen + "9. Bb5 a6 10. Ba4 *",
		fen + "Bb5 1... a6 2 Ba4 *":                                 fen + "Bb5 9... a6 10 Ba4 *",
		fen + "1. Bb5 text a6 2. Ba4 Ke3 3. O-O *":                  fen + "9. Bb5 {text} a6 10. Ba4 {Ke3 3. O-O} *",
		"1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. Ba4 Nf6 *":                "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
		"1. e4 e5 2. Nf3 Nc6 3. Ke3 Nf6 3. Bb5 a6 *":                "1. e4 e5 2. Nf3 Nc6 {3. Ke3 Nf6} 3. Bb5 a6 *",
		fen + "White to play 1. Bb5 a6 *":                           fen + "{White to play} 9. Bb5 a6 *",
		fen + "<b>1. Bb5</b> a6 *":                                  fen + "{<b>} 9. Bb5 {</b>} a6 *",
		"Berlin, 12.5.2003\n1. e4 e5 *":                             "{Berlin, 12. 5. 2003} 1. e4 e5 *",
		"Round 3. 1. e4 e5 *":                                       "{Round 3.} 1. e4 e5 *",
		"1. e4 e5 2. Nf3 novelty 2. ... Nc6 3. Bb5 a6 4. Ba4 Nf6 *": "1. e4 e5 2. Nf3 {novelty} 2. ... Nc6 3. Bb5 a6 4. Ba4 Nf6 *",
		// Text before the tags of a game follows them, but for escapes.
		"From: t\nSubject: my games\n\n[Event \"1\"]\n[White \"A\"]\n\n1. e4 e5 1-0": "[Event \"1\"] [White \"A\"] {From: t Subject: my games} 1. e4 e5 1-0",
		"% all\n```\n[pgn]\n; mine\n[Event \"1\"]\n{x}\n[White \"A\"]\n\n1. e4 *":    "% all [Event \"1\"] [White \"A\"] {```} {[pgn]} ; mine {x} 1. e4 *",
		// A novelty has its own annotation, and a promotion is none.
		"1. e4 e5 2. f4?!N exf4N 3.Nf3N g5 *":                          "1. e4 e5 2. f4?! $146 exf4 $146 3. Nf3 $146 g5 *",
		"[FEN \"6k1/P7/8/8/8/8/8/4K2R w K -\"]\n1. a8N Kg7 2. O-O!N *": "[FEN \"6k1/P7/8/8/8/8/8/4K2R w K -\"] 1. a8=N Kg7 2. O-O! $146 *",
		// Words after the result are no moves.
		"1. e4 e5 1-0 in 24 moves":     "1. e4 e5 1-0 {in 24 moves}",
		"1. e4 e5 0-1 24":              "1. e4 e5 0-1 {24}",
		"1. e4 e5 1-0 and he resigned": "1. e4 e5 1-0 {and he resigned}",
		// Numbers that belong to no move stay.
		"1. e4 e5 1998 2. Nf3 (2. d4 1 3. d5) Nc6 12 *": "1. e4 e5 {1998} 2. Nf3 ( 2. d4 {1 3. d5} ) Nc6 {12} *",
		"[Event \"x\"]\n1. 5254 5755 *":                 "[Event \"x\"] 1. {5254 5755} *",
		// What web pages and old files have between moves, and FENs that are not whole.
		"1. e4\xa0e5 2.\xa0Nf3\xa0Nc6 *":                                              "1. e4 e5 2. Nf3 Nc6 *",
		"1. e4 e5 <b>2. Nf3</b> Nc6 <i class=\"x\">3. Bb5</i> a6 *":                   "1. e4 e5 {<b>} 2. Nf3 {</b>} Nc6 {<i class=\"x\">} 3. Bb5 {</i>} a6 *",
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. OO Nf6 5. d3 oo+ *":                        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O *",
		"[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q\"]\n1. OOO+ Ke7 *":                           "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q\"] 1. O-O-O Ke7 *",
		"[FEN \"4k3/8/8/8/8/8/4P3/4K3\"]\n1. e4 Ke7 *":                                "[FEN \"4k3/8/8/8/8/8/4P3/4K3\"] 1. e4 Ke7 *",
		"[FEN \"startpos\"]\n1. e4 e5 *":                                              "[FEN \"startpos\"] 1. e4 e5 *",
		"[FEN \"4k3/8/8/8/8/8/8/4K2R\u00a0w\u00a0K\u00a0-\u00a05\u00a09\"]\n1. O-O *": "[FEN \"4k3/8/8/8/8/8/8/4K2R\u00a0w\u00a0K\u00a0-\u00a05\u00a09\"] 9. O-O *",
	} {
		g, err := Parse(text)
		if err == nil {
			_, _, err = g.Replay()
		}
		written := strings.FieldsFunc(g.String(), func(c rune) bool { return c == ' ' || c == '\n' })
		if got := strings.Join(written, " "); err != nil || got != strings.ReplaceAll(want, "\n\n", " ") {
			t.Errorf("%q is\n%q\n%v, want\n%q", text, got, err, want)
		}
		again := checkMended(t, g)
		if _, _, err = again.Replay(); err != nil || len(again.Faults) > 0 {
			t.Errorf("%q is read again with %v, %v", text, again.Faults, err)
		}
	}
}

// TestMessages reads files of which each word is a fault: few are reported, and the others counted.
func TestMessages(t *testing.T) {
	const n = 5000
	for _, text := range []string{
		strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", n), "1. e4 " + strings.Repeat("(1. Ke2) ", n) + "e5 *",
	} {
		g, err := Parse(text)
		if err == nil {
			_, _, err = g.Replay()
		}
		last := Fault{}
		if len(g.Faults) > 0 {
			last = g.Faults[len(g.Faults)-1]
		}
		if err != nil || len(g.Faults) > 2*maxFaults+2 || !strings.HasPrefix(last.Text, "this fault, and more of them: ") {
			t.Errorf("%.40s: %d faults, the last %q, error %v", text, len(g.Faults), last, err)
		}
	}
}

// TestRespell checks that moves in any spelling become standard notation, marks for good and bad moves aside.
func TestRespell(t *testing.T) {
	for _, test := range []struct{ moves, want string }{
		{"e2-e4 e7e5 Ng1-f3 Nb8c6 Bf1-b5 Pa6 0-0!? Ng8f6?!", "e4 e5 Nf3 Nc6 Bb5 a6 O-O!? Nf6?!"},
		{"e4 d5 e4xd5 Qd8:d5 Nc3 Qd5e5ch Be2 Qe5g5", "e4 d5 exd5 Qxd5 Nc3 Qe5+ Be2 Qg5"},
		{"e4 d5 ed Qd5 Ngf3+ Qe5#", "e4 d5 exd5 Qxd5 Nf3 Qe5+"},
		{"e4 e6 e5 d5 exd6e.p.! cd", "e4 e6 e5 d5 exd6! cxd6"},
		{"f3 e5 g4 Qh4mate", "f3 e5 g4 Qh4#"},
		{"f3 e5 g4 Qh4+", "f3 e5 g4 Qh4#"},
		{"a4 b5 axb5 a6 ba Bb7 a6b7 Nc6 bxa8(Q)", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=Q"},
		{"h4 g5 hg h6 gh Bg7 hg Nf6 gh8R+!", "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=R+!"},
		{"e4*", "e4"}, {"f3 e5 g4 Qh4#0-1", "f3 e5 g4 Qh4#"}, {"1.e4 e5 2.Nf3½", "e4 e5 Nf3"}, {"e4 d5 exd51-0", "e4 d5 exd5"},
		{"e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 g8-f6 e1-g1 f6xe4", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Nxe4"},
		{"e2e4 e7e5 Ng1-f3 Nb8-c6 Bf1-c4 Bf8-c5 Ke1-g1 Ng8-e7 d2-d3 Ke8-g8", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nge7 d3 O-O"},
		{"e4 e5 nf3 nc6 bb5 a6 bxc6 bxc6 nxe5 qe7 0-0 qxe5 re1 bc5 c3 bb6", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 bxc6 Nxe5 Qe7 O-O Qxe5 Re1 Bc5 c3 Bb6"},
		{"b4 e6 b5 c6 bxc6 bxc6", "b4 e6 b5 c6 bxc6 bxc6"}, {"b4 e5 bb2 bxb4 bxe5 ba5 bg3", "b4 e5 Bb2 Bxb4 Bxe5 Ba5 Bg3"},
		{"e4⩲ e5± Nf3‼ Nc6→ Bb5† a6=∞ Ba4⁉ Nf6⇆", "e4 e5 Nf3!! Nc6 Bb5 a6 Ba4!? Nf6"},
		{"f3\u200b e5\u200e g4\u2060\u00ad\u2009Q\u00adh4‡", "f3 e5 g4 Qh4#"}, {"♘︎f3\u202fd5\u3000♘︎c3", "Nf3 d5 Nc3"},
		{"a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=(Q)", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=Q"},
		{"a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8(n)+!", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=N!"},
		{"h4 g5 hg h6 gh Bg7 hg Nf6 gxh8=Queen!", "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=Q+!"},
		{"h4 g5 hg h6 gh Bg7 hg Nf6 g7xh8=knight e6", "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=N e6"},
		{"N1f3 d5 Nb1-c3 d4 Nfxd4", "Nf3 d5 Nc3 d4 Nxd4"},
	} {
		g, err := Parse("[Event \"x\"]\n\n" + test.moves + " *")
		must.Do(t, err)
		_, _, err = g.Replay()
		if got := strings.Join(plies(g), " "); got != test.want || err != nil {
			t.Errorf("%s is written %s, %v, want %s", test.moves, got, err, test.want)
		}
	}
}
