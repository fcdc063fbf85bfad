package analyse

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/testfiles"
)

// command runs the command and returns what it writes and its exit code.
func command(t *testing.T, stdin string, args ...string) (out, errOut string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(cli.Program{Version: "test", In: strings.NewReader(stdin), Out: &o, Err: &e}, args)
	checkSchema(t, o.String())
	return o.String(), e.String(), code
}

// expect runs the command, checks its exit code and that its messages have the words, and returns its output.
func expect(t *testing.T, code int, words string, args ...string) (out string) {
	t.Helper()
	out, errOut, got := command(t, "", args...)
	if got != code || !strings.Contains(errOut, words) {
		t.Errorf("%q: exit code %d, messages %q; want %d and %q", args, got, errOut, code, words)
	}
	return out
}

// TestEPDKeepsBytes checks that a name in another character set than UTF-8 is written as it was read, and as text in other forms.
func TestEPDKeepsBytes(t *testing.T) {
	in := "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"\xc4nd\xe9rung\"; c0 \"Änderung\";"
	out, errOut, code := command(t, in, "--as", "epd", "--depth", "2", "--hash", "1", "-")
	if code != cli.ExitOK || !strings.HasPrefix(out, in) {
		t.Errorf("exit code %d, messages %q, output\n%q\nwant it to begin\n%q", code, errOut, out, in)
	}
	for _, form := range []string{"json", "csv", "table", "suite", "html"} {
		out, _, _ := command(t, in, "--as", form, "--depth", "2", "--hash", "1", "-")
		if form == "html" {
			out = pagetest.Data(t, out)
		}
		if !strings.Contains(out, "Ändérung") {
			t.Errorf("%s: %q", form, out)
		}
	}
}

// TestAnnotatedIsUTF8 annotates games with words of Windows-1252 beside others of UTF-8: one that is searched, one that is left out, one
// that cannot be played, and one of another variant, in one line and in several.
func TestAnnotatedIsUTF8(t *testing.T) {
	const tags = "[White \"M\xfcller\"] [Black \"Карпов\"]"
	in := tags + "\n\n1. d4 {caf\xe9} Nf6 2. c4 g6 3. Nc3 d5 {да} *\n\n" + strings.ReplaceAll(tags, "Карпов", "Ким") + " {\x93q\x94}\n\n1. e4 *\n\n" +
		tags + "\n\n1. Ke2 {\xe9} *\n\n" + tags + "[Variant \"Atomic\"] 1. e4 {\xe9} *\n\n" + strings.ReplaceAll(tags, " ", "\n") + "\n[Variant \"Atomic\"]\n\n1. e4 {\xe9}\n{да} *\n"
	settings := []string{"--as", "pgn", "--depth", "2", "--hash", "1", "--player", "карпов", "-"}
	page, _, _ := command(t, in, "--as", "html", "--depth", "1", "--hash", "1", "-")
	if data := pagetest.Data(t, page); strings.Count(data, `"name":"Müller"`) < 2 || strings.Contains(data, "\ufffd") {
		t.Errorf("the page has %s", data)
	}
	out, errOut, _ := command(t, in, settings...)
	if !utf8.ValidString(out) || strings.Count(out, "Müller") != 5 || strings.Count(out, "Карпов") != 4 || strings.Count(out, "{é}") != 3 ||
		strings.Count(out, "{да}") != 2 || !strings.Contains(out, "{café}") || !strings.Contains(out, "{“q”}") || !strings.Contains(out, "Grünfeld") {
		t.Errorf("messages %q, output\n%s", errOut, out)
	}
	if again, _, _ := command(t, out, settings...); again != out {
		t.Errorf("annotated again:\n%s\nwant\n%s", again, out)
	}
}

// TestNothingIsLost annotates games as other programs write them: every word of theirs is still there, in its order, but
// for evaluations, of which there is one for each move, the annotator, and the spelling of moves, and ours stand beside them. Annotated again,
// nothing is added.
func TestNothingIsLost(t *testing.T) {
	files, _ := filepath.Glob("../../pgn/testdata/*.pgn")
	if len(files) == 0 {
		t.Fatal("no games")
	}
	for _, file := range files {
		out, _, _ := command(t, "", file, "--as", "pgn", "--nodes", "500", "--hash", "1", "--quiet", "--keep-marks")
		theirs, ours := allGames(t, testfiles.Text(t, file)), allGames(t, out)
		if len(theirs) != len(ours) {
			t.Fatalf("%s: %d games, annotated %d:\n%s", file, len(theirs), len(ours), out)
		}
		for i, g := range theirs {
			_, moves, err := g.Replay()
			if err == nil && len(moves) > 0 {
				if n := strings.Count(ours[i].String(), "%eval"); n != len(moves) && n != len(moves)-1 { // none after a mate
					t.Errorf("%s, game %d: %d evaluations of %d moves:\n%s", file, i+1, n, len(moves), ours[i])
				}
			}
		}
		for _, g := range theirs {
			for i := range g.Words {
				g.Words[i].Text = game.PlainText(g.Words[i].Text)
			}
		}
		theyAreThere(t, theirs, ours)
		again, _, _ := command(t, out, "-", "--as", "pgn", "--nodes", "500", "--hash", "1", "--quiet", "--keep-marks")
		must.Equal(t, again, out, file)
	}
}

// allGames reads all games of a text.
func allGames(t *testing.T, text string) (list []*pgn.Game) {
	t.Helper()
	for r := pgn.NewReader(strings.NewReader(text)); ; {
		g, err := r.Next()
		if err == io.EOF {
			return list
		}
		must.Do(t, err)
		list = append(list, g)
	}
}
