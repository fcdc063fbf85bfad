package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/testfiles"
)

// talking are arguments with which the program writes something to standard output. DIR stands for a folder as talkingInputs
// makes it.
var talking = []string{
	"help", "--help", "help analyse", "help merge", "help puzzles", "help diff", "help tree", "analyse --help", "merge --help",
	"puzzles --help", "diff --help", "tree --help", "version", "uci", "d", "eval", "go depth 1", "perft 2", "bench 1",
	"analyse startpos --depth 1 --hash 1", "analyse startpos --depth 1 --hash 1 --as results", "analyse DIR/games.pgn startpos --depth 1 --hash 1",
	"merge DIR/whole.results --as epd", "puzzles DIR/games.pgn --nodes 100 --replays 0 --as html", "diff DIR/whole.results DIR/whole.results",
	"tree startpos --depth 1",
}

// execution runs the program with the arguments of a line.
func execution(line string, out io.Writer) (errOut string, code int) {
	var e strings.Builder
	code = run(strings.Fields(line), strings.NewReader(""), out, &e)
	return e.String(), code
}

// mateGame is a game that has a puzzle.
const mateGame = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n\n"

// talkingInputs makes a folder with games and results.
func talkingInputs(t *testing.T) string {
	t.Helper()
	dir := filepath.Dir(testfiles.Write(t, "games.pgn", mateGame))
	line := "analyse " + dir + "/games.pgn --depth 2 --hash 1 --quiet --as results --out " + dir + "/whole.results"
	if errOut, code := execution(line, io.Discard); code != cli.ExitOK {
		t.Fatalf("%s: exit code %d: %s", line, code, errOut)
	}
	return dir
}

// writing is a writer that fails, after so many bytes.
type writing struct {
	left int
	err  error
}

func (w *writing) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, w.err
	}
	return len(p), nil
}

// TestFailedWrites lets all commands write to what takes nothing, or only a part: they say so, once, and fail. Where it is a
// pipe that nobody reads any more, they end without a word.
func TestFailedWrites(t *testing.T) {
	full := errors.New("no space left")
	closed := &fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
	dir := talkingInputs(t)
	for _, line := range talking {
		line := strings.ReplaceAll(line, "DIR", dir)
		var whole bytes.Buffer
		if errOut, code := execution(line, &whole); whole.Len() == 0 || code == cli.ExitUsage {
			t.Fatalf("%s: exit code %d, output of %d bytes, messages %q", line, code, whole.Len(), errOut)
		}
		rooms := []int{whole.Len() / 2}
		if testfiles.InCI() {
			rooms = append(rooms, 0)
		}
		if strings.Contains(line, "help") { // The help has the same length each time.
			rooms = append(rooms, whole.Len()-1)
		}
		for _, room := range rooms {
			errOut, code := execution(line, &writing{room, full})
			if code != cli.ExitFailed || strings.Count(errOut, "no space left") != 1 {
				t.Errorf("%s, room for %d bytes: exit code %d, messages %q", line, room, code, errOut)
			}
			errOut, code = execution(line, &writing{room, closed})
			if code != cli.ExitFailed || strings.Contains(errOut, "pipe") {
				t.Errorf("%s, a pipe closed after %d bytes: exit code %d, messages %q", line, room, code, errOut)
			}
		}
	}
}

// strange is text with which others could act on a terminal: it empties the screen, sets the title, and more.
const strange = "\x1b[2J\x1b]0;title\a\x9b31m\u009b31m\u202eevil\r\x7f"

