package train

import (
	"math/bits"
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/testing/playout"
)

// TestSampleFeatures checks that a sample has the features that the position has from both perspectives, and tells its
// score and result from the side to move's point of view.
func TestSampleFeatures(t *testing.T) {
	tables := newFeatureTables()
	n := 0
	for p := range playout.Positions(5, 20000) {
		us, them := p.Turn(), p.Turn().Other()
		var want []uint32
		traits := nnue.TraitsOf(p)
		for s := range p.Occupied().All() {
			pc, variant := p.At(s), traits.Variant(s)
			want = append(want, packFeatures(nnue.Feature(us, p.King(us), pc, s, variant), nnue.Feature(them, p.King(them), pc, s, variant)))
		}
		n++
		one := newSample(p, int16(n-10000), n%3)
		if one.pieces() != len(want) {
			t.Fatalf("%s: %d pieces", p.FEN(), one.pieces())
		}
		got := make([]uint32, one.pieces())
		tables.features(&one, got)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: features %x, want %x", p.FEN(), got, want)
		}
		result := float64(n%3) / 2
		if us == board.Black {
			result = 1 - result
		}
		if one.score() != n-10000 || one.result() != result {
			t.Fatalf("%s: score %d and result %g, want %d and %g", p.FEN(), one.score(), one.result(), n-10000, result)
		}
	}
	if n != 20000 {
		t.Fatalf("%d positions", n)
	}
}

// TestSampleIsColourBlind checks that a position and its mirror image with colours exchanged make the same sample.
func TestSampleIsColourBlind(t *testing.T) {
	for p := range playout.Positions(6, 2000) {
		occupied := board.Bitboard(bits.ReverseBytes64(uint64(p.Occupied())))
		one := newSample(p, 17, 2*int(p.Turn().Other())) // the side to move wins
		if one.result() != 1 {
			t.Fatalf("%s: result %g", p.FEN(), one.result())
		}
		if p.Turn() == board.White {
			occupied = p.Occupied()
		}
		if got := (*[8]byte)(one[:8]); bits.OnesCount64(uint64(occupied)) != one.pieces() || uint64(occupied) != leUint64(got) {
			t.Fatalf("%s: occupied squares %x", p.FEN(), got)
		}
		if ours := p.King(p.Turn()).File() > 3; ours != (one[27]&1 != 0) {
			t.Fatalf("%s: king on the right half: %v", p.FEN(), !ours)
		}
	}
}

func leUint64(b *[8]byte) (x uint64) {
	for i := range b {
		x |= uint64(b[i]) << (8 * i)
	}
	return x
}

func TestPackFeatures(t *testing.T) {
	for _, want := range [][2]int{{0, 0}, {nnue.FeatureCount - 1, 1}, {1, 1535}, {4095, 4095}, {300, 499}, {768, 1024}} {
		if us, them := unpackFeatures(packFeatures(want[0], want[1])); us != want[0] || them != want[1] {
			t.Errorf("%v became %d, %d", want, us, them)
		}
	}
}

func BenchmarkFill(b *testing.B) {
	tables, runs := newFeatureTables(), randomRuns(1, 16)
	s := newSlice(16 * runLength)
	for b.Loop() {
		if err := s.fill(tables, runs, blend{0.4, 400}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(16*runLength), "ns/sample")
}
