package analyse

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/analysis/game"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/files"
	"vertigo/movegen"
	"vertigo/search"
	"vertigo/tt"
)

// WorkerSettings are what the answers of a worker depend on.
type WorkerSettings struct {
	Limits  search.Limits  // of each position
	Threads int            // for each position
	Hash    int            // size of the table in MiB
	Network *eval.Network  // nil for the one in the binary
	Tables  *syzygy.Tables // nil for none
}

// Worker searches positions one after the other.
type Worker struct {
	engine *search.Engine
	limits search.Limits
}

// NewWorker returns a worker. The error is that of a table for which there is not enough memory.
func NewWorker(s WorkerSettings) (*Worker, error) {
	engine, err := search.NewEngine(s.Hash, s.Threads)
	if err != nil {
		return nil, err
	}
	if s.Network != nil {
		engine.SetNetwork(s.Network)
	}
	engine.SetTablebases(search.Tablebases{Tables: s.Tables, MaxPieces: s.Tables.MaxPieces(), MinDepth: 1, Rule50: true})
	return &Worker{engine: engine, limits: s.Limits}, nil
}

// workerCount returns the number of workers with the given threads each: the wanted number or, with 0 for auto, as many as the
// processors have room for, at least one.
func workerCount(asked, threads, processors int) int {
	if asked > 0 {
		return asked
	}
	return max(processors/threads, 1)
}

// NewPool returns workers with these settings and the resources: the wanted number or, with 0 for auto, as many as the processors
// have room for. The error says that the system does not grant their threads, or not enough memory; then it ends with the remedy,
// since the user may have set neither the number nor the size of the tables.
func (r *Resources) NewPool(asked int, s WorkerSettings, remedy string) (workers []*Worker, err error) {
	count := workerCount(asked, s.Threads, files.Processors())
	s.Network, s.Tables = r.Network, r.Tables
	if err := files.CheckThreads(count * s.Threads); err != nil {
		return nil, err
	}
	for range count {
		w, err := NewWorker(s)
		if err != nil {
			for _, w := range workers {
				w.Close()
			}
			return nil, fmt.Errorf("worker %d of %d: %w; %s", len(workers)+1, count, err, remedy)
		}
		workers = append(workers, w)
	}
	return workers, nil
}

// Close ends the threads of the worker, which must not be searching.
func (w *Worker) Close() {
	w.engine.Close()
}

// SetLimits sets the limits of the searches that follow.
func (w *Worker) SetLimits(l search.Limits) { w.limits = l }

// Forget clears the table and the histories, so that nothing depends on what was searched before.
func (w *Worker) Forget() { w.engine.NewGame() }

// shortLimits returns an eighth of the nodes and time of l, or a depth two plies less. That is enough for a single move, and for the
// position after a pass, since a threat is easier to see than the defence.
func shortLimits(l search.Limits) search.Limits {
	short := search.Limits{MoveTime: l.MoveTime / 8, MultiPV: 1}
	if l.Depth > 0 {
		short.Depth = max(l.Depth-2, 1)
	}
	if l.Nodes > 0 {
		short.Nodes = max(l.Nodes/8, 1)
	}
	return short
}

// longLimits returns a multiple of the nodes and time of l. Where only the depth is limited, it adds a ply for each doubling,
// and one more.
func longLimits(l search.Limits, times int) search.Limits {
	l.Nodes, l.MoveTime = l.Nodes*uint64(times), l.MoveTime*time.Duration(times)
	if l.Depth > 0 {
		l.Depth = min(l.Depth+bits.Len(uint(times)), search.MaxPly)
	}
	return l
}

// Verify compares the moves that p names: it searches all of them to the same depth, with longLimits and empty tables.
func (w *Worker) Verify(ctx context.Context, p *game.Position, times int) game.Answer {
	w.Forget()
	long := longLimits(w.limits, times)
	long.MultiPV = len(p.SearchMoves)
	return w.search(ctx, p, long)
}

// SearchThreat searches the position after a pass with shortLimits and empty tables.
func (w *Worker) SearchThreat(ctx context.Context, passed *game.Position) game.Answer {
	w.Forget()
	return w.search(ctx, passed, shortLimits(w.limits))
}

// Search searches p with the present contents of the table and the histories. When the context ends, it returns the answer so
// far.
func (w *Worker) Search(ctx context.Context, p *game.Position) game.Answer {
	return w.search(ctx, p, w.limits)
}

func (w *Worker) search(ctx context.Context, p *game.Position, limits search.Limits) game.Answer {
	limits.SearchMoves = p.SearchMoves
	n := notes{root: p.Root()}
	begin := time.Now()
	result := w.engine.Search(ctx, p.Game, limits, search.Reporter{Info: n.note})
	n.finish()
	a := n.answer
	a.Time, a.Nodes = time.Since(begin).Truncate(time.Microsecond), result.Nodes
	for i := range a.Lines {
		w.lengthen(p.Game, &a.Lines[i])
	}
	return a
}

// notes make an answer of the reports of a search.
type notes struct {
	root    *board.Position
	answer  game.Answer
	lines   []game.Line // of the iteration being reported
	bounded bool        // the score of one of them is only a bound
	changed game.Change // when the best of them was reported
}

// note notes the report on a line. The best line of each iteration comes first.
func (n *notes) note(i search.Info) {
	if len(i.PV) == 0 { // no legal move
		return
	}
	if i.MultiPV <= 1 {
		n.finish()
		n.changed = game.Change{Move: i.PV[0], Depth: i.Depth, Nodes: i.Nodes, Time: i.Time.Truncate(time.Microsecond)}
	}
	n.bounded = n.bounded || i.Bound == tt.Lower || i.Bound == tt.Upper
	n.lines = append(n.lines, game.Line{
		Root: n.root, Score: i.Score, Known: i.Known, Depth: i.Depth, SelDepth: i.SelDepth, Moves: slices.Clone(i.PV),
	})
}

// finish makes the lines of an iteration the answer. If a search ends in the middle of an iteration, some of them may be bounds
// or less deep than others; those of the iteration before stand then.
func (n *notes) finish() {
	a, lines, bounded := &n.answer, n.lines, n.bounded
	n.lines, n.bounded = nil, false
	uneven := func(l game.Line) bool { return l.Depth != lines[0].Depth }
	if len(lines) == 0 || len(a.Lines) > 0 && (bounded || len(lines) < len(a.Lines) || slices.ContainsFunc(lines, uneven)) {
		return
	}
	a.Lines, a.Best = lines, lines[0].Moves[0]
	if c := len(a.Course); c == 0 || a.Course[c-1].Move != a.Best {
		a.Course = append(a.Course, n.changed)
	}
}

// leastPlies is the length in plies up to which lines are made longer.
const leastPlies = 6

// lengthen makes a short line longer by the moves that the table has for the positions that follow, without a search. Lines
// are short at low depths, and where they end in a repetition or a position that the tablebases know.
func (w *Worker) lengthen(root *board.Game, l *game.Line) {
	end := root.Clone()
	for _, m := range l.Moves {
		end.Play(m)
	}
	for len(l.Moves) < leastPlies && movegen.EndOfGame(end) == movegen.Unfinished {
		m := w.engine.TableMove(&end.Position)
		if m == board.NoMove {
			return
		}
		end.Play(m)
		l.Moves = append(l.Moves, m)
	}
}
