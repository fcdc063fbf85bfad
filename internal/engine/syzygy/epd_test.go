package syzygy

import (
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// readEPD calls visit with the position and the value of an operation of every line of the file that has it.
func readEPD(t *testing.T, name, operation string, visit func(p *board.Position, operand string)) {
	for line := range strings.Lines(string(testfiles.Read(t, "epd", name))) {
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[0][0] == '#' {
			continue
		}
		p := parse1(t, strings.Join(fields[:4], " "))
		for _, op := range strings.Split(strings.Join(fields[4:], " "), ";") {
			if operand, found := strings.CutPrefix(strings.TrimSpace(op), operation+" "); found {
				visit(&p, operand)
			}
		}
	}
}

// TestMateDistances compares with positions of known distance to mate.
func TestMateDistances(t *testing.T) {
	tables := openData(t)
	checked := 0
	readEPD(t, "endgame-dm-4.epd", "dm", func(p *board.Position, operand string) {
		moves, err := strconv.Atoi(operand)
		if err != nil {
			t.Fatal(err)
		}
		value, ok := tables.WDL(p)
		plies, ok2 := tables.DTZ(p)
		if !ok || !ok2 && hasDTZ(tables, p) {
			t.Fatalf("%s: WDL %v, DTZ %v", p.FEN(), ok, ok2)
		}
		want := Draw
		switch {
		case moves > 0:
			want = Win
		case moves < 0:
			want = Loss
		}
		if value != want {
			t.Errorf("%s: %v, but mate in %d", p.FEN(), value, moves)
		}
		if max(plies, -plies) > 2*max(moves, -moves) {
			t.Errorf("%s: DTZ %d, but mate in %d", p.FEN(), plies, moves)
		}
		checked++
	})
	if checked < 45 {
		t.Errorf("only %d positions", checked)
	}
}

// TestBestMoves checks that the moves known as best keep the value of their positions, as far as four men go.
func TestBestMoves(t *testing.T) {
	tables := openData(t)
	checked := 0
	readEPD(t, "tbtest.epd", "bm", func(p *board.Position, operand string) {
		if !tables.Covers(p) {
			return
		}
		value, ok := tables.WDL(p)
		if !ok {
			t.Fatalf("%s: no WDL", p.FEN())
		}
		for _, san := range strings.Fields(operand) {
			m := moveOf(t, p, san)
			var next board.Position
			p.Make(m, &next)
			if after, ok := tables.WDL(&next); !ok || -after != value {
				t.Errorf("%s: %v, but %v after %s", p.FEN(), value, -after, san)
			}
			ranked, ok := tables.RankRoot(board.NewGame(*p), true, nil)
			if !ok || (ranked[0].Rank > 0) != (value > Draw) {
				t.Errorf("%s: %v, ranked %v %v", p.FEN(), value, ranked, ok)
			}
			for _, r := range ranked {
				if r.Move == m && r.WDL != ranked[0].WDL {
					t.Errorf("%s: %s ranked as %v, others as %v", p.FEN(), san, r.WDL, ranked[0].WDL)
				}
			}
		}
		checked++
	})
	if checked < 50 {
		t.Errorf("only %d positions", checked)
	}
	t.Logf("%d positions", checked)
}

// moveOf returns the legal move that a move in short algebraic notation stands for.
func moveOf(t *testing.T, p *board.Position, san string) board.Move {
	text := strings.TrimRight(san, "+#!?")
	text, promotion, _ := strings.Cut(text, "=")
	target := text[len(text)-2:]
	man, hints := byte('P'), strings.ReplaceAll(text[:len(text)-2], "x", "")
	if hints != "" && strings.IndexByte("NBRQK", hints[0]) >= 0 {
		man, hints = hints[0], hints[1:]
	}
	found := board.NoMove
	for _, m := range legalMoves(p) {
		uci := movegen.FormatMove(p, m, false)
		if uci[2:4] == target && p.At(m.From()).Letter()&^32 == man && strings.Contains(uci[:2], hints) &&
			strings.EqualFold(uci[4:], promotion) {
			if found != board.NoMove {
				t.Fatalf("%s: %s is ambiguous", p.FEN(), san)
			}
			found = m
		}
	}
	if found == board.NoMove {
		t.Fatalf("%s: %s is not a move", p.FEN(), san)
	}
	return found
}
