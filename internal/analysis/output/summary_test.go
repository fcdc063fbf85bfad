package output

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
)

// found gives position i of a job an answer: a score of the side to move and the moves of a line.
func found(t *testing.T, j *game.Judgement, i, score int, line string) {
	t.Helper()
	p := j.Plies[i].Root()
	n := pgn.NewSAN(p)
	l := game.Line{Root: p, Score: score, Depth: 9, SelDepth: 12}
	for _, word := range strings.Fields(line) {
		m := must.Get(n.Parse(word))(t)
		n.Play(m)
		l.Moves = append(l.Moves, m)
	}
	a := j.Plies[i].Answer
	a.Lines, a.Nodes, a.Best = []game.Line{l}, 1000, l.Moves[0]
}

// mated returns the job of a game with answers: fool's mate, where White allows a mate twice and Black misses it once. The scores
// are those that every network shows alike.
func mated(t *testing.T, tags string) *game.Judgement {
	t.Helper()
	j := gameJob(t, tags+"\n\n1. f3 e5 2. g4 Qh4# 0-1")
	found(t, j, 0, 0, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8")
	found(t, j, 1, scores.Mate-3, "e6 g4 Qh4")
	found(t, j, 2, 0, "e4 Bc5 Nc3")
	found(t, j, 3, scores.Mate-1, "Qh4")
	return j
}

// position returns the job of a single position with an answer.
func position(t *testing.T) *game.Judgement {
	t.Helper()
	j := parsed(t, "epd", "suite.epd", "startpos id \"the start\";")
	j.Selection[0] = game.Whole
	found(t, j, 0, 0, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7")
	return j
}

// rendered returns jobs in a form.
func rendered(s Settings, jobs ...*game.Judgement) string {
	r := New(s)
	b := r.Begin(nil)
	for _, j := range jobs {
		b = r.Item(b, j.Judge())
	}
	return string(r.End(b))
}

const (
	cup   = "[White \"Ada\"] [Black \"Bob\"] [BlackElo \"1500\"] [Event \"Cup\"] [Date \"1999.12.??\"] [ECO \"A00\"]"
	names = "[White \"Nepomniachtchi, Ian Alexandrovich\"] [Black \"王玥王玥王玥王玥王玥王玥\"] " +
		"[Event \"A championship whose name is very long indeed\"]"
)

// colors matches those of a terminal.
var colors = regexp.MustCompile(`\x1b\[[0-9]+m`)

// onScreen returns jobs as a terminal without colours shows them. Colours change nothing else, no line is longer than the terminal is
// wide, and text from others does not act on it.
func onScreen(t *testing.T, s Settings, jobs ...*game.Judgement) string {
	t.Helper()
	plain := rendered(s, jobs...)
	s.Screen.Colors = true
	painted := rendered(s, jobs...)
	if colors.ReplaceAllString(painted, "") != plain || painted == plain || strings.Contains(painted, "\x1b[2J") {
		t.Errorf("%s with colours: %q, without: %q", s.As, painted, plain)
	}
	for line := range strings.Lines(plain) {
		if n := width(line) - 1; n > s.Screen.Columns {
			t.Errorf("%s in %d columns: a line has %d: %s", s.As, s.Screen.Columns, n, line)
		}
	}
	return plain
}

// TestScreen shows summaries and tables on terminals of several widths, which they use, with all moves.
func TestScreen(t *testing.T) {
	hostile := strings.ReplaceAll(cup, "Ada", "Ada\x1b[2J\x1b[31m")
	for _, columns := range []int{60, 80, 120} {
		for _, form := range []string{"summary", "table"} {
			s := Settings{As: form, Times: true, Several: true, Limits: game.Limits{Nodes: 1000, MultiPV: 1, Threads: 1}, Screen: Screen{Columns: columns}}
			plain, longest := onScreen(t, s, mated(t, names), mated(t, hostile), position(t)), 0
			for line := range strings.Lines(plain) {
				longest = max(longest, len(line)-1)
			}
			if longest < columns-15 {
				t.Errorf("%s in %d columns: no line is longer than %d", form, columns, longest)
			}
			must.Contain(t, plain, "Nepomn", "王", `Ada\x1b[2J`, "f3??", "e5??", "g4??", "1. e4 e5", "(the start)", "+0.00", "#-1")
		}
	}
}

// TestSuiteScreen shows the verdicts on a test suite: long names are cut, and the moves that the source asks for are there.
func TestSuiteScreen(t *testing.T) {
	text := "startpos bm d4 Nf3; id \"" + strings.Repeat("a long name ", 20) + "\";"
	j := parsed(t, "epd", "suite\x1b[2J\x1b[31m.epd", text)
	j.Selection[0] = game.Whole
	found(t, j, 0, 0, "e4")
	for _, columns := range []int{80, 120} {
		plain := onScreen(t, Settings{As: "suite", Screen: Screen{Columns: columns}}, j)
		must.Contain(t, plain, "- e4 ", "  a long nam", "…  bm d4 Nf3\n", `  suite\x1b[2J\x1b[31m`)
	}
}

// width returns the columns of a text, counted here in another way: the characters of this test that have two are Chinese.
func width(text string) (n int) {
	for _, r := range text {
		if n++; r >= '一' {
			n++
		}
	}
	return n
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text       string
		room       int
		want, line string
	}{
		{"1. e4 e5 2. Nf3", 0, "1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3"},
		{"1. e4 e5 2. Nf3", 15, "1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3"},
		{"1. e4 e5 2. Nf3", 14, "1. e4 e5 2. N…", "1. e4 e5"},
		{"1. e4 e5 2. Nf3", 11, "1. e4 e5 2…", "1. e4 e5"},
		{"1. e4 e5 2. Nf3", 8, "1. e4 e…", "1. e4 e5"},
		{"1. e4 e5 2. Nf3", 7, "1. e4 …", "1. e4"},
		{"10... Nbxd7+", 10, "10... Nbx…", ""},
	} {
		must.Equal(t, cut(test.text, test.room), test.want, test.text, test.room)
		must.Equal(t, cutLine(test.text, test.room), test.line, test.text, test.room)
	}
	for text, want := range map[string]string{"王玥王玥": "王玥…", "Mu\u0308ller, X": "Mu\u0308ll…", "한국A": "한국A", "🏆🏆🏆": "🏆🏆…", "🇩🇪🇩🇪🇩🇪": "🇩🇪🇩🇪…"} {
		must.Equal(t, cut(text, 5), want, text)
	}
}

// TestHarmless checks which cells are changed so that no spreadsheet takes them for formulas, and that nothing is lost.
func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "plain": "plain", "e4 e5": "e4 e5", "12": "12", "-12": "-12", "+0.35": "+0.35", "?!": "?!", "a=b-c@d": "a=b-c@d", "1-0": "1-0",
		board.StartFEN: board.StartFEN, "M\xfcller": "M\xfcller", "https://lichess.org/a#-1": "https://lichess.org/a#-1",
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-1+1": "'-1+1", "@SUM(A1)": "'@SUM(A1)", "=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
		" \u00a0=1": " \u00a0'=1", "\t=1": "\t'=1", "\r=1": "\r'=1", "\x00=1": "\x00'=1", "\u200b=1": "\u200b'=1", "\uff1d1": "'\uff1d1",
		"a;=1": "a;'=1", "a\t-1": "a\t'-1", "two\nlines\n=1": "two\nlines\n'=1", "a; \"=1\"": "a; \"=1\"", "-1;-2": "'-1;'-2", "\xff=1": "\xff=1",
		"=": "'=", "-": "'-", "--": "'--", "-0x1p4": "'-0x1p4", "+Inf": "'+Inf",
	} {
		must.Equal(t, harmless(cell), want, cell)
	}
}

