package train

import (
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/testing/playout"
)

// TestSampleFeatures checks that a sample has the features that the position has from both perspectives, and keeps its
// score and result from the side to move's point of view.
func TestSampleFeatures(t *testing.T) {
	tables := newFeatureTables()
	n := 0
	for p := range playout.Positions(5, 20000) {
		us, them := p.Turn(), p.Turn().Other()
		var want []uint32
		traits := nnue.TraitsOf(p)
		for s := range p.Occupied().All() {
			pc, class := p.At(s), traits.Class(s)
			want = append(want, packFeatures(nnue.Feature(us, p.King(us), pc, s, class),
				nnue.Feature(them, p.King(them), pc, s, class)))
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
