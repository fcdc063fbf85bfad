package main

import (
	"bytes"
	"math/rand/v2"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// randomOpening returns the position after the given number of random moves from the starting position of chess or, if
// fischerRandom, from one of double Fischer random chess. The position has a legal move, but may be good
// for either side.
func randomOpening(rng *rand.Rand, fischerRandom bool, plies int) board.Position {
	for {
		p := board.StartPosition()
		if fischerRandom {
			p = scrambled(rng)
		}
		if walk(rng, &p, plies) {
			return p
		}
	}
}

// scrambled returns a starting position with a random back rank for each side.
func scrambled(rng *rand.Rand) board.Position {
	white, black := backRank(rng), backRank(rng)
	p, err := board.ParseFEN(strings.ToLower(black) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1")
	if err != nil {
		panic(err) // cannot happen: both sides may castle with both rooks
	}
	return p
}

// backRank returns one of the 960 back ranks of Chess960: the bishops are on squares of both colours, the king is between the
// rooks.
func backRank(rng *rand.Rand) string {
	rank := []byte("RNBQKBNR")
	for {
		rng.Shuffle(len(rank), func(i, j int) { rank[i], rank[j] = rank[j], rank[i] })
		at := func(piece byte) int { return bytes.IndexByte(rank, piece) }
		if at('R') < at('K') && at('K') < bytes.LastIndexByte(rank, 'R') && (at('B')+bytes.LastIndexByte(rank, 'B'))%2 == 1 {
			return string(rank)
		}
	}
}

// walk plays random moves in *p. It reports whether the game lasted for all of them and has not ended.
func walk(rng *rand.Rand, p *board.Position, plies int) bool {
	var list movegen.List
	for ply := 0; ; ply++ {
		movegen.Generate(p, &list, movegen.All)
		if list.N == 0 || p.InsufficientMaterial() {
			return false
		}
		if ply == plies {
			return true
		}
		*p = p.After(list.Moves[rng.IntN(list.N)])
	}
}
