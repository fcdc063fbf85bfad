package source

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

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
		err = each(file, "auto", string(text), func(j *game.Game) {
			if j.Err != nil {
				t.Errorf("%s: %v", j.Where, j.Err)
			} else if last := len(j.Positions) - 1; last > 0 {
				got = append(got, strings.Join(strings.Fields(j.Positions[last].Root().FEN())[:2], " "))
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
	j := game.NewJob(game.Origin{Kind: "epd", Text: game.RawText(text)}, "x", 0).Read()
	must.Do(t, j.Err)
	return j.Positions[0]
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
			_ = each("fuzz", format, text, func(j *game.Game) {
				if (j.Err == nil) == (len(j.Positions) == 0) {
					t.Errorf("%s: %d positions, error %v", j.Where, len(j.Positions), j.Err)
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
		"startpos", testfiles.Put(t, dir+"/a", "\ufeff"+strings.Repeat(board.StartFEN+"\nno position\n", 15)), "startpos", testfiles.Put(t, dir+"/b", testfiles.Games), testfiles.Put(t, dir+"/c", "startpos\n# end\n"),
	}
	var ends []int64
	must.Do(t, all(NewReader(t.Context(), inputs, nil, "auto"), func(j *game.Game) { ends = append(ends, j.End) }))
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
	err := each("in", "auto", `{"games":[{"pgn":"1. e4 *"},{"pgn":"1. d4 *"},{"pgn":"`+strings.Repeat("1. e4 ", maxObject/6+1<<17), func(*game.Game) { games++ })
	if games != 2 || err == nil || !strings.Contains(err.Error(), "in: game 3: the object is longer than 32 MiB") {
		t.Errorf("%d games, error %v", games, err)
	}
}

// TestCutArchive refuses an archive that ends after a game: others may have followed.
func TestCutArchive(t *testing.T) {
	games := 0
	err := each("in", "auto", `{"games":[{"pgn":"1. e4 *"}`, func(*game.Game) { games++ })
	if games != 1 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d games, error %v", games, err)
	}
}

// TestManyGames fills the list of games: those in it are found again, and it grows no further.
func TestManyGames(t *testing.T) {
	in, jobs := Inputs{}, []*game.Judgement(nil)
	for _, name := range []string{"A", "B"} {
		j := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText("[White \"" + name + "\"]\n\n1. e4 *")}, name, 0).Read()
		must.Do(t, j.Err)
		jobs = append(jobs, j.Ask(game.SelectAll(len(j.Positions), game.Whole)).Judge())
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
			j := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText("[White \"" + name + "\"]\n\n1. e4 *")}, "games.pgn", 0).Read()
			names.add(game.Person{test.wanted}, j)
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
	testfiles.Put(t, "startpos", "")
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

// each calls do with each game of a text, and returns the error that ends it.
func each(name, format, text string, do func(*game.Game)) error {
	r := NewReader(context.Background(), nil, nil, format)
	r.name = name
	if err := r.open(strings.NewReader(text)); err != nil {
		return err
	}
	return all(r, do)
}

// all calls do with each game that is left, and returns the error that ends them.
func all(r *Reader, do func(*game.Game)) error {
	for {
		j, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		do(j.Read())
	}
}

// readAll reads a text as an input and returns its positions, what is reported of it, and the error that ends it.
func readAll(text string) (positions, faults []string, err error) {
	err = each("in", "auto", text, func(j *game.Game) {
		for _, p := range j.Positions {
			positions = append(positions, p.Root().FEN())
		}
		faults = append(faults, j.Faults()...)
	})
	return positions, faults, err
}

// TestFaults checks that the form of an input is recognised, and that unreadable parts are reported with their lines.
func TestFaults(t *testing.T) {
	long := strings.Repeat("a", 3*detectSize)
	for _, test := range []struct {
		text      string
		positions int
		faults    []string
	}{
		{`{"id":"` + long + `","fen":"startpos"}` + "\n" + `{"fen":"startpos"}`, 2, nil},
		{`{"fen":"startpos"` + "\n" + `{"fen":"startpos"}`, 1, []string{"in:1: the object is not complete"}},
		{`[{"fen":"startpos"}]`, 0, []string{"in:1: an array, want an object in braces"}},
		{`{"id":"a"}`, 0, []string{`in:1: there is no position: the member "fen" is missing`}},
		{`{"fen":null}`, 0, []string{`in:1: there is no position: the member "fen" is missing`}},
		{`{"fen":""}`, 0, []string{`in:1: `}},
		{"{}\n" + `{"fen":"startpos"}`, 1, []string{"in:1: there is no position"}},
		{`{"fen":"startpos"}` + "\n" + `{"fen":5}`, 1, []string{`in:2: the member "fen" is a number, want a string`}},
		{`{"fen":"startpos","moves":"e2e4"}`, 0, []string{`in:1: the member "moves" is a string, want an array of strings`}},
		{`{"fen":"startpos","id":[1]}`, 0, []string{`in:1: the member "id" is an array, want a string`}},
		{`{"fen":"startpos","moves":[1]}`, 0, []string{`in:1: the member "moves" has a number, want strings`}},
		{`{"fen":"startpos",}`, 0, []string{"in:1: it is not JSON at byte 19"}},

		{board.StartFEN + "\r" + board.StartFEN + "\r\r# end\rno position\r", 2, []string{`in:5: FEN "no position": pieces "no": the number of ranks is 1`}},
		{"8/8/4k3/8/8/3K4/8/8 w\n8/8/4k3/8/8/3K4/8/8 w - e3 -3 1.\n", 2, []string{
			"in:2: left out the en-passant square e3 (no pawn of black has just made a double step over it)",
			`in:2: left out the halfmove clock "-3" (not a number from 0)`}},
		{`{"fen":"4k3/8/8/8/8/8/8/3QK1RR w KG"}`, 1, []string{"in:1: left out the castling right with the rook on g1"}},
		{board.StartFEN + "\r\nnothing here\r\n" + board.StartFEN, 2, []string{`in:2: FEN "nothing here": pieces "nothing": the number of ranks is 1`}},
		{board.StartFEN + "\n[Event \"x\"]\n", 1, []string{"in:2: it begins with a bracket, as games do"}},
		{board.StartFEN + "\n" + strings.Repeat("x", maxLine+10) + "\n" + board.StartFEN, 2, []string{"in:2: the line is longer than"}},

		{"position fen " + board.StartFEN + " moves e2e4\nposition startpos moves e2e4\n1. " + board.StartFEN + " bm d4;\n2) " + board.StartFEN, 4, nil},
		{"\"" + board.StartFEN + "\"\n\"4k3/8/8/8/8/8/8/4K2R w K -\",\n'4k3/8/8/8/8/8/8/4K2R w K -'\n", 3, nil},
		{"FEN,Evaluation\n" + board.StartFEN + ",+20\n4k3/8/8/8/8/8/8/4K2R b K -,#3\n", 2, nil},
		{"4k3/8/8/8/8/8/8/4K2R w K -\t12\te4\n4k3/8/8/8/8/8/8/4K2R\tw\tK\t-\t0\t1\te2e4\n4k3/8/8/8/8/8/8/4K2R w K -\tbm O-O;\n", 3, nil},
		{"1 . e4 e5 2 . Nf3", 4, nil},
		{"[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *", 2, []string{"in:1: game 1: the tag FEN: left out the castling rights Q"}},
		{"4k3/8/8/8/8/8/8/4K2R w K, -, 3, 9\n", 1, nil},
		{"id;fen;note\r\n1;" + board.StartFEN + ";a/b\r\n", 1, nil},
		{"1\t" + board.StartFEN + "\t0.5\n2\t8/8/8/8/8/8/8/8/8 w - - 0 1\t0.5\n", 1, []string{`in:2: FEN "2\t8/8/8/8/8/8/8/8/8 w`}},
		{board.StartFEN + "\n4k3/8/8/8/8/8/8/4K2R\n", 1, []string{"in:2: the pieces or the side to move are missing"}},
		{"; by hand\r[Event \"x\"]\r\r1. e4 ; good\re5 2. Nf3 *\r\r[Event \"y\"]\r\r1. d4 d5 2. Kd2 Ke7 *\r", 8, []string{"in:9: game 2: move 2...: Ke7 is not legal"}},
		{"1 e4 e5 2 Nf3", 4, nil},
		{"Dear friend,\nhere is our game:\n\n[Event \"x\"]\n\n1. e4 e5 *\n", 3, nil},
		{"1) e4 e5 2)Nf3 Nc6 (2... d6 3. d4) 3) Bb5 *", 6, nil},
		{"1: e4 e5 2:Nf3 Nc6 3: Bb5 *", 6, nil},
		{"1. e4 e5 *\n\n{the last game}\n\n; end\n----------\n-- \nJ. Smith\n2 Baker Street\n", 3, nil},
		{"[section]\nname = value\n", 0, []string{"in:1: game 1: ", "in:2: game 1: ", "in:1: game 1: it belongs to no game"}},

		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1\n" + board.StartFEN + " +0+0\n" + board.StartFEN + " +1\n", 1, []string{
			`in:1: the variant "Three-check" is not chess`, `in:2: the variant "Three-check" is not chess`}},
		{board.StartFEN + "\t3+2\t1500\t1600\n", 1, nil},
		{"1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1;x\n" + `"` + board.StartFEN + ` +1+0",x`, 0, []string{
			`in:1: the variant "Three-check" is not chess`, `in:2: the variant "Three-check" is not chess`}},
		{`{"fen":"` + board.StartFEN + ` +2+0"}`, 0, []string{`in:1: the variant "Three-check" is not chess`}},

		{"", 0, nil},
		{board.StartFEN, 1, nil},
		{"\n\n" + board.StartFEN + "\n# end\nstartpos\n", 2, nil},
		{"[Event \"x\"]\n\n*\n", 1, nil},
		{"1. e4 e5 *", 3, nil},
		{`{"fen":"startpos"}`, 1, nil},
		{`{"moves":["e2e4"]}`, 1, nil},
		{"e4 e5 Nf3 Nc6 *", 5, nil},
		{"♘f3 d5 1-0", 3, nil},
		{"e2-e4 e7-e5 g1-f3", 4, nil},
		{"; a suite\n% of\n# positions\n\nstartpos\nstartpos", 2, nil},
		{"startpos\n; a remark\n% another\nstartpos", 2, nil},
		{"%\n; a remark\n{\"fen\":\"startpos\"}", 1, nil},
		{"; a game\n% escaped\n[Event \"x\"]\n\n1. e4 *", 2, nil},
		{"; a game\n1. e4 e5 *", 3, nil},
		{"; " + strings.Repeat("remark ", 2000) + "\nstartpos", 1, nil},
		{"; only\n% remarks\n", 0, nil},
		{"\ufeffstartpos\n\ufeff# end\n\ufeffstartpos\n", 2, nil},
		{"startpos\r\n\x1a", 1, nil},
		{"startpos\x1a", 1, nil},
		{"{\"fen\":\"startpos\"}\r\n\x1a\r\n", 1, nil},
		{"1. e4 *\r\n\x1a", 2, nil},
		{"\n\ufeff\ufeff{\"fen\":\"startpos\"}\n\ufeff{\"fen\":\"startpos\"}\n", 2, nil},
		{"\n\ufeff[Event \"x\"]\n\n*\n\ufeff[Event \"y\"]\n\n*", 2, nil},
	} {
		positions, faults, err := readAll(test.text)
		if err != nil || len(positions) != test.positions || len(faults) != len(test.faults) {
			t.Errorf("%.80q: %d positions, want %d; reported %q, want %q; error %v", test.text, len(positions), test.positions, faults, test.faults, err)
			continue
		}
		for i, want := range test.faults {
			if !strings.HasPrefix(faults[i], want) || strings.Contains(faults[i], "Go ") || strings.Contains(faults[i], "struct") {
				t.Errorf("%.80q: reported %q, want %q", test.text, faults[i], want)
			}
		}
	}
}

