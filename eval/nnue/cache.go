package nnue

import "vertigo/board"

// cache remembers the accumulator of one perspective for one side of the board on which its king stands, with the men
// that it was made for. A king that crosses the middle changes all inputs of its perspective; but the last position
// with the king on that side of the board is mostly not far away, so that the difference to it is cheaper than all
// men. The idea is known as Finny tables.
type cache struct {
	accumulator []int16                          // [Hidden]
	pieces      [board.PieceCount]board.Bitboard // the men in the accumulator
}

// newCache returns the cache of an empty board.
func newCache(net *Network) cache {
	c := cache{accumulator: alignedInt16s(net.Hidden)}
	copy(c.accumulator, net.FeatureBias)
	return c
}

// refresh makes one perspective at ply at ready for p, the position there, whatever came before.
func (e *Evaluator) refresh(at int, perspective board.Color, p *board.Position) {
	s := &e.states[at]
	orient := s.orient[perspective]
	cached := &e.caches[perspective][orient&1] // bit 0 is set if the files are mirrored
	adds, subs := 0, 0
	for pc := board.Piece(0); pc < board.PieceCount; pc++ {
		now := p.Pieces(pc.Color(), pc.Type())
		for gone := cached.pieces[pc] &^ now; gone != 0; subs++ {
			e.subs[subs] = e.net.Hidden * feature(perspective, orient, pc, gone.Pop())
		}
		for come := now &^ cached.pieces[pc]; come != 0; adds++ {
			e.adds[adds] = e.net.Hidden * feature(perspective, orient, pc, come.Pop())
		}
		cached.pieces[pc] = now
	}
	e.patch(cached.accumulator, cached.accumulator, adds, subs)
	copy(e.half(at, perspective), cached.accumulator)
	s.ready |= 1 << perspective
}
