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

// probes returns the ways to probe, by name.
func probes(t *Tables) map[string]func(p *board.Position) {
	return map[string]func(*board.Position){
		"WDL":      func(p *board.Position) { t.WDL(p) },
		"DTZ":      func(p *board.Position) { t.DTZ(p) },
		"RankRoot": func(p *board.Position) { t.RankRoot(board.NewGame(*p), true, nil) },
	}
}

func BenchmarkProbe(b *testing.B) {
	tables := openData(b)
	list := samples(b, tables, 100)
	for name, probe := range probes(tables) {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				probe(&list[i%len(list)])
			}
		})
	}
}

func TestProbesDoNotAllocate(t *testing.T) {
	tables := openData(t)
	list := samples(t, tables, 5)
	for name, probe := range probes(tables) {
		if n := testing.AllocsPerRun(10, func() {
			for i := range list {
				probe(&list[i])
			}
		}); n != 0 && name != "RankRoot" {
			t.Errorf("%s: %v allocations in %d probes", name, n, len(list))
		}
	}
}
