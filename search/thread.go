package search

import (
	"math"
	"sync/atomic"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// MaxPly is the deepest line, in plies, that a search follows.
const MaxPly = scores.MaxPly

// thread is one worker. It owns everything that it writes while it searches, such as the frames of its line and its histories.
// The comment of the package lists the state that threads share.
type thread struct {
	engine *Engine
	isMain bool          // the thread that keeps the time, reports, and says which move is best
	wake   chan struct{} // a search begins; closed when the thread is to end; not for the main thread

	eval          *eval.Evaluator
	frames        [beforeRoot + MaxPly + 3]frame // by ply, see stack
	history       *histories
	corrHistories *corrHistories
	keys          []uint64 // Zobrist keys of the game and, from gameKeys on, of the line, root first
	gameKeys      int      // how many positions came before the root
	nmpMinPly     int      // while a null move is verified, the first ply with null moves again
	roots         [movegen.MaxMoves]rootMove
	rootCount     int
	pvIndex       int // the first root move of the line in search; those before it are better lines of MultiPV
	rootDepth     int
	completed     int // depth of the last completed iteration
	selDepth      int
	mateSearch    bool // the search is for a mate in a number of moves, see searchMate

	nodes     uint64
	nodeLimit uint64
	published atomic.Uint64 // nodes, now and then
	stopped   bool

	tablebaseHits atomic.Uint64 // positions found in the tablebases
}

// frame is the state of one ply of the line in search: an entry of the stack, as other engines call it.
type frame struct {
	position board.Position
	picker   picker

	networkEval int        // what the network says, as the table keeps it; scores.None in check
	rawEval     int        // the same scaled; scores.None in check
	staticEval  int        // the same corrected by the correction histories; scores.None in check
	ttPV        bool       // the node is, or according to the table was, on a principal variation
	sinceNull   int        // plies of the line since the last null move; at the root, and after it, those of the game count
	move        board.Move // the move being searched from here; NoMove for a null move
	moved       board.Piece
	reduction   int        // plies by which the search in progress of that move is reduced
	killer      board.Move // the quiet move that last failed high at this ply
	cutoffs     int        // fail highs at this ply since ply-2 was entered

	checks    board.CheckInfo                 // which moves give check
	contHist  [len(contHistPlies)]*moveScores // continuation histories of the moves that led here
	threats   board.Threats                   // squares that the opponent attacks
	quietHist *butterflyScores                // quiet history of the side to move
	pawnHist  *moveScores                     // pawn history of this position

	quietsSearched   [maxSearched]board.Move // quiet moves searched so far
	quietsCount      int
	capturesSearched [maxSearched]board.Move // captures searched so far
	capturesCount    int

	pv    [MaxPly + 2]board.Move
	pvLen int
}

// beforeRoot is the number of frames before that of the root. They hold no move and no evaluation, so that code that looks at
// what led to a node need not ask how far it is from the root.
const beforeRoot = 4

// maxSearched bounds the moves that are remembered for a malus when a later one fails high.
const maxSearched = 32

func newThread(e *Engine) *thread {
	t := &thread{
		engine:        e,
		isMain:        len(e.threads) == 0,
		wake:          make(chan struct{}),
		eval:          eval.New(e.network, MaxPly+2),
		history:       new(histories),
		corrHistories: new(corrHistories),
		keys:          make([]uint64, 0, 1024+MaxPly),
	}
	for i := range t.frames {
		t.frames[i].picker.frame, t.frames[i].picker.histories = &t.frames[i], t.history
	}
	for i := range beforeRoot {
		t.frames[i].rawEval, t.frames[i].staticEval = scores.None, scores.None
	}
	return t
}

// serve takes part in every search until the thread is ended. Every thread but the main one runs it; that runs on the goroutine of
// Search.
func (t *thread) serve() {
	for range t.wake {
		t.deepen()
		t.published.Store(t.nodes)
		t.engine.running.Done()
	}
}

// forget clears the histories and killers of earlier searches.
func (t *thread) forget() {
	*t.history = histories{}
	*t.corrHistories = corrHistories{}
	for i := range t.frames {
		t.frames[i].killer = board.NoMove
	}
}

// reset sets the thread up for a search of the present position of g. It runs before the thread is woken.
func (t *thread) reset(g *board.Game) {
	t.keys = append(t.keys[:0], g.Keys...)
	t.gameKeys = len(t.keys)
	t.keys = append(t.keys, g.Position.Key())
	for range MaxPly + 2 {
		t.keys = append(t.keys, 0)
	}
	root := t.stack(0)
	root.position = g.Position
	root.sinceNull = t.gameKeys
	t.stack(1).killer = board.NoMove // that of a position of another search
	t.eval.Reset(&g.Position)
	t.orderRoots()
	t.pvIndex, t.rootDepth, t.completed, t.selDepth = 0, 0, 0, 0
	t.nodes, t.stopped = 0, false
	t.published.Store(0)
	t.tablebaseHits.Store(0)
	if t.nodeLimit = t.engine.limits.Nodes; t.nodeLimit == 0 || !t.isMain {
		t.nodeLimit = math.MaxUint64
	}
}

// stack returns the frame of the position at ply, -beforeRoot..MaxPly+2.
func (t *thread) stack(ply int) *frame { return &t.frames[ply+beforeRoot] }

// prefetch prefetches the bucket of the table for the position after m.
func (t *thread) prefetch(f *frame, m board.Move) {
	p := &f.position
	key := p.LikelyKeyAfter(m)
	if rule50 := p.Rule50() + 1; rule50 >= rule50First && !p.IsCapture(m) && p.At(m.From()).Type() != board.Pawn {
		key ^= rule50Key(rule50)
	}
	t.engine.table.Prefetch(key)
}

// makeMove plays m, the move of the frame at ply, into the frame at ply+1.
func (t *thread) makeMove(ply int, m board.Move) {
	f, next := t.stack(ply), t.stack(ply+1)
	f.position.Make(m, &next.position)
	f.move, f.moved = m, f.position.At(m.From())
	next.sinceNull = f.sinceNull + 1
	t.keys[t.gameKeys+ply+1] = next.position.Key()
	t.eval.Make(ply, &next.position)
}

// makeNull passes at ply.
func (t *thread) makeNull(ply int) {
	f, next := t.stack(ply), t.stack(ply+1)
	f.position.MakeNull(&next.position)
	t.engine.table.Prefetch(t.ttKey(next))
	f.move, f.moved = board.NoMove, board.NoPiece
	next.sinceNull = 0
	t.keys[t.gameKeys+ply+1] = next.position.Key()
	t.eval.MakeNull(ply)
}

// updatePV makes m, followed by the line of the next ply, the line of the frame at ply.
func (t *thread) updatePV(ply int, m board.Move) {
	f, next := t.stack(ply), t.stack(ply+1)
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
}

// isDraw reports whether the position at ply, which is not the root, is drawn by the fifty-move rule, repetition or
// lack of material. Mate takes precedence over the fifty-move rule.
func (t *thread) isDraw(ply int) bool {
	p := &t.stack(ply).position
	if p.Rule50() >= 100 && (!p.InCheck() || movegen.HasLegalMove(p)) {
		return true
	}
	return p.InsufficientMaterial() || t.isRepetition(ply)
}

// isRepetition reports whether the position at ply occurred before: once within the search, since the moves that led back to it
// can be played again, or twice in the game before the root. To a limited player, once is enough there, too. Positions before a
// null move do not count: no real moves lead from there to here.
func (t *thread) isRepetition(ply int) bool {
	f, at := t.stack(ply), t.gameKeys+ply
	key := t.keys[at]
	before := false
	for back := 4; back <= min(f.position.Rule50(), f.sinceNull); back += 2 {
		if t.keys[at-back] == key {
			if back <= ply || before || t.engine.skill.avoidsRepetition {
				return true
			}
			before = true
		}
	}
	return false
}

// canRepeat reports whether the side to move at ply can go back to a position that would then count as repeated: one after the
// root, or one of the game that occurred twice.
func (t *thread) canRepeat(ply int) bool {
	f, at := t.stack(ply), t.gameKeys+ply
	end := min(f.position.Rule50(), f.sinceNull)
	for back := 3; back <= end; back += 2 {
		key := t.keys[at-back]
		if !f.position.CanReach(key) {
			continue
		}
		if back < ply {
			return true
		}
		for earlier := back + 4; earlier <= end; earlier += 2 {
			if t.keys[at-earlier] == key {
				return true
			}
		}
	}
	return false
}

// pollInterval is the number of nodes between two polls of the stop flag and the clock: a fraction of a millisecond.
const pollInterval = 512

// visit counts a node and reports whether the search is to go on.
func (t *thread) visit() bool {
	if t.nodes >= t.nodeLimit {
		t.stopped = true
		t.engine.stop.Store(true)
	}
	if t.stopped {
		return false
	}
	t.nodes++
	if t.nodes%pollInterval == 0 {
		t.poll()
	}
	return true
}

// poll publishes the node count and notices a stop. Every thread watches the context and the deadline, since the main thread may
// have to wait for a processor that another keeps busy; the main thread also watches the other limits for all.
func (t *thread) poll() {
	t.published.Store(t.nodes)
	e := t.engine
	over := e.isCancelled()
	if t.isMain && (t.completed > 0 || t.pvIndex > 0) {
		e.clock.update()
		e.deadline.Store(int64(e.clock.deadline()))
		over = over || e.isOverLimit()
	}
	if over || e.isPastDeadline() {
		e.stop.Store(true)
	}
	t.stopped = e.stop.Load()
}

// isOverLimit reports whether the nodes of all threads are used up, or the search has pondered for long enough. In the second
// case it ends with the ponderhit, in the middle of an iteration too, unless that is about to find that the best move fails low.
func (e *Engine) isOverLimit() bool {
	if e.limits.Nodes > 0 && len(e.threads) > 1 && e.Nodes() >= e.limits.Nodes {
		return true
	}
	c := &e.clock
	return c.stopOnPonderHit && !c.isPondering() && e.threads[0].roots[0].bound != tt.Upper
}

// isPastDeadline reports whether the time for the search is used up. Any thread may ask.
func (e *Engine) isPastDeadline() bool {
	d := e.deadline.Load()
	return d > 0 && int64(e.clock.sinceStart()) >= d
}

// isCancelled reports whether the context of the search has ended.
func (e *Engine) isCancelled() bool {
	select {
	case <-e.cancelled:
		return true
	default:
		return false
	}
}

// outcome returns the result of the thread's search.
func (t *thread) outcome() Result {
	t.published.Store(t.nodes)
	if t.rootCount == 0 {
		return Result{}
	}
	best := &t.roots[0]
	r := Result{Best: best.move, Depth: t.completed}
	r.Score, _, _ = best.reported()
	if best.pvLen > 1 {
		r.Ponder = best.pv[1]
	} else {
		r.Ponder = t.ttReply(best.move)
	}
	return r
}

// ttReply returns the move that the table has for the position after the root move m, for a line that ends with it: after a fail
// high, or at depth 1. It is NoMove if the table has none or the game is over.
func (t *thread) ttReply(m board.Move) board.Move {
	t.makeMove(0, m)
	f := t.stack(1)
	if e, ok := t.engine.table.Probe(t.ttKey(f)); ok && !f.isKeyCollision(&e) && !t.isDraw(1) {
		return e.Move
	}
	return board.NoMove
}
