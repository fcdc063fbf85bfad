package search

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
)

// scoresOf returns all scores in a structure that consists of int16 alone, as one slice that shares its memory.
func scoresOf[T any](tb testing.TB, tables *T) []int16 {
	tb.Helper()
	var check func(kind reflect.Type)
	check = func(kind reflect.Type) {
		switch kind.Kind() {
		case reflect.Struct:
			for i := range kind.NumField() {
				check(kind.Field(i).Type)
			}
		case reflect.Array:
			check(kind.Elem())
		case reflect.Int16:
		default:
			tb.Fatalf("%v holds a %v, which this test cannot fill", reflect.TypeFor[T](), kind)
		}
	}
	check(reflect.TypeFor[T]())
	return unsafe.Slice((*int16)(unsafe.Pointer(tables)), unsafe.Sizeof(*tables)/2)
}

// randomise fills the histories of t with random scores from their whole range.
func (t *thread) randomise(tb testing.TB, rng *rand.Rand) {
	all := scoresOf(tb, t.history)
	for i := range all {
		all[i] = int16(rng.IntN(2*maxHistory+1) - maxHistory)
	}
	t.history.emptyRow = moveScores{}
}

// TestUpdate checks gravity over its whole range: a score stays in the range, moves the way of the bonus and as far as its
// opposite does, and repetition leads to the limit.
func TestUpdate(t *testing.T) {
	for h := -maxHistory; h <= maxHistory; h += 61 {
		for bonus := -maxHistory; bonus <= maxHistory; bonus += 67 {
			after, opposite := int16(h), int16(-h)
			update(&after, bonus)
			update(&opposite, -bonus)
			if after > maxHistory || after < -maxHistory || (int(after)-h)*bonus < 0 || opposite != -after {
				t.Fatalf("the score %d and the bonus %d give %d, their opposites %d", h, bonus, after, opposite)
			}
		}
	}
	h := int16(0)
	for range 1000 {
		update(&h, 1000)
	}
	if h < maxHistory*9/10 {
		t.Errorf("a move that is always good has the score %d", h)
	}
}

// TestBonuses checks that whatever the depth, a refutation is rewarded and its rivals are punished, within the range
// that update allows.
func TestBonuses(t *testing.T) {
	for depth := 1; depth <= 2*MaxPly; depth++ {
		for name, bonus := range map[string]int{"bonus": historyBonus(depth), "malus": historyMalus(depth)} {
			if bonus <= 0 || bonus > maxHistory {
				t.Errorf("depth %d: a %s of %d", depth, name, bonus)
			}
		}
	}
}

// TestHistoriesStayInRange checks the histories and the corrections of the evaluation after real searches, that the row that
// stands for no earlier move stays empty, and that a new game forgets all.
func TestHistoriesStayInRange(t *testing.T) {
	p := newEngine(t, 4, 1)
	for _, fen := range append(varied, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "qqqqk3/8/8/8/8/8/8/K7 w - - 0 1") {
		search(t, p, game(t, fen), Limits{Nodes: 20_000})
	}
	tables := []struct {
		name   string
		scores []int16
		limit  int16
	}{
		{"history", scoresOf(t, p.threads[0].history), maxHistory},
		{"correction", scoresOf(t, &p.shared.shards[0].correction), int16(corrHistLimit * corrHistUnit)},
		{"correction by the last moves", scoresOf(t, &p.shared.contCorrection), int16(corrHistLimit * corrHistUnit)},
	}
	for _, table := range tables {
		used := 0
		for _, score := range table.scores {
			if score > table.limit || score < -table.limit {
				t.Fatalf("%s: a score of %d", table.name, score)
			}
			if score != 0 {
				used++
			}
		}
		if used < 1000 && selective {
			t.Errorf("%s: only %d scores have been learned", table.name, used)
		}
	}
	if p.threads[0].history.emptyRow != (moveScores{}) {
		t.Error("something was learned about moves that follow no move")
	}
	p.NewGame()
	for _, table := range tables {
		if slices.ContainsFunc(table.scores, func(score int16) bool { return score != 0 }) {
			t.Errorf("%s: a new game remembers the old one", table.name)
		}
	}
}

// afterMoves returns a thread and its frame after moves from the position of fen, with the histories of all frames linked.
func afterMoves(tb testing.TB, fen string, moves ...string) (*thread, *frame) {
	tb.Helper()
	t := readyThread(tb, fen)
	f := t.frame(0)
	for _, m := range moves {
		t.linkHistories(f)
		f.eval.static = 0
		t.makeMove(f, parseMove(tb, &f.position, m))
		f = f.next
	}
	t.linkHistories(f)
	return t, f
}

