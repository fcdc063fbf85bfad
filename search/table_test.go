package search

import (
	"testing"

	"vertigo/tt"
)

// TestTableScores checks that a score survives the way into the table and out again at the same ply, and that a mate
// read elsewhere is as far from there as it was from where it was stored.
func TestTableScores(t *testing.T) {
	for ply := 0; ply <= MaxPly; ply++ {
		for score := -Mate + ply; score <= Mate-ply; score++ {
			stored := scoreToTT(score, ply)
			if got := scoreFromTT(stored, ply); got != score {
				t.Fatalf("score %d at ply %d: stored as %d, read as %d", score, ply, stored, got)
			}
			if stored > Mate || stored < -Mate || !isDecisive(score) && stored != score {
				t.Fatalf("score %d at ply %d: stored as %d", score, ply, stored)
			}
			if score == ply { // skip the many scores that decide nothing
				score = TablebaseBound - 1
			}
		}
		for distance := 0; distance+ply+1 <= MaxPly; distance++ { // plies from the node to mate
			stored := scoreToTT(Mate-distance-ply, ply)
			if got := scoreFromTT(stored, ply+1); got != Mate-distance-ply-1 {
				t.Fatalf("mate in %d from ply %d: at the next ply %d", distance, ply, got)
			}
			if scoreFromTT(-stored, ply+1) != -scoreFromTT(stored, ply+1) {
				t.Fatalf("mate in %d from ply %d is not the opposite of being mated", distance, ply)
			}
			stored = scoreToTT(TablebaseWin-distance-ply, ply)
			if got := scoreFromTT(stored, ply+1); got != TablebaseWin-distance-ply-1 || IsMate(got) {
				t.Fatalf("won in %d from ply %d: at the next ply %d", distance, ply, got)
			}
		}
	}
}

// TestMateIn checks the distances in moves that UCI wants.
func TestMateIn(t *testing.T) {
	for _, test := range []struct{ score, moves int }{
		{Mate - 1, 1}, {Mate - 2, 1}, {Mate - 3, 2}, {Mate - 5, 3}, {-Mate, 0}, {-Mate + 2, -1}, {-Mate + 4, -2},
		{MateBound, MaxPly / 2}, {-MateBound, -MaxPly / 2},
	} {
		if !IsMate(test.score) || MateIn(test.score) != test.moves {
			t.Errorf("score %d: mate %v in %d, want %d", test.score, IsMate(test.score), MateIn(test.score), test.moves)
		}
	}
	for _, score := range []int{0, MateBound - 1, -MateBound + 1} {
		if IsMate(score) {
			t.Errorf("score %d is no mate", score)
		}
	}
}

// TestSettles checks by definition when a stored score answers a search: when every true score that the bound allows
// lies on the same side of the window as the stored one or, inside, is that very score.
func TestSettles(t *testing.T) {
	const least, most = -6, 6
	for _, bound := range []tt.Bound{tt.BoundNone, tt.Upper, tt.Lower, tt.Exact} {
		for score := least + 1; score < most; score++ {
			for alpha := least; alpha < most; alpha++ {
				for beta := alpha + 1; beta <= most; beta++ {
					want := bound != tt.BoundNone
					for truth := least; truth <= most; truth++ {
						possible := (bound&tt.Lower == 0 || truth >= score) && (bound&tt.Upper == 0 || truth <= score)
						agrees := score >= beta && truth >= score || score <= alpha && truth <= score || truth == score
						want = want && (agrees || !possible)
					}
					if got := settles(bound, score, alpha, beta); got != want {
						t.Fatalf("bound %d, score %d, window %d..%d: %v", bound, score, alpha, beta, got)
					}
				}
			}
		}
	}
}

// TestTooFar checks which mates and wins the fifty-move rule leaves in doubt.
func TestTooFar(t *testing.T) {
	for _, test := range []struct {
		score, rule50 int
		want          bool
	}{
		{Mate - 3, 97, false}, {Mate - 3, 98, true}, {Mate - 100, 0, false}, {Mate - 101, 0, true},
		{-Mate + 4, 96, false}, {-Mate + 4, 97, true},
		{TablebaseWin, 100, false}, {TablebaseWin - 20, 80, false}, {TablebaseWin - 20, 81, true},
		{-TablebaseWin + 20, 80, false}, {-TablebaseWin + 20, 81, true},
		{TablebaseBound - 1, 99, false}, {0, 99, false}, {-TablebaseBound + 1, 99, false},
	} {
		if got := isTooFar(test.score, test.rule50); got != test.want {
			t.Errorf("score %d, count %d: %v", test.score, test.rule50, got)
		}
	}
}

// TestMateBeyondFiftyMoves checks that a mate which the table has is not believed where the fifty-move rule ends the game
// before it.
func TestMateBeyondFiftyMoves(t *testing.T) {
	if !selective {
		t.Skip("the textbook build takes no score of another depth from the table")
	}
	for _, test := range []struct {
		fen  string
		want bool
	}{
		{"8/5k2/3K4/8/8/8/8/R7 w - - 60 61", true},
		{"8/5k2/3K4/8/8/8/8/R7 w - - 80 81", false},
	} {
		th := readyThread(t, test.fen)
		th.makeMove(0, parseMove(t, &th.at(0).position, "a1a2"))
		th.table.Store(th.ttKey(th.at(1)), tt.Entry{Score: -Mate + 30, Depth: 40, Bound: tt.Upper})
		if score := th.negamax(1, 3, 0, 1, allNode); IsMate(score) != test.want {
			t.Errorf("%s: score %d", test.fen, score)
		}
	}
}
