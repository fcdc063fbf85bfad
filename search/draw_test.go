package search

import (
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// back and forth: four moves that lead back to where they began.
var around = []string{"d1d2", "e5e6", "d2d1", "e6e5"}

const queenUp = "8/8/8/4k3/8/8/8/3QK3 w - - 0 1"

// scoreOf returns the score of the move in g when it is searched alone.
func scoreOf(tb testing.TB, p *Engine, g *board.Game, move string, depth int) int {
	tb.Helper()
	m := parseMove(tb, &g.Position, move)
	r, _ := search(tb, p, g, Limits{Depth: depth, SearchMoves: []board.Move{m}})
	return r.Score
}

// TestRepetitionInGame checks that the third time of a position is a draw, the second is not, and that a search knows
// them apart by the moves of the game.
func TestRepetitionInGame(t *testing.T) {
	p := newEngine(t, 4, 1)
	g := game(t, queenUp)
	for round, want := range []bool{false, false, true} { // is d1d2 a draw?
		p.NewGame()
		for _, depth := range []int{1, 2, 5} {
			if score := scoreOf(t, p, g, "d1d2", depth); (score == scores.Draw) != want {
				t.Errorf("round %d, depth %d: the score of the repetition is %d", round, depth, score)
			}
			if score := scoreOf(t, p, g, "d1d3", depth); score < 200 {
				t.Errorf("round %d, depth %d: the score of another move is %d", round, depth, score)
			}
		}
		play(t, g, around...)
	}
}

// TestRepetitionAvoided checks that the side that is winning does not repeat for the third time, and that the other
// side does so when it can.
func TestRepetitionAvoided(t *testing.T) {
	p := newEngine(t, 4, 1)
	g := game(t, queenUp)
	play(t, g, around...)
	play(t, g, around...)
	r, _ := search(t, p, g, Limits{Depth: 6})
	if r.Score < 200 || r.Best == parseMove(t, &g.Position, "d1d2") {
		t.Errorf("winning: %+v", r)
	}
	play(t, g, "d1d2") // the third time, if White should do it; here only to let Black have its own repetition
	h := game(t, "8/8/4k3/8/8/8/3Q4/4K3 w - - 0 1")
	play(t, h, "d2d1", "e6e5", "d1d2", "e5e6", "d2d1", "e6e5", "d1d2")
	// Black to move: going to e6 makes the position at the beginning occur for the third time.
	r, _ = search(t, p, h, Limits{Depth: 6})
	if r.Score != scores.Draw || r.Best != parseMove(t, &h.Position, "e5e6") {
		t.Errorf("losing: %+v", r)
	}
}

// TestFiftyMoves checks the draw by the fifty-move rule: it comes with the hundredth ply, not before; a pawn move or a
// capture prevents it; and a mate on the last ply counts as mate.
func TestFiftyMoves(t *testing.T) {
	p := newEngine(t, 4, 1)
	depth := 4
	if selective {
		depth = 12
	}
	for _, test := range []struct {
		name, fen string
		right     func(score int) bool
	}{
		{"the last ply", "7k/8/8/8/8/8/8/1KQ5 w - - 99 100", func(s int) bool { return s == scores.Draw }},
		{"the last but one", "7k/8/8/8/8/8/8/1KQ5 w - - 98 100", func(s int) bool { return s == scores.Draw }},
		{"long before", "7k/8/8/8/8/8/8/1KQ5 w - - 60 100", func(s int) bool { return s > 150 }},
		{"a pawn move in time", "7k/8/8/8/8/8/4P3/1KQ5 w - - 99 100", func(s int) bool { return s > 150 }},
		{"a capture in time", "q5k1/8/8/8/8/8/8/Q2K4 w - - 99 100", func(s int) bool { return s > 150 }},
		{"mate with the last ply", "7k/8/6K1/8/8/8/8/R7 w - - 99 100", func(s int) bool { return s == scores.Mate-1 }},
		{"mate one ply too late", "7k/8/5K2/8/8/8/8/6R1 w - - 98 100", func(s int) bool { return s == scores.Draw }},
		{"mate in two just in time", "7k/8/5K2/8/8/8/8/6R1 w - - 97 100", func(s int) bool { return s == scores.Mate-3 }},
	} {
		p.NewGame()
		if r, _ := search(t, p, game(t, test.fen), Limits{Depth: depth}); !test.right(r.Score) {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}

// TestMateBeforeFiftyMoves checks that a mate is found that must be reached just in time: positions of the table whose counts
// differ do not stand for each other.
func TestMateBeforeFiftyMoves(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	p := newEngine(t, 16, 1)
	if r, _ := search(t, p, game(t, "8/8/8/3k4/8/8/1Q6/K7 w - - 84 60"), Limits{Nodes: 3_000_000}); !scores.IsMate(r.Score) {
		t.Errorf("no mate with the queen: %+v", r)
	}
}

// TestDrawn checks that positions that neither side can win are drawn, and that the search finds the way there.
func TestDrawn(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 4, 1)
	for _, test := range []struct{ name, fen string }{
		{"a lone knight", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1"},
		{"bishops of one colour", "2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1"},
		{"a bishop gives itself up", "8/1KP5/4k3/4b3/8/8/8/8 b - - 0 1"},
		{"to protect the pawn is stalemate", "5k2/5P2/4K3/8/8/8/8/8 w - - 0 1"},
		{"the king is shut in before its pawn", "K7/P2k4/8/8/8/8/8/8 b - - 0 1"},
		{"perpetual check", "6k1/6p1/8/7Q/8/8/qr6/6K1 w - - 0 1"},
	} {
		p.NewGame()
		if r, _ := search(t, p, game(t, test.fen), Limits{Depth: 10}); r.Score != scores.Draw {
			t.Errorf("%s: %+v", test.name, r)
		}
	}
}

// TestCornerHeld checks where a lone king cannot be driven from the corner: the pawns that run there stand on the rook's file,
// and no other piece attacks it.
func TestCornerHeld(t *testing.T) {
	requireSelective(t)
	th := readyThread(t, board.StartFEN)
	for _, test := range []struct {
		name, fen string
		want      bool
	}{
		{"in the corner", "4k3/8/p3b3/8/8/8/8/K7 w - - 0 1", true},
		{"beside the corner, three pawns", "8/1k6/8/8/P4B2/P7/P7/4K3 w - - 0 1", true},
		{"about to promote", "6k1/7P/5K2/8/4B3/8/8/8 b - - 0 1", true},
		{"pawns alone", "8/8/8/8/7p/7p/4k3/6K1 b - - 0 1", true},
		{"the right bishop", "4k3/8/p2b4/8/8/8/8/K7 w - - 0 1", false},
		{"bishops of both colours", "4k3/8/p2bb3/8/8/8/8/K7 w - - 0 1", false},
		{"a knight", "4k3/8/p3n3/8/8/8/8/K7 w - - 0 1", false},
		{"too far from the corner", "4k3/8/p3b3/8/8/8/8/2K5 w - - 0 1", false},
		{"a pawn of another file", "4k3/1p6/p3b3/8/8/8/8/K7 w - - 0 1", false},
		{"not a lone king", "4k3/8/p3b3/8/8/8/P7/K7 w - - 0 1", false},
		{"the other corner", "K7/8/8/8/p3b3/8/8/4k3 w - - 0 1", false},
	} {
		th.frame(1).position = game(t, test.fen).Position
		must.Equal(t, th.isDraw(th.frame(1)), test.want, test.name)
	}
}

// TestRestless checks that only a limited player takes the first return to a position of the game for a draw. One who sees
// little, and always likes the same positions, would else go back and forth between two of them in a won game.
func TestRestless(t *testing.T) {
	g := game(t, board.StartFEN)
	play(t, g, "g1f3", "g8f6", "f3g1")
	back := []board.Move{parseMove(t, &g.Position, "f6g8")}
	limits := Limits{Depth: 1, SearchMoves: back}
	if r, _ := search(t, newEngine(t, 1, 1), g, limits); r.Score == scores.Draw {
		t.Errorf("not limited: %+v", r)
	}
	limits.Weakness = &Weakness{Misjudge: func(_ *board.Position, score int) int { return score }}
	if r, _ := search(t, newEngine(t, 1, 1), g, limits); r.Score != scores.Draw {
		t.Errorf("limited: %+v", r)
	}
}

// TestRepetition checks that a position is repeated if real moves lead back to one after the root, or to one that the game has
// had twice, and that such a return is seen a ply before it is played: not one to the root itself, which has occurred only once,
// and not one by a move of the opponent.
func TestRepetition(t *testing.T) {
	start, twice := readyThread(t, board.StartFEN), readyThread(t, board.StartFEN)
	g := game(t, board.StartFEN)
	twice.reset(play(t, g, strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")...))
	for _, test := range []struct {
		name      string
		th        *thread
		moves     string
		repeated  bool
		canRepeat bool
	}{
		{"a move before the root", start, "g1f3 g8f6 f3g1", false, false},
		{"the root", start, "g1f3 g8f6 f3g1 f6g8", false, true},
		{"after the root", start, "e2e4 g8f6 g1f3 f6g8 f3g1", true, true},
		{"a move before one after the root", start, "e2e4 e7e5 g1f3 g8f6 f3g1", false, true},
		{"two moves before it", start, "e2e4 e7e5 g1f3 g8f6 h1g1", false, false},
		{"a null move between", start, "e2e4 e7e5 g1f3 null f3g1", false, false},
		{"null moves alone", start, "null g8f6 null f6g8", false, false},
		{"null moves of the opponent", start, "g1f3 null f3g1 null", false, false},
		{"since the null move", start, "e2e4 null g1f3 g8f6 f3g1 f6g8", true, true},
		{"a null move at the end", start, "g1f3 g8f6 f3g1 null", false, false},
		{"the third time", twice, "g1f3 g8f6 f3g1", true, true},
		{"a new move", twice, "b1c3", false, false},
	} {
		f := playLine(t, test.th, strings.Fields(test.moves)...)
		must.Equal(t, test.th.isRepetition(f), test.repeated, test.name)
		must.Equal(t, test.th.canRepeat(f), test.canRepeat, test.name)
	}
}

// playLine plays moves on the thread from its root, and returns the frame that it has come to. The move "null" passes.
func playLine(tb testing.TB, th *thread, moves ...string) *frame {
	tb.Helper()
	f := th.frame(0)
	for _, m := range moves {
		if m == "null" {
			th.makeNull(f)
		} else {
			th.makeMove(f, parseMove(tb, &f.position, m))
		}
		f = f.next
	}
	return f
}
