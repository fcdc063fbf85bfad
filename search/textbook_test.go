//go:build textbook

package search

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
	"vertigo/search/textbook"
)

// chessState is chess as a game tree, made of the rules alone: nothing in it comes from the search. The value of a
// state is centipawns for the side to move; mates count the plies from the root, as the search does.
type chessState struct {
	game      *board.Game
	before    int // earlier positions of game that lie before the root
	ply       int
	evaluator *nnue.Evaluator
}

// evaluator returns an evaluator for positions from scratch.
func evaluator(tb testing.TB) *nnue.Evaluator {
	tb.Helper()
	net := must.Get(eval.Default())(tb)
	return nnue.New(net, 1)
}

// isDrawn reports whether the game ends here without mate. The root is played on in any case.
func (s chessState) isDrawn() bool { return s.ply > 0 && endOf(s.game, s.before) == drawn }

func (s chessState) Moves() []board.Move {
	if s.isDrawn() {
		return nil
	}
	return movegen.LegalMoves(&s.game.Position)
}

func (s chessState) Play(m board.Move) chessState {
	next := &board.Game{Keys: append(s.game.Keys[:len(s.game.Keys):len(s.game.Keys)], s.game.Position.Key())}
	s.game.Position.Make(m, &next.Position)
	s.game, s.ply = next, s.ply+1
	return s
}

func (s chessState) Evaluate() int {
	switch {
	case s.isDrawn():
		return scores.Draw
	case len(movegen.LegalMoves(&s.game.Position)) > 0:
		return eval.Static(s.evaluator, &s.game.Position)
	case s.game.Position.InCheck():
		return -scores.Mate + s.ply
	default:
		return scores.Draw
	}
}

// textbookGames returns games whose present positions have a tree small enough to be searched as a whole, with the
// depth that this allows: openings, middlegames and endings, with and without a history that matters, short before the
// fifty-move draw or far from it.
func textbookGames(tb testing.TB, yield func(g *board.Game, depth int)) {
	tb.Helper()
	const few = 120_000 // leaves
	try := func(g *board.Game, most uint64) bool {
		if endOf(g, 0) != goesOn {
			return false
		}
		for depth := 4; depth >= 3; depth-- {
			if n, ok := movegen.Perft(&g.Position, depth, nil); ok && n <= most {
				yield(g, depth)
				return true
			}
		}
		return false
	}
	for _, fen := range append(varied,
		"8/8/8/8/8/2k5/1r6/K7 w - - 0 1",
		"7k/8/5K2/8/8/8/8/6R1 w - - 97 100",
		"6k1/6p1/8/7Q/8/8/qr6/6K1 w - - 0 1",
		"5k2/5P2/4K3/8/8/8/8/8 w - - 0 1",
		"8/P7/8/8/8/1k6/8/K7 w - - 0 1",
		"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
	) {
		try(game(tb, fen), 1_200_000)
	}
	for _, mate := range knownMates {
		try(game(tb, mate.fen), few)
	}
	g := game(tb, queenUp)
	for range 3 {
		try(g, few)
		play(tb, g, around...)
	}
	rng := rand.New(rand.NewPCG(51, 52))
	for found := 0; found < 100; {
		g := opening(rng, rng.IntN(6))
		for range rng.IntN(60) {
			moves := movegen.LegalMoves(&g.Position)
			if len(moves) == 0 {
				break
			}
			g.Play(playout.Pick(rng, moves))
		}
		for range rng.IntN(3) { // back and forth, so that repetitions are near
			retrace(g)
		}
		if try(g, few) {
			found++
		}
	}
}

// retrace plays a piece of each side somewhere and back again, if that can be done.
func retrace(g *board.Game) {
	h := g.Clone()
	var away [2]board.Move
	for i := range 4 {
		moves := movegen.LegalMoves(&h.Position)
		if i >= 2 {
			m := away[i-2]
			moves = []board.Move{board.NewMove(m.To(), m.From(), board.Normal)}
		}
		played := false
		for _, m := range moves {
			p := &h.Position
			if movegen.IsLegal(p, m) && m.Flag() == board.Normal && p.IsQuiet(m) && p.At(m.From()).Type() != board.Pawn {
				away[i%2] = m
				h.Play(m)
				played = true
				break
			}
		}
		if !played {
			return
		}
	}
	*g = *h
}

