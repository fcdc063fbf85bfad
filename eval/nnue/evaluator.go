package nnue

import "vertigo/board"

// Evaluator evaluates the positions along one line of play with a network. The caller numbers the line by plies and
// announces every move; going back to an earlier ply needs no announcement, the next move from there replaces what
// followed. Announcing is cheap: accumulators are brought up to date when an evaluation is asked for, by the difference to the
// nearest position of the line that has one. An Evaluator serves one goroutine and allocates nothing once it exists.
type Evaluator struct {
	net     *Network
	kernels kernels

	root         board.Position // the position at ply 0
	accumulators []int16        // [ply][perspective][Hidden]
	states       []state        // by ply
	caches       [board.ColorCount][2]*cache

	// The rows that compare has found, for the kernels to add and subtract. They are on the heap because the arguments of a
	// kernel must not point to the stack.
	adds, subs rows
}

// state is what an evaluator knows about the position at a ply. Orient and pieces are those of the accumulator once that is
// ready.
type state struct {
	source int32 // the ply that has the accumulator of this position: this ply, after a null move an earlier one
	ready  bool  // the accumulator is up to date
	passed bool  // the accumulator of a later ply was made without this one
	orient [board.ColorCount]int
	pieces pieces
}

// pieces are those of a position with their traits.
type pieces struct {
	position *board.Position
	traits   Traits
}

// rows are rows of weights, the same number for both perspectives, given by the index of their first element.
type rows struct {
	first [board.ColorCount][maxPieces]int
	count int
}

// New returns an evaluator for lines of up to plies moves. The network must be valid and must not change any more; New
// panics when its slices do not have the sizes that its shape asks for.
func New(net *Network, plies int) *Evaluator { return newEvaluator(net, plies, availableKernels()[0]) }

// NewReference is New for an evaluator that computes in plain Go, to compare with.
func NewReference(net *Network, plies int) *Evaluator {
	return newEvaluator(net, plies, referenceKernels())
}

func newEvaluator(net *Network, plies int, k kernels) *Evaluator {
	if err := net.checkShape(); err != nil {
		panic("nnue: " + err.Error())
	}
	e := &Evaluator{
		net: net, kernels: k,
		accumulators: aligned[int16]((plies + 1) * 2 * net.Hidden),
		states:       make([]state, plies+1),
	}
	for perspective := range e.caches {
		for mirrored := range e.caches[perspective] {
			e.caches[perspective][mirrored] = newCache(net)
		}
	}
	return e
}

// Reset makes p the position at ply 0. It must be called before anything else.
func (e *Evaluator) Reset(p *board.Position) {
	e.root = *p
	s := &e.states[0]
	s.pieces.position, s.source, s.ready = &e.root, 0, true
	s.set()
	for c := board.White; c <= board.Black; c++ {
		e.refresh(0, c)
	}
}

// Make records that a move is played at ply. The position after it is at ply+1, and must not change while it is in the line.
func (e *Evaluator) Make(ply int, after *board.Position) {
	s := &e.states[ply+1]
	s.pieces.position, s.source, s.ready, s.passed = after, int32(ply+1), false, false
}

// MakeNull records that the side to move passes at ply. The position at ply+1 has the same pieces, so that it shares the
// accumulator.
func (e *Evaluator) MakeNull(ply int) { e.states[ply+1].source = e.states[ply].source }

// Evaluate returns the evaluation of p, the position at ply, for the side to move in centipawns, within ±MaxScore. The
// side to move should not be in check: the network has not been trained on such positions.
func (e *Evaluator) Evaluate(ply int, p *board.Position) int {
	at := int(e.states[ply].source)
	if !e.states[at].ready {
		e.update(at)
	}
	us, bucket, hidden := p.Turn()&1, Bucket(p.Occupied().Count(), e.net.Buckets), e.net.Hidden
	sum := e.kernels.dot(&e.accumulators[e.half(at, us)], &e.accumulators[e.half(at, us.Other())],
		&e.net.OutputWeights[bucket*2*hidden], hidden)
	return e.net.score(sum, bucket)
}

// set sets what follows from the position.
func (s *state) set() {
	p := s.pieces.position
	s.pieces.traits = TraitsOf(p)
	s.orient = [...]int{orientation(board.White, p.King(board.White)), orientation(board.Black, p.King(board.Black))}
}

// update brings the accumulator at ply at up to date. Each half follows from that of the nearest position of the line that has
// one, unless the king has crossed the middle since. A ply without one that is passed for the second time on the way there gets
// one as well: more moves are likely to follow from it.
func (e *Evaluator) update(at int) {
	s := &e.states[at]
	s.set()
	from := e.parent(at)
	for !e.states[from].ready {
		if e.states[from].passed {
			e.update(from)
			break
		}
		e.states[from].passed = true
		from = e.parent(from)
	}
	before := &e.states[from]
	e.compare(&before.pieces, &s.pieces, &s.orient)
	for c := board.White; c <= board.Black; c++ {
		if before.orient[c] == s.orient[c] {
			e.addSub(c, &e.accumulators[e.half(at, c)], &e.accumulators[e.half(from, c)])
		}
	}
	for c := board.White; c <= board.Black; c++ { // now that what compare has found is no longer needed
		if before.orient[c] != s.orient[c] {
			e.refresh(at, c)
		}
	}
	s.ready = true
}

// parent returns the ply that has the accumulator of the position before that at ply at.
func (e *Evaluator) parent(at int) int { return int(e.states[at-1].source) }

// compare sets adds and subs to the rows of the pieces that are new in a position and of those that have gone. A piece of another
// class is another piece.
func (e *Evaluator) compare(before, after *pieces, orient *[board.ColorCount]int) {
	changed := before.position.Changed(after.position) | before.traits.differing(&after.traits)
	e.subs.set(before, changed, orient, e.net.Hidden)
	e.adds.set(after, changed, orient, e.net.Hidden)
}

// set makes r the rows of the pieces on the given squares, of which there are at most maxPieces: the masks only spare bounds
// checks.
func (r *rows) set(m *pieces, squares board.Bitboard, orient *[board.ColorCount]int, hidden int) {
	n := 0
	for squares &= m.position.Occupied(); squares != 0; n++ {
		sq := squares.Pop()
		feature := pieceFeature(m.position.At(sq), sq, m.traits.Class(sq))
		r.first[board.White][n&(maxPieces-1)] = (feature ^ orient[board.White]) * hidden
		r.first[board.Black][n&(maxPieces-1)] = (feature ^ orient[board.Black]) * hidden
	}
	r.count = n
}

// half returns where one perspective's part of the accumulator at ply at begins.
func (e *Evaluator) half(at int, perspective board.Color) int {
	return (at*2 + int(perspective)) * e.net.Hidden
}

// addSub writes one perspective's accumulator, which begins at src, to dst, with the rows that compare has found.
func (e *Evaluator) addSub(perspective board.Color, dst, src *int16) {
	adds, subs := &e.adds, &e.subs
	e.kernels.addSub(dst, src, &e.net.FeatureWeights[0],
		&adds.first[perspective][0], adds.count, &subs.first[perspective][0], subs.count, e.net.Hidden)
}
