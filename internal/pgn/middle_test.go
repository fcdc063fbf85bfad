package pgn

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

// starts returns where the games of a text begin, as a reader of the whole comes to them, and its length after them.
func starts(text string) (list []int64) {
	r := NewReader(strings.NewReader(text))
	for {
		r.SkipBlanks()
		list = append(list, r.Offset())
		if game, err := r.Next(); game == nil && err == io.EOF {
			return append(list, int64(len(text)))
		}
	}
}

// checkGameAt checks places of a text, with a window of so many bytes, against those that a reader of the whole comes to.
func checkGameAt(t *testing.T, name, text string, window, step int64) {
	t.Helper()
	list := starts(text)
	if r := list[len(list)-2]; r < list[len(list)-1] && len(list) > 2 { // what comes after the last game is passed over
		list = append(list[:len(list)-2:len(list)-2], r, list[len(list)-1])
	}
	in := strings.NewReader(text)
	for place := int64(1); place < int64(len(text)); place += step {
		for list[0] < place {
			list = list[1:]
		}
		if got, err := gameAt(in, in.Size(), place, []int64{window}); err != nil || got != list[0] {
			t.Fatalf("%s, window %d: the first game after %d begins at %d, %v; want %d\n%.300q", name, window, place, got, err, list[0], text)
		}
	}
}

// TestGameAtReal looks for games from all places of real files.
func TestGameAtReal(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(testfiles.Path(t, "pgn"), "*.pgn"))
	own, _ := filepath.Glob("testdata/*.pgn")
	if len(files) == 0 || len(own) == 0 {
		t.Error("no files")
	}
	for _, file := range append(files, own...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, window := range []int64{100, 1000, windows[0]} {
			checkGameAt(t, file, string(text), window, 1+int64(len(text))/50)
		}
	}
}

// pieces are what games that nobody would write consist of, among them everything that looks like the beginning of a game.
var pieces = []string{
	"[Event \"x\"]\n", "[Event \"x\"]\n[White \"a } b\"]\n", "[White \"{\"] [Black \"y\"]\n", "\n", "\n\n", "1. e4 ", "e5 ", "2. Nf3\n", "Nc6\n",
	"{ a comment }", "{ over\nlines }\n", "{\n[Event \"quoted\"]\n\n1. d4 1-0\n}", "{ [%eval 0.1] } ", "{ ; } ", "; in the line {\n", "; } \n", "% escape {\n",
	"(", ")", "( 2. f4 ", ") ", "[no tag {\n", "[%eval 1]\n", "1-0\n", "1-0 ", "0-1\n\n", "*", "1/2-1/2 {after}\n", "}", "{", "]", "$5 ", "100% ", "\r\n", "\r", "\r\r", " \t", "[Event \"broken]\n", "{ 1... e5 2. d4 { ", "\ufeff", "\ufeff[Event \"z\"]\n",
	"\n\ufeff",
}

// TestGameAtAnything looks for games in random texts from all places.
func TestGameAtAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		var text strings.Builder
		few := 4 + r.IntN(len(pieces)-3) // some texts have no braces that are not closed, and so on
		chosen := r.Perm(len(pieces))[:few]
		for range r.IntN(60) {
			if r.IntN(3) == 0 {
				text.WriteString("[Event \"y\"]\n\n1. e4 {c} 1-0\n\n")
			}
			text.WriteString(pieces[chosen[r.IntN(few)]])
		}
		checkGameAt(t, fmt.Sprint("text ", n), text.String(), 1+r.Int64N(200), 1+r.Int64N(20))
	}
}

// FuzzGameAt looks for a game in anything, from anywhere.
func FuzzGameAt(f *testing.F) {
	f.Add("[Event \"x\"]\r\r1. e4 {c} 1-0\r\r[Event \"y\"]\r\r1. d4 *\r", 20, 10)
	f.Add("1. e4 {open\n\n[Event \"y\"]\n\n1. d4 {closed} *\n[Event \"z\"]\n1. c4 1-0\n", 60, 30)
	f.Fuzz(func(t *testing.T, text string, place, window int) {
		if place < 1 || place >= len(text) || window < 1 || window > len(text) {
			return
		}
		list := starts(text)
		if r := list[len(list)-2]; r < list[len(list)-1] && len(list) > 2 { // what comes after the last game is passed over
			list = append(list[:len(list)-2:len(list)-2], r, list[len(list)-1])
		}
		for list[0] < int64(place) {
			list = list[1:]
		}
		got, err := gameAt(strings.NewReader(text), int64(len(text)), int64(place), []int64{int64(window)})
		if err != nil || got != list[0] {
			t.Errorf("the first game after %d begins at %d, %v; want %d", place, got, err, list[0])
		}
	})
}

// TestGameAtPlain checks that games without comments are found without reading everything before them: nothing but the length of
// what is read tells that they do not stand in a comment.
func TestGameAtPlain(t *testing.T) {
	game := "[Event \"" + strings.Repeat("a", 1000) + "\"]\r\n\r\n1. e4 e5 *\r\n\r\n"
	text := "{ not closed \r\n" + strings.Repeat(game, 3*maxComment/len(game))
	list := starts(text)
	in := &countingReaderAt{ReaderAt: strings.NewReader(text)}
	size := int64(len(text))
	for _, place := range []int64{maxComment / 2, maxComment + 50, 2*maxComment + 1000, size - 2} {
		in.read = 0
		got, err := GameAt(in, size, place)
		want := list
		for want[0] < place {
			want = want[1:]
		}
		if err != nil || got != want[0] {
			t.Errorf("the first game after %d begins at %d, %v; want %d", place, got, err, want[0])
		}
		if place > 2*maxComment && in.read > 2*maxComment {
			t.Errorf("%d bytes were read to find the game at %d", in.read, got)
		}
	}
}

type countingReaderAt struct {
	io.ReaderAt
	read int64
}

func (r *countingReaderAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, at)
	r.read += int64(n)
	return n, err
}

// TestGameAtLongGame looks for games after one that is too long to be read.
func TestGameAtLongGame(t *testing.T) {
	const game = "[Event \"a\"]\n\n1. e4 {c} e5 *\n\n"
	for _, middle := range []string{
		"[Event \"long\"]\n\n1. e4 " + strings.Repeat("Nf6 ", maxMoves+1000) + " *\n\n",
		"[Event \"long\"]\n\n1. e4 { " + strings.Repeat(game, 10000) + "} *\n\n",
	} {
		text := strings.Repeat(game, 1000) + middle + strings.Repeat(game, 20000)
		checkGameAt(t, "a long game", text, windows[0], int64(len(text))/6)
	}
}

// TestGameAtError checks that an error of the file is told.
func TestGameAtError(t *testing.T) {
	text := strings.Repeat("[Event \"a\"]\n\n1. e4 {c} e5 *\n\n", 100000)
	if _, err := GameAt(brokenReaderAt{}, int64(len(text)), int64(len(text)/2)); err != io.ErrClosedPipe {
		t.Errorf("error %v", err)
	}
}

type brokenReaderAt struct{}

func (brokenReaderAt) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }
