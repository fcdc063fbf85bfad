package movegen_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
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
			p, err := board.ParseFEN(c.fen)
			if err != nil {
				b.Fatal(err)
			}
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

// perPosition runs visit on every one of a set of positions from random games and reports the time for one.
func perPosition(b *testing.B, visit func(p *board.Position)) {
	var all []board.Position
	for p := range playout.Positions(1, 1000) {
		all = append(all, *p)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			visit(&all[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)), "ns/position")
}

func BenchmarkGenerate(b *testing.B) {
	for _, c := range []struct {
		name string
		kind movegen.Kind
	}{{"all", movegen.All}, {"captures", movegen.Captures}, {"quiets", movegen.Quiets}} {
		b.Run(c.name, func(b *testing.B) {
			var list movegen.List
			perPosition(b, func(p *board.Position) { movegen.Generate(p, &list, c.kind) })
		})
	}
}

// BenchmarkIsLegal asks about eight moves per position, taken from the positions before it.
func BenchmarkIsLegal(b *testing.B) {
	var recent [8]board.Move
	var list movegen.List
	i := 0
	for p := range playout.Positions(2, 64) {
		movegen.Generate(p, &list, movegen.All)
		if list.N > 0 {
			recent[i%len(recent)] = list.Moves[i%list.N]
			i++
		}
	}
	legal := 0
	perPosition(b, func(p *board.Position) {
		for _, m := range recent {
			if movegen.IsLegal(p, m) {
				legal++
			}
		}
	})
}
