package winrate

import (
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestCentipawnsOfPosition checks that scores are shown in their order and the same for both sides, a draw as zero, what wins
// every second game as a hundred, and wins by the tables beyond everything else.
func TestCentipawnsOfPosition(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", "7k/6pp/8/8/8/1QQQQQ2/1QQQQ3/K7 w - - 0 1",
	} {
		p := playout.Parse(t, fen)
		for score, want := range map[int]int{
			scores.Draw: 0, scores.TablebaseWin: 20000, scores.TablebaseBound: 20000 - scores.MaxPly,
			scores.TablebaseWin - 7: 19993, -scores.TablebaseWin + 7: -19993,
		} {
			must.Equal(t, Centipawns(&p, score), want, fen, score)
		}
		last := 0
		for score := 1; score < scores.MateBound; score++ {
			shown := Centipawns(&p, score)
			negative := Centipawns(&p, -score)
			if shown < last || shown == 0 || shown != -negative || shown >= 20000-scores.MaxPly && score < scores.TablebaseBound {
				t.Fatalf("%s: score %d is shown as %d, one less as %d, and its negative as %d", fen, score, shown, last, negative)
			}
			last = shown
		}
		if !movegen.HasLegalMove(&p) {
			t.Fatalf("%s: no move", fen)
		}
		half := int(Current().Score(100, Material(&p)) + 0.5)
		if shown, odds := Centipawns(&p, half), OddsOf(&p, half, false); shown < 99 || shown > 101 || odds.Win < 490 || odds.Win > 510 {
			t.Errorf("%s: score %d is shown as %d and has the odds %v", fen, half, shown, odds)
		}
	}
}

// TestOddsOf checks what is certain.
func TestOddsOf(t *testing.T) {
	won, drawn, lost := Odds{Win: 1000}, Odds{Draw: 1000}, Odds{Loss: 1000}
	for _, test := range []struct {
		fen   string
		score int
		known bool
		want  Odds
	}{
		{board.StartFEN, scores.Mate - 1, false, won},
		{board.StartFEN, -scores.Mate + 2, false, lost},
		{board.StartFEN, scores.MateBound, false, won},
		{board.StartFEN, scores.TablebaseBound, true, won},
		{board.StartFEN, -scores.TablebaseBound, true, lost},
		{"7k/8/8/8/8/8/8/KB6 w - - 0 1", scores.Draw, false, drawn},         // nobody can mate
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", scores.Draw, false, drawn},       // stalemate
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -scores.Mate, false, lost},       // mate
		{"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", scores.Draw, false, drawnish()}, // a game to play still
		{"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", scores.Draw, true, drawn},       // unless the tables know it
		{"8/8/8/3k4/8/8/8/KBN5 w - - 80 100", 2, true, drawn},
	} {
		p := playout.Parse(t, test.fen)
		must.Equal(t, OddsOf(&p, test.score, test.known), test.want, test.fen, test.score)
	}
	start := board.StartPosition()
	if odds := OddsOf(&start, scores.TablebaseBound-1, false); odds.Win < 900 {
		t.Errorf("the highest score of the evaluation has the odds %v", odds)
	}
}

// drawnish returns the odds of a score of zero in a pawn endgame.
func drawnish() Odds { return Current().Odds(scores.Draw, LeastMaterial) }
