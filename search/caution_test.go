package search

import (
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// TestLosesQueen checks which moves leave the queen hanging.
func TestLosesQueen(t *testing.T) {
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"left where a knight attacks her", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", "g8f6", true},
		{"moved away", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", "d5a5", false},
		{"exchanged", "rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4", "d1d8", false},
		{"given for a rook and a pawn, nearly", "3r2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1", "d2d8", false},
		{"given for a pawn", "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", true},
		{"a pawn that promotes is lost, no queen", "4r1k1/3P4/8/8/8/8/8/6K1 w - - 0 1", "d7d8q", false},
		{"attacked by a pinned man", "4k3/4n3/8/3Q4/8/8/8/4RK2 w - - 0 1", "f1g1", false},
		{"mate", "6k1/4pppp/8/8/8/8/8/Q5K1 w - - 0 1", "a1a8", false},
	} {
		g := game(t, test.fen)
		if got := LosesQueen(&g.Position, parseMove(t, &g.Position, test.move)); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestCaution lets players of every level above 1200 play against each other: nobody leaves the queen where she can be taken,
// unless he must, sees a mate, or judges too well to need a rule.
func TestCaution(t *testing.T) {
	requireSelective(t)
	p := newLimited(t, 2)
	spared := 0
	for elo := seesQueens; LevelOf(elo).isCautious(); elo += 100 {
		p.SetElo(elo)
		p.NewGame()
		g := game(t, board.StartFEN)
		for movegen.EndOfGame(g) == movegen.Unfinished {
			position := g.Position
			moves := legalMoves(&position)
			losing := 0
			for _, m := range moves {
				if LosesQueen(&position, m) {
					losing++
				}
			}
			r, _ := search(t, p, g, Limits{})
			if !scores.IsMate(r.Score) && losing < len(moves) && LosesQueen(&position, r.Best) {
				t.Errorf("Elo %d, %s: %s", elo, position.FEN(), movegen.FormatMove(&position, r.Best, false))
			}
			if 0 < losing && losing < len(moves) {
				spared++
			}
			g.Play(r.Best)
		}
	}
	if spared < 50 {
		t.Errorf("the queen could be lost in %d positions only", spared)
	}
}

// TestHeedQueens checks that at least one move is left, and as many as there are lines to report, and that the moves of the
// caller are kept to.
func TestHeedQueens(t *testing.T) {
	g := game(t, "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3")
	p := &g.Position
	seesNone := func([]board.Move) board.Move { return board.NoMove }
	loses, spares := parseMove(t, p, "g8f6"), parseMove(t, p, "d5a5")
	for _, test := range []struct {
		name   string
		limits Limits
		want   []board.Move
	}{
		{"no other move", Limits{SearchMoves: []board.Move{loses}}, []board.Move{loses}},
		{"one other move", Limits{SearchMoves: []board.Move{loses, spares}}, []board.Move{spares}},
		{"two lines", Limits{MultiPV: 2, SearchMoves: []board.Move{loses, spares}}, []board.Move{loses, spares}},
		{"more lines than moves", Limits{MultiPV: 9, SearchMoves: []board.Move{spares}}, []board.Move{spares}},
	} {
		l := test.limits
		if l.heedQueens(p, seesNone); !slices.Equal(l.SearchMoves, test.want) {
			t.Errorf("%s: %v, want %v", test.name, l.SearchMoves, test.want)
		}
	}
	l := Limits{SearchMoves: []board.Move{loses, spares}}
	if l.heedQueens(p, func(moves []board.Move) board.Move { return moves[0] }); !slices.Equal(l.SearchMoves, []board.Move{spares, loses}) {
		t.Errorf("a mate is seen: %v", l.SearchMoves)
	}
	var all Limits
	all.heedQueens(p, seesNone)
	if n := len(all.SearchMoves); n == 0 || n >= len(legalMoves(p)) || slices.ContainsFunc(all.SearchMoves, func(m board.Move) bool { return LosesQueen(p, m) }) {
		t.Errorf("%v are left", all.SearchMoves)
	}
}

// TestTakeQueen checks that a queen who hangs is taken, in whichever way, unless a mate is seen or the caller forbids it.
func TestTakeQueen(t *testing.T) {
	g := game(t, "6k1/5ppp/8/3q4/8/2N1B3/5PPP/1R4K1 w - - 0 1")
	p := &g.Position
	takes, mate := parseMove(t, p, "c3d5"), parseMove(t, p, "b1b8")
	seesNone := func([]board.Move) board.Move { return board.NoMove }
	for _, test := range []struct {
		name     string
		limits   Limits
		seesMate func([]board.Move) board.Move
		want     []board.Move
	}{
		{"all moves", Limits{}, seesNone, []board.Move{takes}},
		{"a mate is seen", Limits{}, func([]board.Move) board.Move { return mate }, []board.Move{takes, mate}},
		{"another move is asked for", Limits{SearchMoves: []board.Move{mate}}, seesNone, []board.Move{mate}},
		{"two lines", Limits{MultiPV: 2}, seesNone, nil},
	} {
		l := test.limits
		if l.heedQueens(p, test.seesMate); !slices.Equal(l.SearchMoves, test.want) {
			t.Errorf("%s: %v, want %v", test.name, l.SearchMoves, test.want)
		}
	}
	exchange := game(t, "rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4")
	if m := parseMove(t, &exchange.Position, "d1d8"); winsQueen(&exchange.Position, m) {
		t.Error("an exchange of queens wins one")
	}
}

// TestSacrifice checks that a cautious player gives the queen for a mate that he sees.
func TestSacrifice(t *testing.T) {
	requireSelective(t)
	p := newLimited(t, 3)
	p.SetElo(1800)
	g := game(t, "5r1k/4N1pp/8/7Q/8/3R4/8/6K1 w - - 0 1")
	mate := parseMove(t, &g.Position, "h5h7")
	if !LosesQueen(&g.Position, mate) || !p.level.isCautious() {
		t.Fatal("nothing is sacrificed, or nobody minds")
	}
	for range 20 {
		p.NewGame()
		if r, _ := search(t, p, g, Limits{}); r.Best != mate || r.Score != scores.Mate-3 {
			t.Errorf("%v with score %d", r.Best, r.Score)
		}
	}
}
