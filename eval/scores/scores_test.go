package scores

import "testing"

// TestTableScores checks that a score survives the way into the table and out again at the same ply, and that a mate
// read elsewhere is as far from there as it was from where it was stored.
func TestTableScores(t *testing.T) {
	for ply := 0; ply <= MaxPly; ply++ {
		for score := -Mate + ply; score <= Mate-ply; score++ {
			stored := ToTable(score, ply)
			if got := FromTable(stored, ply); got != score {
				t.Fatalf("score %d at ply %d: stored as %d, read as %d", score, ply, stored, got)
			}
			if stored > Mate || stored < -Mate || !IsDecisive(score) && stored != score {
				t.Fatalf("score %d at ply %d: stored as %d", score, ply, stored)
			}
			if score == ply { // skip the many scores that decide nothing
				score = TablebaseBound - 1
			}
		}
		for distance := 0; distance+ply+1 <= MaxPly; distance++ { // plies from the node to mate
			stored := ToTable(Mate-distance-ply, ply)
			if got := FromTable(stored, ply+1); got != Mate-distance-ply-1 {
				t.Fatalf("mate in %d from ply %d: at the next ply %d", distance, ply, got)
			}
			if FromTable(-stored, ply+1) != -FromTable(stored, ply+1) {
				t.Fatalf("mate in %d from ply %d is not the opposite of being mated", distance, ply)
			}
			stored = ToTable(TablebaseWin-distance-ply, ply)
			if got := FromTable(stored, ply+1); got != TablebaseWin-distance-ply-1 || IsMate(got) {
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
			t.Errorf("score %d is not a mate", score)
		}
	}
}
