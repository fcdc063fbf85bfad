package pgn

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/cmd/vertigo/witness"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// games reads all games of a text.
func games(t testing.TB, text []byte) []*Game {
	t.Helper()
	return rest(t, NewReader(bytes.NewReader(text)))
}

// rest returns all games that r has.
func rest(t testing.TB, r *Reader) (list []*Game) {
	t.Helper()
	for {
		g, err := r.Next()
		if err == io.EOF {
			return list
		}
		must.Do(t, err)
		list = append(list, g)
	}
}

// plies returns the moves of the main line as the game has them.
func plies(g *Game) (moves []string) {
	_, parts, _ := g.Parts()
	for _, words := range parts {
		moves = append(moves, words[slices.IndexFunc(words, func(w Word) bool { return w.Kind == Move })].Text)
	}
	return moves
}

// visible returns a text without white space and byte order marks.
func visible(text []byte) string {
	text = bytes.ReplaceAll(text, []byte(Mark), nil)
	return string(slices.DeleteFunc(slices.Clone(text), func(c byte) bool { return c <= ' ' }))
}

// letters returns the letters and digits of a text in order, those of ASCII.
func letters(text string) string {
	b := slices.DeleteFunc([]byte(text), func(c byte) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	})
	slices.Sort(b)
	return string(b)
}

// TestRoundTrip checks that only white space changes when games are read and written, and that they are the same
// games when they are read again.
func TestRoundTrip(t *testing.T) {
	real, _ := filepath.Glob(filepath.Join(testfiles.Path(t, "pgn"), "*.pgn"))
	files, _ := filepath.Glob("testdata/*.pgn")
	if len(files) != 5 || len(real) == 0 {
		t.Errorf("%d and %d files of games, want 5 and some", len(files), len(real))
	}
	for _, file := range append(files, real...) {
		text := must.Get(os.ReadFile(file))(t)
		var written []byte
		list := games(t, text)
		for _, g := range list {
			written = append(g.Append(written), '\n')
		}
		if got, want := inOrder(list, visible(written)), inOrder(list, visible([]byte(PlainText(string(text))))); got != want {
			t.Errorf("%s: %s", file, difference(got, want))
		}
		again := games(t, written)
		if len(again) != len(list) {
			t.Fatalf("%s: %d games, then %d", file, len(list), len(again))
		}
		for i, g := range list {
			compareWords(t, fmt.Sprintf("%s, game %d", file, i+1), again[i].Words, g.Words)
		}
	}
}

// inOrder returns a text, with its characters sorted if words of one of the games stood between its tags, which they follow now.
func inOrder(list []*Game, text string) string {
	for _, g := range list {
		if !slices.IsSortedFunc(g.Words, func(a, b Word) int { return a.Line - b.Line }) {
			sorted := []byte(text)
			slices.Sort(sorted)
			return string(sorted)
		}
	}
	return text
}

// difference shows where two texts begin to differ.
func difference(got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	from := max(0, at-20)
	return fmt.Sprintf("from %d on %q, want %q", at, got[from:min(len(got), at+20)], want[from:min(len(want), at+20)])
}

// compareWords compares words, spaces that have become line breaks aside.
func compareWords(t testing.TB, what string, got, want []Word) {
	t.Helper()
	kind := func(w Word) Kind {
		if w.Kind == Unknown {
			return Comment
		}
		return w.Kind
	}
	same := func(a, b Word) bool {
		return kind(a) == kind(b) && strings.ReplaceAll(a.Text, "\n", " ") == strings.ReplaceAll(b.Text, "\n", " ")
	}
	if !slices.EqualFunc(got, want, same) {
		t.Fatalf("%s: read again as\n%v\nwant\n%v", what, got, want)
	}
}

// TestLayout checks how a game is laid out.
func TestLayout(t *testing.T) {
	long := strings.Repeat("comment ", 12)
	g, err := Parse("[A \"b\"]\nin the park\n[C D \"e\"]\n[F \"g\"]\n% x\n1.e4 {" + long + " two  blanks, [%clk 0:10:00]} e5 ;end\n2.Nf3 (2.f4) $1 1-0 {" + long + "}")
	must.Do(t, err)
	want := `[A "b"]
[F "g"]

{in the park} {[C D "e"]}
% x
1. e4 {comment comment comment comment comment comment comment comment comment
comment comment comment  two  blanks, [%clk 0:10:00]} e5 ;end
2. Nf3 ( 2. f4 ) $1 1-0 {comment comment comment comment comment comment comment
comment comment comment comment comment }
`
	must.Equal(t, g.String(), want, "the game")
	words := make([]Word, 60)
	for i := range words {
		words[i] = Word{Kind: Comment, Text: "[%eval 0.25] [%clk 0:10:00]"}
	}
	for line := range strings.Lines((&Game{Words: words}).String()) {
		if len(line) > lineLength+1 || strings.Count(line, "[%") != strings.Count(line, "]") {
			t.Errorf("a command is broken, or the line too long: %s", line)
		}
	}
}