// TestSpread refuses objects and arrays over several lines, with a single message.
func TestSpread(t *testing.T) {
	for _, text := range []string{
		"{\n  \"fen\": \"startpos\"\n}\n", "\ufeff\r\n[\r\n  {\"fen\": \"startpos\"}\r\n]\r\n", "# list\n[{\"fen\":\"startpos\"},\n{\"fen\":\"startpos\"}]",
		"{\"fen\":\"startpos\",\n\"id\":\"a\"}\n",
	} {
		positions, faults, err := readAll(text)
		if len(positions) > 0 || len(faults) > 0 {
			t.Errorf("%q: %d positions, reported %q", text, len(positions), faults)
		}
		must.Fail(t, err, "in: an object or array goes on in the next line: want one object on each line")
	}
}

// TestExports reads games and puzzles as Lichess exports them.
func TestExports(t *testing.T) {
	const (
		players = `"players":{"white":{"user":{"name":"Anna \"A\""},"rating":1500},"black":{"aiLevel":3}}`
		puzzle  = "00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,mate mateIn2\n"
		solved  = "epd 00sHx q5nr/1ppknQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 w - - 1 18 [a2e6]"
	)
	for text, want := range map[string]string{
		`{"id":"abc","variant":"standard","createdAt":1514505150384,"status":"mate","winner":"black",` + players + `,"moves":"f3 e5 g4 Qh4#",` +
			`"clocks":[18003,17900],"opening":{"eco":"A00","name":"Barnes","ply":2},"clock":{"initial":180,"increment":2,"totalTime":260}}`: `pgn [f2f3 e7e5 g2g4 d8h4] ` +
			`map[Black:Lichess AI level 3 Date:2017.12.28 ECO:A00 Opening:Barnes Result:0-1 Site:https://lichess.org/abc Termination:Normal TimeControl:180+2 ` +
			`Variant:standard White:Anna "A" WhiteElo:1500] 0-1 3m0s 2m59s`,
		"[Variant \"Standard Chess\"]\n\n1. e4 *": "pgn [e2e4] map[Variant:Standard Chess] *",
		`{"variant":"fromPosition","status":"draw","initialFen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",` + players + `,"moves":"e4"}`: "pgn [e2e4] " +
			`map[Black:Lichess AI level 3 FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 Result:1/2-1/2 Termination:Normal Variant:fromPosition White:Anna "A" WhiteElo:1500] 1/2-1/2`,
		`{"source":"import","createdAt":1514505150384,"import":{"date":"1851.06.21"},"status":"mate","winner":"white","moves":"e4",` +
			`"players":{"white":{"name":"Anderssen, A"},"black":{"name":"Kieseritzky, L"}}}`: "pgn [e2e4] " +
			"map[Black:Kieseritzky, L Date:1851.06.21 Result:1-0 White:Anderssen, A] 1-0",
		`{"createdAt":1514505150384,"import":{},"status":"draw","moves":"e4","players":{"white":{"name":"A"},"black":{}}}`: "pgn [e2e4] " +
			"map[Result:1/2-1/2 White:A] 1/2-1/2",
		`{"status":"outoftime","winner":"white",` + players + `,"moves":"e4"}`:                     "pgn [e2e4] map[Black:Lichess AI level 3 Result:1-0 Termination:Time forfeit",
		`{"status":"aborted","players":{"white":{},"black":{}},"moves":""}`:                        "pgn [] map[Result:*] *",
		`{"variant":"crazyhouse","status":"resign","winner":"white",` + players + `,"moves":"e4"}`: `in:1: game 1: the variant "crazyhouse" is not chess`,
		`{"variant":"standard",` + players + `,"moves":"e4 Ke7 d4"}`:                               "in:1: game 1: move 1...: Ke7 is not legal",
		`{"status":"insufficientMaterialClaim",` + players + `,"moves":"e4"}`:                      "pgn [e2e4] map[Black:Lichess AI level 3 Result:1/2-1/2 Termination:Insufficient material",
		`{"status":"noStart","winner":"white",` + players + `,"moves":"e4"}`:                       "pgn [e2e4] map[Black:Lichess AI level 3 Result:1-0 Termination:Abandoned",
		"{\"games\": [\n" + `{"url":"x","pgn":"[Event \"a\"]\n\n1. e4 Ke7 1-0\n"},{"uuid":"y"},{"pgn":"1. d4 *"}],"more":1}`: "in: game 1, line 3 of it: " +
			`move 1...: Ke7 is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: kept as a comment pgn [e2e4] map[Event:a] 1-0 ` +
			`in: game 2, line 1 of it: there are no moves: the member "pgn" is missing`,
		`{"url":"x","pgn":"[Event \"a\"]\n\n1. e4 *"}`: "pgn [e2e4] map[Event:a] *",
		"PuzzleId,FEN,Moves,Rating,Themes\n" + puzzle:  solved, puzzle: solved,
	} {
		var got []string
		err := each("in", "auto", text, func(j *game.Game) {
			got = append(got, j.Faults()...)
			if !j.IsGame() && len(j.Positions) == 0 {
				return
			}
			if !j.IsGame() {
				p := j.Positions[0]
				got = append(got, fmt.Sprintln(j.Kind, p.ID, p.Game.Position.FEN(), p.Best))
				return
			}
			var moves []board.Move
			for _, p := range j.Played() {
				moves = append(moves, p.Move)
			}
			got = append(got, fmt.Sprintln(j.Kind, moves, j.PGN.Tags(), j.PGN.Outcome()))
			for _, p := range j.Played() {
				if p.Clock.Left > 0 {
					got = append(got, p.Clock.Left.Round(time.Second).String())
				}
			}
		})
		if err != nil || !strings.HasPrefix(strings.ReplaceAll(strings.Join(got, " "), "\n", ""), want) {
			t.Errorf("%s: %v,\n%q, want\n%q", text, err, got, want)
		}
	}
}

