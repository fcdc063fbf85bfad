package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

// playTable is fastchess and, asked for its version or its bench, the engine. It notes each match in a file, and breaks off in
// the one that a file names.
func playTable() {
	switch os.Args[1] {
	case "version":
		fmt.Println("Vertigo 9.8.7 (go, linux, evaluating with go)")
		return
	case "compiler":
		fmt.Println("Stockfish\nCompilation settings include:  64bit BMI2")
		return
	case "bench":
		fmt.Println("12345 nodes 1000 nps")
		return
	}
	line := strings.Join(os.Args[1:], " ")
	names := regexp.MustCompile(`-engine cmd=\S+ name=vertigo.* -engine cmd=\S+ name=(.*?)( nodes=2000| option.Threads=1)? -each`)
	opponent := names.FindStringSubmatch(line)[1]
	start := regexp.MustCompile(` start=\d+ `).FindString(line)
	folder := os.Getenv("MATCHES_FOLDER")
	note, err := os.OpenFile(filepath.Join(folder, "played"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(note, opponent+start+line)
	if broken, _ := os.ReadFile(filepath.Join(folder, "break")); string(broken) == opponent+start {
		fmt.Println("Warning; the machine has lost its power")
		os.Exit(1)
	}
	if strings.HasPrefix(opponent, "Blunder") {
		fmt.Println("Games: 20, Wins: 20, Losses: 0, Draws: 0, Points: 20.0 (100.00 %)\n" +
			"Ptnml(0-2): [0, 0, 0, 0, 10], WL/DD Ratio: 1.00")
		return
	}
	if strings.HasPrefix(opponent, "Zahak") && start == " start=21 " {
		fmt.Println("Warning; Zahak 10 loses on time\nWarning; Illegal PV move e2e5 from vertigo")
	}
	fmt.Println("Games: 20, Wins: 9, Losses: 5, Draws: 6, Points: 12.0 (60.00 %)\nPtnml(0-2): [0, 2, 4, 2, 2], WL/DD Ratio: 1.00")
}

// TestTable plays the matches, with an interruption. What was played is not played again, and the log, the README and the picture
// have the results once.
func TestTable(t *testing.T) {
	testfiles.NoRace(t)
	folder := t.TempDir()
	t.Setenv("MATCHES_FOLDER", folder)
	self := testfiles.Self(t)
	write := func(name, text string) { testfiles.Put(t, filepath.Join(folder, name), text) }
	read := func(name string) string { return testfiles.Text(t, filepath.Join(folder, name)) }
	log := testfiles.Text(t, filepath.Join("..", "..", "docs", "data", "matches.csv"))
	head, _, _ := strings.Cut(log, "\n")
	write("docs/data/matches.csv", head+"\n")
	write("README.md", "| Opponent | Won, drawn, lost | Elo difference |\n|---|---|---|\n\nVersion 1 (bench 1)\n")
	args := []string{"table", "--fastchess", self, "--engine", self, "--book", "UHO_4060_v3.epd", "--root", folder, "--state",
		filepath.Join(folder, "state"),
		"stockfish=" + self, "counter=/c", "zahak=/z", "chess-3=/3", "blunder=/b"}

	write("break", "Zahak 10 start=31 ")
	if err := execute(context.Background(), args, io.Discard); err == nil || !strings.Contains(err.Error(), "lost its power") {
		t.Errorf("fastchess breaks off: %v", err)
	}
	if text := read("docs/data/matches.csv"); text != head+"\n" {
		t.Errorf("half of the matches are in the log:\n%s", text)
	}
	write("break", "")
	var out bytes.Buffer
	if err := execute(context.Background(), args, &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.HasPrefix(text, "Stockfish 15.1: 135 won, 75 lost, 90 drawn, Elo +70 +- 30\n") ||
		!strings.Contains(text, "Zahak 10, games 61 to 80: 9 won, 5 lost, 6 drawn\n") {
		t.Errorf("output\n%s", text)
	}
	if err := execute(context.Background(), args, io.Discard); err != nil {
		t.Fatal(err)
	}

	played := strings.Split(strings.TrimSpace(read("played")), "\n")
	if want := 6*300/20 + 200/20 + 1; len(played) != want {
		t.Errorf("fastchess was started %d times, want %d", len(played), want)
	}
	for _, want := range []string{
		"-engine cmd=" + self + " name=vertigo -engine cmd=/z name=Zahak 10 -each tc=3+0.03 option.Hash=32 -recover -openings",
		"-engine cmd=" + self + " name=vertigo option.Threads=2 -engine cmd=" + self +
			" name=one thread option.Threads=1 -each tc=3+0.03",
		"name=vertigo nodes=8000 -engine cmd=" + self + " name=Stockfish 15.1, 2000 nodes nodes=2000 " +
			"-each tc=inf option.Hash=16 -recover -openings",
		" start=141 -srand 106 -rounds 10 -repeat -concurrency 1 ", " start=91 -srand 2711 -rounds 10 -repeat -concurrency 2 ",
	} {
		if !strings.Contains(strings.Join(played, "\n"), want) {
			t.Errorf("fastchess was never started with %q", want)
		}
	}
	date := regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d,`)
	const built = "; Stockfish is built for 64bit BMI2"
	const row = "version 9.8.7,12345,%s,,3+0.03,32,UHO 4060 v3,yes,300,135,90,75,70,30,,%s; Vertigo evaluates with go%s\n"
	want := fmt.Sprintf(row, "Stockfish 15.1", "no warning", built) + fmt.Sprintf(row, "Counter 5.5", "no warning", "") +
		fmt.Sprintf(row, "Zahak 10", "warnings: 2 (1 of Vertigo; Zahak 10 loses on time)", "") +
		fmt.Sprintf(row, "chess-3 4.0", "no warning", "") +
		"version 9.8.7,12345,Blunder 8,,3+0.03,32,UHO 4060 v3,yes,300,300,0,0,,,,no warning; Vertigo evaluates with go\n" +
		"\"version 9.8.7, two threads\",12345,the same with one thread,12345,3+0.03,32,UHO 4060 v3,yes," +
		"300,135,90,75,70,30,,no warning; Vertigo evaluates with go\n" +
		"version 9.8.7,12345,\"Stockfish 15.1, 2000 nodes\",,8000 nodes,16,UHO 4060 v3,yes,200,90,60,50,70,36,,no warning; Vertigo evaluates with go" + built + "\n"
	if got := date.ReplaceAllString(strings.TrimPrefix(read("docs/data/matches.csv"), head+"\n"), ""); got != want {
		t.Errorf("the log is\n%swant\n%s", got, want)
	}
	if text := read("README.md"); strings.Count(text, "| 135, 90, 75 | +70 ± 30 |\n") != 5 ||
		!strings.Contains(text, "Version 9.8.7 (bench 12345)") ||
		!strings.Contains(text, "|---|---|---|\n| Blunder 8 | 300, 0, 0 | – |\n") {
		t.Errorf("README.md is\n%s", text)
	}
	if picture := read("docs/strength.svg"); strings.Count(picture, "<circle") != 1 {
		t.Errorf("the picture is\n%s", picture)
	}

	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"table"}, `required flag(s) "book" not set`},
		{args[:len(args)-1], "blunder=PATH is missing"},
		{append(args[:len(args):len(args)], "zahac=/z"), `"zahac=/z" is not NAME=PATH`},
		{[]string{"table", "--engine", os.DevNull, "--book", "b", "stockfish=/s", "counter=/c", "zahak=/z", "chess-3=/3", "blunder=/b"},
			"does not answer version as it should"},
	} {
		if err := execute(context.Background(), test.args, io.Discard); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.args, err, test.want)
		}
	}
}

// TestElo checks the error: games of a pair that are alike make it greater, and where nearly all games are won it is Wilson's.
func TestElo(t *testing.T) {
	for _, test := range []struct {
		result      result
		elo, margin float64
	}{
		{result{Wins: 5, Losses: 5, Draws: 10, Pairs: [5]int{0, 0, 10, 0, 0}}, 0, 0},
		{result{Wins: 10, Losses: 10, Pairs: [5]int{5, 0, 0, 0, 5}}, 0, 252},
		{result{Wins: 297, Draws: 3, Pairs: [5]int{0, 0, 0, 3, 147}}, 920, 255},
		{result{Wins: 293, Draws: 5, Losses: 2, Pairs: [5]int{1, 0, 0, 5, 144}}, 727, 156},
		{result{Losses: 297, Draws: 3, Pairs: [5]int{147, 3, 0, 0, 0}}, -920, 255},
	} {
		if elo, margin := test.result.elo(); math.Abs(elo-test.elo) > 0.5 || math.Abs(margin-test.margin) > 0.5 {
			t.Errorf("%v: %.1f +- %.1f, want %.0f +- %.0f", test.result, elo, margin, test.elo, test.margin)
		}
	}
}