// TestTextbook holds the search to plain negamax: with its selective steps switched off, the value of the root is the
// same to the centipawn, and so is that of the move it plays. It does so with one thread and several, with a table
// that has room and one of four entries, from an empty table and from what a search one ply deeper has left.
func TestTextbook(t *testing.T) {
	roomy, tiny, threads := newEngine(t, 8, 1), newEngine(t, 1, 1), newEngine(t, 1, 3)
	buckets := &(*struct { // the fields with which a table begins
		first unsafe.Pointer
		count uint64
	})(unsafe.Pointer(tiny.table)).count
	if *buckets != 1<<20/64 {
		t.Fatalf("a table of 1 MiB has %d buckets", *buckets)
	}
	*buckets = 1 // Entries are replaced all the time.
	count, deep := 0, 0
	textbookGames(t, func(g *board.Game, depth int) {
		if count++; depth >= 4 {
			deep++
		}
		root := chessState{game: g, before: len(g.Keys), evaluator: evaluator(t)}
		want := textbook.NegamaxDepth(root, depth, nil)
		for name, p := range map[string]*Engine{"one thread": roomy, "four entries": tiny, "three threads": threads} {
			p.NewGame()
			for round := range 2 {
				if round > 0 {
					search(t, p, g, Limits{Depth: depth + 1})
				}
				r, _ := search(t, p, g, Limits{Depth: depth})
				if r.Score != want.Value {
					t.Errorf("%s, %d earlier positions, depth %d, %s, round %d: value %d, negamax finds %d",
						g.Position.FEN(), len(g.Keys), depth, name, round, r.Score, want.Value)
					return
				}
				if value := -textbook.NegamaxDepth(root.Play(r.Best), depth-1, nil).Value; value != want.Value {
					t.Errorf("%s, depth %d, %s: %v is worth %d, the best move %d", g.Position.FEN(), depth, name, r.Best, value, want.Value)
				}
			}
		}
	})
	if count < 120 || deep < 40 {
		t.Errorf("%d positions, %d of them to depth 4", count, deep)
	}
}

// TestTextbookWindows checks the fail-soft contract of the search: whatever the window, a result inside it is the
// value, one below it an upper bound, one above it a lower bound. The searches of one position share the table.
func TestTextbookWindows(t *testing.T) {
	p := newEngine(t, 4, 1)
	th := p.threads[0]
	rng := rand.New(rand.NewPCG(61, 62))
	textbookGames(t, func(g *board.Game, depth int) {
		truth := textbook.NegamaxDepth(chessState{game: g, before: len(g.Keys), evaluator: evaluator(t)}, depth, nil).Value
		p.NewGame()
		p.limits = Limits{}
		p.stop.Store(false)
		th.reset(g)
		for range 30 {
			alpha := max(-scores.Infinity, min(truth-40+rng.IntN(80), scores.Infinity-1))
			beta := min(alpha+1+rng.IntN(4)*rng.IntN(30), scores.Infinity)
			th.startRoot()
			value := th.negamax(0, depth, alpha, beta, pvNode)
			if value <= alpha && truth > value || value >= beta && truth < value || alpha < value && value < beta && value != truth {
				t.Fatalf("%s, depth %d: the value is %d, but a search from %d to %d says %d",
					g.Position.FEN(), depth, truth, alpha, beta, value)
			}
		}
	})
}

// TestTextbookLines compares the lines of MultiPV with plain negamax: each has the value of its first move.
func TestTextbookLines(t *testing.T) {
	p := newEngine(t, 4, 1)
	for _, fen := range varied {
		g := game(t, fen)
		root := chessState{game: g, evaluator: evaluator(t)}
		const depth = 3
		p.NewGame()
		_, lines := search(t, p, g, Limits{Depth: depth, MultiPV: 256})
		for _, line := range lines {
			if line.Depth < depth {
				continue
			}
			must.Equal(t, -textbook.NegamaxDepth(root.Play(line.PV[0]), depth-1, nil).Value, line.Score, fen, line.MultiPV, line.PV)
		}
	}
}
