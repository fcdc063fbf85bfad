package analyse

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// twoGames are games that differ in their players.
const twoGames = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n" +
	"[White \"Cy\"]\n[Black \"Dee\"]\n\n1. e4 e5 1/2-1/2\n\n"

// TestSummaryInputs analyses the same games from a file, a compressed one, standard input and several files, and from results:
// the summary is the same, and ends with the command that has been given, for a report.
func TestSummaryInputs(t *testing.T) {
	testfiles.NoRace(t)
	t.Setenv("COLUMNS", "")
	file := testfiles.Write(t, "my games.pgn", twoGames)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := io.WriteString(z, twoGames); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	zipped := testfiles.Write(t, "games.pgn.gz", packed.String())
	limits := []string{"-n", "2000", "--hash", "1", "--quiet"}
	summary := func(in string, args ...string) (text, report string) {
		t.Helper()
		out, errOut, code := command(t, in, slices.Concat(limits, args)...)
		text, report, ok := strings.Cut(out, "For a report with boards: vertigo analyse -n 2000 --hash 1 --quiet ")
		again := strings.Contains(errOut, "2 of 4 occurred before")
		if code != commandline.ExitOK || again != slices.Contains(args, "--") || !again && errOut != "" || !ok {
			t.Fatalf("%q: exit code %d, messages %q, output\n%s", args, code, errOut, out)
		}
		return text, strings.TrimSuffix(report, "\n")
	}
	want, report := summary("", file)
	if report != commandline.Quote(file)+" --out report.html" || commandline.Quote(file) == file {
		t.Errorf("the report is of %s, want it of %q", report, file)
	}
	for _, name := range []string{
		"Ada – Bob  0-1\ngame 1\n", "Cy – Dee  1/2-1/2\ngame 2\n", "2. g4??", "\n2 games, 3 moves; 2000 nodes for each position\n",
	} {
		if strings.Count(want, name) != 1 {
			t.Errorf("there is no %q, or more than one, in\n%s", name, want)
		}
	}
	if got, report := summary("", zipped); got != want || report != zipped+" --out report.html" {
		t.Errorf("a compressed file, %s:\n%s\nwant\n%s", report, got, want)
	}
	if got, report := summary(twoGames, "-"); got != want || report != "- --out report.html" {
		t.Errorf("standard input, %s:\n%s\nwant\n%s", report, got, want)
	}
	several, report := summary("", "--", file, zipped)
	if strings.Count(several, file+": game 1\n") != 1 || strings.Count(several, zipped+": game 2\n") != 1 ||
		!strings.Contains(several, "\n4 games, 6 moves;") ||
		report != "--out report.html -- "+commandline.Quote(file)+" "+zipped {
		t.Errorf("several files, %s:\n%s", report, several)
	}
	results := filepath.Join(t.TempDir(), "games.results")
	expect(t, commandline.ExitOK, "", slices.Concat(limits, []string{file, "-o", results})...)
	if got, errOut, _ := merge(results); got != want+"For a report with boards: vertigo merge "+results+" --out report.html\n" {
		t.Errorf("merged (%s):\n%s\nwant\n%s", errOut, got, want)
	}
	asked, _, _ := command(t, "", slices.Concat(limits, []string{file, "--as", "summary"})...)
	text := filepath.Join(t.TempDir(), "games.txt")
	_, _, code := command(t, "", slices.Concat(limits, []string{file, "-o", text})...)
	if code != commandline.ExitOK || testfiles.Text(t, text) != want || asked != want {
		t.Errorf("the summary that was asked for:\n%s\nin a file:\n%s\nwant\n%s", asked, testfiles.Text(t, text), want)
	}
}

// TestSummaryAtOnce sends games through a pipe one after the other: the first is shown before the second has ended.
func TestSummaryAtOnce(t *testing.T) {
	in, games := io.Pipe()
	reported, out := io.Pipe()
	done := make(chan int)
	go func() {
		program := commandline.Program{Version: "test", In: in, Out: out, Err: io.Discard}
		code := Run(Config{Program: program}, []string{"-", "-n", "2000", "--hash", "1"})
		_ = out.Close() // it never fails
		done <- code
	}()
	first, second := twoGames[:strings.Index(twoGames, "1. e4")], twoGames[strings.Index(twoGames, "1. e4"):]
	sent := make(chan error)
	go func() {
		_, err := io.WriteString(games, first)
		sent <- err
	}()
	read := make([]byte, 4096)
	n, err := io.ReadAtLeast(reported, read, len("Ada – Bob"))
	if err != nil || !strings.HasPrefix(string(read[:n]), "Ada – Bob  0-1\n") {
		t.Fatalf("%v, reported %q", err, read[:n])
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	go func() {
		_, err := io.WriteString(games, second)
		sent <- errors.Join(err, games.Close())
	}()
	rest, err := io.ReadAll(reported)
	if err = errors.Join(err, <-sent); err != nil || !strings.Contains(string(rest), "Cy – Dee") || <-done != commandline.ExitOK {
		t.Errorf("%v, reported at last %q", err, rest)
	}
}
