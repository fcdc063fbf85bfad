package movegen

import (
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

func TestEndOfGame(t *testing.T) {
	for _, test := range []struct {
		fen, moves string
		want       End
	}{
		{board.StartFEN, "", Unfinished},
		{board.StartFEN, "f2f3 e7e5 g2g4 d8h4", Checkmate},
		{"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "", Stalemate},
		{"8/2b5/8/8/3bq3/8/6P1/k6K w - - 0 1", "", Stalemate}, // the pawn is pinned
		{"8/8/8/8/8/6k1/6p1/6K1 w - - 0 1", "", Stalemate},
		{"8/8/8/4k3/8/8/4B3/4K3 w - - 0 1", "", DeadPosition},
		{"8/8/8/4k3/8/8/4P3/4K3 w - - 99 80", "", Unfinished},
		{"8/8/8/4k3/8/8/4P3/4K3 w - - 99 80", "e1d1", FiftyMoves},
		{"7k/5K2/8/6Q1/8/8/8/8 w - - 99 80", "g5g7", Checkmate}, // the mate comes first
		{board.StartFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", Unfinished},
		{board.StartFEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Repetition},
	} {
		root := must.Get(board.ParseFEN(test.fen))(t)
		g := board.NewGame(root)
		for _, word := range strings.Fields(test.moves) {
			m := must.Get(ParseMove(&g.Position, word))(t)
			g.Play(m)
		}
		must.Equal(t, EndOfGame(g), test.want, test.fen, test.moves)
		want := test.want
		if want > Stalemate { // what the position alone does not say
			want = Unfinished
		}
		if got := EndOf(&g.Position); got != want || HasLegalMove(&g.Position) != (want == Unfinished) {
			t.Errorf("%s %s: the position is %q, want %q", test.fen, test.moves, got, want)
		}
	}
}