// formula is a cell that a spreadsheet may take for a formula, or for cells of which one is.
var formula = regexp.MustCompile(`(^|[;\t\r\n])[\s\x00-\x1f]*[=+@-]`)

// FuzzCSV gives positions any source and name: a spreadsheet reads as many rows and columns as there should be, and the same
// text, none of it as a formula.
func FuzzCSV(f *testing.F) {
	f.Add("a.epd", "plain")
	f.Add("a, \"b\".pgn", "two\nlines")
	f.Add("M\xfcller; ", "=1+1\r\n\"")
	f.Add("", "\r")
	f.Add("a.epd", "\x88")
	f.Fuzz(func(t *testing.T, source, id string) {
		j := game.NewJob(game.Origin{Kind: "epd", Text: "startpos"}, source, 0).Read().Ask(game.SelectAll(1, game.Whole)).Judge()
		j.Plies[0].ID = id
		r := newCSVRenderer(Settings{Limits: game.Limits{Threats: true}})
		text := string(r.End(r.Item(r.Begin(nil), j)))
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[0]) != len(csvColumns)-1 {
			t.Fatalf("%v, %d rows:\n%s", err, len(rows), text)
		}
		for _, cell := range rows[1][:2] {
			if !number.MatchString(cell) && formula.MatchString(cell) {
				t.Errorf("a spreadsheet may take %q for a formula", cell)
			}
		}
		lines := strings.NewReplacer("\r\n", "\n") // as readers of CSV have them
		if got := rows[1]; got[0] != lines.Replace(harmless(j.Where)) || got[1] != lines.Replace(harmless(pgn.PlainText(id))) || got[slices.Index(rows[0], "fen")] != board.StartFEN {
			t.Errorf("%q was written, and %q is read", []string{j.Where, id}, got)
		}
	})
}

