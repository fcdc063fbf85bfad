package puzzles

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/engine/limited"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

const (
	mateGame = `[White "Anna"]
[Black "Bert"]
[Site "https://example.org/game"]
[Opening "Queen's Gambit: Old, Line"]
[FEN "r3k1r1/ppp4p/2p1p1q1/2B1bn2/4N2P/5QP1/P7/1K1R1R2 b q - 0 21"]

21... Nxg3 22. Rfe1 1-0

`
	pawnGame = "[FEN \"1K2k3/8/8/8/3P4/8/8/8 b - - 0 1\"]\n\n1... Ke7 2. Kc7 *\n\n"
)

// few are flags for quick tests.
func few(t *testing.T) []string {
	return []string{"--nodes", "50000", "--replays", "2", "--quiet", "--syzygy", testfiles.Path(t, "syzygy")}
}

// execute runs the command and returns what it wrote.
func execute(t *testing.T, c cli.Program, args ...string) (code int, out, messages string) {
	t.Helper()
	var o, e bytes.Buffer
	c.Version, c.Err = "test", &e
	if c.Out == nil {
		c.Out = &o
	}
	code = runCommand(c, args)
	return code, o.String(), e.String()
}

// stopper ends a context when something is written.
type stopper struct {
	bytes.Buffer
	stop func()
}

func (s *stopper) Write(b []byte) (int, error) {
	if len(b) > 0 {
		s.stop()
	}
	return s.Buffer.Write(b)
}

