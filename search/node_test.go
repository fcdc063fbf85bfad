package search

import (
	"cmp"
	"math"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
	"vertigo/tt"
)

// readyThread returns a thread that is about to search the position of fen, in iterations of some depth.
func readyThread(tb testing.TB, fen string) *thread {
	tb.Helper()
	p := newEngine(tb, 1, 1)
	t := p.threads[0]
	p.limits = Limits{}
	p.stop.Store(false)
	t.reset(game(tb, fen))
	t.rootDepth = 8
	return t
}

// nodeOf returns a node of the given kind for the position at ply, as negamax has it before the moves are searched.
func nodeOf(t *thread, ply, depth, alpha, beta int, kind nodeKind) *node {
	n := new(node)
	n.begin(t.frame(ply), ply, depth, alpha, beta, kind)
	t.probe(n)
	t.setEvaluation(n)
	return n
}

// TestRestoreAfterFailHigh checks that a move that failed high stays the best one when the search is stopped in the next window,
// even if its score is below that of another move in the iteration before.
func TestRestoreAfterFailHigh(t *testing.T) {
	th := readyThread(t, board.StartFEN)
	best := th.roots[0].move
	set := func(l *rootLine, score int, bound tt.Bound, depth int) {
		l.score, l.bound, l.depth = score, bound, depth
	}
	set(&th.roots[0].previous, -5, tt.Lower, th.rootDepth)
	set(&th.roots[1].previous, 30, tt.Exact, th.rootDepth-1)
	th.startRoot()
	th.restoreRoots()
	if r := &th.roots[0]; r.move != best || r.score != -5 || r.bound != tt.Lower {
		t.Errorf("%v with the score %d comes first, not %v", r.move, r.score, best)
	}
}

// TestRootOrder checks that the root moves begin in the order of the move picker, and the move of the table before all.
func TestRootOrder(t *testing.T) {
	const fen = "4k3/8/8/3q4/4P3/8/8/4K2R w K - 0 1"
	th := readyThread(t, fen)
	p := &th.frame(0).position
	if got, want := th.roots[0].move, parseMove(t, p, "e4d5"); got != want || th.rootCount != len(movegen.LegalMoves(p)) {
		t.Errorf("the first of %d root moves is %v, want %v", th.rootCount, got, want)
	}
	rook := parseMove(t, p, "h1h8")
	th.engine.table.Store(p.Key(), tt.Entry{Move: rook, Depth: 1, Bound: tt.Exact})
	th.reset(game(t, fen))
	must.Equal(t, th.roots[0].move, rook, "the first root move")
}

// TestVerificationSearchesMoves checks that a null move is confirmed by moves: neither by what the table says of the
// position nor by an evaluation far above beta.
func TestVerificationSearchesMoves(t *testing.T) {
	if !selective {
		t.Skip("the textbook build prunes nothing")
	}
	th := readyThread(t, "4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1")
	th.makeMove(th.frame(0), parseMove(t, &th.frame(0).position, "h1h2"))
	p := &th.frame(1).position
	const beta = 3000 // No move reaches it.
	th.engine.table.Store(p.Key(), tt.Entry{Score: beta + 100, Eval: 0, Depth: 40, Bound: tt.Lower})
	n := nodeOf(th, 1, nmpVerifyDepth, beta-1, beta, cutNode)
	if n.ttEntry.Depth != 40 {
		t.Fatalf("the table has %+v", n.ttEntry)
	}
	n.frame.eval.refined = beta + 2000
	if th.verifyNull(n, 5) {
		t.Error("a null move that no move confirms")
	}
	if th.nmpMinPly != 0 || n.depth != nmpVerifyDepth || n.best != -scores.Infinity {
		t.Errorf("the verification has changed the node: %+v", n)
	}
	if n.beta = -3000; !th.verifyNull(n, 5) { // Every move reaches it.
		t.Error("a null move that any move confirms does not count")
	}
}

