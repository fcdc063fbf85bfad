package puzzles

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/game"
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
	j := game.NewJob(game.Origin{Kind: "pgn", Text: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 *"}, "x", 0)
	j.Parse()
	must.Do(t, j.Err)
	p := &Puzzle{Origin: newOrigin(j, 8), Before: j.Plies[8].Position.Game.Position, Line: []board.Move{j.Plies[8].Move, j.Plies[9].Move}}
	if row := string(csvForm{}.Item(nil, p)); !strings.HasSuffix(row, ",Italian_Game Italian_Game_Blackburne-Kostic_Gambit\n") {
		t.Errorf("the row is %s", row)
	}
}
