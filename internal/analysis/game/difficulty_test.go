package game

import (
	"testing"

	"vertigo/board"
)

// TestCanMiss checks where something can be missed.
func TestCanMiss(t *testing.T) {
	behind := played(t, rooks, "Rad1", Answer{}, Answer{}).Positions[1].Game.Position.FEN()
	before, bad, good := answered(line(t, rooks, "f1d1", 150)), answered(line(t, behind, "f8d8", 50)), answered(line(t, behind, "f8d8", -140))
	if j := played(t, rooks, "Rad1", before, bad); !j.CanMiss(0) || j.CanMiss(1) {
		t.Error("a bad move, and the end of the game behind it")
	}
	if j := played(t, rooks, "Rad1", before, good); j.CanMiss(0) {
		t.Error("a good move")
	}
	left := before
	left.Scope = Behind
	if j := played(t, rooks, "Rad1", left, bad); j.CanMiss(0) {
		t.Error("a bad move that is not judged")
	}
	for line, want := range map[string]bool{
		rooks:                                               true,
		"7k/8/5KQ1/8/8/8/8/8 b - - 0 1":                     false, // stalemate
		"6k1/5ppp/8/8/8/8/P4PPP/3r2K1 w - - 0 1":            false, // mate
		"6k1/5ppp/8/8/8/2N5/P4PPP/3r2K1 w - - 0 1":          false, // a single move
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - searchmoves h3;": false,
	} {
		j := NewJob(Origin{Kind: "epd", Text: RawText(line)}, "suite", 0)
		if j.Parse(); j.Err != nil {
			t.Fatal(line, j.Err)
		}
		if j.CanMiss(0) != want {
			t.Errorf("%s: %t, want %t", line, !want, want)
		}
	}
}

// TestFinds checks which moves count as found.
func TestFinds(t *testing.T) {
	behind := played(t, rooks, "Rad1", Answer{}, Answer{}).Positions[1].Game.Position.FEN()
	best, near, far := line(t, rooks, "f1d1", 150), line(t, rooks, "f1e1", 145), line(t, rooks, "a1c1", 100)
	j := played(t, rooks, "Rad1", answered(best, near, far), answered(line(t, behind, "f8d8", 50)))
	move := func(word string) board.Move { return line(t, rooks, word, 0).Moves[0] }
	for _, test := range []struct {
		word        string
		good, known bool
	}{
		{"f1d1", true, true}, {"f1e1", true, true}, {"a1c1", false, true}, {"a1d1", false, true}, {"h2h3", false, false},
	} {
		if good, known := j.Finds(0, move(test.word)); good != test.good || known != test.known {
			t.Errorf("%s: %t, %t", test.word, good, known)
		}
	}
	for score, want := range map[int]bool{150: true, 145: true, 100: false} {
		if only := answered(line(t, rooks, "h2h3", score)); j.FindsBy(0, &only) != want {
			t.Errorf("a move worth %d is found: %t, want %t", score, !want, want)
		}
	}
	p := j.Positions[0]
	p.Best, p.Avoid = []board.Move{move("h2h3")}, nil
	if good, known := j.Finds(0, move("h2h3")); !good || !known {
		t.Error("what the source calls right is not")
	}
	if good, known := j.Finds(0, best.Moves[0]); good || !known {
		t.Error("what the source does not call right is")
	}
}