// TestSeveralGames reads all games of an object, each with a number of its own. The lines of positions keep theirs.
func TestSeveralGames(t *testing.T) {
	const two, one = `{"pgn":"[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 Ke7 *\n"}`, `{"pgn":"1. c4 *\n\n{the end}\n"}`
	for text, want := range map[string]string{
		two + "\n" + `{"fen":"startpos"}` + "\n\n" + one: "in: game 1: 2, in: game 2: 2, in:2: 1, in: game 5: 2",
		`{"games":[` + two + "," + one + "]}":            "in: game 1: 2, in: game 2: 2, in: game 3: 2",
	} {
		var got, faults []string
		number := 0
		must.Do(t, each("in", "auto", text, func(j *game.Game) {
			got, faults = append(got, fmt.Sprintf("%s: %d", j.Where, len(j.Positions))), append(faults, j.Faults()...)
			must.Equal(t, j.Number, number, j.Where)
			number++
		}))
		must.Equal(t, strings.Join(got, ", "), want, text)
		if len(faults) != 1 || !strings.HasPrefix(faults[0], "in: game 2, line 3 of it: move 1...: Ke7 is not legal") {
			t.Errorf("%s: reported %q", text, faults)
		}
	}
}

// TestWide reads games in UTF-16, as a redirection in PowerShell writes them.
func TestWide(t *testing.T) {
	want, _, _ := readAll(testfiles.Games)
	for mark, order := range map[string]binary.AppendByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian} {
		text := []byte(mark)
		for _, unit := range utf16.Encode([]rune("[White \"Ådne 🙂\"]\r\n\r\n1. e4 *\r\n\r\n" + testfiles.Games)) {
			text = order.AppendUint16(text, unit)
		}
		var white string
		err := each("in", "auto", string(text), func(j *game.Game) {
			if name, _ := j.Player(board.White); j.At == 1 {
				white = name
			}
		})
		if err != nil || white != "Ådne 🙂" {
			t.Errorf("%q: White is %q, error %v", mark, white, err)
		}
		if got, _, err := readAll(string(text)); err != nil || len(got) != len(want)+2 {
			t.Errorf("%q: %d positions, want %d, error %v", mark, len(got), len(want)+2, err)
		}
		_, _, err = readAll(string(text[:len(text)-1]))
		must.Fail(t, err, "UTF-16: the last character is cut short")
	}
}

