package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// playTable is fastchess and, asked for its version or its bench, the engine. It notes each match in a file, and breaks off the
// first time that it plays Zahak.
func playTable(folder string) {
	switch os.Args[1] {
	case "version":
		fmt.Println("Vertigo 9.8.7 (go1.26.8 linux/amd64 v3, evaluating with avx2)")
		return
	case "compiler":
		fmt.Println("Stockfish\nCompilation settings include:  64bit BMI2")
		return
	case "bench":
		fmt.Println("12345 nodes 1000 nps")
		return
	}
	line := strings.Join(os.Args[1:], " ")
	note, err := os.OpenFile(filepath.Join(folder, "played"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(note, line)
	config, err := os.ReadFile("config.json")
	if err != nil {
		names := regexp.MustCompile(`-engine cmd=\S+ name=vertigo.* -engine cmd=\S+ name=(.*?)( nodes=2000| option.Threads=1)? -each`)
		config = []byte(names.FindStringSubmatch(line)[1])
		if err := os.WriteFile("config.json", config, 0o644); err != nil {
			panic(err)
		}
		if strings.HasPrefix(string(config), "Zahak") {
			fmt.Println("Games: 20, Wins: 9, Losses: 5, Draws: 6, Points\nElo: 70.4 +/- 100.1, nElo: 80 +/- 90\n" +
				"Finished game 12 (vertigo vs Zahak 10): 1-0 {Black loses on time (5ms overrun)}\nWarning; the machine has lost its power")
			os.Exit(1)
		}
	}
	switch string(config) {
	case "Blunder 8":
		fmt.Println("Elo: inf +/- nan, nElo: inf +/- nan\nGames: 300, Wins: 300, Losses: 0, Draws: 0, Points: 300 (100.00 %)")
	case curveOpponent:
		fmt.Println("Elo: 70.44 +/- 36.2, nElo: 80 +/- 90\nGames: 200, Wins: 90, Losses: 50, Draws: 60, Points: 120 (60.00 %)")
	default:
		fmt.Println("Elo: 70.44 +/- 29.6, nElo: 80 +/- 90\nGames: 300, Wins: 135, Losses: 75, Draws: 90, Points: 180 (60.00 %)")
	}
}

// TestTable plays the matches, with an interruption. What was played is not played again, unless an opponent was built again. A
// match goes on from what fastchess has saved, and the log, the README and the picture have the results once.
func TestTable(t *testing.T) {
	testfiles.NoRace(t)
	folder := t.TempDir()
	t.Setenv(testfiles.As, folder)
	self := testfiles.Self(t)
	write := func(name, text string) { testfiles.Put(t, filepath.Join(folder, name), text) }
	read := func(name string) string { return testfiles.Text(t, filepath.Join(folder, name)) }
	log := testfiles.Text(t, filepath.Join("..", "..", "docs", "data", "matches.csv"))
	head, _, _ := strings.Cut(log, "\n")
	write("docs/data/matches.csv", head+"\n")
	write("README.md", "| Opponent | Won, drawn, lost | Elo difference |\n|---|---|---|\n\nVersion 1 (bench 1)\n")
	args := []string{"table", "--fastchess", self, "--engine", self, "--book", "UHO_4060_v3.epd", "--root", folder, "--state",
		filepath.Join(folder, "state"),
		"--stockfish=" + self}
	for _, name := range []string{"counter", "zahak", "chess-3", "blunder"} {
		write(name, "one build")
		must.Do(t, os.Chmod(filepath.Join(folder, name), 0o755))
		args = append(args, "--"+name+"="+filepath.Join(folder, name))
	}

	must.Fail(t, execute(context.Background(), args, io.Discard), "lost its power")
	if text := read("docs/data/matches.csv"); strings.Count(text, "\n") != 3 {
		t.Errorf("not two matches are in the log:\n%s", text)
	}
	var out bytes.Buffer
	must.Do(t, execute(context.Background(), args, &out))
	if text := out.String(); !strings.HasPrefix(text, "Stockfish 15.1: 135 won, 75 lost, 90 drawn, Elo 70 ± 30\n") {
		t.Errorf("output\n%s", text)
	}
	must.Do(t, execute(context.Background(), args, io.Discard))

	played := strings.Split(strings.TrimSpace(read("played")), "\n")
	if len(played) != 8 || played[3] != "-config file=config.json" {
		t.Errorf("fastchess was started %d times, the fourth time with %s", len(played), played[3])
	}
	must.Contain(t, strings.Join(played, "\n"), "-engine cmd="+self+" name=vertigo -engine cmd="+filepath.Join(folder, "zahak")+" name=Zahak 10 -each tc=3+0.03 option.Hash=32 -openings",
		"-engine cmd="+self+" name=vertigo option.Threads=2 -engine cmd="+self+
			" name=one thread option.Threads=1 -each tc=3+0.03",
		"name=vertigo nodes=8000 -engine cmd="+self+" name=Stockfish 15.1, 2000 nodes nodes=2000 "+
			"-each tc=inf option.Hash=16 -openings",
		" -srand 106 -rounds 150 -repeat -concurrency 1 ", " -srand 2711 -rounds 100 -repeat -concurrency 2 ", " -recover")
	date := regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d,`)
	ours, built := machine(goBuild(self)+" with avx2", ""), machine(goBuild(self)+" with avx2", "64bit BMI2")
	must.Contain(t, built, "; Vertigo: "+runtime.GOARCH, " with avx2; opponent: 64bit BMI2")
	const row = "version 9.8.7,12345,%s,,3+0.03,32,UHO 4060 v3,yes,300,135,90,75,70,30,,%s\n"
	want := fmt.Sprintf(row, "Stockfish 15.1", "no warning"+built) + fmt.Sprintf(row, "Counter 5.5", "no warning"+ours) +
		fmt.Sprintf(row, "Zahak 10", "warnings: 2 (1 of Vertigo; the machine has lost its power)"+ours) +
		fmt.Sprintf(row, "chess-3 4.0", "no warning"+ours) +
		"version 9.8.7,12345,Blunder 8,,3+0.03,32,UHO 4060 v3,yes,300,300,0,0,,,,no warning" + ours + "\n" +
		"\"version 9.8.7, two threads\",12345,the same with one thread,12345,3+0.03,32,UHO 4060 v3,yes," +
		"300,135,90,75,70,30,,no warning" + ours + "\n" +
		"version 9.8.7,12345,\"Stockfish 15.1, 2000 nodes\",,8000 nodes,16,UHO 4060 v3,yes,200,90,60,50,70,36,,no warning" + built + "\n"
	must.Equal(t, date.ReplaceAllString(strings.TrimPrefix(read("docs/data/matches.csv"), head+"\n"), ""), want, "the log")
	if text := read("README.md"); strings.Count(text, "| 135, 90, 75 | +70 ± 30 |\n") != 5 ||
		!strings.Contains(text, "Version 9.8.7 (bench 12345)") ||
		!strings.Contains(text, "|---|---|---|\n| Blunder 8 | 300, 0, 0 | more than +799 |\n") {
		t.Errorf("README.md is\n%s", text)
	}
	if picture := read("docs/strength.svg"); strings.Count(picture, "<circle") != 1 {
		t.Errorf("the picture is\n%s", picture)
	}

	write("counter", "another build")
	must.Do(t, execute(context.Background(), args, io.Discard))
	if n := strings.Count(read("played"), "\n"); n != 9 {
		t.Errorf("with another build of an opponent, fastchess was started %d times", n)
	}

	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"table"}, `required flag(s) "book", "stockfish", "counter", `},
		{args[:len(args)-1], `required flag(s) "blunder" not set`},
		{append(args[:len(args):len(args)], "--zahac=/z"), "unknown flag: --zahac"},
		{[]string{"table", "--engine", os.DevNull, "--book", "b", "--stockfish=/s", "--counter=/c", "--zahak=/z",
			"--chess-3=/3", "--blunder=/b"},
			"permission denied"},
		{append([]string{"table", "--book", "b", "--engine", filepath.Join(folder, "counter")}, args[len(args)-5:]...),
			"does not answer version as it should"},
	} {
		must.Fail(t, execute(context.Background(), test.args, io.Discard), test.want)
	}
}

// TestOpponentTable shows the last match against each opponent.
func TestOpponentTable(t *testing.T) {
	one := logged{change: "version 2", opponent: strongest, limit: tableLimit, bench: 7, wins: 100, draws: 100, losses: 100, measured: true}
	other, earlier, again := one, one, one
	other.opponent, earlier.change, again.wins, again.draws = "Blunder 8", "version 1", 150, 50
	rows, played := opponentTable([]logged{earlier, one, other, again})
	want := "| Stockfish 15.1 | 150, 50, 100 | +0 ± 0 |\n| Blunder 8 | 100, 100, 100 | +0 ± 0 |\n"
	if rows != want || played != again {
		t.Errorf("%v:\n%s", played, rows)
	}
	lost := logged{change: "version 2", opponent: strongest, limit: tableLimit, losses: tableGames}
	rows, _ = opponentTable([]logged{lost})
	must.Equal(t, rows, "| Stockfish 15.1 | 0, 0, 300 | less than -799 |\n")
}

// TestResult reads what fastchess says of a test that has ended.
func TestResult(t *testing.T) {
	r := readResult([]byte("Elo: 1.0 +/- 2.0, nElo: 3 +/- 4\nGames: 2, Wins: 1, Losses: 0, Draws: 1, Points\n" +
		"Elo: -58.71 +/- 23.84, nElo: -99.0 +/- 39.5\nLLR: -2.96 (-100.4%) (-2.94, 2.94) [0.00, 10.00]\n" +
		"Games: 520, Wins: 130, Losses: 217, Draws: 173, Points: 216.5 (41.63 %)\n"))
	if want := (result{130, 217, 173, "-59", "24", -2.96, nil}); !reflect.DeepEqual(r, want) {
		t.Errorf("%v, want %v", r, want)
	}
}

// TestResultWithoutBound reads a result whose error has no bound, and faults.
func TestResultWithoutBound(t *testing.T) {
	r := readResult([]byte("Finished game 7 (a (b) vs c): 0-1 {White loses on time (66ms overrun)}\n" +
		"Finished game 8 (a (b) vs c): 1-0 {Black's connection stalls}\nFinished game 9 (a (b) vs c): 1-0 {Black mates}\n" +
		"Elo: 919.53 +/- -nan, nElo: 3 +/- 4\nGames: 300, Wins: 297, Losses: 0, Draws: 3, Points\n"))
	want := result{297, 0, 3, "920", "", 0, []string{"a (b) loses on time (66ms overrun)", "c's connection stalls"}}
	must.Equal(t, r, want)
}

// TestErrorOfPairs takes the error of a match in which most pairs cancel out.
func TestErrorOfPairs(t *testing.T) {
	var names []string
	for _, c := range matchColumns {
		names = append(names, c.name)
	}
	_, err := readMatches(strings.NewReader(strings.Join(names, ",") +
		"\n2026-11-24,a,1,b,2,8000 nodes,32,UHO,yes,20000,5500,9000,5500,0,1,,\n"))
	must.Do(t, err)
}

// TestErrorNearTheEnd checks errors that are far too large: as long as the interval of the games stays away from a score of 0,
// they are refused, and where it comes near, the games say nothing of them.
func TestErrorNearTheEnd(t *testing.T) {
	for games, refused := range map[int]bool{80: true, 40: false} { // the interval is 0.66 and 0.93 of the score, which is 0.1
		var names []string
		for _, c := range matchColumns {
			names = append(names, c.name)
		}
		_, err := readMatches(strings.NewReader(fmt.Sprintf("%s\n2026-11-24,a,1,b,2,8000 nodes,32,UHO,yes,%d,%d,0,%d,-382,900,,\n",
			strings.Join(names, ","), games, games/10, games-games/10)))
		must.Equal(t, err != nil && strings.Contains(err.Error(), "error is 900"), refused, games, err)
	}
}

// TestMain lets the test binary be fastchess and the engine when a test starts it as such.
func TestMain(m *testing.M) { testfiles.Main(m.Run, playTable) }

// execute runs the program. The error has the exit code, if it is not 0, and the messages.
func execute(ctx context.Context, args []string, out io.Writer) error {
	var messages bytes.Buffer
	if code := (cli.Program{Out: out, Err: &messages, Context: ctx}).Run(tool(), args); code != cli.ExitOK {
		return fmt.Errorf("exit code %d: %s", code, &messages)
	}
	return nil
}

// TestRefusals gives what cannot be used.
func TestRefusals(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"walk", `unknown command "walk"`},
		{"sprt --book book.epd", `required flag(s) "base" not set`},
		{"sprt -bok", "exit code 2"},
	} {
		must.Fail(t, execute(context.Background(), strings.Fields(test.args), new(bytes.Buffer)), test.want)
	}
	must.Fail(t, updateDocuments("/missing/root"), "missing")
}

// open opens a file in docs/data.
func open(t *testing.T, name string) *os.File {
	file := must.Get(os.Open(filepath.Join("../..", "docs", "data", name)))(t)
	t.Cleanup(func() { file.Close() })
	return file
}

// TestMatches checks every row of the match log against itself.
func TestMatches(t *testing.T) {
	matches, err := readMatches(open(t, "matches.csv"))
	if err != nil {
		t.Fatal("docs/data/matches.csv: ", err)
	}
	if len(matches) == 0 {
		t.Fatal("docs/data/matches.csv has no row")
	}
}

// TestNetworks checks the log of networks: numbers are in their ranges, and the networks of the binary are numbered from 1 on,
// each once, in order.
func TestNetworks(t *testing.T) {
	const loss = `|0\.\d+`
	last := 0
	err := readRows(open(t, "networks.csv"), []column{
		{"date", `.+`}, {"series", `.+`}, {"network", `\d*`}, {"change", `.+`}, {"start", `.*`}, {"games", `.*`}, {"samples", `|\d+(\.\d+)?`},
		{"nodes", `|[1-9]\d{0,4}`}, {"hidden", `|[1-9]\d{0,3}`}, {"trained", `|\d+(\.\d+)?`}, {"rate", `|0\.\d+`}, {"result", `|[01](\.\d+)?`},
		{"validation", loss}, {"scaled", `|yes|no`}, {"error", loss}, {"quiet_error", loss}, {"error_2", loss}, {"quiet_error_2", loss},
		{"error_3", loss}, {"quiet_error_3", loss}, {"kept", `|yes|no`}, {"notes", `.*`},
	}, func(row map[string]string) error {
		if row["network"] != "" {
			last++
			if row["network"] != strconv.Itoa(last) || row["kept"] != "yes" || row["hidden"] == "" || row["games"] == "" {
				return fmt.Errorf("row of network %d: %q", last, row)
			}
		}
		for _, name := range []string{"validation", "error", "quiet_error", "error_2", "quiet_error_2", "error_3", "quiet_error_3"} {
			if row[name] != "" && (row[name] < "0.001" || row[name] > "0.5") {
				return fmt.Errorf("%s is %s", name, row[name])
			}
		}
		if (row["error"] != "" || row["quiet_error"] != "") && row["scaled"] == "" {
			return fmt.Errorf("scaled is empty")
		}
		if row["error"] != "" && row["quiet_error"] >= row["error"] {
			return fmt.Errorf("quiet_error is %s, and error %s: quiet positions are easier", row["quiet_error"], row["error"])
		}
		return nil
	})
	if err != nil {
		t.Fatal("docs/data/networks.csv: ", err)
	}
	if last == 0 {
		t.Error("docs/data/networks.csv has no network of the binary")
	}
}

var update = flag.Bool("update", false, "write what the log says into the documents")

// TestUpdate checks that docs/strength.svg and README.md say what docs/data/matches.csv does.
func TestUpdate(t *testing.T) {
	if *update {
		must.Do(t, updateDocuments("../.."))
	}
	pages := must.Get(documentsOf("../.."))(t)
	for name, want := range pages {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s is not up to date (%v): make docs", name, err)
		}
	}
	if dots := strings.Count(pages[filepath.Join("../..", "docs", "strength.svg")], "<circle"); dots < 2 {
		t.Errorf("the curve has %d versions", dots)
	}
}

const page = `# Engine

| Opponent | Won, drawn, lost | Elo difference |
|---|---|---|
| someone | 1, 2, 3 | +4 ± 5 |

Version 1 (bench 7) played 300 games.
`

// TestAdd adds the matches of a version to a log. The README has them, the strongest opponent last, and names the version. A row
// that is there already, or contradicts itself, is not added.
func TestAdd(t *testing.T) {
	folder := t.TempDir()
	log, readme := filepath.Join(folder, "docs", "data", "matches.csv"), filepath.Join(folder, "README.md")
	var names []string
	for _, c := range matchColumns {
		names = append(names, c.name)
	}
	old := strings.Join(names, ",") +
		"\n2026-11-24,network 17,2077120,Zahak 10,,3+0.03,32,UHO 4060 v3,yes,120,103,15,2,426,91,,\"no warning, no time loss\"\n"
	testfiles.Put(t, log, old)
	testfiles.Put(t, readme, page)
	row := func(opponent string, wins, draws, losses, elo int) map[string]string {
		return map[string]string{"date": "2026-11-25", "change": "version 2", "bench": "20", "opponent": opponent, "limit": tableLimit,
			"hash": "32",
			"book": "UHO 4060 v3", "adjudicated": "yes", "games": "300", "wins": fmt.Sprint(wins), "draws": fmt.Sprint(draws),
			"losses": fmt.Sprint(losses), "elo": fmt.Sprint(elo), "error": "30", "notes": "a, b"}
	}
	add := func(row map[string]string) {
		t.Helper()
		must.Do(t, addToLog(folder, row))
	}
	add(row(strongest, 50, 100, 150, -120))
	add(row("weak", 150, 100, 50, 120))
	threads := row(oneThread, 120, 100, 80, 47)
	threads["change"] = "version 2, two threads"
	add(threads)
	earlier := row("weak", 100, 100, 100, 0) // of a version with the same bench
	earlier["change"] = "version 1"
	add(earlier)
	two := row(strongest, 60, 100, 140, -95) // with two threads, it is not the match of the table
	two["change"] = "version 2, two threads"
	add(two)
	other := row("version 1", 150, 100, 50, 120) // not one of the table
	other["opponent_bench"] = "10"
	add(other)
	again := row(strongest, 50, 100, 150, -120)
	again["date"], again["notes"] = "2026-11-26", "on another machine"
	add(again)
	text, err := os.ReadFile(log)
	want := old + "2026-11-25,version 2,20,Stockfish 15.1,,3+0.03,32,UHO 4060 v3,yes,300,50,100,150,-120,30,,\"a, b\"\n"
	if err != nil || !strings.HasPrefix(string(text), want) || strings.Count(string(text), "\n") != 8 {
		t.Errorf("the log is\n%s", text)
	}
	must.Fail(t, addToLog(folder, row("liar", 50, 100, 150, 120)), "line 9: elo is 120")
	want = `# Engine

| Opponent | Won, drawn, lost | Elo difference |
|---|---|---|
| weak | 150, 100, 50 | +120 ± 30 |
| itself: two threads against one | 120, 100, 80 | +47 ± 30 |
| Stockfish 15.1 | 50, 100, 150 | -120 ± 30 |

Version 2 (bench 20) played 300 games.
`
	for range 2 {
		must.Do(t, updateDocuments(folder))
		if text, err := os.ReadFile(readme); err != nil || string(text) != want {
			t.Errorf("README.md is\n%s", text)
		}
	}
	testfiles.Put(t, readme, "# Engine\n")
	must.Fail(t, updateDocuments(folder), "README.md")
}
