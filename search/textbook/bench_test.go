package textbook

import "testing"

// BenchmarkTicTacToe searches the whole game; nodes/op shows what each member of the family saves.
func BenchmarkTicTacToe(b *testing.B) { benchmarkFamily(b, newGrid(3, 3, 3, false).start(), 9, 4099) }

// BenchmarkConnectFour searches connect four on a small board to a depth that all can reach.
func BenchmarkConnectFour(b *testing.B) {
	benchmarkFamily(b, newGrid(4, 4, 4, true).start(), 9, 65537)
}

// benchmarkFamily runs every search, each time with a new table.
func benchmarkFamily(b *testing.B, root gridState, depth, slots int) {
	for _, m := range family[gridState, uint8]() {
		b.Run(m.name, func(b *testing.B) {
			b.ReportAllocs()
			var r Result[uint8]
			for b.Loop() {
				r = m.search(root, depth, NewTable[uint8](slots))
			}
			b.ReportMetric(float64(r.Nodes), "nodes/op")
		})
	}
}

// BenchmarkTableSize shows what forgetting costs.
func BenchmarkTableSize(b *testing.B) {
	root := newGrid(4, 4, 4, true).start()
	for _, c := range []struct {
		name  string
		slots int
	}{{"0", 0}, {"1", 1}, {"101", 101}, {"10007", 10007}, {"1000003", 1000003}} {
		b.Run(c.name, func(b *testing.B) {
			nodes := 0
			for b.Loop() {
				nodes = AlphaBetaTable(root, 11, -Infinity, Infinity, NewTable[uint8](c.slots), nil).Nodes
			}
			b.ReportMetric(float64(nodes), "nodes/op")
		})
	}
}
