package syzygy

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
)

// samples returns random positions of all tables with a DTZ file, warmed up.
func samples(tb testing.TB, tables *Tables, perTable int) []board.Position {
	rng := rand.New(rand.NewPCG(5, 6))
	var list []board.Position
	for _, name := range names(tables) {
		for range perTable {
			p := randomPosition(rng, name)
			if !hasDTZ(tables, &p) {
				break
			}
			if _, ok := tables.DTZ(&p); !ok {
				tb.Fatalf("%s: no DTZ", p.FEN())
			}
			list = append(list, p)
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func BenchmarkWDL(b *testing.B) {
	tables := openData(b)
	list := samples(b, tables, 100)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		tables.WDL(&list[i])
		if i++; i == len(list) {
			i = 0
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "probes/s")
}

func BenchmarkDTZ(b *testing.B) {
	tables := openData(b)
	list := samples(b, tables, 100)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		tables.DTZ(&list[i])
		if i++; i == len(list) {
			i = 0
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "probes/s")
}

func BenchmarkRankRoot(b *testing.B) {
	tables := openData(b)
	list := samples(b, tables, 10)
	i := 0
	for b.Loop() {
		tables.RankRoot(board.NewGame(list[i]), true, nil)
		if i++; i == len(list) {
			i = 0
		}
	}
}

func TestProbesDoNotAllocate(t *testing.T) {
	tables := openData(t)
	list := samples(t, tables, 5)
	for name, probe := range map[string]func(*board.Position){
		"WDL": func(p *board.Position) { tables.WDL(p) },
		"DTZ": func(p *board.Position) { tables.DTZ(p) },
	} {
		if n := testing.AllocsPerRun(10, func() {
			for i := range list {
				probe(&list[i])
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations in %d probes", name, n, len(list))
		}
	}
}
