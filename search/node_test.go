package search

import (
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
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
	t.setStaticEval(n)
	return n
}

// TestRootOrder checks that the root moves begin in the order of the move picker, and the move of the table before all.
func TestRootOrder(t *testing.T) {
	const fen = "4k3/8/8/3q4/4P3/8/8/4K2R w K - 0 1"
	th := readyThread(t, fen)
	p := &th.frame(0).position
	if got, want := th.roots[0].move, parseMove(t, p, "e4d5"); got != want || th.rootCount != len(legalMoves(p)) {
		t.Errorf("the first of %d root moves is %v, want %v", th.rootCount, got, want)
	}
	rook := parseMove(t, p, "h1h8")
	th.engine.table.Store(p.Key(), tt.Entry{Move: rook, Depth: 1, Bound: tt.Exact})
	th.reset(game(t, fen))
	if got := th.roots[0].move; got != rook {
		t.Errorf("the first root move is %v, want %v, which the table has", got, rook)
	}
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
	const beta = 3000 // which no move reaches
	th.engine.table.Store(p.Key(), tt.Entry{Score: beta + 100, Eval: 0, Depth: 40, Bound: tt.Lower})
	n := nodeOf(th, 1, nmpVerifyDepth, beta-1, beta, cutNode)
	if n.ttEntry.Depth != 40 {
		t.Fatalf("the table has %+v", n.ttEntry)
	}
	n.eval = beta + 2000
	if th.verifyNull(n, 5) {
		t.Error("a null move that no move confirms")
	}
	if th.nmpMinPly != 0 || n.depth != nmpVerifyDepth || n.best != -scores.Infinity {
		t.Errorf("the verification has changed the node: %+v", n)
	}
	if n.beta = -3000; !th.verifyNull(n, 5) { // which every move reaches
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

// TestQuiescenceSparesDeepEntries checks that a leaf does not replace what a deep search knows of its position.
func TestQuiescenceSparesDeepEntries(t *testing.T) {
	th := readyThread(t, board.StartFEN)
	th.makeMove(th.frame(0), parseMove(t, &th.frame(0).position, "e2e4"))
	key := th.ttKey(th.frame(1))
	deep := tt.Entry{Score: -20, Eval: -25, Depth: 15, Bound: tt.Lower}
	th.engine.table.Store(key, deep)
	if score := th.quiescence(1, -2000, 2000, pvNode, withChecks); score <= -2000 || score >= 2000 {
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
		score := th.quiescence(0, -scores.Infinity, scores.Infinity, pvNode, checks)
		if mate := score == scores.Mate-1; mate != checks {
			t.Errorf("checks %v: score %d", checks, score)
		}
	}
	th := readyThread(t, "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1")
	const beta = 5000
	if score := th.quiescence(0, beta-1, beta, cutNode, withoutChecks); score != th.quiescence(0, beta-1, beta, cutNode, withChecks) {
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
		f.rawEval, f.staticEval = 0, 0
		n.alpha = test.alpha
		if got := th.isFutileCapture(n, &candidate{move: parseMove(t, &f.position, test.move), number: test.number}); got != test.want {
			t.Errorf("%s: futile %v, want %v", test.name, got, test.want)
		}
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
		if got := n.isLateCapture(test.move, test.last); got != test.late {
			t.Errorf("%v after %v: late %v, want %v", test.move, test.last, got, test.late)
		}
	}
}

// TestWithoutMoves checks that a player who overlooks all moves of a position takes it neither for mate nor for stalemate.
func TestWithoutMoves(t *testing.T) {
	thread := newEngine(t, 1, 1).threads[0]
	thread.engine.limits.Weakness = &Weakness{Overlooks: func(*board.Position, board.Move, board.Move) bool { return true }}
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
		n.frame.position, n.frame.staticEval = g.Position, 77
		if got := thread.noMovesScore(&n); got != test.want {
			t.Errorf("%s: %d instead of %d", test.name, got, test.want)
		}
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
	if score := th.quiescence(5, -2000, 2000, pvNode, withChecks); score != scores.Draw {
		t.Errorf("quiescence: %d", score)
	}
	blackLoses.Overlooks = func(p *board.Position, m, _ board.Move) bool { return m.To() == board.NewSquare(6, 7) } // the repetition
	if score := th.negamax(5, 2, -2000, 2000, pvNode); score != scores.Draw {
		t.Errorf("the main search: %d", score)
	}
}