// TestLimitScore checks what the tablebases' limits make of a node's score: a bound in the table, whatever the window was,
// unless a move has scored between them.
func TestLimitScore(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit tt.Bound
		score int
		found int // the score of the best move
		want  int
		bound tt.Bound
	}{
		{"no move wins faster", tt.Lower, scores.TablebaseWin - 4, 300, scores.TablebaseWin - 4, tt.Lower},
		{"a mate", tt.Lower, scores.TablebaseWin - 4, scores.Mate - 9, scores.Mate - 9, tt.Exact},
		{"no move is mated", tt.Upper, -scores.TablebaseWin + 4, -300, -scores.TablebaseWin + 4, tt.Upper},
		{"mated", tt.Upper, -scores.TablebaseWin + 4, -scores.Mate + 8, -scores.Mate + 8, tt.Exact},
	} {
		th := readyThread(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
		alpha, beta := -scores.Infinity, scores.Infinity
		n := node{
			frame: th.frame(0), alpha: alpha, alphaOrig: alpha, beta: beta, depth: 4, kind: pvNode,
			best: -scores.Infinity, minScore: -scores.Infinity, maxScore: scores.Infinity,
		}
		n.limitScore(test.score, test.limit)
		th.updateBest(&n, th.roots[0].move, test.found)
		n.best = min(n.best, n.maxScore)
		if n.best != test.want || n.bound() != test.bound {
			t.Errorf("%s: score %d, bound %d, want %d, %d", test.name, n.best, n.bound(), test.want, test.bound)
		}
	}
}

// noLimit lets quiescence take any number of nodes.
const noLimit = math.MaxUint64

// TestQuiescenceSparesDeepEntries checks that a leaf does not replace what a deep search knows of its position.
func TestQuiescenceSparesDeepEntries(t *testing.T) {
	th := readyThread(t, board.StartFEN)
	th.makeMove(th.frame(0), parseMove(t, &th.frame(0).position, "e2e4"))
	key := th.ttKey(th.frame(1))
	deep := tt.Entry{Score: -20, Eval: -25, Depth: 15, Bound: tt.Lower}
	th.engine.table.Store(key, deep)
	if score := th.quiescence(1, -2000, 2000, pvNode, withChecks, noLimit); score <= -2000 || score >= 2000 {
		t.Fatalf("score %d", score)
	}
	if e, ok := th.engine.table.Probe(key); !ok || e != deep {
		t.Errorf("the table has %+v, want %+v", e, deep)
	}
}

// TestQuiescenceChecks checks that the first ply of the quiescence search sees a mate by a quiet check, and further plies do not.
func TestQuiescenceChecks(t *testing.T) {
	if !selective {
		t.Skip("nothing is searched beyond the horizon")
	}
	for _, checks := range []bool{true, false} {
		th := readyThread(t, "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1")
		score := th.quiescence(0, -scores.Infinity, scores.Infinity, pvNode, checks, noLimit)
		must.Equal(t, score == scores.Mate-1, checks, score)
	}
	th := readyThread(t, "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1")
	const beta = 5000
	if score := th.quiescence(0, beta-1, beta, cutNode, withoutChecks, noLimit); score != th.quiescence(0, beta-1, beta, cutNode, withChecks, noLimit) {
		t.Errorf("the entry without checks, of score %d, does not answer for the search with checks", score)
	}
}

// TestFutileCapture checks which captures are left out far below alpha: not the first move, no promotion, no check, and none
// that wins enough.
func TestFutileCapture(t *testing.T) {
	const fen = "3r3k/4P3/8/1p6/2B5/8/8/3Q1K2 w - - 0 1"
	for _, test := range []struct {
		name, move string
		alpha      int // above the evaluation
		number     int
		want       bool
	}{
		{"a pawn is too little", "c4b5", 2000, 2, true},
		{"a pawn is enough", "c4b5", 50, 2, false},
		{"the first move", "c4b5", 2000, 1, false},
		{"a check", "d1d8", 2000, 2, false},
		{"a promotion", "e7d8q", 2000, 2, false},
	} {
		th := readyThread(t, fen)
		f := th.frame(0)
		n := nodeOf(th, 0, 2, 0, 1, allNode)
		th.startMoves(n)
		f.eval.raw, f.eval.static = 0, 0
		n.alpha = test.alpha
		c := candidate{move: parseMove(t, &f.position, test.move), number: test.number}
		must.Equal(t, th.isFutileCapture(n, &c), test.want, test.name)
	}
}