// gameJob returns the job of a game whose positions have empty answers.
func gameJob(t *testing.T, text string) *game.Judgement {
	t.Helper()
	j := parsed(t, "pgn", "games.pgn", text)
	return j.Ask(game.SelectAll(len(j.Plies), game.Whole)).Judge()
}

// TestOpeningTags checks that annotated games get the tags of their opening that they lack, and keep those that they have.
func TestOpeningTags(t *testing.T) {
	const moves = "\n\n1. Nf3 Nf6 2. c4 e6 3. Nc3 d5 4. d4 *"
	for _, test := range []struct{ tags, want string }{
		{`[White "A"]`, `[White "A"] [ECO "D37"] [Opening "Queen's Gambit Declined: Three Knights Variation"]`},
		{`[ECO "A13"] [White "A"]`, `[ECO "A13"] [White "A"] [Opening "Queen's Gambit Declined: Three Knights Variation"]`},
		{`[Opening "Réti"]`, `[Opening "Réti"] [ECO "D37"]`},
		{`[ECO "?"] [Opening ""] [Variation "x"]`, `[Variation "x"] [ECO "D37"] [Opening "Queen's Gambit Declined: Three Knights Variation"]`},
		{`[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]`, `[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]`},
	} {
		text := test.tags + moves
		if strings.Contains(text, "FEN") {
			text = test.tags + "\n\n1. Kd4 *"
		}
		g := must.Get(pgn.Parse(string((&annotator{engine: "X"}).Item(nil, gameJob(t, text)))))(t)
		var tags []string
		for _, w := range g.Words {
			if w.Kind == pgn.Tag && !strings.HasPrefix(w.Text, "[Annotator") && !strings.HasPrefix(w.Text, "[Accuracy") &&
				!strings.HasPrefix(w.Text, "[WhiteA") && !strings.HasPrefix(w.Text, "[BlackA") {
				tags = append(tags, w.Text)
			}
		}
		must.Equal(t, strings.Join(tags, " "), test.want, test.tags)
	}
}
