package analyse

import (
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
)

// evaluation matches an evaluation, which is always the newest.
var evaluation = regexp.MustCompile(`\[%eval[^\]]*\]`)

// squeeze returns words without white space and evaluations.
func squeeze(words []pgn.Word) string {
	text := evaluation.ReplaceAllString((&pgn.Game{Words: words}).String(), "")
	return strings.Join(strings.Fields(text), "")
}

// annotated returns games with the annotations of an analysis.
func annotated(t *testing.T, games string, settings ...string) string {
	t.Helper()
	args := append([]string{"-", "--as", "pgn", "--hash", "1", "--quiet", "--verify", "1"}, settings...)
	out, errOut, code := command(t, games, args...)
	if code != cli.ExitOK || errOut != "" {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	return out
}

// theyAreThere checks that the words of games are still there, in their order, after an analysis. Only evaluations are new, and
// the annotator stands after the other tags.
func theyAreThere(t *testing.T, games, now []*pgn.Game) {
	t.Helper()
	for i, g := range games {
		at := 0
		for _, w := range g.Words {
			if w.Kind == pgn.Tag && strings.HasPrefix(strings.ToLower(w.Text), "[annotator ") {
				if got, want := now[i].Tags()["Annotator"], g.Tags()["Annotator"]; !strings.HasPrefix(got, want) {
					t.Errorf("game %d: the annotator %q is now %q", i+1, want, got)
				}
				continue
			}
			for at < len(now[i].Words) && (now[i].Words[at].Kind != w.Kind ||
				squeeze(now[i].Words[at:at+1]) != squeeze([]pgn.Word{w})) {
				at++
			}
			if at++; at > len(now[i].Words) {
				t.Fatalf("game %d: %q is gone from\n%s\nit was\n%s", i+1, w.Text, now[i], g)
			}
		}
	}
}

// TestWhatStays analyses games twice. Only what is certainly an engine's goes, also what the analysis before has written.
func TestWhatStays(t *testing.T) {
	for _, test := range []struct{ name, game, stays, goes string }{
		{"a person's mark and line", "1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6) 2... Nc6 *", "Nf3 $2|( 2. Bc4 Nc6 )", ""},
		{"a person who is called Vertigo",
			"[Annotator \"Club Vertigo 2024; Vertigo Smith; -\"]\n\n1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6) *",
			"[Annotator \"Club Vertigo 2024; Vertigo Smith; Vertigo test\"]|$2|( 2. Bc4 Nc6 )", "-;"},
		{"another version",
			"[Annotator \"Anna; Vertigo 1.2.0-7-gabc; Bob\"]\n\n" +
				"1. e4 $4 { [%eval 3.00] } ( 1. d4 { better than ?? (Vertigo 1.2.0-7-gabc) } ) *",
			"[Annotator \"Anna; Bob; Vertigo test\"]", "1. d4|$4|3.00"},
		{"lines in lines", "1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6 (2... Nf6 3. d3) 3. Qh5 Qe7) *",
			"$2|( 2. Bc4 Nc6 ( 2... Nf6 3. d3 ) 3. Qh5 Qe7 )", ""},
		{"comments that begin like Vertigo's",
			"1. e4 {Threatens 2. Qh5 and I was afraid} e5 {Difficulty here is high, said the coach} *", "and I was|here is high", ""},
		{"remarks",
			"1. e4 { Threatens 2. Qh5\nNc6 3. Qxf7# (Vertigo 1.2.0) } " +
				"e5 { Difficulty 1500 or more: missed by 7 of 10 players of 1400 (Vertigo 1.2.0) } *", "", "Threatens|Difficulty"},
		{"remarks that a person continues",
			"1. e4 { Threatens 2. Qh5 Nc6 (Vertigo 1.2.0), but no } e5 { Threatens 2. Nf3, I think (Vertigo 1.2.0) } *",
			"but no|I think", ""},
		{"lines that a person continues",
			"1. e4 $6 (1. d4 { better than ?! (Vertigo 1.2.0) } d5) e5 $4 (1... c5 2. Nf3 (2. c3) { better than ?? (Vertigo 1.2.0) }) " +
				"2. Nf3 $2 (2. d4 {or so} exd4 { better than ? (Vertigo 1.2.0) }) *", "$6|$4|$2|1. d4|d5|( 2. c3 )|or so", ""},
		{"the mark of a person beside Vertigo's", "1. g4 $2 $4 (1. h3 { better than ?? (Vertigo 1.2.0) }) *", "$2", "$4|1. h3"},
		{"a mark that a person gave before Vertigo", "1. e4 $4 (1. d4 { better (Vertigo 1.2.0) }) *", "e4 $4", "1. d4"},
		{"a mark in the spelling of another program", "1. e4?? (1. d4 {better than ?? (Vertigo 1.2.0)}) *", "", "??|1. d4"},
		{"a mark without a line", "1. e4 $4 $14 {?? (Vertigo 1.2.0)} *", "$14", "$4|??"},
		{"a single position", "[FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n{ [%eval #9] } { f4 (Vertigo 1.2.0) } { Mate! } *",
			"Mate!|{ Rd8# (Vertigo test) }", "f4|#9"},
		{"Lichess' line, not that in another",
			"1. e4 e5 2. Nc3 Nc6 3. Qh5?! { (0.50 → -0.60) Inaccuracy. Nf3 was best. } (3. d3 Bc5 (3... Nf6 4. Nf3) 4. Nf3) " +
				"(3. f4 (3. Nf3 Nf6) 3... d6) (3. Nf3 d6 4. Bb5) *",
			"( 3. f4 ( 3. Nf3 Nf6 ) 3... d6 )|( 3... Nf6 4. Nf3 )", "Inaccuracy|?! {|Bb5"},
		{"two lines, one a person's", "1. e4?! { (0.50 → -0.60) Inaccuracy. d4 was best. } (1. d4 d5) (1. d4 f5) *",
			"( 1. d4 d5 )|( 1. d4 f5 )", "Inaccuracy|?!"},
		{"a mark that the verdict does not name",
			"1. e4?! $2 { (0.50 → -0.60) Mistake. d4 was best. } { (0.1 → 0.2) He slept. } (1. d4 { so Bob }) *",
			"e4?!|so Bob|He slept", "$2|Mistake"},
		{"Lichess' mates", "1. f3 e5 2. g4?? { (-0.90 → Mate in 1) Checkmate is now unavoidable. Nc3 was best. } (2. Nc3 d5) " +
			"2... d6? { (Mate in 1 → 0.40) Lost forced checkmate sequence. Qh4# was best. } { [%eval 0.4] } (2... Qh4#) 3. a3 *",
			"", "unavoidable|g4?|2. Nc3 d5|Lost|d6?"},
		{"verdicts without scores",
			"1. e4? {Mistake. d4 was best.} (1. d4 d5) 1... e5 2. Ke2 $4 { [%eval -2.1] [%clk 0:01:00] } { Blunder. Nf3 was best. } " +
				"( 2. Nf3 Nc6 ) 2... Nc6 $6 { [%eval 9.1] Inaccuracy. Nf6 was best. } (2... Nf6 {[%eval 0.3]} 3. d3) *",
			"[%clk 0:01:00]", "e4?|Mistake|1. d4 d5|Blunder|2. Nf3 Nc6|$4 { [%eval -2.1|Inaccuracy|9.1|3. d3"},
		{"verdicts that disagree with the mark, the line or the text",
			"1. e4? {Blunder. d4 was best.} (1. d4 d5) 1... e5 2. Ke2 $4 { Blunder. Nf3 was best. } ( 2. d3 d6 ) 2... Nc6 " +
				"$6 { Inaccuracy. Nf6 was best. I think } (2... Nf6) 3. d3 { Mistake. c3 was best. } (3. c3) *",
			"e4?|Blunder. d4|( 1. d4 d5 )|$4|Blunder. Nf3|( 2. d3 d6 )|$6|Inaccuracy. Nf6 was best. I think|( 2... Nf6 )|Mistake. c3|( 3. c3 )", ""},
		{"evaluations before the moves and in lines",
			"{ [%eval 9.11] } { [%eval 9.12] [%csl Ge4] } 1. e4 (1. d4 { [%eval 9.13] } d5 { [%eval 9.14] so Bob }) *",
			"{ [%csl Ge4] }|( 1. d4 d5 { so Bob } )", "9.1"},
	} {
		got := annotated(t, annotated(t, test.game, "--depth", "3", "--threats"), "--depth", "1")
		must.Equal(t, got, annotated(t, test.game, "--depth", "1"), test.name)
		flat := strings.Join(strings.Fields(got), " ")
		for part := range strings.SplitSeq(test.stays, "|") {
			if !strings.Contains(flat, part) {
				t.Errorf("%s: %q is gone:\n%s", test.name, part, got)
			}
		}
		for part := range strings.SplitSeq(test.goes, "|") {
			if part != "" && strings.Contains(flat, part) {
				t.Errorf("%s: %q is still there:\n%s", test.name, part, got)
			}
		}
	}
}

// TestUnsigned analyses a game that an earlier version has annotated, which did not sign its lines: they stay, and are not
// repeated.
func TestUnsigned(t *testing.T) {
	first := annotated(t, "1. f3 e5 2. g4 Qh4# 0-1\n\n", "--nodes", "200")
	unsigned := regexp.MustCompile(`\{ better[^}]*\} `).ReplaceAllString(strings.Join(strings.Fields(first), " "), "")
	again := annotated(t, unsigned, "--nodes", "200")
	if got := strings.Join(strings.Fields(again), " "); unsigned == first || got != unsigned {
		t.Errorf("the game is\n%s\nwant\n%s", got, unsigned)
	}
}
