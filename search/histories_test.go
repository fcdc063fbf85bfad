package search

import (
	"math/rand/v2"
	"reflect"
	"slices"
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