// TestOutcome reads results in all spellings, at the end of the game and in its tag, which may be in small letters.
func TestOutcome(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 1/2": "1/2-1/2", "1. e4 ½": "1/2-1/2", "1. e4 ½–½": "1/2-1/2", "1. e4 \xbd-\xbd": "1/2-1/2", "1. e4 \xbd": "1/2-1/2", "1. e4 1–0": "1-0", "1. e4 0:1": "0-1",
		"[Result \"1/2\"] 1. e4": "1/2-1/2", "[Result \"½\"] 1. e4 *": "1/2-1/2", "[Result \"½–½\"] 1. e4": "1/2-1/2", "[Result \"\xbd-\xbd\"] 1. e4": "1/2-1/2",
		"1. e4 1\x960": "1-0", "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0": "*", "1. e4 e5 0-0": "*", "1. e4 e5 0-0 {both} *": "*",
		"[result \"1 - 0\"] 1. e4": "1-0", "[RESULT \"1/2 - 1/2\"] 1. e4 *": "1/2-1/2", "[Result \"1:0\"] 1. e4": "1-0", "[Result \"?\"] 1. e4": "*", "1. e4 *": "*",
	} {
		g, err := Parse(text)
		if err == nil {
			_, _, err = g.Replay()
		}
		if err != nil || g.Outcome() != want || len(g.Faults) > 0 {
			t.Errorf("%q: %s, faults %v, error %v; want %s", text, g.Outcome(), g.Faults, err, want)
		}
		for _, w := range g.Words {
			if w.Kind == Result && w.Text != want && w.Text != "*" {
				t.Errorf("%q: the result is written as %q", text, w.Text)
			}
		}
	}
}

// TestTags reads tags that break the rules. Well-known ones mean the same in small letters, and begin a game.
func TestTags(t *testing.T) {
	list := games(t, []byte(`[event "a"quoted" event"]
[FEN "8/8/8/8/8/8/8/K1k4R w - - 0 1"]
[fen "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[WHITE   "x"   ] [own "y"]
[Empty ""] [Backslash "a \\ b \" c"]

[event "b"]

*
`))
	if len(list) != 2 {
		t.Fatalf("%d games, want 2", len(list))
	}
	got := list[0].Tags()
	want := map[string]string{
		"Event": `a"quoted" event`, "FEN": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "White": "x", "own": "y", "Empty": "", "Backslash": `a \ b " c`,
	}
	if !maps.Equal(got, want) {
		t.Errorf("the tags are %q, want %q", got, want)
	}
	if start, _, err := list[0].Replay(); err != nil || start.FEN() != want["FEN"] {
		t.Errorf("it starts from %s, %v", start.FEN(), err)
	}
}

func TestClocks(t *testing.T) {
	const s = time.Second
	for text, want := range map[string][]Clock{
		"1. e4 {[%clk 0:02:59.9]} e5 {[%clk 1:00:00] [%emt 0:00:07]} {x} 2. d4 ({[%clk 0:01:00]}) *": {
			{Left: 179900 * time.Millisecond, HasLeft: true}, {Left: 3600 * s, HasLeft: true, Spent: 7 * s, HasSpent: true}, {}},
		"1. e4 {+0.35/12 0.25s} e5 {-M12/30, 2s, Black mates} 2. d4 {book} d5 {0.00/1 3.5s, n=5} *": {
			{Spent: 250 * time.Millisecond, HasSpent: true}, {Spent: 2 * s, HasSpent: true}, {}, {Spent: 3500 * time.Millisecond, HasSpent: true}},
		"1. e4 {+0.16/17/932682 338ms} *": {{Spent: 338 * time.Millisecond, HasSpent: true}},
		"1. e4 {[%clk 0:05:00 ]} e5 ;[%emt 1.156]\n2. d4 {[%clk\t0:04:59,5] [%emt 0:01 ]} *": {{Left: 300 * s, HasLeft: true},
			{Spent: 1156 * time.Millisecond, HasSpent: true}, {Left: 299500 * time.Millisecond, HasLeft: true, Spent: s, HasSpent: true}},
		"1. e4 {[%clk 12:34]} (1. d4) {[%clk 99999999999:00:00]} *": {{Left: 754 * s, HasLeft: true}},
		"1. e4 {[%clk 0:00:59.9][%timestamp 1]} e5 {[%timestamp 6048000]} d4 {[%emt inf][%timestamp 1e3][%timestamp 99999999999]} *": {
			{Left: 59900 * time.Millisecond, HasLeft: true, Spent: s / 10, HasSpent: true}, {Spent: 604800 * s, HasSpent: true}, {}},
	} {
		g := must.Get(Parse(text))(t)
		_, moves, err := g.Replay()
		if err != nil || len(moves) != len(want) {
			t.Fatalf("%s: %d moves, %v", text, len(moves), err)
		}
		for i, m := range moves {
			must.Equal(t, m.Clock, want[i], text)
		}
	}
}

