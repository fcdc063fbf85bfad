package search

import (
	"fmt"
	"testing"
)

// BenchmarkSearch measures nodes per second from a cleared table, on few positions and one or two threads.
func BenchmarkSearch(b *testing.B) {
	for _, threads := range []int{1, 2} {
		p := newEngine(b, 16, threads)
		for i, fen := range varied[:4] {
			g := game(b, fen)
			b.Run(fmt.Sprintf("threads=%d/position=%d", threads, i), func(b *testing.B) {
				b.ReportAllocs()
				nodes := uint64(0)
				for b.Loop() {
					b.StopTimer()
					p.NewGame()
					b.StartTimer()
					nodes += p.Search(b.Context(), g, Limits{Nodes: 500_000}, Reporter{}).Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}
