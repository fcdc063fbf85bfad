package analyse

import (
	"bufio"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestTerminal checks that a terminal gets no page, and learns which file has one.
func TestTerminal(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	t.Chdir(t.TempDir())
	write(t, "games.pgn", "1. e4 e5 *\n\n1. d4 d5 *\n")
	c := cli.Program{Out: terminal, Err: terminal}
	search := []string{"games.pgn", "--nodes", "20", "--hash", "1"}
	if code := Run(c, append(search, "--as", "html")); code != cli.ExitUsage {
		t.Errorf("a page on a terminal: exit code %d", code)
	}
	if code := Run(c, append(search, "--out", "games.results")); code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
	if code := Merge(c, []string{"games.results", "--out", "report.html"}); code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
	if code := Run(c, append(search, "--quiet", "--out", "quiet.html")); code != cli.ExitOK {
		t.Errorf("exit code %d", code)
	}
	if code := Merge(c, []string{"games.results", "--quiet", "--out", "quiet.html"}); code != cli.ExitOK {
		t.Errorf("merge --quiet: exit code %d", code)
	}
	if _, err := terminal.WriteString("the end\n"); err != nil {
		t.Fatal(err)
	}
	text := ""
	for buffer := make([]byte, 1024); !strings.Contains(text, "the end"); {
		n, err := control.Read(buffer)
		if err != nil {
			t.Fatalf("%v after %q", err, text)
		}
		text += string(buffer[:n])
	}
	must.Contain(t, text, "refusing to write HTML to a terminal", "vertigo analyse: wrote games.results, with 2 games\r\n",
		"vertigo merge: wrote report.html, with 2 games; open it in a browser\r\nthe end")
}

// TestMessagesStandApart shows a table on a terminal with messages between its rows and after them: empty lines divide them, and there is
// none at the beginning. In a pipe there is none.
func TestMessagesStandApart(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	testfiles.Resize(t, terminal, 120)
	args := []string{"-", "--as", "table", "--depth", "1", "--hash", "1", "--quiet", "--workers", "1"}
	input := "bad a\n" + board.StartFEN + "\nbad b\nbad c\n" + board.StartFEN + "\n"
	out, messages := files.NewStream(terminal), files.NewMessages(terminal)
	Run(cli.Program{Version: "test", In: strings.NewReader(input), Out: out, Err: messages}, args)
	if _, err := terminal.WriteString("the end\n"); err != nil {
		t.Fatal(err)
	}
	text, lines := "", bufio.NewScanner(control)
	for lines.Scan() && lines.Text() != "the end" {
		text += strings.Fields(colors.ReplaceAllString(lines.Text(), "") + " .")[0] + "\n"
	}
	const want = "standard\n.\nNo.\n1\n.\nstandard\nstandard\n.\n2\n.\nvertigo\n"
	if text != want {
		t.Errorf("the lines begin with %q, want %q", text, want)
	}
	piped, reported, _ := command(t, input, args...)
	if strings.Contains(piped, "\n\n") || strings.Contains(reported, "\n\n") {
		t.Errorf("in a pipe: %q, %q", piped, reported)
	}
}

// colors matches those of a terminal.
var colors = regexp.MustCompile(`\x1b\[[0-9]+m`)
