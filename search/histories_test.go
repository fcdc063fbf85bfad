package search

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"
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
	scores := scoresOf(tb, t.history)
	for i := range scores {
		scores[i] = int16(rng.IntN(2*maxHistory+1) - maxHistory)
	}
	t.history.emptyRow = moveScores{}
}

// checkUpdate checks what the gravity of one update has to do.
func checkUpdate(t *testing.T, h int16, bonus int) {
	t.Helper()
	after := h
	update(&after, bonus)
	if after > maxHistory || after < -maxHistory {
		t.Fatalf("a score of %d leaves the range with the bonus %d: %d", h, bonus, after)
	}
	if bonus > 0 && after < h || bonus < 0 && after > h || bonus == 0 && after != h {
		t.Fatalf("a score of %d moves the wrong way with the bonus %d: %d", h, bonus, after)
	}
	opposite := -h
	if update(&opposite, -bonus); opposite != -after {
		t.Fatalf("the score %d and the bonus %d give %d, their opposites %d", h, bonus, after, opposite)
	}
}

// FuzzUpdate checks the gravity of single updates.
func FuzzUpdate(f *testing.F) {
	f.Add(int16(0), int16(1))
	f.Add(int16(maxHistory), int16(maxHistory))
	f.Add(int16(-maxHistory), int16(maxHistory))
	f.Add(int16(maxHistory-1), int16(1))
	f.Fuzz(func(t *testing.T, h, bonus int16) {
		limit := func(n int16) int16 { return max(-maxHistory, min(n, maxHistory)) }
		checkUpdate(t, limit(h), int(limit(bonus)))
	})
}

// TestUpdate checks gravity over its whole range, and that repetition leads to the limit, not beyond it.
func TestUpdate(t *testing.T) {
	for h := -maxHistory; h <= maxHistory; h += 61 {
		for bonus := -maxHistory; bonus <= maxHistory; bonus += 67 {
			checkUpdate(t, int16(h), bonus)
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

// TestHistoriesStayInRange checks the histories after real searches, and that the row that stands for no earlier move
// stays empty.
func TestHistoriesStayInRange(t *testing.T) {
	p := newEngine(t, 4, 1)
	for _, fen := range varied {
		search(t, p, game(t, fen), Limits{Nodes: 20_000})
	}
	used := 0
	for _, score := range scoresOf(t, p.threads[0].history) {
		if score > maxHistory || score < -maxHistory {
			t.Fatalf("a history score of %d", score)
		}
		if score != 0 {
			used++
		}
	}
	if used < 1000 {
		t.Errorf("only %d scores have been learned", used)
	}
	if p.threads[0].history.emptyRow != (moveScores{}) {
		t.Error("something was learned about moves that follow no move")
	}
	p.NewGame()
	for _, score := range scoresOf(t, p.threads[0].history) {
		if score != 0 {
			t.Fatal("a new game remembers the old one")
		}
	}
}

// TestCorrectionsStayInRange checks the corrections of the evaluation after real searches.
func TestCorrectionsStayInRange(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 4, 1)
	for _, fen := range append(varied, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "qqqqk3/8/8/8/8/8/8/K7 w - - 0 1") {
		search(t, p, game(t, fen), Limits{Nodes: 20_000})
	}
	for _, corrections := range [][]int16{scoresOf(t, &p.shared.shards[0].correction), scoresOf(t, &p.shared.contCorrection)} {
		for _, score := range corrections {
			if int(max(score, -score)) > corrHistLimit*corrHistUnit {
				t.Fatalf("a correction of %d/%d centipawns", score, corrHistUnit)
			}
		}
	}
}
