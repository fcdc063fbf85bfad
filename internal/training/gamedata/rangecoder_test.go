package gamedata

import (
	"math/rand/v2"
	"testing"
)

// TestRangeCoder writes sequences of choices of every kind and reads them back, with any bytes behind them.
func TestRangeCoder(t *testing.T) {
	type step struct{ start, size, total uint32 }
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		prefix := []byte("before")
		e := newEncoder(prefix)
		steps := make([]step, rng.IntN(60))
		for i := range steps {
			total := 1 + rng.Uint32N(1<<rng.UintN(24))
			start := rng.Uint32N(total)
			if rng.IntN(3) == 0 {
				start = total - 1 // the end of the range, where the sums carry
			}
			steps[i] = step{start, 1 + rng.Uint32N(total-start), total}
			e.put(steps[i].start, steps[i].size, total)
		}
		data := e.finish()
		if string(data[:len(prefix)]) != string(prefix) {
			t.Fatalf("the bytes before are %q", data[:len(prefix)])
		}
		data = data[len(prefix):]
		size := len(data)
		fill := byte(rng.UintN(3) * 127)
		for range rng.IntN(6) {
			data = append(data, fill)
		}
		d := newDecoder(data)
		for i, s := range steps {
			d.divide(s.total)
			if s.start > 0 && !d.pass(s.start) || d.pass(s.size) {
				t.Fatalf("choice %d of %v is lost", i, steps)
			}
			d.enter(s.size)
		}
		if d.used() != size {
			t.Fatalf("%d bytes are used of %d", d.used(), size)
		}
	}
}

// TestRangeCoderIsTight: what is written takes as many bits as it is improbable, and at most two bytes more.
func TestRangeCoderIsTight(t *testing.T) {
	e := newEncoder(nil)
	for i := range uint32(8000) {
		e.put(i%8, 1, 8)
	}
	if n := len(e.finish()); n > 3002 {
		t.Errorf("8,000 choices among 8 take %d bytes, want 3,000", n)
	}
}