// TestTimeControl reads time controls of one period. Others, and those of no grammar, are not known.
func TestTimeControl(t *testing.T) {
	const s = time.Second
	for text, want := range map[string]struct {
		base, increment time.Duration
		ok              bool
	}{
		"180+2": {180 * s, 2 * s, true}, "600": {600 * s, 0, true}, "10.5+0.05": {10500 * time.Millisecond, 50 * time.Millisecond, true}, "60+": {60 * s, 0, true},
		"inf": {}, "nan": {}, "1e300": {}, "0x10": {}, "1_000": {}, "-5": {}, "+5": {}, "60+inf": {}, "60+1e9": {}, "9999999999": {}, "": {}, "?": {},
		"-": {}, "40/7200:3600": {}, "1/259200": {}, "*60": {}, "60 sec": {},
	} {
		base, increment, ok := TimeControl(text)
		if ok != want.ok || ok && (base != want.base || increment != want.increment) {
			t.Errorf("%q: %v + %v, %v; want %v", text, base, increment, ok, want)
		}
	}
}

// TestVariants tells chess and Chess960 from other variants by the names that programs give them.
func TestVariants(t *testing.T) {
	for name, want := range map[string]bool{
		"": false, "none": false, "Standard": false, "Chess960": false, "Chess 9LX": false, "Freestyle Chess (Chess960)": false,
		"Standard (from position)": false, "Crazyhouse": true, "Chess (Crazyhouse)": true, "Three-check": true, "?": false,
	} {
		g := must.Get(Parse("[Variant \"" + name + "\"]\n\n1. e4 *"))(t)
		if variant, other := g.OtherVariant(); variant != name || other != want {
			t.Errorf("%q is read as %q, another variant: %v, want %v", name, variant, other, want)
		}
	}
}