// TestInterrupted ends the command after its first puzzle, and goes on where the message says.
func TestInterrupted(t *testing.T) {
	var games strings.Builder
	games.WriteString(mateGame)
	for range 12 {
		games.WriteString("1. e4 e5 *\n\n")
	}
	games.WriteString(pawnGame)
	name := testfiles.Write(t, "games.pgn", games.String())
	_, want, _ := execute(t, cli.Program{}, append(few(t), "--as", "json", name)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := &stopper{stop: cancel}
	code, _, messages := execute(t, cli.Program{Context: ctx, Out: first}, append(few(t), "--as", "json", name)...)
	part := regexp.MustCompile(`interrupted after (\d+) games?; puzzles written: 1; with --skip (\d+), the same command continues from there`).FindStringSubmatch(messages)
	if code != cli.ExitInterrupted || part == nil || part[1] != part[2] {
		t.Fatalf("exit code %d, messages %q", code, messages)
	}
	code, rest, messages := execute(t, cli.Program{}, append(few(t), "--as", "json", "--skip", part[2], name)...)
	if got := first.String() + rest; code != cli.ExitOK || got != want || strings.Count(want, "\n") != 2 {
		t.Errorf("exit code %d, messages %q; with %s games skipped\n%s\nwant\n%s", code, messages, part[2], got, want)
	}
}

// TestInterruptedAtOnce ends the command before the first game is done: there is no file.
func TestInterruptedAtOnce(t *testing.T) {
	name := testfiles.Write(t, "games.pgn", mateGame)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	code, _, messages := execute(t, cli.Program{Context: ctx}, append(few(t), name, "--out", name+".csv")...)
	if _, err := os.Stat(name + ".csv"); code != cli.ExitInterrupted || err == nil ||
		messages != "vertigo puzzles: interrupted before the first game was done; the same command begins again\n" {
		t.Errorf("exit code %d, messages %q, file %v", code, messages, err)
	}
}

// TestOutInTheWay makes a folder of the name of the first of two files while the games are read: its puzzles are kept under
// another name, and the second file is written.
func TestOutInTheWay(t *testing.T) {
	name := testfiles.Write(t, "games.pgn", "1. e5 *\n\n"+pawnGame)
	first, second := name+".csv", name+".epd"
	messages := &stopper{stop: func() { _ = os.Mkdir(first, 0o777) }} // at the message about the first game
	p := cli.Program{Version: "test", Out: &bytes.Buffer{}, Err: messages}
	code := runCommand(p, []string{"--nodes", "1000", "--replays", "0", name, "--out", first, "--out", second})
	if code != cli.ExitFailed || !strings.Contains(messages.String(), "complete, but kept as "+first+".part: ") {
		t.Errorf("exit code %d, messages %q", code, messages)
	}
	must.Contain(t, testfiles.Text(t, first+".part"), "PuzzleId,")
	testfiles.Text(t, second)
}

// TestGameURL checks the addresses of games. The solver is Black in the first position, and White in the second.
func TestGameURL(t *testing.T) {
	black := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1", "d1d7 b2b1", Win)
	white := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1", "b2a2 d1d8", Win)
	for _, test := range []struct {
		p         *Puzzle
		tag, want string
	}{
		{black, "https://lichess.org/aaaaaaaa", "https://lichess.org/aaaaaaaa/black#48"},
		{white, "https://lichess.org/aaaaaaaa", "https://lichess.org/aaaaaaaa#48"},
		{black, "https://lichess.org/aaaaaaaa/black", "https://lichess.org/aaaaaaaa/black#48"},
		{black, "https://lichess.org/study/aaaaaaaa/bbbbbbbb", "https://lichess.org/study/aaaaaaaa/bbbbbbbb#48"},
		{black, "https://example.org/aaaaaaaa", "https://example.org/aaaaaaaa#48"},
		{black, "Paris", ""},
	} {
		test.p.Origin = Origin{Ply: 47, Tags: map[string]string{"Site": test.tag}}
		must.Equal(t, test.p.gameURL(), test.want, test.tag)
	}
}

func TestOpeningTags(t *testing.T) {
	for opening, want := range map[string]string{
		"": "", "?": "", "Italian Game": "Italian_Game", "Grünfeld Defense": "Grunfeld_Defense", "Sicilian Defense: Najdorf Variation": "Sicilian_Defense Sicilian_Defense_Najdorf_Variation",
		"King's Gambit: Accepted, Bishop's Gambit": "Kings_Gambit Kings_Gambit_Accepted",
	} {
		must.Equal(t, openingTags(opening), want, opening)
	}
}

// TestOpeningOfPuzzle checks that a puzzle has the opening of its game, which the source does not name.
func TestOpeningOfPuzzle(t *testing.T) {
	j := game.NewJob(game.Origin{Kind: "pgn", Text: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 *"}, "x", 0).Read()
	must.Do(t, j.Err)
	p := &Puzzle{Origin: newOrigin(j, 8), Before: *j.Positions[8].Root(), Line: []board.Move{j.Positions[8].Move, j.Positions[9].Move}}
	if row := string(csvForm{}.Item(nil, p)); !strings.HasSuffix(row, ",Italian_Game Italian_Game_Blackburne-Kostic_Gambit\n") {
		t.Errorf("the row is %s", row)
	}
}

// runCommand executes the command with the given arguments and returns the exit code.
func runCommand(p cli.Program, args []string) int {
	root := &cobra.Command{Use: "vertigo"}
	root.AddCommand(Command(p))
	return p.Run(root, append([]string{"puzzles"}, args...))
}

// TestTry lets nobody, everybody, and the players from a level on succeed, and counts who is asked.
func TestTry(t *testing.T) {
	s := newTestSearcher(t, Settings{Replays: 3}, false)
	for _, test := range []struct {
		why          string
		least, asked int // replays, all levels together
		want         string
	}{
		{"everybody", 0, 6, "<=800"},
		{"from the third level on", 6, 12, "1100"},
		{"nobody", 99, 27, ">=2300"},
	} {
		asked := 0
		r := s.players.try(t.Context(), func(*limited.Player) bool { asked++; return asked > test.least })
		if asked != test.asked || r.String() != test.want {
			t.Errorf("%s: %d replays, rating %s, want %d and %s", test.why, asked, r.String(), test.asked, test.want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r := s.players.try(ctx, func(*limited.Player) bool { t.Error("it goes on"); return true }); r.Elo != 0 {
		t.Errorf("interrupted: %+v", r)
	}
}

// TestRate lets players try a mate in one, which nobody misses, and a line that nobody finds, as its first move gives the
// queen away for nothing.
func TestRate(t *testing.T) {
	rate := func(s *searcher, p *Puzzle) Rating {
		return s.players.try(t.Context(), func(player *limited.Player) bool { return p.isFoundBy(t.Context(), player) })
	}
	s := newTestSearcher(t, Settings{Replays: 3}, false)
	easy := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1", "b2a2 d1d8", Win)
	got := rate(s, easy)
	if want := []Level{{Elo: limited.MinElo, Found: 3, Replays: 3}, {Elo: 1000, Found: 3, Replays: 3}}; got.Elo != limited.MinElo || got.Side != AtMost || !slices.Equal(got.Levels, want) {
		t.Errorf("mate in one: %+v", got)
	}
	other := rate(s, newPuzzle(t, "3q2k1/5ppp/8/8/8/8/1r3PPP/3Q2K1 b - - 0 1", "b2a2 d1d7", Win))
	if other.Elo != maxElo || other.Side != AtLeast || len(other.Levels) != 9 {
		t.Errorf("nonsense: %+v", other)
	}
	if again := rate(s, easy); !slices.Equal(again.Levels, got.Levels) {
		t.Errorf("%+v the second time, %+v the first", again, got)
	}
	if none := rate(newTestSearcher(t, Settings{}, false), easy); none.Elo != 0 {
		t.Errorf("without players: %+v", none)
	}
}

// TestTally checks that every reason has words, and that the words say how many moves there were.
func TestTally(t *testing.T) {
	var counts tally
	for r := range reasons {
		one := tally{isPuzzle: 1}
		one[r] += 2
		counts.add(one)
		if reasonTexts[r] == "" && r != isPuzzle {
			t.Errorf("reason %d has no words", r)
		}
	}
	text := counts.String()
	if !strings.HasPrefix(text, "Moves examined: 27. Puzzles: 11. Other moves: 2 lost too little, ") || !strings.HasSuffix(text, "2 led to a position of an earlier puzzle.") {
		t.Error(text)
	}
	if text := (&tally{isPuzzle: 1}).String(); text != "Moves examined: 1. Puzzles: 1." {
		t.Error(text)
	}
}

func levels(found ...int) (list []Level) {
	for i, n := range found {
		list = append(list, Level{Elo: 1000 + 100*i, Found: n, Replays: 20})
	}
	return list
}

func TestNewRating(t *testing.T) {
	for _, test := range []struct {
		why    string
		levels []Level
		elo    int
		side   Side
	}{
		{"between two levels", levels(0, 0, 5, 15, 20), 1250, Measured},
		{"nearer to the upper one", levels(0, 8, 12), 1150, Measured},
		{"exactly at a level", levels(0, 10, 20), 1100, Measured},
		{"chance", levels(0, 12, 4, 20), 1217, Measured}, // as if 0, 8, 8, 20
		{"chance over three levels", levels(9, 6, 3, 18), 1233, Measured},
		{"too easy", levels(11, 15, 20), 1000, AtMost},
		{"too hard", levels(0, 0, 9), 1200, AtLeast},
	} {
		if got := newRating(test.levels); got.Elo != test.elo || got.Side != test.side || !slices.Equal(got.Levels, test.levels) {
			t.Errorf("%s: %+v, want %d on side %d", test.why, got, test.elo, test.side)
		}
	}
}

// TestWords checks what is said of ratings.
func TestWords(t *testing.T) {
	for _, test := range []struct {
		levels              []Level
		short, text, bounds string
	}{
		{levels(0, 3, 5, 15, 20), "1250", "1250", ""},
		{levels(0, 10, 20), "1100", "1100", ""},
		{levels(0, 12, 4, 20), "1217", "1217", ""},
		{levels(11, 15, 20), "<=1000", "1000 or less", "upper"},
		{levels(0, 0, 9), ">=1200", "1200 or more", "lower"},
	} {
		r := newRating(test.levels)
		if r.String() != test.short || r.Text() != test.text || r.JSON().RatingBound != test.bounds {
			t.Errorf("%v: %q, %q, %q", test.levels, r.String(), r.Text(), r.JSON().RatingBound)
		}
	}
	var none Rating
	must.Equal(t, none.Text(), "", "no rating")
}
