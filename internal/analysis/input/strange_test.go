package input

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/testing/testfiles"
)

// readAll reads a text as an input and returns its positions, what is told of it, and the error that ends it.
func readAll(text string) (positions, faults []string, err error) {
	s := &reader{name: "in", format: "auto", emit: func(j *answer.Job) bool {
		j.Parse()
		for _, p := range j.Positions {
			positions = append(positions, p.Game.Position.FEN())
		}
		faults = append(faults, j.Faults()...)
		return true
	}}
	err = s.read(strings.NewReader(text))
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
		{"{\n  \"fen\": \"startpos\"\n}\n", 0, []string{"in:1: the object is not complete", "in:2: ", "in:3: "}},
		{`[{"fen":"startpos"}]`, 0, []string{"in:1: an array, want an object in braces"}},
		{`{"id":"a"}`, 0, []string{`in:1: there is no position: the member "fen" is missing`}},
		{`{"fen":null}`, 0, []string{`in:1: there is no position: the member "fen" is missing`}},
		{`{"fen":""}`, 0, []string{`in:1: `}},
		{"{}\n" + `{"fen":"startpos"}`, 1, []string{"in:1: there is no position"}},
		{`{"fen":"startpos"}` + "\n" + `{"fen":5}`, 1, []string{`in:2: the member "fen" is a number, want a string`}},
		{`{"fen":"startpos","moves":"e2e4"}`, 0, []string{`in:1: the member "moves" is a string, want an array of strings`}},
		{`{"fen":"startpos","moves":[1]}`, 0, []string{`in:1: the member "moves" has a number, want strings`}},
		{`{"fen":"startpos",}`, 0, []string{"in:1: it is not JSON at byte 19"}},
		{`{"moves":["e2e4"]}`, 1, nil},

		{board.StartFEN + "\r" + board.StartFEN + "\r\r# end\rno position\r", 2, []string{`in:5: FEN "no position": pieces "no": the number of ranks is 1`}},
		{"8/8/4k3/8/8/3K4/8/8 w\n8/8/4k3/8/8/3K4/8/8 w - e3 -3 1.\n", 2, []string{
			"in:2: left out the en-passant square e3 (no pawn of black has just made a double step over it)",
			`in:2: left out the halfmove clock "-3" (not a number from 0)`}},
		{`{"fen":"4k3/8/8/8/8/8/8/3QK1RR w KG"}`, 1, []string{"in:1: left out the castling right with the rook on g1"}},
		{board.StartFEN + "\r\nnothing here\r\n" + board.StartFEN, 2, []string{`in:2: FEN "nothing here": pieces "nothing": the number of ranks is 1`}},
		{board.StartFEN + "\n[Event \"x\"]\n", 1, []string{"in:2: it begins with a bracket, as games do"}},
		{board.StartFEN + "\n" + strings.Repeat("x", maxLine+10) + "\n" + board.StartFEN, 2, []string{"in:2: the line is longer than"}},

		{"; by hand\r[Event \"x\"]\r\r1. e4 ; good\re5 2. Nf3 *\r\r[Event \"y\"]\r\r1. d4 d5 2. Kd2 Ke7 *\r", 8, []string{"in:9: game 2: move 2...: Ke7 is not legal"}},
		{"[Event \"x\"]\n\n1. e4 e5 } 2. Nf3 [%clk 0:01:00] 1-0\n", 4, []string{"in:3: game 1: '}' closes nothing: left out", `in:3: game 1: "[%clk 0:01:00]" stands outside`}},
		{"1 e4 e5 2 Nf3", 4, nil},
		{"Dear friend,\nhere is our game:\n\n[Event \"x\"]\n\n1. e4 e5 *\n", 3, []string{`in:1: game 1: "Dear friend, here is our game:" is not understood`}},
		{"{a game } 1. e4 *", 2, nil},
		{"[section]\nname = value\n", 0, []string{"in:1: game 1: ", "in:2: game 1: ", "in:2: game 1: ", "in:1: game 1: it belongs to no game"}},
		{"[Event \"x\"]\n\n*\n\nthe end\n", 1, []string{`in:5: game 2: "the end" is not understood`, "in:5: game 2: it belongs to no game"}},
	} {
		positions, faults, err := readAll(test.text)
		if err != nil || len(positions) != test.positions || len(faults) != len(test.faults) {
			t.Errorf("%.80q: %d positions, want %d; told %q, want %q; error %v", test.text, len(positions), test.positions, faults, test.faults, err)
			continue
		}
		for i, want := range test.faults {
			if !strings.HasPrefix(faults[i], want) || strings.Contains(faults[i], "Go ") || strings.Contains(faults[i], "struct") {
				t.Errorf("%.80q: told %q, want %q", test.text, faults[i], want)
			}
		}
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
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	e, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
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
	for name, text := range packed(t, frames(t, testfiles.Games, 0)) {
		if _, _, err := readAll(text); err == nil || !strings.Contains(err.Error(), "compressed twice") {
			t.Errorf("%s of frames: error %v", name, err)
		}
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
			t.Errorf("%s: %d positions, want %d; told %q, error %v", name, len(got), len(want), faults, err)
		}
		if got, _, err := readAll(text + text); err != nil || len(got) < 2*len(want)-1 {
			t.Errorf("%s, twice: %d positions, want %d, error %v", name, len(got), 2*len(want), err)
		}
		if _, _, err := readAll(text[:len(text)-9]); err == nil || !strings.Contains(err.Error(), name+": the compressed data is cut short") {
			t.Errorf("%s, cut: error %v", name, err)
		}
		for _, trailing := range []string{"\n", "a word", "\x00\x00\x00\x00 after zeros", "\x1f", strings.Repeat("many ", 20)} {
			if name == "zstd" && len(trailing) < 4 {
				continue // its decoder takes them for the beginning of a frame
			}
			if got, _, err := readAll(text + trailing); len(got) < len(want) || err == nil || !strings.Contains(err.Error(), "follow the compressed data") {
				t.Errorf("%s and %q: %d positions, want %d, error %v", name, trailing, len(got), len(want), err)
			}
		}
		if _, _, err := readAll(text[:len(text)/2] + "damage" + text[len(text)/2:]); err == nil || !strings.Contains(err.Error(), ": "+name+": ") {
			t.Errorf("%s, damaged: error %v", name, err)
		}
		for second, text := range packed(t, text) {
			if _, _, err := readAll(text); err == nil || !strings.Contains(err.Error(), "compressed twice") {
				t.Errorf("%s in %s: error %v", name, second, err)
			}
		}
	}
	if got, _, err := readAll(packed(t, testfiles.Games)["gzip"] + strings.Repeat("\x00", 512)); err != nil || len(got) != len(want) {
		t.Errorf("gzip, filled up with zeros: %d positions, want %d, error %v", len(got), len(want), err)
	}
	for text, want := range map[string]string{
		"PK\x03\x04\x14\x00": "a zip archive", "BZh91AY": "bzip2", "\xff\xfe[\x00E\x00": "UTF-16", "%PDF-1.7\n": "a PDF document",
		"\x7fELF\x02\x01\x01\x00\x00\x00\x00": "binary data, not text", strings.Repeat("\x00", 100): "binary data, not text",
	} {
		positions, faults, err := readAll(text)
		if err == nil || len(positions)+len(faults) > 0 || !strings.HasPrefix(err.Error(), "in: it is ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %d positions, told %q, error %v; want %q", text, len(positions), faults, err, want)
		}
	}
}

// TestTextIsText reads texts of all kinds: none is taken for binary data.
func TestTextIsText(t *testing.T) {
	files, err := filepath.Glob("../../pgn/testdata/strange/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no games: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		positions, _, err := readAll(string(text))
		if err != nil || len(positions) == 0 {
			t.Errorf("%s: %d positions, error %v", file, len(positions), err)
		}
	}
}