// TestTooLong reads what has no end: it is an error, takes a bounded amount of memory, and the next game is found.
func TestTooLong(t *testing.T) {
	small := limits{bytes: 1 << 20, comment: 1 << 19, words: 1 << 16, moves: 1000}
	long := small.bytes + small.bytes/2
	for _, text := range []string{
		strings.Repeat("Nf3 Ng1 ", small.moves), "1. e4 (" + strings.Repeat("Nf3 ", long/4),
		strings.Repeat("{"+strings.Repeat("x", small.comment/2)+"}", 5),
		"1. e4 " + strings.Repeat(" ", long), "1. e4\n" + strings.Repeat("\u00a0\n", long/3), "1. e4 " + strings.Repeat("* ", 2*small.words),
		"1. e4 ;" + strings.Repeat("x", long), "1. e4 {" + strings.Repeat("\n", long), strings.Repeat("x", long),
		"1. e4 (" + strings.Repeat("()", small.words),
	} {
		r := NewReader(strings.NewReader(text + "\n\n[Event \"next\"]\n\n1. d4 *\n"))
		r.limits = small
		if g, err := r.Next(); err == nil || len(g.Words) == 0 {
			t.Errorf("%.20s…: error %v", text, err)
		}
		if cap(r.buf) > 5*small.bytes {
			t.Errorf("%.20s…: a buffer of %d bytes", text, cap(r.buf))
		}
		if g, err := r.Next(); err != nil || g.Tags()["Event"] != "next" || len(plies(g)) != 1 {
			t.Errorf("%.20s…: after it %.100s, error %v", text, g, err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%.20s…: no end, error %v", text, err)
		}
	}
}

// TestLongComment checks that a game stays whole however long a comment in it is, and that the next one is found.
func TestLongComment(t *testing.T) {
	const limit = 1 << 19
	const next = "\n\n[Event \"next\"]\n\n1. d4 *\n"
	for _, length := range []int{limit - 10, limit + 10} {
		comment := strings.Repeat("long ", length/5)
		r := NewReader(strings.NewReader("[Event \"long\"]\n\n1. e4 {" + comment + "\n} e5 2. Nf3 1-0" + next))
		r.limits.comment = limit
		list := rest(t, r)
		if len(list) != 2 || len(plies(list[1])) != 1 {
			t.Fatalf("%d bytes: %d games", length, len(list))
		}
		_, moves, err := list[0].Replay()
		if err != nil || len(moves) != 3 || list[0].Outcome() != "1-0" {
			t.Errorf("%d bytes: %d moves, %v, %s", length, len(moves), err, list[0].Outcome())
		}
		kept := 0
		for _, w := range list[0].Words {
			kept += strings.Count(w.Text, "long")
		}
		if kept != length/5+1 { // and the tag
			t.Errorf("%d bytes: %d words of %d are kept", length, kept-1, length/5)
		}
		if faults := len(list[0].Faults); (faults > 0) != (length > limit) {
			t.Errorf("%d bytes: %d faults: %v", length, faults, list[0].Faults)
		}
	}
}

// TestMarks reads files that begin with byte order marks and were written one after the other.
func TestMarks(t *testing.T) {
	const want = "[Event \"x\"]\n\n1. e4 {\ufeff a mark is kept here} e5 *\n"
	for _, text := range []string{
		"\ufeff" + want,
		"\ufeff\ufeff\r\n\ufeff" + want,
		"[Event \"x\"]\ufeff\n1. e4 {\ufeff a mark is kept here}\ufeff e5\ufeff*",
	} {
		for _, between := range []string{"\ufeff", "\n\n\ufeff", "\r\n\ufeff\r\n"} {
			list := games(t, []byte(strings.Repeat(text+between, 3)))
			must.Equal(t, len(list), 3, text, between)
			for _, g := range list {
				must.Equal(t, g.String(), want, text, between)
			}
		}
	}
}

// TestMarkWithoutResult checks that tags after a byte order mark begin a game also where the game before has no result and no
// end of its line.
func TestMarkWithoutResult(t *testing.T) {
	for _, moves := range []string{"1. e4 e5", "1. e4 (1. d4", "1. e4 e5\n", "1. e4 e5 {c}"} {
		list := games(t, []byte("[Event \"x\"]\n\n"+moves+"\ufeff[Event \"y\"]\n\n1. d4 *\n"))
		if len(list) != 2 || list[1].Tags()["Event"] != "y" || len(plies(list[1])) != 1 {
			t.Errorf("%q: %d games, want 2, the second with its tag and a move: %q", moves, len(list), list)
		}
	}
}

// TestWithoutTags reads games without tags and results: an empty line and the number of White's first move begin one.
func TestWithoutTags(t *testing.T) {
	for text, want := range map[string]int{
		"1. e4 e5 2. Nf3\n\n1. d4 d5": 2, "1. e4 e5\n\n2. Nf3\r\n\r\n1 . d4 d5\n\n1.c4": 3, "1. e4 e5\n1. d4 d5": 1, "1. e4\n\n1... e5": 1,
		"1. e4 (\n\n1. d4) e5": 1, "[Event \"x\"]\n\n1. e4\n\n12. d4": 1,
	} {
		if list := games(t, []byte(text)); len(list) != want {
			t.Errorf("%q: %d games, want %d", text, len(list), want)
		}
	}
}

// TestBetweenGames reads what people and programs write between games, and before the moves: headings, comments, separators, and
// blocks of tags alone. Each game is given by the names of its tags and its words; nothing is a fault.
func TestBetweenGames(t *testing.T) {
	const (
		game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"
		tags = "[Event \"b\"]\n[White \"c\"]\n\n"
	)
	for text, want := range map[string][]string{
		// Headings have numbers, dates, results, and words that look like moves. There may be no tags.
		"1. d4 d5 *\n\n2. Smith - Jones\n" + tags + game:                {"1. d4 d5 *", "[Event][White] {2. Smith - Jones} " + game},
		"1. d4 d5 *\n2. Smith - Jones\n" + tags + game:                  {"1. d4 d5 *", "[Event][White] {2. Smith - Jones} " + game},
		"1. d4 d5 *\n\n12.5.2024\n\n" + tags + game:                     {"1. d4 d5 *", "[Event][White] {12.5.2024} " + game},
		"1. d4 d5 *\n\n## 2. Smith\n" + tags + game:                     {"1. d4 d5 *", "[Event][White] {## 2. Smith} " + game},
		"1. d4 d5 *\n\n2) Smith (2400)\n" + tags + game:                 {"1. d4 d5 *", "[Event][White] {2) Smith (2400)} " + game},
		"3. Smith - Jones, 12.5.2024\n\n" + game:                        {"{3. Smith - Jones, 12.5.2024} " + game},
		"10. de Firmian - van de Berg 1-0\n" + game:                     {"{10. de Firmian - van de Berg 1-0} " + game},
		"1. Smith - Jones\n2. Jones - Smith\n3. Smith - Jones\n" + game: {"{1. Smith - Jones 2. Jones - Smith 3. Smith - Jones} " + game},
		"There will be a game:\n" + tags + game:                         {"[Event][White] {There will be a game:} " + game},
		"Smith [WGM] - Jones 1. e4 e5 *":                                {"{Smith [WGM] - Jones} 1. e4 e5 *"},
		"Moves: e4 e5 Nf3 Nc6 *":                                        {"{Moves:} e4 e5 Nf3 Nc6 *"},
		"[Event \"b\"]\nin (2. e4) 1907\n[White \"c\"]\n\n" + game:      {"[Event][White] {in (2. e4) 1907} " + game},
		tags + "2. Smith - Jones\n" + game:                              {"[Event][White] {2. Smith - Jones} " + game},
		"1. d4 d5\n\n2. Smith - Jones\n" + tags + game:                  {"1. d4 d5", "[Event][White] {2. Smith - Jones} " + game},
		"1. d4 d5\n\n{2. Smith (1. e4)}\n" + tags + game:                {"1. d4 d5", "[Event][White] {2. Smith (1. e4)} " + game},
		"1. d4 d5\n\n{He resigned.}\n\n" + tags + game:                  {"1. d4 d5 {He resigned.}", "[Event][White] " + game},
		// Moves begin also after a comment, and in notations of their own.
		"{x} e4 e5 *": {"{x} e4 e5 *"}, "1. {x} e4 e5 *": {"1. {x} e4 e5 *"}, "$1 e4 e5 *": {"$1 e4 e5 *"}, "1.\ne4 e5 *": {"1. e4 e5 *"}, "2.\nSmith - Jones\n" + game: {"{2. Smith - Jones} " + game},
		"1 . e4 e5 *": {"1 . e4 e5 *"}, "1) e4 e5 2) d4 *": {"1 e4 e5 2 d4 *"}, "[FEN \"x\"]\n\n1. *": {"[FEN] 1. *"}, "[FEN \"x\"]\n\n1. ed cd *": {"[FEN] 1. ed cd *"},
		// Comments in the lines below the result belong to the game, up to an empty line.
		"1. d4 d5 1-0\n{Black resigned}\n\n{x}\n" + tags + game:    {"1. d4 d5 1-0 {Black resigned}", "[Event][White] {x} " + game},
		"1. d4 d5 1-0 {a}\r\n  {b}\r\n;c\r\n{d}\r\n" + tags + game: {"1. d4 d5 1-0 {a} {b} ;c {d}", "[Event][White] " + game},
		"1. d4 d5 1-0\r{a}\r\r{b}\r" + game:                        {"1. d4 d5 1-0 {a}", "{b} " + game},
		"[Result \"1-0\"]\n\n1-0\n{He did not come.}\n\n" + game:   {"[Result] 1-0 {He did not come.}", game},
		// Lines of signs are neither annotations nor null moves.
		"1. d4 d5 *\n\n----------\n" + tags + game:  {"1. d4 d5 *", "[Event][White] {----------} " + game},
		"1. d4 d5 *\n\n-- -- --\n" + tags + game:    {"1. d4 d5 *", "[Event][White] {-- -- --} " + game},
		tags + "========\n" + game:                  {"[Event][White] {========} " + game},
		"1. d4 d5\n-- \nJ. Smith\n\n" + tags + game: {"1. d4 d5", "[Event][White] {-- J. Smith} " + game},
		"[FEN \"x\"]\n\n1. -- d5 2. -- *":           {"[FEN] 1. -- d5 2. -- *"},
		// A tag that repeats one after an empty line begins another game, as Event does.
		"[FEN \"x\"]\n\n[FEN \"y\"]\n\n[fen \"z\"]\n":            {"[FEN]", "[FEN]", "[fen]"},
		"[White \"x\"]\n\n[Black \"y\"]\n\n[Event \"z\"]\n":      {"[White][Black]", "[Event]"},
		"[FEN \"x\"]\n[FEN \"y\"]\n\n{to win}\n\n[FEN \"z\"]\n":  {"[FEN][FEN] {to win}", "[FEN]"},
		"[FEN \"x\"]\n\n{No. 2}\n[FEN \"y\"]\n\n[Black \"z\"]\n": {"[FEN]", "[FEN][Black] {No. 2}"},
	} {
		list := games(t, []byte(text))
		got := make([]string, len(list))
		for i, g := range list {
			for _, w := range g.Words {
				if w.Kind == Tag {
					name, _ := w.Tag()
					got[i] += "[" + name + "]"
				}
			}
			words := (&Game{Words: slices.DeleteFunc(slices.Clone(g.Words), Word.isTag)}).String()
			got[i] = strings.TrimSpace(got[i] + " " + strings.Join(strings.Fields(words), " "))
			must.Equal(t, len(g.Faults), 0, text, g.Faults)
			checkMended(t, g)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is read as\n%q, want\n%q", text, got, want)
		}
	}
}

// TestForeignMoves reads games whose moves are not understood, though some of them are: nothing is played.
func TestForeignMoves(t *testing.T) {
	for _, text := range []string{
		"1. Sf3 Sf6 2. c4 e6 3. d4 d5 *", "1. Sf3 d5 2. g3 c5 *", "1) Sf3 Sf6\n2) c4 e6\n3) d4 d5", "1. Sf3 Sf6 2. Sc3 Sc6 3. Sg1\nd5 4. c4 *",
		"1. Sf3 {x} Sf6\n2. c4 {y} e6 *",
	} {
		g := must.Get(Parse("[Event \"x\"]\n\n" + text))(t)
		if _, plies, err := g.Replay(); err == nil || len(plies) > 0 || len(g.Faults) == 0 {
			t.Errorf("%q: %d moves, faults %v, error %v; want only faults and an error", text, len(plies), g.Faults, err)
		}
	}
}

// TestNesting reads variations that are nested more deeply than anyone needs: the deeper ones stay as text, and a fault says so.
func TestNesting(t *testing.T) {
	const n = 400000
	for _, text := range []string{"1. e4 " + strings.Repeat("(", n) + "1. d4", "1. e4 " + strings.Repeat("( 1. d4 ", n/10) + strings.Repeat(")", n/10)} {
		list := games(t, []byte(text+"\n\n[Event \"next\"]\n\n1. c4 *"))
		if len(list) != 2 || len(list[0].Faults) == 0 || !strings.HasPrefix(list[0].Faults[0].Text, "variations are nested more than 100 deep") {
			t.Fatalf("%d games, the first with %v", len(list), list[0].Faults[:min(len(list[0].Faults), 3)])
		}
		for i, want := range []string{"e4", "c4"} {
			if _, _, err := list[i].Replay(); err != nil || !slices.Equal(plies(list[i]), []string{want}) {
				t.Errorf("game %d: %v, %v, want %s", i+1, plies(list[i]), err, want)
			}
		}
		must.Equal(t, strings.Count(list[0].String(), "("), strings.Count(text, "("))
	}
}

// TestContradictedResults plays games whose result is not that of the board.
func TestContradictedResults(t *testing.T) {
	for text, want := range map[string]string{
		"1. f3 e5 2. g4 Qh4# 1-0": "the game ends with checkmate, which is 0-1, but its result says 1-0", "1. f3 e5 2. g4 Qh4# 0-1": "",
		"[Result \"1/2-1/2\"]\n1. f3 e5 2. g4 Qh4#": "the game ends with checkmate, which is 0-1, but its result says 1/2-1/2",
		"1. f3 e5 2. g4 1-0":                        "", "1. f3 e5 2. g4 Qh4#": "",
		"[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1-0": "the game ends with stalemate, which is 1/2-1/2, but its result says 1-0",
	} {
		g, err := Parse(text)
		if err == nil {
			_, _, err = g.Replay()
		}
		if got := g.Faults; err != nil || len(got) > 1 || want == "" && len(got) > 0 || want != "" && (len(got) == 0 || got[0].Text != want) {
			t.Errorf("%q: %v, %v, want %q", text, got, err, want)
		}
	}
}

// TestAlone reads made-up files: a game without faults is the same when its text is read alone. So an analysis may take the game
// that the reader returns, and when it is continued, the text that it has kept.
func TestAlone(t *testing.T) {
	parts := []string{
		"{", "}", "{a}", "(", ")", "(2. d4)", "[", "]", "[%clk 1]", "\"", ";c", "\n%x\n", "\n", "\n\n", "\r\n", Mark, "\u00a0", "[Event \"x\"]\n",
		"[White \"y\"]\n", "1. e4 ", " e5 ", "2. Nf3 ", "$4", " word ", "1-0", "1/2-1/2 ", "*",
	}
	games := 0
	for seed := range uint64(8000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		for range 3 + r.IntN(14) {
			text.WriteString(parts[r.IntN(len(parts))])
		}
		file := NewReader(strings.NewReader(text.String()))
		for g, err := file.Next(); err == nil; g, err = file.Next() {
			if len(g.Faults) > 0 {
				continue
			}
			games++
			if alone, err := Parse(file.Text()); err != nil || !reflect.DeepEqual(g, alone) {
				t.Errorf("%q in %q is\n%+v\nand alone\n%+v, %v", file.Text(), text.String(), g, alone, err)
			}
		}
	}
	if games < 1000 {
		t.Errorf("only %d games", games)
	}
}

// FuzzRoundTrip reads anything as games. A game that is written has the same letters and digits, is read as the same words, and
// nothing in it has to be mended. The same holds after the game has been played.
func FuzzRoundTrip(f *testing.F) {
	for _, pattern := range []string{"testdata/*.pgn", "testdata/strange/*"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			text := must.Get(os.ReadFile(file))(f)
			f.Add(string(text))
		}
	}
	f.Add("1. e4 {")
	f.Add("(((")
	f.Add("1. e4 *\ufeff[Event \"x\"]\n\n1. d4 {\ufeff}\ufeff *\n\ufeff1. c4 \xef\xbb\n\xbf *")
	f.Add("A a4 000")
	f.Add("(dg)")
	f.Add("0000@@@@ 3.5666666Nf3")
	f.Add("( *")
	f.Add("0000! Z0?? --!?")
	f.Add("{a/ /   1. d4 1-0 1/2 $1 *  {} a6 2  *")
	f.Add("{e4! / Nf6{} 2 \" [A \"b\"] 3... [A \"b\"]")
	f.Add("( * {a} ;b\n{c}")
	f.Add("[Event \"a\"]\n[Result \"*\"]\n\n[Event \"b")
	f.Add("1. e4 {line ends of a file copied too often\r\r\n}")
	f.Add("1. e4 {e5 2. Nf3 {x} Nc6 [%clk 1] (2. f4 Ke2 {y} 3. d4) $1 3. Bb5 a5 a6 4. Ke5 (4. Ba4) Nf6 1-0 5. d4 *")
	f.Fuzz(func(t *testing.T, text string) {
		var written []byte
		r := NewReader(strings.NewReader(text))
		for {
			g, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return
			}
			written = g.Append(written)
			checkMended(t, g)
			if _, moves, err := g.Replay(); err == nil {
				again := checkMended(t, g)
				_, theirs, err := again.Replay()
				if err != nil || !slices.Equal(theirs, moves) {
					t.Errorf("%d moves are read as %d, %v:\n%s", len(moves), len(theirs), err, g)
				}
				checkFaults(t, again)
			}
		}
		// Signs of typesetters become letters, novelties numbers, and programs do not read a line that begins with %.
		same := isASCII(text) && !strings.Contains(text, "%") && !novelties.MatchString(text)
		if got, want := letters(string(written)), letters(text); same && got != want {
			t.Error(difference(got, want))
		}
	})
}

