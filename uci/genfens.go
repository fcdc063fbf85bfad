package uci

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"vertigo/board"
	"vertigo/internal/engine/openings"
	"vertigo/search"
)

// genfensArguments asks for count random openings, as OpenBench's workers do before they generate data:
//
//	genfens N seed S book <None|path> [any words]
//
// The word dfrc among those that follow asks for starting positions of double Fischer random chess where no book is
// given.
type genfensArguments struct {
	count, seed   intArg
	book          string // path of a list of FENs or EPDs, "" for none
	fischerRandom bool
}

func parseGenfens(t *tokens) genfensArguments {
	a := genfensArguments{count: t.parseInt()}
	for word := t.next(); word != ""; word = t.next() {
		switch strings.ToLower(word) {
		case "seed":
			a.seed = t.parseInt()
		case "book":
			if a.book = t.next(); strings.EqualFold(a.book, "none") {
				a.book = ""
			}
		case "dfrc":
			a.fischerRandom = true
		}
	}
	return a
}

// Openings are kept when a short search finds them near equality.
const (
	openingLimit     = 200  // centipawns
	openingNodes     = 1000 // of the search
	openingPlies     = 8    // random moves from a starting position, or one more
	openingBookPlies = 4    // random moves from a position of a book, or one more
	maxOpenings      = 1 << 20
	maxDraws         = 10000 // for one opening
)

func (s *Session) genfens(args *tokens) error {
	a := parseGenfens(args)
	var starts []board.Position
	if a.book != "" {
		var err error
		if starts, err = openings.ReadFile(a.book); err != nil {
			return fmt.Errorf("genfens: %w", err)
		}
	}
	engine, err := s.newEngine(1, 1)
	if err != nil {
		return fmt.Errorf("genfens: %w", err)
	}
	s.start(func(ctx context.Context) error {
		defer engine.Close()
		r := openingRun{engine: engine, starts: starts, fischerRandom: a.fischerRandom}
		for i := range a.count.or(1, 0, maxOpenings) {
			p, err := r.opening(ctx, rand.New(rand.NewPCG(uint64(a.seed.or(0, 0, 1<<62)), uint64(i))))
			if err != nil {
				return err
			}
			s.out.line("info string genfens %s", p.FEN())
		}
		return nil
	})
	return nil
}

// openingRun makes random openings. They depend only on the numbers drawn.
type openingRun struct {
	engine        *search.Engine
	starts        []board.Position // to begin from; empty: the starting positions of chess
	fischerRandom bool
}

// opening draws an opening near equality. It fails when the context ends, or when the book seems to have none.
func (r *openingRun) opening(ctx context.Context, rng *rand.Rand) (p board.Position, err error) {
	for range maxDraws {
		p, drawn := r.draw(rng)
		if !drawn {
			continue
		}
		balanced := r.isBalanced(ctx, &p)
		if ctx.Err() != nil {
			return p, errors.New("genfens stopped")
		}
		if balanced {
			return p, nil
		}
	}
	return p, fmt.Errorf("genfens: the book gave no opening near equality in %d attempts", maxDraws)
}

// draw draws an opening. It fails if the game is over before the opening is.
func (r *openingRun) draw(rng *rand.Rand) (p board.Position, ok bool) {
	if len(r.starts) == 0 {
		return openings.Random(rng, r.fischerRandom, openingPlies+rng.IntN(2)), true
	}
	p = r.starts[rng.IntN(len(r.starts))]
	ok = openings.Walk(rng, &p, openingBookPlies+rng.IntN(2))
	return p, ok
}

// isBalanced reports whether neither side is far ahead in p.
func (r *openingRun) isBalanced(ctx context.Context, p *board.Position) bool {
	r.engine.NewGame()
	result := r.engine.Search(ctx, board.NewGame(*p), search.Limits{Nodes: openingNodes}, search.Reporter{})
	return result.Score <= openingLimit && result.Score >= -openingLimit
}