// packed returns a text compressed with gzip and with Zstandard.
func packed(t testing.TB, text string) map[string]string {
	t.Helper()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	must.Do(t, z.Close())
	e := must.Get(zstd.NewWriter(nil))(t)
	return map[string]string{"gzip": zipped.String(), "zstd": string(e.EncodeAll([]byte(text), nil))}
}

// frames compresses a text with Zstandard as pzstd does: in several frames, each after a frame that is skipped and has the size of
// the next.
func frames(t testing.TB, text string, kind byte) string {
	t.Helper()
	var b []byte
	for part := range slices.Chunk([]byte(text), len(text)/3+1) {
		frame := packed(t, string(part))["zstd"]
		b = append(b, 0x50|kind, 0x2a, 0x4d, 0x18, 4, 0, 0, 0)
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(frame))), frame...)
	}
	return string(b)
}

// TestSkippedFrames reads files of Zstandard that begin with a frame to be skipped, whatever they contain.
func TestSkippedFrames(t *testing.T) {
	for _, text := range []string{testfiles.Games, board.StartFEN + "\n" + board.StartFEN + "\n", "{\"fen\":\"startpos\"}\n{\"moves\":[\"e2e4\"]}\n"} {
		want, _, _ := readAll(text)
		for kind := range byte(16) {
			got, _, err := readAll(frames(t, text, kind))
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%.20q…: %d positions, want %d, error %v", text, len(got), len(want), err)
			}
		}
	}
	for _, text := range packed(t, frames(t, testfiles.Games, 0)) {
		_, _, err := readAll(text)
		must.Fail(t, err, "compressed twice")
	}
	if _, _, err := readAll("PLAIN TEXT"); err != nil {
		t.Errorf("a text that begins with P: %v", err)
	}
}