// novelties matches what may be moves with the N of a novelty.
var novelties = regexp.MustCompile(`[1-8O][+#!?]*N`)

// checkMended checks that a game that was written is read as the same, and returns it.
func checkMended(t *testing.T, g *Game) *Game {
	t.Helper()
	text := g.String()
	again := must.Get(Parse(text))(t)
	compareWords(t, text, again.Words, g.Words)
	checkFaults(t, again)
	return again
}

// checkFaults checks that a game that was written has no faults. Two results that disagree are both written, so they
// are reported again.
func checkFaults(t *testing.T, g *Game) {
	t.Helper()
	for _, fault := range g.Faults {
		stays := strings.HasPrefix(fault.Text, "the game ends with ") || strings.HasPrefix(fault.Text, "the tag FEN: left out ")
		if !stays { // a result that is contradicted and a FEN do
			t.Errorf("%s\n%s", fault.Text, g)
		}
	}
}

// TestLinesAreNotEscapes writes comments with per cent signs, none of which begins a line.
func TestLinesAreNotEscapes(t *testing.T) {
	for length := range 2 * lineLength {
		g := &Game{Words: []Word{{Kind: Comment, Text: strings.Repeat("x", length) + " % of it, % of all"}}}
		if text := g.String(); strings.Contains(text, "\n%") {
			t.Errorf("%q", text)
		}
	}
}

