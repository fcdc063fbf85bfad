package tt

import (
	"math"
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// randomEntry returns an entry whose fields are all within their ranges.
func randomEntry(r *rand.Rand) Entry {
	return Entry{
		Move:  board.Move(r.Uint32()),
		Score: int(int16(r.Uint32())),
		Eval:  int(int16(r.Uint32())),
		Depth: r.IntN(MaxDepth + 1),
		Bound: Bound(r.IntN(4)),
		PV:    r.IntN(2) == 1,
	}
}

// unpacked returns the entry that a slot's data holds.
func unpacked(data uint64) (e Entry) {
	e.unpack(data)
	return e
}

func TestPackKeepsEveryField(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		e, generation := randomEntry(r), uint64(r.IntN(32))<<generationShift
		data := e.pack(generation)
		if got := unpacked(data); got != e {
			t.Fatalf("unpack(pack(%+v)) = %+v", e, got)
		}
		if data&generationMask != generation {
			t.Fatalf("pack(%+v) has generation %d, want %d", e, data>>generationShift, generation>>generationShift)
		}
		if data == 0 {
			t.Fatalf("pack(%+v) looks like a free slot", e)
		}
	}
}

func TestPackSaturates(t *testing.T) {
	for _, test := range []struct{ in, want Entry }{
		{Entry{}, Entry{}},
		{Entry{Score: 32767, Eval: -32768}, Entry{Score: 32767, Eval: -32768}},
		{Entry{Score: 32768, Eval: -32769}, Entry{Score: 32767, Eval: -32768}},
		{Entry{Score: math.MinInt, Eval: math.MaxInt}, Entry{Score: -32768, Eval: 32767}},
		{Entry{Depth: MaxDepth + 1}, Entry{Depth: MaxDepth}},
		{Entry{Depth: math.MaxInt}, Entry{Depth: MaxDepth}},
		{Entry{Depth: -1}, Entry{}},
		{Entry{Depth: math.MinInt}, Entry{}},
		{Entry{Bound: 7}, Entry{Bound: Exact}},
	} {
		must.Equal(t, unpacked(test.in.pack(0)), test.want, test.in)
	}
}

func TestRenew(t *testing.T) {
	const old, now = 3 << generationShift, 4 << generationShift
	deep := Entry{Move: 100, Score: 50, Eval: 10, Depth: 12, Bound: Lower}
	for _, test := range []struct {
		name       string
		generation uint64 // of the entry in the slot
		stored     Entry
		offered    Entry
		want       Entry
		renewed    bool
	}{
		{"a deeper result replaces", now, deep, Entry{Move: 7, Depth: 13, Bound: Upper}, Entry{Move: 7, Depth: 13, Bound: Upper}, true},
		{"one a little shallower too", now, deep, Entry{Move: 7, Depth: 9, Bound: Upper}, Entry{Move: 7, Depth: 9, Bound: Upper}, true},
		{"one clearly shallower does not", now, deep, Entry{Move: 7, Depth: 8, Bound: Upper}, deep, false},
		{"unless it is exact", now, deep, Entry{Move: 7, Depth: 1, Bound: Exact}, Entry{Move: 7, Depth: 1, Bound: Exact}, true},
		{"or of a newer search", old, deep, Entry{Move: 7, Depth: 1, Bound: Upper}, Entry{Move: 7, Depth: 1, Bound: Upper}, true},
		{"the principal variation has more slack", now, deep, Entry{Move: 7, Depth: 7, Bound: Upper, PV: true}, Entry{Move: 7, Depth: 7, Bound: Upper, PV: true}, true},
		{"but not without end", now, deep, Entry{Move: 7, Depth: 6, Bound: Upper, PV: true}, deep, false},
		{"the old move outlives a result without one", now, deep, Entry{Depth: 20, Bound: Upper}, Entry{Move: 100, Depth: 20, Bound: Upper}, true},
		{"even that of an older search", old, deep, Entry{Depth: 0, Bound: Upper}, Entry{Move: 100, Depth: 0, Bound: Upper}, true},
		{"one without a bound does not", now, Entry{Depth: 2, Bound: Lower}, Entry{Eval: 7}, Entry{Depth: 2, Bound: Lower}, false},
		{"nor to an older search", old, deep, Entry{Move: 7, Depth: 20}, deep, false},
		{"unless the old one has none either", now, Entry{Depth: 2}, Entry{Eval: 7}, Entry{Eval: 7}, true},
		{"a kept result takes a move it lacks", now, Entry{Depth: 12, Bound: Upper}, Entry{Move: 7, Depth: 1, Bound: Lower}, Entry{Move: 7, Depth: 12, Bound: Upper}, false},
	} {
		data := test.offered.renew(test.stored.pack(test.generation), now)
		must.Equal(t, unpacked(data), test.want, test.name)
		generation := test.generation
		if test.renewed {
			generation = now
		}
		must.Equal(t, data&generationMask, generation, test.name, data>>generationShift, generation>>generationShift)
	}
}