// TestLateCapture checks which captures are tried after the best ones: recaptures, of which there are none after a null move, and
// promotions.
func TestLateCapture(t *testing.T) {
	th := readyThread(t, "4k3/1P6/8/8/8/8/1b6/R3K3 b - - 0 1")
	n := nodeOf(th, 0, 0, 0, 1, allNode)
	n.best = 0
	capture := parseMove(t, &n.frame.position, "b2a1")
	for _, test := range []struct {
		move, last board.Move
		late       bool
	}{
		{capture, board.NewMove(board.NewSquare(3, 0), board.NewSquare(0, 0), board.Normal), false},
		{capture, board.NewMove(board.NewSquare(3, 0), board.NewSquare(4, 0), board.Normal), true},
		{capture, board.NoMove, true},
		{board.NewMove(board.NewSquare(1, 6), board.NewSquare(1, 7), board.PromoteQueen), board.NoMove, false},
	} {
		must.Equal(t, n.isLateCapture(test.move, test.last), test.late, test.move, test.last)
	}
}

// TestWithoutMoves checks that a player who overlooks all moves of a position takes it neither for mate nor for stalemate.
func TestWithoutMoves(t *testing.T) {
	thread := newEngine(t, 1, 1).threads[0]
	thread.engine.limits.Weakness = &Weakness{IsBlindTo: func(*board.Position, board.Move, board.Move) bool { return true }}
	for _, test := range []struct {
		name, fen string
		want      int
	}{
		{"moves", board.StartFEN, 77},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", scores.Draw},
		{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -scores.Mate + 3},
	} {
		g := game(t, test.fen)
		n := node{frame: thread.frame(3), ply: 3}
		n.frame.position, n.frame.eval.static = g.Position, 77
		must.Equal(t, thread.noMovesScore(&n), test.want, test.name)
	}
}

// TestRepetitionInHand checks that a side that can repeat is worth at least the draw, in quiescence and where the move that
// repeats is pruned.
func TestRepetitionInHand(t *testing.T) {
	requireSelective(t)
	th := readyThread(t, board.StartFEN)
	for ply, m := range []string{"e2e4", "e7e5", "g1f3", "g8f6", "f3g1"} {
		f := th.frame(ply)
		th.linkHistories(f)
		th.makeMove(f, parseMove(t, &f.position, m))
	}
	blackLoses := &Weakness{Misjudge: func(p *board.Position, _ int) int {
		if p.Turn() == board.Black {
			return -300
		}
		return 300
	}}
	th.engine.limits.Weakness = blackLoses
	must.Equal(t, th.quiescence(5, -2000, 2000, pvNode, withChecks, noLimit), scores.Draw, "quiescence")
	blackLoses.IsBlindTo = func(p *board.Position, m, _ board.Move) bool { return m.To() == board.NewSquare(6, 7) } // the repetition
	must.Equal(t, th.negamax(5, 2, -2000, 2000, pvNode), scores.Draw, "the main search")
}

// TestReduction checks what makes the search reduce a move more, and what less.
func TestReduction(t *testing.T) {
	usual := func() (*thread, *node, *candidate) {
		th, _ := afterMoves(t, "r3k2r/8/8/3p4/4P3/2N5/8/R3K2R w - - 0 1", "e1f1", "e8e7")
		n := nodeOf(th, 2, 8, 0, 1, allNode)
		n.frame.eval.raw, n.improving = n.frame.eval.static, true
		th.startMoves(n)
		n.frame.next.cutoffs = 0
		return th, n, &candidate{move: parseMove(t, &n.frame.position, "a1b1"), quiet: true, number: 8}
	}
	th, n, c := usual()
	base := th.lmr(n, c)
	for _, test := range []struct {
		name   string
		change func(*node, *candidate)
		want   int
	}{
		{"a later move", func(_ *node, c *candidate) { c.number = 16 }, 1},
		{"a deeper search", func(n *node, _ *candidate) { n.depth = 12 }, 1},
		{"a good history", func(_ *node, c *candidate) { c.history = 4000 }, -1},
		{"a bad history", func(_ *node, c *candidate) { c.history = -4000 }, 1},
		{"not improving", func(n *node, _ *candidate) { n.improving = false }, 1},
		{"a cut node", func(n *node, _ *candidate) { n.kind = cutNode }, 1},
		{"the principal variation", func(n *node, _ *candidate) { n.kind = pvNode }, -1},
		{"a node that was on it", func(n *node, _ *candidate) { n.frame.ttPV = true }, -1},
		{"a capture as TT move", func(n *node, _ *candidate) { n.ttCapture = true }, 1},
		{"many fail highs", func(n *node, _ *candidate) { n.frame.next.cutoffs = 9 }, 1},
		{"an evaluation that errs", func(n *node, _ *candidate) { n.frame.eval.raw -= 50 }, -1},
		{"an evaluation that errs the other way", func(n *node, _ *candidate) { n.frame.eval.raw += 50 }, -1},
	} {
		th, n, c := usual()
		test.change(n, c)
		if got := th.lmr(n, c); cmp.Compare(got, base) != test.want {
			t.Errorf("%s: %d, usually %d", test.name, got, base)
		}
	}
	c.quiet = false
	good := th.lmr(n, c)
	c.history = 3000
	better := th.lmr(n, c)
	if c.history = -3000; better >= good || th.lmr(n, c) <= good {
		t.Errorf("a capture with a good history %d, with none %d, with a bad one %d", better, good, th.lmr(n, c))
	}
}

