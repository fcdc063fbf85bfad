package search

import (
	"cmp"
	"fmt"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/tt"
)

// TestIsUsable checks by definition when a stored score answers a search: when every true score that the bound allows
// lies on the same side of the window as the stored one or, inside, is that very score.
func TestIsUsable(t *testing.T) {
	const least, most = -6, 6
	for _, bound := range []tt.Bound{tt.BoundNone, tt.Upper, tt.Lower, tt.Exact} {
		for score := least + 1; score < most; score++ {
			for alpha := least; alpha < most; alpha++ {
				for beta := alpha + 1; beta <= most; beta++ {
					want := bound != tt.BoundNone
					for truth := least; truth <= most; truth++ {
						possible := (bound&tt.Lower == 0 || truth >= score) && (bound&tt.Upper == 0 || truth <= score)
						agrees := score >= beta && truth >= score || score <= alpha && truth <= score || truth == score
						want = want && (agrees || !possible)
					}
					if got := isUsable(bound, score, alpha, beta); got != want {
						t.Fatalf("bound %d, score %d, window %d..%d: %v", bound, score, alpha, beta, got)
					}
				}
			}
		}
	}
}

// TestBeyondRule50 checks which mates and wins the fifty-move rule leaves in doubt.
func TestBeyondRule50(t *testing.T) {
	for _, test := range []struct {
		score, rule50 int
		want          bool
	}{
		{scores.Mate - 3, 97, false}, {scores.Mate - 3, 98, true}, {scores.Mate - 100, 0, false}, {scores.Mate - 101, 0, true},
		{-scores.Mate + 4, 96, false}, {-scores.Mate + 4, 97, true},
		{scores.TablebaseWin, 100, false}, {scores.TablebaseWin - 20, 80, false}, {scores.TablebaseWin - 20, 81, true},
		{-scores.TablebaseWin + 20, 80, false}, {-scores.TablebaseWin + 20, 81, true},
		{scores.TablebaseBound - 1, 99, false}, {0, 99, false}, {-scores.TablebaseBound + 1, 99, false},
	} {
		must.Equal(t, beyondRule50(test.score, test.rule50), test.want, test.score, test.rule50)
	}
}

// TestMateBeyondFiftyMoves checks that a mate which the table has is not believed where the fifty-move rule ends the game
// before it.
func TestMateBeyondFiftyMoves(t *testing.T) {
	if !selective {
		t.Skip("the textbook build takes no score of another depth from the table")
	}
	for _, test := range []struct {
		fen  string
		want bool
	}{
		{"8/5k2/3K4/8/8/8/8/R7 w - - 60 61", true},
		{"8/5k2/3K4/8/8/8/8/R7 w - - 80 81", false},
	} {
		th := readyThread(t, test.fen)
		th.makeMove(th.frame(0), parseMove(t, &th.frame(0).position, "a1a2"))
		th.engine.table.Store(th.ttKey(th.frame(1)), tt.Entry{Score: -scores.Mate + 30, Depth: 40, Bound: tt.Upper})
		if score := th.negamax(1, 3, 0, 1, allNode); scores.IsMate(score) != test.want {
			t.Errorf("%s: score %d", test.fen, score)
		}
	}
}

// TestLikelyTTKeyAfter checks that what is prefetched for a move is what the search after it looks up.
func TestLikelyTTKeyAfter(t *testing.T) {
	th := readyThread(t, board.StartFEN)
	for _, th.mateSearch = range []bool{false, true} {
		for _, rule50 := range []int{0, rule50First - 2, rule50First - 1, 86, 99} {
			th.reset(game(t, fmt.Sprintf("4k3/8/8/3q4/4P3/8/8/4K1R1 w - - %d 60", rule50)))
			for _, move := range []string{"e1e2", "e4e5", "e4d5", "g1g8"} {
				m := parseMove(t, &th.frame(0).position, move)
				likely := th.likelyTTKeyAfter(th.frame(0), m)
				if th.makeMove(th.frame(0), m); likely != th.ttKey(th.frame(1)) {
					t.Errorf("mate search %v, count %d: the bucket of another position is prefetched for %s", th.mateSearch, rule50, move)
				}
			}
		}
	}
}

