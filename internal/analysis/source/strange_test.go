package source

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// each calls do with each job of a text, and returns the error that ends it.
func each(name, format, text string, do func(*game.Job)) error {
	r := NewReader(nil, nil, format)
	r.name = name
	if err := r.open(strings.NewReader(text)); err != nil {
		return err
	}
	return all(r, do)
}

// all calls do with each job that is left, and returns the error that ends them.
func all(r *Reader, do func(*game.Job)) error {
	for {
		j, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		do(j)
	}
}

// readAll reads a text as an input and returns its positions, what is reported of it, and the error that ends it.
func readAll(text string) (positions, faults []string, err error) {
	err = each("in", "auto", text, func(j *game.Job) {
		j.Parse()
		for _, p := range j.Plies {
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
		{"Dear friend,\nhere is our game:\n\n[Event \"x\"]\n\n1. e4 e5 *\n", 3, []string{`in:1: game 1: "Dear friend, here is our game:" is not understood`}},
		{"1) e4 e5 2)Nf3 Nc6 (2... d6 3. d4) 3) Bb5 *", 6, nil},
		{"1: e4 e5 2:Nf3 Nc6 3: Bb5 *", 6, nil},
		{"[section]\nname = value\n", 0, []string{"in:1: game 1: ", "in:2: game 1: ", "in:2: game 1: ", "in:1: game 1: it belongs to no game"}},

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
			`map[Black:Lichess AI level 3 Date:2017.12.28 ECO:A00 Opening:Barnes Result:0-1 Site:https://lichess.org/abc TimeControl:180+2 ` +
			`Variant:standard White:Anna "A" WhiteElo:1500] 0-1 3m0s 2m59s`,
		"[Variant \"Standard Chess\"]\n\n1. e4 *": "pgn [e2e4] map[Variant:Standard Chess] *",
		`{"variant":"fromPosition","status":"draw","initialFen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",` + players + `,"moves":"e4"}`: "pgn [e2e4] " +
			`map[Black:Lichess AI level 3 FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 Result:1/2-1/2 Variant:fromPosition White:Anna "A" WhiteElo:1500] 1/2-1/2`,
		`{"source":"import","createdAt":1514505150384,"import":{"date":"1851.06.21"},"status":"mate","winner":"white","moves":"e4",` +
			`"players":{"white":{"name":"Anderssen, A"},"black":{"name":"Kieseritzky, L"}}}`: "pgn [e2e4] " +
			"map[Black:Kieseritzky, L Date:1851.06.21 Result:1-0 White:Anderssen, A] 1-0",
		`{"createdAt":1514505150384,"import":{},"status":"draw","moves":"e4","players":{"white":{"name":"A"},"black":{}}}`: "pgn [e2e4] " +
			"map[Result:1/2-1/2 White:A] 1/2-1/2",
		`{"status":"aborted","players":{"white":{},"black":{}},"moves":""}`:                        "pgn [] map[Result:*] *",
		`{"variant":"crazyhouse","status":"resign","winner":"white",` + players + `,"moves":"e4"}`: `in:1: game 1: the variant "crazyhouse" is not chess`,
		`{"variant":"standard",` + players + `,"moves":"e4 Ke7 d4"}`:                               "in:1: game 1: move 1...: Ke7 is not legal",
		`{"status":"insufficientMaterialClaim",` + players + `,"moves":"e4"}`:                      "pgn [e2e4] map[Black:Lichess AI level 3 Result:1/2-1/2",
		"{\"games\": [\n" + `{"url":"x","pgn":"[Event \"a\"]\n\n1. e4 Ke7 1-0\n"},{"uuid":"y"},{"pgn":"1. d4 *"}],"more":1}`: "in: game 1, line 3 of it: " +
			`move 1...: Ke7 is not legal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: kept as a comment pgn [e2e4] map[Event:a] 1-0 ` +
			`in: game 2, line 1 of it: there are no moves: the member "pgn" is missing`,
		`{"url":"x","pgn":"[Event \"a\"]\n\n1. e4 *"}`: "pgn [e2e4] map[Event:a] *",
		"PuzzleId,FEN,Moves,Rating,Themes\n" + puzzle:  solved, puzzle: solved,
	} {
		var got []string
		err := each("in", "auto", text, func(j *game.Job) {
			j.Parse()
			got = append(got, j.Faults()...)
			if j.PGN == nil && len(j.Plies) == 0 {
				return
			}
			if j.PGN == nil {
				p := j.Plies[0].Position
				got = append(got, fmt.Sprintln(j.Kind, p.ID, p.Game.Position.FEN(), p.Best))
				return
			}
			var moves []board.Move
			for _, p := range j.Moves() {
				moves = append(moves, p.Move)
			}
			got = append(got, fmt.Sprintln(j.Kind, moves, j.PGN.Tags(), j.PGN.Outcome()))
			for _, p := range j.Moves() {
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

// TestWide reads games in UTF-16, as a redirection in PowerShell writes them.
func TestWide(t *testing.T) {
	want, _, _ := readAll(testfiles.Games)
	for mark, order := range map[string]binary.AppendByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian} {
		text := []byte(mark)
		for _, unit := range utf16.Encode([]rune("[White \"Ådne 🙂\"]\r\n\r\n1. e4 *\r\n\r\n" + testfiles.Games)) {
			text = order.AppendUint16(text, unit)
		}
		var white string
		err := each("in", "auto", string(text), func(j *game.Job) {
			j.Parse()
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
