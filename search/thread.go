package search

import (
	"fmt"
	"sync/atomic"
	"unsafe"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// MaxPly is the deepest line, in plies, that a search follows.
const MaxPly = scores.MaxPly

// thread is one worker. It owns everything that it writes while it searches, such as the frames of its line and its histories.
// Shared are only the table, the stop flag, the deadline, and the counts that other threads read: published and tablebaseHits.
type thread struct {
	engine *Engine
	table  *tt.Table
	id     int
	wake   chan struct{} // a search begins; closed when the thread is to end; not for the first

	eval          *eval.Evaluator
	skill         skill                          // of the search in progress
	frames        [beforeRoot + MaxPly + 3]frame // by ply, see at
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
	rootWindow    int        // beta less alpha at the root
	lastBestMove  board.Move // of the last completed iteration
	lastScore     int        // its score in the one before
	stability     int        // how many iterations have confirmed the best move
	mateSearch    bool       // the search is for a mate in a number of moves, see searchMate

	nodes     uint64
	nodeLimit uint64
	published atomic.Uint64 // nodes, now and then
	stopped   bool

	tablebases    Tablebases    // to be asked inside the search in progress
	tablebaseHits atomic.Uint64 // positions found in them
}

// threadMemory is about how many bytes a thread takes: its histories, its line of play, its evaluator and stacks.
const threadMemory = uint64(unsafe.Sizeof(thread{})+unsafe.Sizeof(histories{})+unsafe.Sizeof(corrHistories{})) + 1<<20

// checkMemory returns an error if the available bytes are too few for n more threads.
func checkMemory(n int, available uint64) error {
	if need := uint64(max(n, 0)) * threadMemory; need > available {
		return fmt.Errorf("no memory for %d more threads, which take %d MiB: %d MiB are available", n, need>>20, available>>20)
	}
	return nil
}

func newThread(e *Engine, id int) *thread {
	t := &thread{
		engine: e, table: e.table, id: id,
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

// serve takes part in every search until the thread is ended. It is the work of every thread but the first, which runs on
// the goroutine of Search.
func (t *thread) serve() {
	for range t.wake {
		t.deepen()
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

// prepare sets the thread up for a search; it runs before the thread is woken.
func (t *thread) prepare(g *board.Game, l *Limits) {
	t.keys = append(t.keys[:0], g.Keys...)
	t.gameKeys = len(t.keys)
	t.keys = append(t.keys, g.Position.Key())
	for range MaxPly + 2 {
		t.keys = append(t.keys, 0)
	}
	root := t.at(0)
	root.position = g.Position
	root.sinceNull = t.gameKeys
	t.at(1).killer = board.NoMove // that of a position of another search
	t.eval.Reset(&g.Position)
	t.orderRoots(l)
	t.pvIndex, t.rootDepth, t.completed, t.selDepth = 0, 0, 0, 0
	t.lastBestMove, t.lastScore, t.stability = board.NoMove, 0, 0
	t.nodes, t.stopped = 0, false
	t.published.Store(0)
	t.tablebaseHits.Store(0)
	t.skill = t.engine.skill
	t.nodeLimit = l.Nodes
	if l.Nodes == 0 || t.id > 0 {
		t.nodeLimit = ^uint64(0)
	}
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

// poll publishes the node count and notices a stop. Every thread watches the context and the deadline, since the first may have to
// wait for a processor that another keeps busy; the first also watches the other limits for all.
func (t *thread) poll() {
	t.published.Store(t.nodes)
	e := t.engine
	over := e.isCancelled()
	if t.id == 0 && (t.completed > 0 || t.pvIndex > 0) {
		e.clock.update()
		e.deadline.Store(int64(e.clock.deadline()))
		over = over || e.isOverLimit()
	}
	if over || e.isPastDeadline() {
		e.stop.Store(true)
	}
	t.stopped = e.stop.Load()
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
	}
	return r
}
