package nnue

import "vertigo/board"

// Evaluator evaluates the positions along one line of play with a network. The caller numbers the line by plies and
// announces every move; going back to an earlier ply needs no announcement, the next move from there replaces what
// followed. Announcing is cheap: accumulators are brought up to date when an evaluation is asked for, from the
// nearest position of the line that has one. An Evaluator serves one goroutine and allocates nothing once it exists.
type Evaluator struct {
	net     *Network
	kernels kernels

	accumulators []int16 // [ply][perspective][Hidden]
	states       []state // by ply
	caches       [board.ColorCount][2]cache

	// Arguments of the kernels, here because what a kernel's argument points to must not be on the stack.
	rows       rows
	adds, subs [maxMen]int
}

// state is what an evaluator knows about the position at a ply: what has changed since the ply before, and whether
// the accumulator is up to date.
type state struct {
	source  int32 // the ply that has the accumulator of this position: this ply, after a null move an earlier one
	ready   uint8 // one bit per perspective: its half of the accumulator is up to date
	crossed uint8 // one bit per perspective: the move took its king across the middle, so that all inputs changed
	shape   shape
	orient  [board.ColorCount]board.Square
	dirty   [4]man // in the order of rows
}

// man is a piece on a square.
type man struct {
	piece  board.Piece
	square board.Square
}

// bothReady marks an accumulator that is up to date for both perspectives.
const bothReady = 1<<board.White | 1<<board.Black

// New returns an evaluator for lines of up to plies moves. The network must be valid and must not change any more; New
// panics when its slices do not have the sizes that its shape asks for.
func New(net *Network, plies int) *Evaluator { return newEvaluator(net, plies, availableKernels()[0]) }

