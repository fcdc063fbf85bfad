package gamedata

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestMovesAreTheLegalOnes counts the pieces and targets that can be chosen and writes and reads every legal move.
func TestMovesAreTheLegalOnes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range playout.Sample(300) {
		p, last := playout.Start(rng), board.NoMove
		if rng.IntN(2) == 0 {
			p = playout.Scatter(rng)
		}
		for range 60 {
			var list movegen.List
			movegen.Generate(&p, &list, movegen.All)
			checkMoves(t, &p, last, list.Slice())
			if list.N == 0 {
				break
			}
			last = playout.Pick(rng, list.Slice())
			var next board.Position
			p.Make(last, &next)
			p = next
		}
	}
}

// checkMoves wants exactly the given moves to be possible in p.
func checkMoves(t *testing.T, p *board.Position, last board.Move, legal []board.Move) {
	t.Helper()
	want := map[board.Move]bool{} // as moves of a piece to a target
	for _, m := range legal {
		want[m&0xfff] = true
		e := newEncoder(nil)
		putMove(&e, p, last, m)
		d := newDecoder(e.finish())
		if got := takeMove(&d, new(choice), p, last); got != m {
			t.Fatalf("%s: %v is read as %v", p.FEN(), m, got)
		}
	}
	var pieces, targets choice
	pieces.setPieces(p, last)
	for from := range pieces.squares().All() {
		targets.setTargets(p, from)
		for to := range targets.squares().All() {
			if m := board.NewMove(from, to, board.Normal); !want[m] {
				t.Fatalf("%s: %v to %v is possible, but not legal", p.FEN(), from, to)
			} else {
				delete(want, m)
			}
		}
	}
	if len(want) > 0 {
		t.Fatalf("%s: %d legal moves cannot be chosen", p.FEN(), len(want))
	}
}

// squares returns the squares of all sets.
func (c *choice) squares() (all board.Bitboard) {
	for _, set := range c.sets[:c.n] {
		all |= set.squares
	}
	return all
}
