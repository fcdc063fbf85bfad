package openings

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

func TestBackRank(t *testing.T) {
	for n, want := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB"} {
		if got := BackRank(n); got != want {
			t.Errorf("back rank %d is %s, want %s", n, got, want)
		}
	}
	seen := map[string]bool{}
	for n := range BackRankCount {
		rank := BackRank(n)
		pieces := []byte(rank)
		slices.Sort(pieces)
		king := strings.IndexByte(rank, 'K')
		if string(pieces) != "BBKNNQRR" || strings.IndexByte(rank, 'R') > king || strings.LastIndexByte(rank, 'R') < king ||
			strings.IndexByte(rank, 'B')%2 == strings.LastIndexByte(rank, 'B')%2 {
			t.Errorf("back rank %d is %s, which Chess960 does not allow", n, rank)
		}
		seen[rank] = true
	}
	if len(seen) != BackRankCount {
		t.Errorf("%d different back ranks, want %d", len(seen), BackRankCount)
	}
}

func TestStartFEN(t *testing.T) {
	p := must.Get(board.ParseFEN(StartFEN(ChessBackRank, ChessBackRank)))(t)
	if p != board.StartPosition() {
		t.Errorf("number %d is %s, want %s", ChessBackRank, p.FEN(), board.StartFEN)
	}
	if got, want := StartFEN(0, 959), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFca - 0 1"; got != want {
		t.Errorf("StartFEN(0, 959) = %s, want %s", got, want)
	}
}

func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	chess := board.StartPosition()
	for plies := range 12 {
		p := Random(rng, plies%2 == 1, plies)
		if n := 2*(p.FullMove()-1) + int(p.Turn()); n != plies {
			t.Errorf("%d plies, want %d", n, plies)
		}
	}
	if p := Random(rng, false, 0); p != chess {
		t.Errorf("no moves lead to %s", p.FEN())
	}
	first, second := Random(rng, false, 6), Random(rng, false, 6)
	if first == second {
		t.Error("twice the same opening")
	}
}

func TestReadFile(t *testing.T) {
	const start, pawn = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "4k3/8/8/8/8/8/4P3/4K3 b - -"
	for _, test := range []struct {
		name, text string
		want       []string // the positions, or
		err        string   // what the error says
	}{
		{"FENs and EPDs", start + " 7 30\n\n  " + pawn + " id \"pawn\";\r\n", []string{start, pawn}, ""},
		{"no line break", pawn, []string{pawn}, ""},
		{"no position", start + "\n8/8 w - -\n", nil, "book, line 2: "},
		{"a line without end", start + "\n" + strings.Repeat("x", 1<<17), nil, "book, line 2: "},
		{"empty", " \n\n", nil, "book holds no position"},
	} {
		path := filepath.Join(t.TempDir(), "book")
		must.Do(t, os.WriteFile(path, []byte(test.text), 0o600))
		positions, err := ReadFile(path)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.err)
		}
		if len(positions) != len(test.want) {
			t.Errorf("%s: %d positions, want %d", test.name, len(positions), len(test.want))
			continue
		}
		for i, p := range positions {
			if got := p.FEN(); got != test.want[i]+" 0 1" {
				t.Errorf("%s: position %d is %s, want %s", test.name, i, got, test.want[i])
			}
		}
	}
	if _, err := ReadFile(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("a file that is missing: %v", err)
	}
}
