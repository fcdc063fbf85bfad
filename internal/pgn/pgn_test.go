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
		if got, want := inOrder(list, visible(written)), inOrder(list, visible(text)); got != want {
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
		"1. e4 {[%clk 99999999999:00:00]} (1. d4) {[%clk 12:34]} *": {{Left: 754 * s, HasLeft: true}},
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
	for _, m := range playout.Legal(p) {
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
