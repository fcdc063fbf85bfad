package search

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// MaxPly is the deepest line, in plies, that a search follows.
const MaxPly = scores.MaxPly

// thread is one worker. It owns most of what it writes while it searches, such as the frames of its line.
// The comment of the package lists the state that threads share.
type thread struct {
	frames [beforeRoot + MaxPly + 3]frame // by ply, see frame

	engine *Engine
	isMain bool          // the thread that keeps the time, reports, and says which move is best
	wake   chan struct{} // a search begins; closed when the thread is to end; not for the main thread
	ended  chan struct{} // closed when it has; not for the main thread

	evaluator  *nnue.Evaluator
	history    *histories
	keys       []uint64 // Zobrist keys of the game and, from gameKeys on, of the line, root first
	gameKeys   int      // how many positions came before the root
	nmpMinPly  int      // while a null move is verified, the first ply with null moves again
	roots      [movegen.MaxMoves]rootMove
	rootCount  int
	pvIndex    int // the first root move of the line in search; those before it are better lines of MultiPV
	topRank    int // the highest rank by the tablebases of the root moves in search
	rootDepth  int
	completed  int // depth of the last completed iteration
	selDepth   int
	mateSearch bool // the search is for a mate in a number of moves, see searchMate

	nodes     uint64
	nodeLimit uint64
	published atomic.Uint64 // nodes, now and then
	bestLock  sync.Mutex
	best      rootLine // of the last completed iteration, for the vote; guarded by bestLock
	stopped   bool
	softStop  softStop

	tablebaseHits atomic.Uint64 // positions found in the tablebases
}

// frame is the state of one ply of the line in search: an entry of the stack, as other engines call it. The position comes first
// and the arrays last, so that what every node needs lies together, and each frame begins on a cache line.
type frame struct {
	position board.Position

	ply         int
	prior, next *frame
	eval        evaluation // of the position
	pieceTo     int        // of move, see pieceTo
	move        board.Move // the move being searched from here; NoMove for a null move
	killer      board.Move // the quiet move that last beat alpha at this ply
	ttPV        bool       // the node is, or according to the table was, on a principal variation
	sinceNull   int        // plies since the last null move, counting those played in the game
	reduction   int        // plies by which the search in progress of move is reduced
	cutoffs     int        // fail highs at this ply since ply-2 was entered

	quietsCount, capturesCount, pvLen int // of quietsSearched, capturesSearched and pv

	quietHist *butterflyScores // quiet history of the side to move
	pawnHist  *moveScores      // pawn history of this position
	contHist  [3]*moveScores   // continuation histories of the moves one, two and four plies ago
	threats   board.Threats    // squares that the opponent attacks
	checks    board.CheckInfo  // which moves give check
	picker    picker

	quietsSearched   [maxSearched]board.Move // quiet moves searched so far
	capturesSearched [maxSearched]board.Move // captures searched so far
	pv               [MaxPly + 2]board.Move
	_                [48]byte
}

// This line does not compile if frames do not fill whole cache lines of 64 bytes.
var _ [0]byte = [unsafe.Sizeof(frame{}) % 64]byte{}

// beforeRoot is the number of frames before that of the root. They hold no move and no evaluation, so that code that looks at
// what led to a node need not ask how far it is from the root.
const beforeRoot = 4

// maxSearched bounds the moves that are remembered for a malus when a later one fails high.
const maxSearched = 32

func newThread(e *Engine) *thread {
	t := &thread{
		engine:    e,
		isMain:    len(e.threads) == 0,
		wake:      make(chan struct{}),
		ended:     make(chan struct{}),
		evaluator: nnue.New(e.network, MaxPly+2),
		history:   new(histories),
		keys:      make([]uint64, 0, 1024+MaxPly),
	}
	for i := range t.frames {
		f := &t.frames[i]
		f.ply, f.picker.frame, f.picker.histories = i-beforeRoot, f, t.history
		if i > 0 {
			f.prior, t.frames[i-1].next = &t.frames[i-1], f
		}
	}
	for i := range beforeRoot {
		t.frames[i].eval = noEvaluation
	}
	return t
}

// serve takes part in every search until the thread is ended. Every thread but the main one, which runs on the goroutine of
// Search, runs it.
func (t *thread) serve() {
	for range t.wake {
		t.deepen()
		t.published.Store(t.nodes)
		t.engine.running.Done()
	}
	close(t.ended)
}

// forget clears the histories and killers of earlier searches.
func (t *thread) forget() {
	*t.history = histories{}
	for i := range t.frames {
		t.frames[i].killer = board.NoMove
		t.frames[i].pawnHist = nil // it would keep the shared histories of another number of threads
	}
}

// reset sets the thread up for a search of the present position of g. It runs before the thread is woken.
func (t *thread) reset(g *board.Game) {
	t.keys = append(t.keys[:0], g.Keys...)
	t.gameKeys = len(t.keys)
	t.keys = append(t.keys, g.Position.Key())
	t.keys = append(t.keys, make([]uint64, MaxPly+2)...)
	root := t.frame(0)
	root.position = g.Position
	root.sinceNull = t.gameKeys
	t.frame(1).killer = board.NoMove // It is of a position of another search.
	t.evaluator.Reset(&g.Position)
	t.orderRoots()
	t.pvIndex, t.topRank, t.rootDepth, t.completed, t.selDepth = 0, 0, 0, 0, 0
	t.nodes, t.stopped = 0, false
	t.softStop = softStop{}
	t.best.depth = 0
	t.published.Store(0)
	t.tablebaseHits.Store(0)
	if t.nodeLimit = t.engine.limits.Nodes; t.nodeLimit == 0 || !t.isMain {
		t.nodeLimit = math.MaxUint64
	}
}

// frame returns the frame of the position at ply, -beforeRoot..MaxPly+2.
func (t *thread) frame(ply int) *frame { return &t.frames[ply+beforeRoot] }

// makeMove plays m, the move of f, into the next frame.
func (t *thread) makeMove(f *frame, m board.Move) {
	next := f.next
	t.engine.table.Prefetch(t.likelyTTKeyAfter(f, m))
	f.position.Make(m, &next.position)
	f.move, f.pieceTo = m, pieceTo(f.position.At(m.From()), m.To())
	next.sinceNull = f.sinceNull + 1
	t.keys[t.gameKeys+next.ply] = next.position.Key()
	t.evaluator.Make(f.ply, &next.position)
}

// makeNull passes in the position of f.
func (t *thread) makeNull(f *frame) {
	next := f.next
	f.position.MakeNull(&next.position)
	t.engine.table.Prefetch(t.ttKey(next))
	f.move = board.NoMove
	next.sinceNull = 0
	t.keys[t.gameKeys+next.ply] = next.position.Key()
	t.evaluator.MakeNull(f.ply)
}

// updatePV makes m, followed by the line of the next frame, the line of f.
func (f *frame) updatePV(m board.Move) {
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], f.next.pv[:f.next.pvLen])
}