// TestNotation writes every legal move of random positions of chess and Chess960, reads it again, and compares with the witness.
func TestNotation(t *testing.T) {
	for _, fen := range []string{ // where a move needs the file and the rank of departure, which is rare
		"7k/8/8/3Q1Q2/8/3Q4/8/K7 w - - 0 1", "k7/8/1n1n4/8/1n1n4/8/8/K7 b - - 0 1",
	} {
		p := playout.Parse(t, fen)
		checkNotation(t, &p)
	}
	for p := range playout.Positions(6, playout.Sample(20_000)) {
		checkNotation(t, p)
	}
}

// checkNotation checks the notation of all legal moves of p.
func checkNotation(t *testing.T, p *board.Position) {
	t.Helper()
	theirs := witnessed(t, p)
	n := NewSAN(p)
	for _, m := range movegen.LegalMoves(p) {
		text := n.Format(m)
		for _, spelled := range []string{text, strings.TrimRight(text, "+#") + "!?", movegen.FormatMove(p, m, true)} {
			if got, err := n.Parse(spelled); err != nil || got != m {
				t.Fatalf("%s is read as %v (%v), want %v, in %s", spelled, got, err, m, p.FEN())
			}
		}
		want := theirs[movegen.FormatMove(p, m, false)]
		if m.Flag() == board.Castle && !p.StandardCastling() {
			if text, want = strings.TrimRight(text, "+#"), "O-O"; m.To() < m.From() {
				want = "O-O-O"
			}
		}
		if text != want {
			t.Fatalf("%v is written %s, by the witness %s, in %s", m, text, want, p.FEN())
		}
	}
}