// TestImproving checks with which of its earlier evaluations the side to move compares the present one, and what depends on it.
func TestImproving(t *testing.T) {
	const none = scores.None
	for _, test := range []struct {
		two, four, now int // evaluations two and four plies ago and today
		want           bool
	}{
		{10, 90, 20, true}, {30, 10, 20, false}, {20, 10, 20, false}, {none, 10, 20, true}, {none, 30, 20, false}, {none, none, -200, true},
	} {
		th, f := afterMoves(t, board.StartFEN, "g1f3", "g8f6", "f3g1", "f6g8")
		n := nodeOf(th, 4, 4, 0, 1, cutNode)
		f.prior.prior.eval.static, f.prior.prior.prior.prior.eval.static, f.eval.static = test.two, test.four, test.now
		must.Equal(t, n.frame.isImproving(), test.want, test)
	}
	th, _ := afterMoves(t, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1")
	if n := nodeOf(th, 0, 4, 0, 1, cutNode); n.improving {
		t.Error("in check, there is nothing to improve")
	}
	n := node{frame: th.frame(0), depth: 6}
	n.frame.eval.refined = rfpMargin*5 + rfpMarginSquare*25 + 1
	if _, cut := n.reverseFutility(); cut {
		t.Error("reverse futility: an evaluation that does not improve is enough")
	}
	few := n.lmpLimit()
	n.improving = true
	if _, cut := n.reverseFutility(); !cut || n.lmpLimit() <= few {
		t.Errorf("where it improves: reverse futility %v, %d moves instead of %d", cut, n.lmpLimit(), few)
	}
}

// TestNullMove checks where a null move is tried, and that a mate after it, which the opponent need not allow, proves no more than
// beta.
func TestNullMove(t *testing.T) {
	requireSelective(t)
	const beta = 50
	for _, test := range []struct {
		name   string
		change func(*thread, *node)
		want   bool
	}{
		{"a mate", func(*thread, *node) {}, true},
		{"too shallow", func(_ *thread, n *node) { n.depth = nmpDepth - 1 }, false},
		{"a low evaluation", func(_ *thread, n *node) { n.frame.eval.static = beta - 1 }, false},
		{"a low score in the table", func(_ *thread, n *node) { n.frame.eval.refined = beta - 1 }, false},
		{"after a null move", func(_ *thread, n *node) { n.frame.prior.move = board.NoMove }, false},
		{"verifying another", func(th *thread, n *node) { th.nmpMinPly = n.ply + 1 }, false},
		{"being mated", func(_ *thread, n *node) { n.beta = -scores.MateBound }, false},
	} {
		th, f := afterMoves(t, "4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1", "h1h2", "e8d8")
		n := nodeOf(th, 2, 6, beta-1, beta, cutNode)
		n.frame.eval.refined, f.eval.static = 300, 300
		th.makeNull(f)
		th.engine.table.Store(th.ttKey(f.next), tt.Entry{Score: -scores.Mate + 7, Depth: 40, Bound: tt.Upper})
		f.move = board.NoMove
		test.change(th, n)
		if score, ok := th.nullMove(n); ok != test.want || ok && score != beta {
			t.Errorf("%s: %d, %v", test.name, score, ok)
		}
	}
	th, _ := afterMoves(t, "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "e1f1", "e8d8")
	n := nodeOf(th, 2, 6, -901, -900, cutNode)
	if _, ok := th.nullMove(n); ok {
		t.Error("a null move with pawns alone")
	}
}
