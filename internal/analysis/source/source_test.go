package source

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/cmd/vertigo/witness"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestRealGames reads collections of games; the library is the witness for those that it can read.
func TestRealGames(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(testfiles.Path(t, "pgn"), "*.pgn"))
	if len(files) < 6 {
		t.Errorf("only %d files", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must.Do(t, err)
		if strings.Contains(string(text), "fischerandom") {
			continue // the library does not know it
		}
		var want []string
		for _, end := range witness.ReadGames(bytes.NewReader(text)) {
			want = append(want, strings.Join(strings.Fields(end.FEN())[:2], " "))
		}
		var got []string
		err = each(file, "auto", string(text), func(j *game.Job) {
			j.Parse()
			if j.Err != nil {
				t.Errorf("%s: %v", j.Where, j.Err)
			} else if last := len(j.Plies) - 1; last > 0 {
				got = append(got, strings.Join(strings.Fields(j.Plies[last].Root().FEN())[:2], " "))
			}
		})
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, fen := range want {
			if !slices.Contains(got, fen) {
				t.Errorf("%s: no game ends with %s, only\n%s", file, fen, strings.Join(got, "\n"))
			}
		}
		if len(want) == 0 && !strings.Contains(file, "bom") && !strings.Contains(file, "empty-line") {
			t.Errorf("%s: the library reads no game", file)
		}
	}
}

// TestMovesAfterPosition plays the moves after a position, in files and as an argument: the position after them is searched, and
// knows which positions came before.
func TestMovesAfterPosition(t *testing.T) {
	const afterE5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	for text, want := range map[string]string{
		"startpos moves e2e4 e7e5":                afterE5,
		"startpos moves":                          board.StartFEN,
		"startpos  moves e4 e5; id \"x\"; bm Nf3": afterE5,
		board.StartFEN + " moves e2e4 e7e5":       afterE5,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 5; fmvn 9; moves e2e4 e7e5; bm g1f3": strings.TrimSuffix(afterE5, "2") + "10",
		"4k2r/8/8/8/8/8/8/R3K3 w Qk - 4 20 moves e1c1 e8g8":                                             "5rk1/8/8/8/8/8/8/2KR4 w - - 6 21",
	} {
		if !IsPosition(text) {
			t.Errorf("%s: not taken for a position", text)
		}
		positions, faults, err := readAll(text)
		if err != nil || len(faults) > 0 || len(positions) != 1 || positions[0] != want {
			t.Errorf("%s: %q, reported %q, error %v; want %s", text, positions, faults, err, want)
		}
		for _, op := range parsed(t, text).Operations {
			if slices.Contains([]string{"moves", "hmvc", "fmvn"}, op.Code) {
				t.Errorf("%s: the operation %v is left", text, op)
			}
		}
	}
	if p := parsed(t, "startpos moves g1f3 g8f6 f3g1 f6g8"); p.Game.Repetitions() != 1 {
		t.Error("the repetition is not known")
	}
	for text, want := range map[string]string{
		"startpos moves e2e4 e2e4":  "in:1: moves: e2e4 is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"startpos moves e2e4 bm d5": `in:1: moves: "bm" is not a move`,
		board.StartFEN + " e2e4":    `in:1: e2e4: moves after a position follow the word "moves"`,
		"startpos e7e8Q":            `in:1: e7e8Q: moves after a position follow the word "moves"`,
	} {
		if positions, faults, _ := readAll(text); len(positions) > 0 || len(faults) != 1 || faults[0] != want {
			t.Errorf("%s: %q, reported %q, want %q", text, positions, faults, want)
		}
	}
}

// parsed returns the position that a line of EPD describes.
func parsed(t *testing.T, text string) *game.Position {
	t.Helper()
	j := game.NewJob(game.Origin{Kind: "epd", Text: game.RawText(text)}, "x", 0)
	j.Parse()
	must.Do(t, j.Err)
	return j.Plies[0].Position
}

