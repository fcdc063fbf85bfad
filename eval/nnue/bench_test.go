package nnue

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
)

// line is a game to replay in benchmarks.
type line struct {
	positions []board.Position
	moves     []board.Move
}

// benchLines returns random games. For the speed it matters that the moves differ, but not which moves they are.
func benchLines(n, plies int) []line {
	rng := rand.New(rand.NewPCG(7, 7))
	lines := make([]line, n)
	for i := range lines {
		p := playout.Start(rng)
		l := &lines[i]
		for range plies {
			list := playout.Legal(&p)
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			l.positions, l.moves = append(l.positions, p), append(l.moves, m)
			p = playout.After(&p, m)
		}
		l.positions = append(l.positions, p)
	}
	return lines
}

// sink keeps results alive.
var sink int

// BenchmarkMakeEvaluate is what the search pays per node: a move is announced and the position after it evaluated.
func BenchmarkMakeEvaluate(b *testing.B) {
	lines := benchLines(64, 60)
	for _, k := range availableKernels() {
		for _, hidden := range []int{64, 128, 192, 256, 384, 512} {
			b.Run(fmt.Sprintf("%s/H=%d", k.name, hidden), func(b *testing.B) {
				e := newEvaluator(RandomNetwork(1, hidden, 8), 64, k)
				b.ReportAllocs()
				for done := 0; done < b.N; {
					for i := range lines {
						l := &lines[i]
						e.Reset(&l.positions[0])
						for ply := range l.moves {
							e.Make(ply, &l.positions[ply+1])
							sink += e.Evaluate(ply+1, &l.positions[ply+1])
						}
						done += len(l.moves)
					}
				}
			})
		}
	}
}
