package input

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
)

// origins reads everything at once.
func origins(t *testing.T, args []string, format string) (list []Origin) {
	t.Helper()
	if err := Read(args, nil, format, func(j *Job) bool {
		list = append(list, j.Origin)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// cuts returns where count equal parts of so many bytes begin, and the end.
func cuts(size int64, count int) (list []int64) {
	for i := range count + 1 {
		list = append(list, size*int64(i)/int64(count))
	}
	return list
}

// checkParts reads the inputs in parts that begin at the given places and demands the jobs of want, each once.
func checkParts(t *testing.T, args []string, format string, places []int64, want []Origin) {
	t.Helper()
	var got []Origin
	var joint Joint
	for i, from := range places[:len(places)-1] {
		jobs := 0
		span, err := ReadPart(args, format, Part{from, places[i+1]}, func(j *Job) bool {
			o := j.Origin
			if o.Number != jobs {
				t.Errorf("job %d of a part has the number %d", jobs, o.Number)
			}
			if err := joint.Number(&o); err != nil {
				t.Error(err)
			}
			got = append(got, o)
			jobs++
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := joint.Add(jobs, span); err != nil {
			t.Fatalf("part %d of %v: %v", i, places, err)
		}
	}
	if size := Size(args); joint.to != size {
		t.Fatalf("the last part ends at %d, want %d", joint.to, size)
	}
	if len(got) != len(want) {
		t.Fatalf("%d jobs in the parts %v, want %d", len(got), places, len(want))
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("in the parts %v, job %d is %.200v, want %.200v", places, i, got[i], want[i])
		}
	}
}

// randomInputs writes some files and returns them with positions between them.
func randomInputs(t *testing.T, r *rand.Rand) (args []string) {
	lines := []string{board.StartFEN, "startpos", "# a comment", "", "not a position", "  ", board.StartFEN + ` id "x";`, strings.Repeat("x", 300)}
	games := []string{"[Event \"a\"]\n\n1. e4 e5 1-0\n\n", "[Event \"a\"]\n[White \"b\"]\n\n1. e4 {[Event \"q\"]\n\n1. d4} e5 *\n\n",
		"1. d4 d5\n\n", "\n", "{a comment}\n", "; another\n", "[Event \"a\"]\n\n*\n"}
	jsons := []string{`{"fen":"startpos"}`, `{"fen":3}`, ""}
	for n := range 1 + r.IntN(5) {
		var text strings.Builder
		pick := func(list []string, end string) {
			for range r.IntN(30) {
				text.WriteString(list[r.IntN(len(list))] + end)
			}
		}
		switch r.IntN(5) {
		case 0:
			args = append(args, "startpos")
			continue
		case 1:
			text.WriteString("startpos\n")
			pick(lines, "\n")
		case 2:
			text.WriteString("{\"id\":\"json\"}\n")
			pick(jsons, "\n")
		default:
			text.WriteString("[Event \"pgn\"]\n")
			pick(games, "")
		}
		content := text.String()
		if r.IntN(3) == 0 {
			content = strings.ReplaceAll(content, "\n", "\r\n")
		}
		if r.IntN(3) == 0 {
			content = strings.TrimRight(content, "\r\n")
		}
		if r.IntN(4) == 0 {
			content = "\ufeff" + content
		}
		if r.IntN(4) == 0 { // several files with marks, one behind the other
			content += "\ufeff" + content
		}
		if r.IntN(8) == 0 {
			content = ""
		}
		args = append(args, write(t, filepath.Join(t.TempDir(), fmt.Sprint(n)), content))
	}
	return args
}

// TestParts reads random inputs in equal parts and in any others.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		args := randomInputs(t, r)
		want, size := origins(t, args, "auto"), Size(args)
		for _, count := range []int{1, 2, 3, 7, int(min(size, 100)) + 1} { // the last has empty parts
			checkParts(t, args, "auto", cuts(size, count), want)
		}
		places := []int64{0, size}
		for range 10 {
			places = append(places, r.Int64N(size+1))
		}
		slices.Sort(places)
		checkParts(t, args, "auto", places, want)
	}
}

// TestPartsAnywhere cuts inputs at every byte, so also where a game or a line begins exactly.
func TestPartsAnywhere(t *testing.T) {
	dir := t.TempDir()
	const game = "[Event \"a\"]\n\n1. e4 { [%eval 0.2] } e5 (1... c5) *\n\n"
	args := []string{
		write(t, filepath.Join(dir, "a.pgn"), "\ufeff"+game+"\n{ ; }\n\ufeff"+strings.ReplaceAll(game, "\n", "\r\n")+"\ufeff"+game),
		"startpos",
		write(t, filepath.Join(dir, "b.epd"), "\ufeffstartpos\r\n# end\r\n\r\nstartpos\n\ufeff# end\n\ufeffstartpos"),
	}
	want, size := origins(t, args, "auto"), Size(args)
	for at := range size + 1 {
		checkParts(t, args, "auto", []int64{0, at, size}, want)
	}
}

// TestPartOfOneGame checks that a game that is larger than a part is in one of them, and that the others are empty.
func TestPartOfOneGame(t *testing.T) {
	text := "[Event \"a\"]\n\n" + strings.Repeat("1. e4 { a comment } e5\n", 5000)
	args := []string{write(t, filepath.Join(t.TempDir(), "a.pgn"), text)}
	checkParts(t, args, "pgn", cuts(int64(len(text)), 20), origins(t, args, "pgn"))
}

// TestPartNames checks what jobs are called where nobody knows their number.
func TestPartNames(t *testing.T) {
	dir := t.TempDir()
	const game = "[Event \"a\"]\n\n1. e4 *\n\n"
	a := write(t, filepath.Join(dir, "a.pgn"), game+game)
	b := write(t, filepath.Join(dir, "b.epd"), "startpos\nnothing\nstartpos\n")
	var got []string
	for _, part := range []Part{{int64(len(game)), int64(2*len(game) + 3)}, {int64(2*len(game) + 3), int64(2*len(game) + 30)}} {
		if _, err := ReadPart([]string{a, b}, "auto", part, func(j *Job) bool {
			j.Parse()
			name := j.Where
			if len(j.Positions) > 0 {
				name = Place(j.Where, j.Positions[0].ID)
			}
			got = append(got, strings.TrimPrefix(name, dir+string(filepath.Separator)))
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{fmt.Sprintf("a.pgn: game at byte %d, after 0 half-moves", len(game)), "b.epd:1", "b.epd: line at byte 9", "b.epd: line at byte 17"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPartErrors reads parts of what can be read only as a whole, or not at all, and checks that parts must follow each other.
func TestPartErrors(t *testing.T) {
	dir := t.TempDir()
	for _, arg := range []string{"-", dir, filepath.Join(dir, "missing")} {
		if _, err := ReadPart([]string{"startpos", arg}, "auto", Part{3, 9}, func(*Job) bool { return true }); err == nil {
			t.Errorf("%s can be read in parts", arg)
		}
	}
	var j Joint
	if err := j.Add(1, Span{From: 5, To: 9}); err == nil || !strings.Contains(err.Error(), "begins at byte 5 of the inputs, but the part before ends at byte 0") {
		t.Errorf("a gap is told as %v", err)
	}
	if err := j.Number(&Origin{Input: 1, Byte: 3}); err == nil {
		t.Error("a part goes on in another input")
	}
}