// FuzzGames reads anything as games and as lines, compressed too: it must end, every position must be one, and what gives none
// must be reported.
func FuzzGames(f *testing.F) {
	f.Add(testfiles.Games)
	f.Add(board.StartFEN + " bm e4 Nf3; id \"a; b\";\n")
	f.Add("1. e4 {")
	f.Add("(((")
	f.Add(`{"fen":"startpos","moves":["e2e4"],"searchmoves":["e5"]}` + "\r{}\r[]")
	for _, text := range packed(f, testfiles.Games) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range []string{"auto", "pgn", "epd", "json"} {
			_ = each("fuzz", format, text, func(j *game.Job) {
				j.Parse()
				if (j.Err == nil) == (len(j.Plies) == 0) {
					t.Errorf("%s: %d positions, error %v", j.Where, len(j.Plies), j.Err)
				}
				if j.Err != nil && len(j.Faults()) == 0 {
					t.Errorf("%s: nothing is reported of %v", j.Where, j.Err)
				}
			}) // an error is as good as a position; a panic is not
		}
	})
}

// TestInputSize checks that the places of the jobs are those that the size of the input promises.
func TestInputSize(t *testing.T) {
	dir := t.TempDir()
	inputs := []string{
		"startpos", write(t, dir+"/a", "\ufeff"+strings.Repeat(board.StartFEN+"\nno position\n", 15)), "startpos", write(t, dir+"/b", testfiles.Games), write(t, dir+"/c", "startpos\n# end\n"),
	}
	var ends []int64
	must.Do(t, all(NewReader(inputs, nil, "auto"), func(j *game.Job) { ends = append(ends, j.End) }))
	for i := 1; i < len(ends); i++ {
		if ends[i] <= ends[i-1] {
			t.Errorf("job %d ends at %d, the one before at %d", i, ends[i], ends[i-1])
		}
	}
	if size := Size(inputs); ends[len(ends)-1] != size-int64(len("# end\n")) {
		t.Errorf("the last job ends at %d of %d", ends[len(ends)-1], size)
	}
	must.Equal(t, Size(append(inputs, "-")), 0, "with a pipe the size")
}

// TestLongObject refuses an archive with an object that has no end, after the games before it.
func TestLongObject(t *testing.T) {
	games := 0
	err := each("in", "auto", `{"games":[{"pgn":"1. e4 *"},{"pgn":"1. d4 *"},{"pgn":"`+strings.Repeat("1. e4 ", maxObject/6+1<<17), func(*game.Job) { games++ })
	if games != 2 || err == nil || !strings.Contains(err.Error(), "in: game 3: the object is longer than 32 MiB") {
		t.Errorf("%d games, error %v", games, err)
	}
}

// TestManyGames fills the list of games: those in it are found again, and it grows no further.
func TestManyGames(t *testing.T) {
	in, jobs := Inputs{}, []*game.Job(nil)
	for _, name := range []string{"A", "B"} {
		j := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText("[White \"" + name + "\"]\n\n1. e4 *")}, name, 0)
		j.Parse()
		must.Do(t, j.Err)
		for _, p := range j.Plies {
			p.Answer.Scope = game.Whole
		}
		jobs = append(jobs, j)
	}
	in.addGame(jobs[0])
	for key := uint64(0); len(in.games) < mostGames; key++ {
		in.games[key] = ""
	}
	for range 2 {
		in.addGame(jobs[0])
		in.addGame(jobs[1])
	}
	if len(in.games) != mostGames || in.copies != 2 || in.copy != "A: game 0 is A: game 0 again" {
		t.Errorf("%d games, %d copies, the first %q", len(in.games), in.copies, in.copy)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	return name
}