// TestKeyCollision checks that the move of an entry which is illegal, as it comes from another position with the same key, is
// neither searched nor, after a cutoff, a fault, and that the rest of the entry is forgotten with it.
func TestKeyCollision(t *testing.T) {
	const score = 777
	for text, collision := range map[string]bool{"d7d6": false, "e2e4": true, "e2e3": true} { // to a piece, and to an empty square
		th := readyThread(t, board.StartFEN)
		m := parseMove(t, &th.frame(0).position, "e2e4")
		th.linkHistories(th.frame(0))
		th.makeMove(th.frame(0), m)
		f := th.frame(1)
		from, _ := board.ParseSquare(text[:2])
		to, _ := board.ParseSquare(text[2:])
		m = board.NewMove(from, to, board.Normal)
		th.engine.table.Store(th.ttKey(f), tt.Entry{Move: m, Score: score, Depth: 3, Bound: tt.Exact, PV: true})
		n := nodeOf(th, 1, 4, 0, 1, cutNode)
		if n.dropCollision(); n.ttHit == collision || (n.ttEntry.Move == board.NoMove) != collision {
			t.Errorf("%s: %+v", text, n.ttEntry)
		}
		for _, kind := range []nodeKind{cutNode, pvNode} {
			if got := th.negamax(1, 3, 0, 1, kind); kind == cutNode && got != score {
				t.Errorf("%s: score %d", text, got)
			}
		}
	}
}

// TestTableKeepsTheNetworksEvaluation checks that the evaluation of a position that comes from the table is scaled by the
// fifty-move count of today, not by that of the day when it was stored.
func TestTableKeepsTheNetworksEvaluation(t *testing.T) {
	const early, late = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 40", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 12 40" // with the same key
	fresh := readyThread(t, late)
	want := nodeOf(fresh, 0, 1, -100, 100, pvNode).frame.eval.raw
	th := readyThread(t, early)
	n := nodeOf(th, 0, 1, -100, 100, pvNode)
	before := n.frame.eval.raw
	th.store(n, board.NoMove, 0, 0, tt.BoundNone, false)
	th.reset(game(t, late))
	n = nodeOf(th, 0, 1, -100, 100, pvNode)
	if got := n.frame.eval.raw; n.ttHit != selective || got != want || before == want {
		t.Errorf("hit %v, evaluation %d, fresh %d, with the count 0 %d", n.ttHit, got, want, before)
	}
}

// TestTTCutoff checks which entries answer for a node.
func TestTTCutoff(t *testing.T) {
	requireSelective(t)
	for _, test := range []struct {
		name  string
		kind  nodeKind
		entry tt.Entry
		want  bool
	}{
		{"a lower bound above beta", cutNode, tt.Entry{Score: 60, Depth: 5, Bound: tt.Lower}, true},
		{"a deeper one", cutNode, tt.Entry{Score: 60, Depth: 6, Bound: tt.Lower}, true},
		{"a shallower one", cutNode, tt.Entry{Score: 60, Depth: 4, Bound: tt.Lower}, false},
		{"on the principal variation", pvNode, tt.Entry{Score: 60, Depth: 5, Bound: tt.Exact}, false},
		{"an upper bound above beta", cutNode, tt.Entry{Score: 60, Depth: 5, Bound: tt.Upper}, false},
		{"an upper bound below alpha", allNode, tt.Entry{Score: 40, Depth: 5, Bound: tt.Upper}, true},
		{"a lower bound below alpha", allNode, tt.Entry{Score: 40, Depth: 5, Bound: tt.Lower}, false},
		{"no bound", allNode, tt.Entry{Score: 40, Depth: 5}, false},
	} {
		n := node{kind: test.kind, depth: 5, alpha: 49, beta: 50, ttHit: true, ttEntry: test.entry}
		if score, ok := n.ttCutoff(); ok != test.want || ok && score != test.entry.Score {
			t.Errorf("%s: %d, %v", test.name, score, ok)
		}
		if n.ttHit = false; test.want {
			if _, ok := n.ttCutoff(); ok {
				t.Errorf("%s: without an entry", test.name)
			}
		}
	}
}

// TestStoreAndProbe checks that a node finds what another one at a different ply has stored, and that mates count from the node.
func TestStoreAndProbe(t *testing.T) {
	for _, score := range []int{75, scores.Mate - 20, -scores.Mate + 20, scores.TablebaseWin - 20} {
		th, _ := afterMoves(t, board.StartFEN, "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8")
		early, late := nodeOf(th, 4, 5, 0, 1, allNode), nodeOf(th, 8, 5, 0, 1, allNode)
		early.frame.eval.network = 33
		m := parseMove(t, &early.frame.position, "e2e4")
		th.store(early, m, score, 7, tt.Lower, true)
		late.frame.position = early.frame.position // of the same fifty-move count
		th.probe(late)
		want := tt.Entry{Move: m, Score: score, Eval: 33, Depth: 7, Bound: tt.Lower, PV: true}
		if scores.IsDecisive(score) {
			want.Score -= 4 * cmp.Compare(score, 0)
		}
		if !late.ttHit || late.ttEntry != want || !late.frame.ttPV {
			t.Errorf("%+v, want %+v", late.ttEntry, want)
		}
	}
}
