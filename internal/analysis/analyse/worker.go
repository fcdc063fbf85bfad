package analyse

import (
	"slices"
	"sync"
	"time"

	"vertigo/board"
	"vertigo/search"
	"vertigo/tt"
)

// line is one of the best lines of a finished search.
type line struct {
	score    int // side-to-move centipawns or mate score
	bound    tt.Bound
	known    bool // score is what the tablebases know
	depth    int  // plies
	selDepth int  // plies of the longest line looked at
	moves    []board.Move
}

// outcome is the result of searching one position.
type outcome struct {
	best  board.Move // NoMove if there is no legal move
	lines []line     // the best lines, the best first; empty only if there is no legal move
	nodes uint64
	time  time.Duration

	judged     bool          // the source names best moves or moves to avoid
	solved     bool          // and the move found agrees with it
	solveTime  time.Duration // from then on the best move was right, meaningful only if solved
	solveNodes uint64        // the nodes until then
}

// score returns the side-to-move score of the position, also where the game is over.
func (o *outcome) score(p *board.Position) int {
	switch {
	case len(o.lines) > 0:
		return o.lines[0].score
	case p.InCheck():
		return -search.Mate
	default:
		return search.Draw
	}
}

// worker searches positions one after the other.
type worker struct {
	pool   *search.Pool
	limits search.Limits

	mutex sync.Mutex // held while a search is being started, so that end comes before it or stops it
	ended bool       // no more searches
}

// end stops the search in progress, if there is one, and keeps others from being started.
func (w *worker) end() {
	w.mutex.Lock()
	w.ended = true
	w.mutex.Unlock()
	w.pool.Stop()
}

// start starts a search, unless there are to be no more.
func (w *worker) start(g *board.Game, limits search.Limits, r search.Reporter) (started bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.ended {
		w.pool.Start(g, limits, r)
	}
	return !w.ended
}

// analyse searches p. It begins with an empty table and empty histories, so that nothing depends on what was searched
// before. After end the outcome is empty.
func (w *worker) analyse(p *position) outcome {
	w.pool.NewGame()
	limits := w.limits
	limits.SearchMoves = p.searchMoves
	o := outcome{judged: len(p.best)+len(p.avoid) > 0}
	right := false
	begin := time.Now()
	started := w.start(p.game, limits, search.Reporter{Info: func(i search.Info) {
		if len(i.PV) == 0 {
			return
		}
		o.note(&i)
		if i.MultiPV > 1 {
			return
		}
		was := right
		if right = p.isRight(i.PV[0]); right && !was {
			o.solveTime, o.solveNodes = i.Time, i.Nodes
		}
	}})
	if !started {
		return o
	}
	result := w.pool.Wait()
	o.time, o.best, o.nodes = time.Since(begin), result.Best, result.Nodes
	o.solved = o.judged && o.best != board.NoMove && p.isRight(o.best)
	if o.solved && !right { // the search changed its mind without a word
		o.solveTime, o.solveNodes = o.time, o.nodes
	}
	return o
}

// isRight reports whether m is one of the best moves, where the source names any, and none of those to avoid.
func (p *position) isRight(m board.Move) bool {
	return (len(p.best) == 0 || slices.Contains(p.best, m)) && !slices.Contains(p.avoid, m)
}

// note keeps the latest report on each line.
func (o *outcome) note(i *search.Info) {
	for len(o.lines) < i.MultiPV {
		o.lines = append(o.lines, line{})
	}
	l := &o.lines[i.MultiPV-1]
	l.score, l.bound, l.known, l.depth, l.selDepth = i.Score, i.Bound, i.Known, i.Depth, i.SelDepth
	l.moves = append(l.moves[:0], i.PV...)
}

// bound returns which side of the truth the score is known to be on.
func (o *outcome) bound() tt.Bound {
	if len(o.lines) == 0 {
		return tt.Exact
	}
	return o.lines[0].bound
}