// witnessed returns the legal moves of p in the notation of the witness, by how UCI writes them. Castling in Chess960 is not
// among them.
func witnessed(t *testing.T, p *board.Position) map[string]string {
	t.Helper()
	fields := strings.Fields(p.FEN())
	if !p.StandardCastling() {
		fields[2] = "-"
	}
	w := must.Get(witness.Parse(strings.Join(fields, " ")))(t)
	texts := map[string]string{}
	for _, m := range w.Moves() {
		texts[m.UCI()] = m.SAN()
	}
	return texts
}

func TestParse(t *testing.T) {
	p := must.Get(board.ParseFEN("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"))(t)
	n := NewSAN(&p)
	for text, want := range map[string]string{
		"Ne4": "may be any of 2 moves", "e4": "not legal", "O-O": "not legal", "--": "not a move", "": "not a move", "Nce9": "not a move",
		"N3e2": "may be any of 2 moves",
	} {
		if m, err := n.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want an error with %q", text, m, err, want)
		}
	}
	for text, want := range map[string]string{"Nc3-e4": "c3e4", "Nce4": "c3e4", "Ng3xe4": "g3e4", "c3e4": "c3e4"} {
		if m, err := n.Parse(text); err != nil || movegen.FormatMove(&p, m, false) != want {
			t.Errorf("%q is read as %v, %v; want %s", text, m, err, want)
		}
	}
}

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
		{0, "", "*", 0, []string{`24: "1. Sf3 d5 2. g3" is not understood`, "24: no move is understood"}},
	},
	"mail.pgn": {
		{6, "exd5 exd5", "1/2-1/2", 0, nil},
		{0, "", "*", 0, []string{`11: "Best regards, and until next time!" is not understood`, "11: it belongs to no game"}},
	},
}