// TestMissing checks that the names nearest to one that nobody has begin with those that contain it.
func TestMissing(t *testing.T) {
	for _, test := range []struct{ wanted, names, near string }{ // separated by |
		{"knight", "Bright|Annaknights|dark_knights|Carl", "Annaknights; dark_knights; Bright"},
		{"annaknights", "Knights, A|anna_knights", "anna_knights; Knights, A"},
		{"M Carlsen", "Mamedov|Karlsen, O|Carlsson, Magnus|Xu", "Karlsen, O; Carlsson, Magnus; Mamedov"},
		{"karl", "Anna|Karl", ""},
	} {
		names, want := names(nil), ""
		for name := range strings.SplitSeq(test.names, "|") {
			j := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText("[White \"" + name + "\"]\n\n1. e4 *")}, "games.pgn", 0)
			j.Parse()
			names.add([]string{test.wanted}, j)
		}
		if test.near != "" {
			want = "no player is called \"" + test.wanted + "\"; nearest in the input: " + test.near
		}
		must.Equal(t, names.missing(), want, test.wanted)
	}
}

// TestIsPosition checks that positions are distinguished from files.
func TestIsPosition(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "startpos", "")
	for arg, want := range map[string]bool{
		"startpos": false, "startpos moves e2e4": true, "position startpos": true, "8/8/8/4k3/8/8/4P3/4K3 w": true, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1": true,
		"position fen 8/8/8/4k3/8/8/4P3/4K3 b": true, "8/8/8/4k3/8/8/4P3/4K3": false, "a/b/c/d/e/f/g/my games of 2024.pgn": false,
		"8/8/8/4x3/8/8/4P3/4K3 w - - 0 1": true, // an error about it says more than that there is no such file
		"/8/8/4k3/8/8/4P3/4K3 w.pgn":      false,
	} {
		must.Equal(t, IsPosition(arg), want, arg)
	}
}

func TestArguments(t *testing.T) {
	const pieces = "8/8/8/4k3/8/8/4P3/4K3"
	for _, test := range []struct {
		words string // separated by |
		want  string
		err   string
	}{
		{"a.pgn|-|startpos", "a.pgn|-|startpos", ""},
		{pieces + " w - - 0 1|a.pgn", pieces + " w - - 0 1|a.pgn", ""},
		{pieces + "|w|-|-|0|1|-|a.pgn", pieces + " w - - 0 1|-|a.pgn", ""},
		{"a.pgn|" + pieces + "|b|KQkq|e3|-", "a.pgn|" + pieces + " b KQkq e3|-", ""},
		{pieces + "|w|-|-|" + pieces + "|b|-|-|7", pieces + " w - -|" + pieces + " b - - 7", ""},
		{pieces + "|w|HAha|-|0|12|13", pieces + " w HAha - 0 12|13", ""},
		{pieces + ` w - - c0 "two  blanks";`, pieces + ` w - - c0 "two  blanks";`, ""},
		{"a/b/c/d/e/f/g/h.pgn|w", "a/b/c/d/e/f/g/h.pgn|w", ""},
		{"startpos|moves|e2e4|e7e5|a.pgn", "startpos moves e2e4 e7e5|a.pgn", ""},
		{"startpos moves e2e4|startpos", "startpos moves e2e4|startpos", ""},
		{pieces + "|w|-|-|0|1|moves|e2e4", pieces + " w - - 0 1 moves e2e4", ""},
		{pieces + " w - - 0 1 moves e2e4", pieces + " w - - 0 1 moves e2e4", ""},
		{"a.pgn|moves|e2e4", "a.pgn|moves|e2e4", ""},
		{"a/b/c/d/e/f/g/my games of 2024.pgn|x.pgn", "a/b/c/d/e/f/g/my games of 2024.pgn|x.pgn", ""},
		{"", "", ""},
		{"-|a.pgn|-", "", "- is named twice"},
		{pieces, "", `write "` + pieces + ` w - - 0 1"`},
		{"a.pgn|" + pieces + "|b", "a.pgn|" + pieces + " b", ""},
		{pieces + " b KQ", pieces + " b KQ", ""},
		{pieces + "|b|games.pgn", pieces + " b|games.pgn", ""},
	} {
		got, err := Arguments(strings.Split(test.words, "|"))
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: got %q, %v, want an error with %s", test.words, got, err, test.err)
			}
		} else if want := strings.Split(test.want, "|"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v", test.words, got, err)
		}
	}
}