// TestPacked reads compressed input, several pieces one after the other, and input that is damaged or something else.
func TestPacked(t *testing.T) {
	want, wantFaults, _ := readAll(testfiles.Games)
	for name, text := range packed(t, testfiles.Games) {
		got, faults, err := readAll(text)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || fmt.Sprint(faults) != fmt.Sprint(wantFaults) {
			t.Errorf("%s: %d positions, want %d; reported %q, error %v", name, len(got), len(want), faults, err)
		}
		if got, _, err := readAll(text + text); err != nil || len(got) < 2*len(want)-1 {
			t.Errorf("%s, twice: %d positions, want %d, error %v", name, len(got), 2*len(want), err)
		}
		_, _, err = readAll(text[:len(text)-9])
		must.Fail(t, err, name+": the compressed data is cut short")
		for _, trailing := range []string{"\n", "a word", "\x00\x00\x00\x00 after zeros", "\x1f", strings.Repeat("many ", 20)} {
			if name == "zstd" && len(trailing) < 4 {
				continue // its decoder takes them for the beginning of a frame
			}
			if got, _, err := readAll(text + trailing); len(got) < len(want) || err == nil || !strings.Contains(err.Error(), "follow the compressed data") {
				t.Errorf("%s and %q: %d positions, want %d, error %v", name, trailing, len(got), len(want), err)
			}
		}
		_, _, err = readAll(text[:len(text)/2] + "damage" + text[len(text)/2:])
		must.Fail(t, err, ": "+name+": ")
		for _, text := range packed(t, text) {
			_, _, err := readAll(text)
			must.Fail(t, err, "compressed twice")
		}
	}
	if got, _, err := readAll(packed(t, testfiles.Games)["gzip"] + strings.Repeat("\x00", 512)); err != nil || len(got) != len(want) {
		t.Errorf("gzip, filled up with zeros: %d positions, want %d, error %v", len(got), len(want), err)
	}
	for text, want := range map[string]string{
		"PK\x03\x04\x14\x00": "a zip archive: unpack it first", "BZh91AY": "bzip2", "%PDF-1.7\n": "a PDF document",
		"\ufeff\r\n<!DOCTYPE html>\n<html><body><b>1. e4</b> e5": "a web page", "<!-- saved from url=(0021)https://lichess.org/ -->\n<HTML lang=\"en\">\n": "a web page",
		"From: <Saved by Blink>\r\nSnapshot-Content-Location: https://lichess.org/\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\"": "a web page",
		"From: \"Saved by Internet Explorer 11\"\r\nSubject: Games\r\n":                                                                                              "a web page", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"a\"\r\n": "a web page",
		"\x7fELF\x02\x01\x01\x00\x00\x00\x00": "binary data, not text", strings.Repeat("\x00", 100): "binary data, not text",
	} {
		positions, faults, err := readAll(text)
		if err == nil || len(positions)+len(faults) > 0 || !strings.HasPrefix(err.Error(), "in: it is ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %d positions, reported %q, error %v; want %q", text, len(positions), faults, err, want)
		}
	}
}