// TestStrangeFiles reads the files in testdata/strange, and what is made of them again.
func TestStrangeFiles(t *testing.T) {
	files, _ := filepath.Glob("testdata/strange/*")
	must.Equal(t, len(files), len(strange))
	for name, want := range strange {
		text := must.Get(os.ReadFile(filepath.Join("testdata/strange", name)))(t)
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
		"Berlin, 12.5.2003\n1. e4 e5 *":                             "{Berlin, 12.5.2003} 1. e4 e5 *",
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
		"[Event \"x\"]\n1. 5254 5755 *":                 "[Event \"x\"] {1. 5254 5755} *",
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
		{"1.e4 e5, 2.Nf3, Nc6, 3.Bb5", "e4 e5 Nf3 Nc6 Bb5"}, {"1. e4 <> 2. d4 <>", "e4 -- d4 --"},
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O\x96O\xb1 d6 5. d4 e\xd7d4 6. c3 \x85 6\x85 d\xd7c3", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6 d4 exd4 c3 dxc3"},
		{"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"},
	} {
		g, err := Parse("[Event \"x\"]\n\n" + test.moves + " *")
		must.Do(t, err)
		_, _, err = g.Replay()
		if got := strings.Join(plies(g), " "); got != test.want || err != nil {
			t.Errorf("%s is written %s, %v, want %s", test.moves, got, err, test.want)
		}
	}
}

// TestSpacesTakeNoMemory reads games with millions of spaces before a move and below a result, where the reader looks ahead: it
// keeps hardly more than the longest game.
func TestSpacesTakeNoMemory(t *testing.T) {
	const limit, count = 1 << 20, 8 << 20
	spaces := strings.Repeat(" ", count)
	for _, text := range []string{"1. e4 " + spaces + "e5 1-0\n", "1. e4 e5 1-0\n" + spaces + "\n1. d4 d5 *\n"} {
		r := NewReader(strings.NewReader(text))
		r.limits.bytes = limit
		for n := 0; ; n++ {
			_, err := r.Next()
			if len(r.buf) > 2*limit {
				t.Fatalf("game %d: %d bytes in memory", n, len(r.buf))
			}
			if err == io.EOF {
				break
			}
		}
	}
}
