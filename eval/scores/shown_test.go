package scores

import (
	"testing"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestCentipawns checks that scores are shown in their order and the same for both sides, a draw as zero, what wins
// every second game as a hundred, and wins by the tables beyond everything else.
func TestCentipawns(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", "7k/6pp/8/8/8/1QQQQQ2/1QQQQ3/K7 w - - 0 1",
	} {
		p := playout.Parse(t, fen)
		for score, want := range map[int]int{
			Draw: 0, TablebaseWin: 20000, TablebaseWin - 7: 19993, -TablebaseWin + 7: -19993, TablebaseBound: 20000 - MaxPly,
		} {
			if got := Centipawns(&p, score); got != want {
				t.Errorf("%s: score %d is shown as %d, want %d", fen, score, got, want)
			}
		}
		last := 0
		for score := 1; score < MateBound; score++ {
			shown := Centipawns(&p, score)
			if shown < last || shown == 0 || shown != -Centipawns(&p, -score) || shown >= 20000-MaxPly && score < TablebaseBound {
				t.Fatalf("%s: score %d is shown as %d, one less as %d, and its negative as %d", fen, score, shown, last, Centipawns(&p, -score))
			}
			last = shown
		}
		if !movegen.HasLegalMove(&p) {
			t.Fatalf("%s: no move", fen)
		}
		half := int(winrate.Current().Score(100, winrate.Material(&p)) + 0.5)
		if shown, odds := Centipawns(&p, half), Odds(&p, half, false); shown < 99 || shown > 101 || odds.Win < 490 || odds.Win > 510 {
			t.Errorf("%s: score %d is shown as %d and has the odds %v", fen, half, shown, odds)
		}
	}
}

// TestOdds checks what is certain.
func TestOdds(t *testing.T) {
	won, drawn, lost := winrate.Odds{Win: 1000}, winrate.Odds{Draw: 1000}, winrate.Odds{Loss: 1000}
	for _, test := range []struct {
		fen   string
		score int
		known bool
		want  winrate.Odds
	}{
		{board.StartFEN, Mate - 1, false, won},
		{board.StartFEN, -Mate + 2, false, lost},
		{board.StartFEN, MateBound, false, won},
		{board.StartFEN, TablebaseBound, true, won},
		{board.StartFEN, -TablebaseBound, true, lost},
		{"7k/8/8/8/8/8/8/KB6 w - - 0 1", Draw, false, drawn},         // nobody can mate
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Draw, false, drawn},       // stalemate
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -Mate, false, lost},       // mate
		{"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", Draw, false, drawnish()}, // a game to play still
		{"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", Draw, true, drawn},       // unless the tables know it
		{"8/8/8/3k4/8/8/8/KBN5 w - - 80 100", 2, true, drawn},
	} {
		p := playout.Parse(t, test.fen)
		if got := Odds(&p, test.score, test.known); got != test.want {
			t.Errorf("%s, score %d: %v, want %v", test.fen, test.score, got, test.want)
		}
	}
	start := board.StartPosition()
	if odds := Odds(&start, TablebaseBound-1, false); odds.Win < 900 {
		t.Errorf("the highest score of the evaluation has the odds %v", odds)
	}
}

// drawnish returns the odds of a score of zero in a pawn endgame.
func drawnish() winrate.Odds { return winrate.Current().Odds(Draw, winrate.LeastMaterial) }
