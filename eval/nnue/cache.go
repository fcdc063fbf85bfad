package nnue

import "vertigo/board"

// cache remembers the accumulator of one perspective for one side of the board on which its king stands, with the pieces
// that it was made for. A king that crosses the middle changes all inputs of its perspective; but the last position with the king
// on that side of the board usually differs little, so applying the difference is cheaper than adding up all pieces anew. The
// idea is known as Finny tables.
type cache struct {
	accumulator []int16 // [Hidden]
	position    board.Position
	pieces      pieces // of position; in the accumulator, none at first
}

// newCache returns the cache of an empty board.
func newCache(net *Network) *cache {
	c := &cache{accumulator: aligned[int16](net.Hidden)}
	c.pieces.position = &c.position
	copy(c.accumulator, net.FeatureBias)
	return c
}

// refresh makes the accumulator of one perspective at ply at, whatever came before.
func (e *Evaluator) refresh(at int, perspective board.Color) {
	s := &e.states[at]
	cached := e.caches[perspective][s.orient[perspective]&1] // bit 0 is set if the files are mirrored
	e.compare(&cached.pieces, &s.pieces, &s.orient)
	e.addSub(perspective, &cached.accumulator[0], &cached.accumulator[0])
	cached.position, cached.pieces.traits = *s.pieces.position, s.pieces.traits
	copy(e.accumulators[e.half(at, perspective):], cached.accumulator)
}
