package search

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/playout"
)

// TestOversights checks that a worse player overlooks more, that the obscure is overlooked rather than the obvious, and that
// nobody overlooks an answer to a check or that he can take back.
func TestOversights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	missed := map[int]int{}
	obscure, obvious, moves := 0, 0, 0
	for p := range playout.Positions(3, 400) {
		list := legalMoves(p)
		if len(list) == 0 {
			continue
		}
		last := list[0]
		var q board.Position
		p.Make(last, &q)
		for _, m := range legalMoves(&q) {
			moves++
			seed := rng.Uint64()
			for _, blind := range []int{0, 20, 50, 100} {
				if !(attention{seed: seed, blind: blind}).overlooks(&q, m, last) {
					continue
				}
				missed[blind]++
				if q.InCheck() || m.To() == last.To() {
					t.Fatalf("%s, %v: %v is overlooked", p.FEN(), last, m)
				}
				if blind == 50 && obscurity(&q, m, last) > 50 {
					obscure++
				} else if blind == 50 {
					obvious++
				}
			}
		}
	}
	if missed[0] != 0 || missed[20]*2 > missed[50] || missed[50]*3 > missed[100]*2 || missed[100] > moves*9/10 {
		t.Errorf("of %d moves overlooked: %v", moves, missed)
	}
	if obvious == 0 || obscure < 2*obvious {
		t.Errorf("%d obscure moves are overlooked, %d obvious ones", obscure, obvious)
	}
}

// TestObscurity checks what makes a move hard to see.
func TestObscurity(t *testing.T) {
	g := game(t, "6k1/1b4pp/8/3n4/8/8/Rq3PPP/4Q1K1 w - - 0 1")
	last := parseMove(t, &g.Position, "a2a1")
	play(t, g, "a2a1")
	score := func(m string) int { return obscurity(&g.Position, parseMove(t, &g.Position, m), last) }
	for _, test := range []struct{ obvious, obscure string }{
		{"d5c3", "d5f4"}, // a knight where White has just moved, and one on the other wing
		{"b2b5", "b2b6"}, // three squares back, and four
		{"b7a6", "d5b6"}, // a bishop, and a knight that goes back
		{"b2a1", "b2b6"}, // the capture of a rook, and a quiet move
	} {
		if a, b := score(test.obvious), score(test.obscure); a >= b {
			t.Errorf("%s is %d obscure, %s %d", test.obvious, a, test.obscure, b)
		}
	}
}

// TestWithoutMoves checks that a player who overlooks all moves of a position takes it neither for mate nor for stalemate.
func TestWithoutMoves(t *testing.T) {
	p := newLimited(t, 1)
	thread := p.engine.threads[0]
	for _, test := range []struct {
		name, fen string
		want      int
	}{
		{"moves", board.StartFEN, 77},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", scores.Draw},
		{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -scores.Mate + 3},
	} {
		g := game(t, test.fen)
		n := node{frame: thread.at(3), ply: 3}
		n.frame.position, n.frame.inCheck, n.frame.staticEval = g.Position, g.Position.InCheck(), 77
		thread.attention = attention{seed: 1, blind: 100}
		if got := thread.withoutMoves(&n); got != test.want {
			t.Errorf("%s: %d instead of %d", test.name, got, test.want)
		}
	}
}
