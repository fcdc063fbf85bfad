package movegen

import "vertigo/board"

// Perft returns the number of lines of exactly depth plies from p. The last ply is counted by the length of the
// list. Stop, which may be nil, is called once per position three plies above the leaves. If it returns true, the
// count is abandoned and ok is false.
func Perft(p *board.Position, depth int, stop func() bool) (nodes uint64, ok bool) {
	if depth <= 0 {
		return 1, true
	}
	if stop == nil {
		stop = func() bool { return false }
	}
	w := walker{frames: make([]frame, depth), stop: stop}
	w.frames[0].position = *p
	nodes = w.count(0)
	return nodes, !w.stopped
}

// Divide calls visit with every root move in the order of generation and the number of lines of depth plies that
// start with it. It returns their sum, and false if stop returned true.
func Divide(p *board.Position, depth int, stop func() bool, visit func(m board.Move, nodes uint64)) (nodes uint64, ok bool) {
	if depth <= 0 {
		return 1, true
	}
	var list List
	Generate(p, &list, All)
	for _, m := range list.Slice() {
		var next board.Position
		p.Make(m, &next)
		n, ok := Perft(&next, depth-1, stop)
		if !ok {
			return nodes, false
		}
		nodes += n
		visit(m, n)
	}
	return nodes, true
}

// frame is one ply of a walk.
type frame struct {
	position board.Position
	list     List
}

type walker struct {
	frames  []frame
	stop    func() bool
	stopped bool
}

// count returns the number of leaves below the position in the frame at ply.
func (w *walker) count(ply int) uint64 {
	f := &w.frames[ply]
	Generate(&f.position, &f.list, All)
	left := len(w.frames) - ply // plies down to the leaves
	if left == 1 {
		return uint64(f.list.N)
	}
	if w.stopped || left == 3 && w.stop() {
		w.stopped = true
		return 0
	}
	nodes := uint64(0)
	next := &w.frames[ply+1]
	for _, m := range f.list.Slice() {
		f.position.Make(m, &next.position)
		nodes += w.count(ply + 1)
	}
	return nodes
}