// TestUpdateHistories checks which moves a node rewards, and which it marks down.
func TestUpdateHistories(t *testing.T) {
	for _, test := range []struct {
		best   string
		quiets int // the sign of the histories of quiet moves that were searched in vain
	}{{"f1g1", -1}, {"e4d5", 0}} { // quiet moves are no worse for a capture
		th, f := afterMoves(t, "r3k2r/8/8/3p4/4P3/2N5/8/R3K2R w - - 0 1", "e1f1", "e8e7")
		p := &f.position
		best := parseMove(t, p, test.best)
		quiets := []board.Move{parseMove(t, p, "a1b1"), parseMove(t, p, "h1h5")}
		capture := parseMove(t, p, "c3d5")
		f.quietsCount, f.capturesCount, f.killer = 0, 0, board.NoMove
		for _, m := range quiets {
			f.addSearched(m, true)
		}
		f.addSearched(capture, false)
		th.updateHistories(f, best, 5)
		if isQuiet := p.IsQuiet(best); (f.killer == best) != isQuiet || th.history.score(f, best, isQuiet) <= 0 {
			t.Errorf("%v: killer %v, score %d", best, f.killer, th.history.score(f, best, isQuiet))
		}
		for _, m := range quiets {
			for name, got := range map[string]int{
				"quiet": int(*f.quietHistory(m)), "pawn": int(f.pawnHist[pieceTo(p.At(m.From()), m.To())]),
				"reply": int(f.contHist[0][pieceTo(p.At(m.From()), m.To())]), "own": int(f.contHist[1][pieceTo(p.At(m.From()), m.To())]),
			} {
				must.Equal(t, cmp.Compare(got, 0), test.quiets, best, name, m, got)
			}
		}
		if got := th.history.score(f, capture, false); got >= 0 {
			t.Errorf("%v: history of the capture %v: %d", best, capture, got)
		}
	}
}

// TestEvalDifference checks that a quiet move is rewarded if it improved the evaluation for its side, and marked down if it made
// it worse.
func TestEvalDifference(t *testing.T) {
	for _, test := range []struct{ before, after, sign int }{{0, -60, 1}, {0, 60, -1}, {-100, 20, 1}, {100, 20, -1}} {
		th, f := afterMoves(t, board.StartFEN, "g1f3")
		n := nodeOf(th, 1, 3, 0, 1, cutNode)
		f.prior.eval.static, f.eval.static = test.before, test.after
		th.updateEvalDifference(n)
		if got := int(*f.prior.quietHistory(f.prior.move)); cmp.Compare(got, 0) != test.sign {
			t.Errorf("from %d to %d for the other side: %d", test.before, test.after, got)
		}
	}
}

// TestPriorMove checks that the quiet move to which no answer was good enough is rewarded, and no other.
func TestPriorMove(t *testing.T) {
	for best, sign := range map[int]int{-50: 1, 50: 0} {
		th, f := afterMoves(t, board.StartFEN, "g1f3")
		n := nodeOf(th, 1, 3, 0, 1, allNode)
		n.best = best
		th.updatePriorMove(n)
		if got := int(*f.prior.quietHistory(f.prior.move)); cmp.Compare(got, 0) != sign {
			t.Errorf("after a node of score %d: %d", best, got)
		}
	}
}

// TestCorrections checks which results of a search change the evaluation of later positions, in which direction, and that deep
// ones count for more.
func TestCorrections(t *testing.T) {
	correction := func(score, depth int, bestMove string, alpha, beta int) int {
		th, f := afterMoves(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", "e8e7")
		n := nodeOf(th, 2, depth, alpha, beta, pvNode)
		f.eval.static = 0
		if n.best = score; bestMove != "" {
			n.bestMove = parseMove(t, &f.position, bestMove)
		}
		th.updateCorrHist(n)
		return th.correction(f)
	}
	for _, test := range []struct {
		name        string
		score       int
		bestMove    string
		alpha, beta int
		want        int
	}{
		{"better", 60, "e2e3", -200, 200, 1},
		{"worse", -60, "e2e3", -200, 200, -1},
		{"by a capture", 60, "e4d5", -200, 200, 0},
		{"a mate", scores.Mate - 5, "e2e3", -200, scores.Infinity, 0},
		{"at least better", 60, "e2e3", -200, 50, 1},
		{"at least worse", -60, "e2e3", -200, -100, 0},
		{"at most worse", -60, "", -50, 200, -1},
		{"at most better", 60, "", 100, 200, 0},
	} {
		if got := correction(test.score, 8, test.bestMove, test.alpha, test.beta); cmp.Compare(got, 0) != test.want {
			t.Errorf("%s: %d", test.name, got)
		}
	}
	if shallow, deep := correction(60, 3, "e2e3", -200, 200), correction(60, 9, "e2e3", -200, 200); deep <= shallow {
		t.Errorf("corrected by %d after a deep search, %d after a shallow one", deep, shallow)
	}
}