// strangeInputs makes files in which all text from others is strange, also their names, and returns lines of arguments that show
// it in tables and messages.
func strangeInputs(t *testing.T) (lines [][]string) {
	t.Helper()
	dir := t.TempDir()
	in := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name+strange+"\nvertigo: forged")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Skip(err) // not every file system knows such names
		}
		return path
	}
	epd := in("epd", "4k3/8/8/8/8/8/8/4K2R w - - bm Rh8; id \"name "+strange+"\";\n4k3/8/8/8/8/8/8/4K2R w - - bm Rh"+strange+";\n"+strange+"\n")
	json := in("json", `{"fen":"4k3/8/8/8/8/8/8/4K2R w - - 0 1","id":"name \u001b[2J\u009b\n\nvertigo: forged"}`+"\n"+`{"fen":"\u001b[2J\n"}`+"\n")
	pgn := in("pgn", "[Event \""+strange+"\"]\n[White \""+strange+"\"]\n\n1. e4 {"+strange+"} e5 2. Qh5 Ke7 *\n\n[FEN \""+strange+"\"]\n\n1. e"+strange+"4 *\n")
	results := filepath.Join(dir, "results")
	search := func(args ...string) []string {
		return append([]string{"analyse", "--depth", "1", "--hash", "1", "--quiet"}, args...)
	}
	run(search(epd, json, pgn, "--as", "results", "--out", results), nil, io.Discard, io.Discard)
	return [][]string{
		search(epd, json, pgn), search("--epd", epd), search("--as", "suite", epd, json, pgn), search("--as", "csv", epd, json, pgn),
		search("--as", "pgn", pgn), search("--as", "epd", epd, json, pgn), search("--as", "json", epd, json, pgn),
		{"merge", results}, {"merge", epd}, {"diff", results, results}, {"diff", results, pgn},
		{"puzzles", pgn, epd, "--nodes", "100", "--replays", "0"},
		{"puzzles", strange}, search("--store", epd, pgn), search("--store", filepath.Join(dir, strange), pgn), {"tree", strange}, {"analyse", "--" + strange},
		{"analyse", "--out", dir + "/none/" + strange, "startpos"}, {"help", strange}, {strange},
		{"position fen " + strange}, {"setoption name " + strange},
	}
}

// checkShown checks that text is harmless on a terminal.
func checkShown(t *testing.T, args []string, text string) {
	t.Helper()
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
			t.Errorf("%q: shown as %q, which has %q", args, text, r)
			return
		}
	}
	if strings.Contains(text, "\nvertigo: forged") {
		t.Errorf("%q: a line looks like a message: %q", args, text)
	}
}

// colors matches those that the program uses itself.
var colors = regexp.MustCompile(`\x1b\[(?:[0-2]|3[136])m`)

// onTerminal runs the program on a terminal of so many columns and returns its output.
func onTerminal(t *testing.T, columns uint16, args ...string) string {
	t.Helper()
	control, terminal := testfiles.Terminal(t)
	testfiles.Resize(t, terminal, columns)
	shown := make(chan string)
	go func() {
		text, _ := io.ReadAll(control) // the error is that the terminal is closed
		shown <- string(text)
	}()
	run(args, strings.NewReader(""), terminal, io.Discard) // It closes the terminal.
	return strings.ReplaceAll(<-shown, "\r\n", "\n")
}

// TestTerminal lets the commands write to a terminal, with colours or without, on which nothing from others may act, and to a
// file. That is harmless, too, if it is for people; one for programs keeps what there was. No line of a message that has text from
// others looks like a message of its own.
func TestTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	reported := 0
	for _, args := range strangeInputs(t) {
		t.Setenv("NO_COLOR", "1")
		text := onTerminal(t, 500, args...)
		if !slices.Contains(args, "csv") { // Cells of CSV may have several lines.
			checkShown(t, args, text)
		}
		t.Setenv("NO_COLOR", "")
		if painted := colors.ReplaceAllString(onTerminal(t, 500, args...), ""); !slices.Contains(args, "csv") {
			checkShown(t, args, painted)
		}
		var file, errOut bytes.Buffer
		run(args, strings.NewReader(""), &file, &errOut)
		reported += strings.Count(errOut.String(), `\x1b[2J`)
		checkShown(t, args, errOut.String())
		switch {
		case !isForPrograms(args):
			checkShown(t, args, file.String())
		case strings.Contains(file.String(), `\x1b`) && !slices.Contains(args, "json"): // JSON has messages of errors, too.
			t.Errorf("%q: in a file, text is escaped: %q", args, file.String())
		}
		if args[0] == "analyse" && strings.Contains(file.String(), "x1b") && !strings.Contains(text, `\x1b`) {
			t.Errorf("%q: shown as %q", args, text)
		}
	}
	if reported < 10 {
		t.Errorf("only %d messages have text from others", reported)
	}
}

// isForPrograms reports whether arguments ask for an output that is for programs.
func isForPrograms(args []string) bool {
	return args[0] == "puzzles" || slices.ContainsFunc(args, func(arg string) bool { return slices.Contains([]string{"csv", "pgn", "epd", "json"}, arg) })
}