func newEvaluator(net *Network, plies int, k kernels) *Evaluator {
	if err := net.checkShape(); err != nil {
		panic("nnue: " + err.Error())
	}
	e := &Evaluator{
		net: net, kernels: k,
		accumulators: alignedInt16s((plies + 1) * 2 * net.Hidden),
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
	s := &e.states[0]
	*s = state{ready: bothReady}
	for c := board.White; c <= board.Black; c++ {
		s.orient[c] = orientation(c, p.King(c))
		e.refresh(0, c, p)
	}
}

// Make tells that m is played at ply in the position before; the position after it is at ply+1.
func (e *Evaluator) Make(ply int, before *board.Position, m board.Move) {
	s := &e.states[ply+1]
	us := before.Turn() & 1
	from, to := m.From(), m.To()
	moved := before.At(from)
	s.source, s.ready, s.crossed, s.orient = int32(ply+1), 0, 0, e.states[ply].orient
	s.dirty[1] = man{moved, from}
	landed := moved
	switch captured := before.At(to); {
	case m.Flag() == board.Castle:
		kingTo, rookTo := board.CastlingSquares(us, from, to)
		rook := board.MakePiece(us, board.Rook)
		s.dirty[2], s.dirty[3] = man{rook, to}, man{rook, rookTo}
		s.shape = add2Sub2
		to = kingTo
	case captured != board.NoPiece:
		s.dirty[2] = man{captured, to}
		s.shape = add1Sub2
	case m.Flag() == board.EnPassant:
		s.dirty[2] = man{board.MakePiece(us.Other(), board.Pawn), to ^ 8}
		s.shape = add1Sub2
	default:
		s.shape = add1Sub1
	}
	if m.IsPromotion() {
		landed = board.MakePiece(us, m.Promotion())
	}
	s.dirty[0] = man{landed, to}
	if moved.Type() == board.King && (from^to)&4 != 0 {
		s.orient[us] ^= 7
		s.crossed = 1 << us
	}
}

// MakeNull tells that the side to move passes at ply. The position at ply+1 has the same men, so that it shares the
// accumulator.
func (e *Evaluator) MakeNull(ply int) {
	e.states[ply+1].source, e.states[ply+1].orient = e.states[ply].source, e.states[ply].orient
}

// Evaluate returns the evaluation of p, the position at ply, for the side to move in centipawns, within ±MaxScore. The
// side to move should not be in check: the evaluation knows nothing of forced moves.
func (e *Evaluator) Evaluate(ply int, p *board.Position) int {
	at := int(e.states[ply].source)
	if e.states[at].ready != bothReady {
		e.update(at, p)
	}
	hidden := e.net.Hidden
	acc := e.accumulators[at*2*hidden:][:2*hidden]
	us := int(p.Turn() & 1)
	bucket := Bucket(p.Occupied().Count(), e.net.Buckets)
	sum := e.kernels.dot(&acc[us*hidden], &acc[(us^1)*hidden], &e.net.OutputWeights[bucket*2*hidden], hidden)
	return e.net.score(sum, bucket)
}

// update brings the accumulator at ply at up to date; p is the position there.
func (e *Evaluator) update(at int, p *board.Position) {
	root := at
	for e.states[root].ready != bothReady {
		if e.states[root].crossed != 0 {
			for c := board.White; c <= board.Black; c++ {
				e.updatePerspective(at, c, p)
			}
			return
		}
		root = e.parent(root)
	}
	e.advance(at)
}

// parent returns the ply that has the accumulator from which that at ply at follows.
func (e *Evaluator) parent(at int) int { return int(e.states[at-1].source) }

// advance brings both perspectives at ply at up to date from the nearest ply of the line at which they are. No king
// has crossed the middle in between. What it passes by is made ready too, for the sake of the siblings to come.
func (e *Evaluator) advance(at int) {
	s := &e.states[at]
	if s.ready == bothReady {
		return
	}
	from := e.parent(at)
	e.advance(from)
	hidden := e.net.Hidden
	white, black := s.orient[board.White], s.orient[board.Black]
	for i, d := range s.dirty {
		e.rows[i] = hidden * feature(board.White, white, d.piece, d.square)
		e.rows[4+i] = hidden * feature(board.Black, black, d.piece, d.square)
	}
	e.kernels.update[s.shape](&e.accumulators[at*2*hidden], &e.accumulators[from*2*hidden], &e.net.FeatureWeights[0], &e.rows, hidden)
	s.ready = bothReady
}

// updatePerspective brings one perspective at ply at up to date. If its king has crossed the middle since it last was,
// it is refreshed from p, the position there.
func (e *Evaluator) updatePerspective(at int, perspective board.Color, p *board.Position) {
	for i := at; e.states[i].ready>>perspective&1 == 0; i = e.parent(i) {
		if e.states[i].crossed>>perspective&1 != 0 {
			e.refresh(at, perspective, p)
			return
		}
	}
	e.advancePerspective(at, perspective)
}

// advancePerspective is advance for one perspective.
func (e *Evaluator) advancePerspective(at int, perspective board.Color) {
	s := &e.states[at]
	if s.ready>>perspective&1 != 0 {
		return
	}
	from := e.parent(at)
	e.advancePerspective(from, perspective)
	hidden := e.net.Hidden
	first := func(d man) int { return hidden * feature(perspective, s.orient[perspective], d.piece, d.square) }
	e.adds[0], e.subs[0] = first(s.dirty[0]), first(s.dirty[1])
	adds, subs := 1, 1
	if s.shape != add1Sub1 {
		e.subs[1] = first(s.dirty[2])
		subs = 2
	}
	if s.shape == add2Sub2 {
		e.adds[1] = first(s.dirty[3])
		adds = 2
	}
	e.patch(e.half(at, perspective), e.half(from, perspective), adds, subs)
	s.ready |= 1 << perspective
}

// half returns one perspective's part of the accumulator at ply at.
func (e *Evaluator) half(at int, perspective board.Color) []int16 {
	hidden := e.net.Hidden
	return e.accumulators[(at*2+int(perspective))*hidden:][:hidden]
}

// patch writes src with the first rows of e.adds added and of e.subs subtracted to dst.
func (e *Evaluator) patch(dst, src []int16, adds, subs int) {
	e.kernels.patch(&dst[0], &src[0], &e.net.FeatureWeights[0], &e.adds[0], adds, &e.subs[0], subs, e.net.Hidden)
}
