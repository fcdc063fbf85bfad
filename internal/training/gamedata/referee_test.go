package gamedata

import (
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

func TestReferee(t *testing.T) {
	rules := Adjudication{WinScore: 1000, WinPlies: 3, DrawScore: 10, DrawPlies: 2, DrawFrom: 20, MaxPlies: 30}
	for _, c := range []struct {
		name   string
		first  int   // ply of the first score
		scores []int // White's
		over   bool  // at the last of them, never before
		result Result
	}{
		{"White wins", 5, []int{0, 1000, 1500, 1000}, true, WhiteWins},
		{"Black wins", 5, []int{0, -1000, -9000, -1001}, true, BlackWins},
		{"not long enough", 5, []int{1000, 1000, 999, 1000, 1000}, false, 0},
		{"the other side's turn of luck", 5, []int{1000, 1000, -1000, -1000}, false, 0},
		{"White mates", 0, []int{scores.MateBound}, true, WhiteWins},
		{"Black mates", 0, []int{50, -scores.Mate + 3}, true, BlackWins},
		{"draw", 20, []int{10, -10}, true, Draw},
		{"draw too early", 18, []int{0, 0, 0}, false, 0},
		{"draw early enough", 18, []int{0, 0, 0, 0}, true, Draw},
		{"draw interrupted", 20, []int{0, 11, 0, -11, 5}, false, 0},
		{"too long", 28, []int{500, 500}, true, Draw},
	} {
		ref := Referee{Rules: rules}
		for i, score := range c.scores {
			result, over := ref.Judge(c.first+i, score)
			if want := c.over && i == len(c.scores)-1; over != want || over && result != c.result {
				t.Errorf("%s: score %d of %v: over %v, %v", c.name, i, c.scores, over, result)
			}
		}
	}
}

func TestFinished(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		over            bool
		result          Result
	}{
		{"start", board.StartFEN, "e2e4", false, 0},
		{"White mated", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", true, BlackWins},
		{"Black mated", "7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1a8", true, WhiteWins},
		{"fifty moves", "7k/8/6K1/8/8/8/8/R7 b - - 99 90", "h8g8", true, Draw},
	} {
		p := playout.Parse(t, c.fen)
		g := board.NewGame(p)
		m := must.Get(movegen.ParseMove(&p, c.move))(t)
		g.Play(m)
		if result, over := Finished(g); over != c.over || over && result != c.result {
			t.Errorf("%s: over %v, %v", c.name, over, result)
		}
	}
}
