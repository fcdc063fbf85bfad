package movegen_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
)

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
		nodes     uint64
	}{
		{"start6", board.StartFEN, 6, 119060324},
		{"kiwipete5", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := must.Get(board.ParseFEN(c.fen))(b)
			b.ReportAllocs()
			for b.Loop() {
				if n, _ := movegen.Perft(&p, c.depth, nil); n != c.nodes {
					b.Fatalf("perft %d = %d, want %d", c.depth, n, c.nodes)
				}
			}
			b.ReportMetric(float64(c.nodes)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
