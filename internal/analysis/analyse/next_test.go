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
	must.Equal(t, Run(c, append(search, "--as", "html")), cli.ExitUsage, "a page on a terminal: exit code")
	must.Equal(t, Run(c, append(search, "--out", "games.results")), cli.ExitOK, "exit code")
	must.Equal(t, Merge(c, []string{"games.results", "--out", "report.html"}), cli.ExitOK, "exit code")
	must.Equal(t, Run(c, append(search, "--quiet", "--out", "quiet.html")), cli.ExitOK, "exit code")
	must.Equal(t, Merge(c, []string{"games.results", "--quiet", "--out", "quiet.html"}), cli.ExitOK, "merge --quiet: exit code")
	if _, err := terminal.WriteString("the end\n"); err != nil {
		t.Fatal(err)
	}
	text := ""
	for buffer := make([]byte, 1024); !strings.Contains(text, "the end"); {
		n, err := control.Read(buffer)
		must.Do(t, err, text)
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
	must.Equal(t, text, want, "the lines begin")
	piped, reported, _ := command(t, input, args...)
	if strings.Contains(piped, "\n\n") || strings.Contains(reported, "\n\n") {
		t.Errorf("in a pipe: %q, %q", piped, reported)
	}
}

// colors matches those of a terminal.
var colors = regexp.MustCompile(`\x1b\[[0-9]+m`)
