// Package openings makes starting positions: those of Chess960 and double Fischer random chess, and random openings. It
// reads those of books, too.
package openings

import (
	"math/rand/v2"

	"vertigo/board"
	"vertigo/movegen"
)

// Random returns the position after the given number of random moves from the starting position of chess or, if
// fischerRandom, from one of double Fischer random chess. The position has a legal move, but may be good
// for either side.
func Random(rng *rand.Rand, fischerRandom bool, plies int) board.Position {
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
	p, err := board.ParseFEN(StartFEN(rng.IntN(BackRankCount), rng.IntN(BackRankCount)))
	if err != nil {
		panic(err) // cannot happen: all back ranks are tested
	}
	return p
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
		var next board.Position
		p.Make(list.Moves[rng.IntN(list.N)], &next)
		*p = next
	}
}
