// Package worker searches positions, one after the other.
package worker

import (
	"context"
	"math/bits"
	"time"

	"vertigo/eval"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/limits"
	"vertigo/search"
	"vertigo/tt"
)

// Settings are what the answers of a worker depend on.
type Settings struct {
	Limits  search.Limits  // of each position
	Threads int            // for each position
	Hash    int            // size of the table in MiB
	Network *eval.Network  // nil for the one in the binary
	Tables  *syzygy.Tables // nil for none
	Replays int            // of each level of the players that Rate asks; 0 for none
}

// Worker searches positions one after the other.
type Worker struct {
	engine  *search.Engine
	players *Players
	limits  search.Limits
}

// New returns a worker. The error is that of a table for which there is not enough memory.
func New(s Settings) (*Worker, error) {
	players, err := NewPlayers(s.Replays, s.Network)
	if err != nil {
		return nil, err
	}
	engine, err := search.NewEngine(s.Hash, s.Threads)
	if err != nil {
		players.Close()
		return nil, err
	}
	if s.Network != nil {
		engine.SetNetwork(s.Network)
	}
	engine.SetTablebases(search.Tablebases{Tables: s.Tables, MaxMen: s.Tables.MaxMen(), MinDepth: 1, Rule50: true})
	return &Worker{engine: engine, players: players, limits: s.Limits}, nil
}

// Count returns the number of workers with the given threads each: the wanted number or, with 0 for auto, as many as the
// processors have room for, at least one.
func Count(asked, threads, processors int) int {
	if asked > 0 {
		return asked
	}
	return max(processors/threads, 1)
}

// ThreadsOf returns the number of threads of a worker: those of its searches, and one for its players if there are replays.
func ThreadsOf(threads, replays int) int {
	if replays > 0 {
		threads++
	}
	return threads
}

// Several returns as many workers. The error says that there is not enough room for their threads or tables.
func Several(count int, s Settings) (workers []*Worker, err error) {
	if err := limits.CheckThreads(count * ThreadsOf(s.Threads, s.Replays)); err != nil {
		return nil, err
	}
	for range count {
		w, err := New(s)
		if err != nil {
			for _, w := range workers {
				w.Close()
			}
			return nil, err
		}
		workers = append(workers, w)
	}
	return workers, nil
}

// Close ends the threads of the worker, which must not be searching.
func (w *Worker) Close() {
	w.engine.Close()
	w.players.Close()
}

// SetLimits sets the limits of the searches that follow.
func (w *Worker) SetLimits(l search.Limits) { w.limits = l }

// Forget clears the table and the histories, so that nothing depends on what was searched before.
func (w *Worker) Forget() { w.engine.NewGame() }

// ShortLimits returns an eighth of the nodes and time of l, or two plies less. That is enough for a single move, and for the
// position after a pass, since a threat is easier to see than the defence.
func ShortLimits(l search.Limits) search.Limits {
	short := search.Limits{MoveTime: l.MoveTime / 8, MultiPV: 1}
	if l.Depth > 0 {
		short.Depth = max(l.Depth-2, 1)
	}
	if l.Nodes > 0 {
		short.Nodes = max(l.Nodes/8, 1)
	}
	return short
}

// LongLimits returns a multiple of the nodes and time of l. Where only the depth is limited, it adds a ply for each doubling,
// and one more.
func LongLimits(l search.Limits, times int) search.Limits {
	l.Nodes, l.MoveTime = l.Nodes*uint64(times), l.MoveTime*time.Duration(times)
	if l.Depth > 0 {
		l.Depth = min(l.Depth+bits.Len(uint(times)), search.MaxPly)
	}
	return l
}

// Verify searches p with LongLimits and empty tables.
func (w *Worker) Verify(ctx context.Context, p *answer.Position, times int) answer.Answer {
	w.Forget()
	return w.search(ctx, p, LongLimits(w.limits, times))
}

// SearchThreat searches the position after a pass with ShortLimits and empty tables.
func (w *Worker) SearchThreat(ctx context.Context, passed *answer.Position) answer.Answer {
	w.Forget()
	return w.search(ctx, passed, ShortLimits(w.limits))
}

// Search searches p with the present contents of the table and the histories. When the context ends, it returns the answer so
// far.
func (w *Worker) Search(ctx context.Context, p *answer.Position) answer.Answer {
	return w.search(ctx, p, w.limits)
}

func (w *Worker) search(ctx context.Context, p *answer.Position, limits search.Limits) (a answer.Answer) {
	limits.SearchMoves = p.SearchMoves
	root := p.Game.Position // the game may go on
	a.Root = &root
	begin := time.Now()
	result := w.engine.Search(ctx, p.Game, limits, search.Reporter{Info: func(i search.Info) {
		if len(i.PV) > 0 {
			note(&a, &i)
		}
	}})
	a.Time, a.Best, a.Nodes = time.Since(begin).Truncate(time.Microsecond), result.Best, result.Nodes
	a.Judge(p)
	return a
}

// bounds are the bounds of the search.
var bounds = map[tt.Bound]answer.Bound{tt.Exact: answer.Exact, tt.Lower: answer.Lower, tt.Upper: answer.Upper}

// note keeps the latest report on each line, and every change of the best move.
func note(a *answer.Answer, i *search.Info) {
	for len(a.Lines) < i.MultiPV {
		a.Lines = append(a.Lines, answer.Line{Root: a.Root})
	}
	l := &a.Lines[i.MultiPV-1]
	l.Score, l.Bound, l.Known, l.Depth, l.SelDepth = i.Score, bounds[i.Bound], i.Known, i.Depth, i.SelDepth
	l.Moves = append(l.Moves[:0], i.PV...)
	if n := len(a.Course); i.MultiPV <= 1 && (n == 0 || a.Course[n-1].Move != i.PV[0]) {
		a.Course = append(a.Course, answer.Change{Move: i.PV[0], Depth: i.Depth, Nodes: i.Nodes, Time: i.Time.Truncate(time.Microsecond)})
	}
}
