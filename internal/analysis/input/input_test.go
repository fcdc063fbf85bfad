package input

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
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
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "fischerandom") {
			continue // the library does not know it
		}
		var want []string
		games := chess.NewScanner(bytes.NewReader(text))
		for games.Scan() {
			if g := games.Next(); len(g.Moves()) > 0 {
				want = append(want, strings.Join(strings.Fields(g.Position().String())[:2], " "))
			}
		}
		var got []string
		s := &reader{name: file, format: "auto", emit: func(j *answer.Job) bool {
			j.Parse()
			if j.Err != nil {
				t.Errorf("%s: %v", j.Where, j.Err)
			} else if last := len(j.Positions) - 1; last > 0 {
				got = append(got, strings.Join(strings.Fields(j.Positions[last].Game.Position.FEN())[:2], " "))
			}
			return true
		}}
		if err := s.read(bytes.NewReader(text)); err != nil {
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

func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		board.StartFEN: "1 position",
		"\n\n" + board.StartFEN + "\n# end\nstartpos\n": "2 positions",
		"[Event \"x\"]\n\n*\n":                          "1 position",
		"1. e4 e5 *":                                    "3 positions",
		"{a comment} 1. e4 *":                           "2 positions",
		`{"fen":"startpos"}`:                            "1 position",
		`{"moves":["e2e4"]}`:                            "1 position",

		"\ufeffstartpos\n\ufeff# end\n\ufeffstartpos\n":                        "2 positions",
		"\n\ufeff\ufeff{\"fen\":\"startpos\"}\n\ufeff{\"fen\":\"startpos\"}\n": "2 positions",
		"\n\ufeff[Event \"x\"]\n\n*\n\ufeff[Event \"y\"]\n\n*":                 "2 positions",
	} {
		positions := 0
		s := &reader{name: "text", format: "auto", emit: func(j *answer.Job) bool {
			j.Parse()
			if j.Err != nil {
				t.Errorf("%q: %v", text, j.Err)
			}
			positions += len(j.Positions)
			return true
		}}
		if err := s.read(strings.NewReader(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		wanted := 0
		if want != "" {
			wanted = int(want[0] - '0')
		}
		if positions != wanted {
			t.Errorf("%q: %d positions, want %d", text, positions, wanted)
		}
	}
}

// FuzzGames reads anything as games and as lines, compressed too: it must end, every position must be one, and what gives none
// must be told.
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
			s := &reader{name: "fuzz", format: format, emit: func(j *answer.Job) bool {
				j.Parse()
				if (j.Err == nil) == (len(j.Positions) == 0) {
					t.Errorf("%s: %d positions, error %v", j.Where, len(j.Positions), j.Err)
				}
				if j.Err != nil && len(j.Faults()) == 0 {
					t.Errorf("%s: nothing is told of %v", j.Where, j.Err)
				}
				return true
			}}
			_ = s.read(strings.NewReader(text)) // an error is as good as a position; a panic is not
		}
	})
}

// BenchmarkGames reads games; BenchmarkLibrary lets the library read the same.
func BenchmarkGames(b *testing.B) {
	text := benchmarkText(b)
	for b.Loop() {
		s := &reader{name: "games", format: "pgn", emit: func(j *answer.Job) bool {
			j.Parse()
			return true
		}}
		if err := s.read(bytes.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLibrary(b *testing.B) {
	text := benchmarkText(b)
	for b.Loop() {
		for games := chess.NewScanner(bytes.NewReader(text)); games.Scan(); {
			games.Next()
		}
	}
}

func benchmarkText(b *testing.B) []byte {
	b.Helper()
	return testfiles.Read(b, "pgn", "kasparov-deep-blue-1997.pgn")
}

// TestInputSize checks that the places of the jobs are those that the size of the input promises.
func TestInputSize(t *testing.T) {
	dir := t.TempDir()
	inputs := []string{
		"startpos", write(t, dir+"/a", "\ufeff"+strings.Repeat(board.StartFEN+"\nno position\n", 15)), "startpos", write(t, dir+"/b", testfiles.Games), write(t, dir+"/c", "startpos\n# end\n"),
	}
	var ends []int64
	emit := func(j *answer.Job) bool {
		ends = append(ends, j.End)
		return true
	}
	if err := Read(inputs, nil, "auto", emit); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(ends); i++ {
		if ends[i] <= ends[i-1] {
			t.Errorf("job %d ends at %d, the one before at %d", i, ends[i], ends[i-1])
		}
	}
	if size := Size(inputs); ends[len(ends)-1] != size-int64(len("# end\n")) {
		t.Errorf("the last job ends at %d of %d", ends[len(ends)-1], size)
	}
	if size := Size(append(inputs, "-")); size != 0 {
		t.Errorf("with a pipe the size is %d", size)
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}
