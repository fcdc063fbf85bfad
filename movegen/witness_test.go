package movegen_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// The tests in this file play random games of chess twice, here and in github.com/notnil/chess, and compare what the
// two say about every position.

// witnessGame is a random game on both boards.
type witnessGame struct {
	game    *board.Game
	witness *chess.Position
	seen    map[string]int // how often each position has occurred, by the witness's text
	last    [2]board.Move  // what either side has played last
}

// TestWitnessPositions compares legal moves, FEN, check, repetitions, clock and the end over thousands of games, every
// fourth of which begins with an ending.
func TestWitnessPositions(t *testing.T) {
	ends := playGames(t, 200, playout.Sample(2000), func(rng *rand.Rand) (string, error) {
		start := board.StartPosition()
		if rng.IntN(4) == 0 {
			start = ending(rng)
		}
		load, err := chess.FEN(start.FEN())
		if err != nil {
			return "", err
		}
		g := &witnessGame{game: board.NewGame(start), witness: chess.NewGame(load).Position(), seen: map[string]int{}}
		for range 140 {
			end, err := g.compare()
			if err != nil || end != "" {
				return end, err
			}
			g.play(rng)
		}
		return "unfinished", nil
	})
	t.Log(ends)
	for _, end := range []string{"checkmate", "stalemate", "repetition", "75 moves", "insufficient material", "unfinished"} {
		if ends[end] == 0 && !testing.Short() {
			t.Errorf("no game ended with %s", end)
		}
	}
}

// playGames plays n seeded games on all cores and counts how they end. The first error ends the test.
func playGames(t *testing.T, seed uint64, n int, play func(rng *rand.Rand) (string, error)) map[string]int {
	t.Helper()
	var next atomic.Int64
	var mu sync.Mutex
	var group sync.WaitGroup
	ends := map[string]int{}
	var failed error
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				end, err := play(rand.New(rand.NewPCG(seed, uint64(i))))
				mu.Lock()
				ends[end]++
				if err != nil && failed == nil {
					failed = fmt.Errorf("game %d: %w", i, err)
				}
				stop := failed != nil
				mu.Unlock()
				if stop {
					return
				}
			}
		})
	}
	group.Wait()
	if failed != nil {
		t.Fatal(failed)
	}
	return ends
}

// compare holds the two present positions against each other and returns how the game has ended, if it has.
func (g *witnessGame) compare() (end string, err error) {
	p := &g.game.Position
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	var ours, theirs []string
	for _, m := range list.Slice() {
		ours = append(ours, movegen.FormatMove(p, m, false))
	}
	canTakeEnPassant := false
	for _, m := range g.witness.ValidMoves() {
		theirs = append(theirs, m.String())
		canTakeEnPassant = canTakeEnPassant || m.HasTag(chess.EnPassant)
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		return "", fmt.Errorf("%s: %s", p.FEN(), difference(ours, theirs))
	}
	fen := g.witness.String()
	if !canTakeEnPassant { // the witness names the square after every double step
		fields := strings.Fields(fen)
		fields[3] = "-"
		fen = strings.Join(fields, " ")
	}
	if p.FEN() != fen {
		return "", fmt.Errorf("FEN %s, the witness has %s", p.FEN(), fen)
	}
	text := strings.Join(strings.Fields(fen)[:4], " ")
	if got, want := g.game.Repetitions(), g.seen[text]; got != want {
		return "", fmt.Errorf("%s: %d repetitions, the witness has %d", p.FEN(), got, want)
	}
	g.seen[text]++
	return g.result(list.N)
}

// result compares whether and how the game has ended.
func (g *witnessGame) result(moves int) (end string, err error) {
	p := &g.game.Position
	status := chess.NoMethod
	switch {
	case moves == 0 && p.InCheck():
		end, status = "checkmate", chess.Checkmate
	case moves == 0:
		end, status = "stalemate", chess.Stalemate
	case p.InsufficientMaterial():
		end = "insufficient material"
	case g.game.Repetitions() >= 4:
		end = "repetition"
	case p.Rule50() >= 150:
		end = "75 moves"
	}
	if got := g.witness.Status(); got != status {
		return "", fmt.Errorf("%s: %q, the witness says %v", p.FEN(), end, got)
	}
	return end, nil
}

// play makes a random move on both boards and returns its text. One move in three takes back the side's last one, so
// that positions recur.
func (g *witnessGame) play(rng *rand.Rand) string {
	p := &g.game.Position
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	m := playout.Pick(rng, list.Slice())
	last := &g.last[p.Turn()]
	if back := board.NewMove(last.To(), last.From(), board.Normal); rng.IntN(3) == 0 && movegen.IsLegal(p, back) {
		m = back
	}
	*last = m
	text := movegen.FormatMove(p, m, false)
	for _, theirs := range g.witness.ValidMoves() {
		if theirs.String() == text {
			g.witness = g.witness.Update(theirs)
			break
		}
	}
	g.game.Play(m)
	return text
}

// TestWitnessResults compares the outcome of whole games, which the witness declares over by itself: at mate,
// stalemate, want of material, the fifth occurrence of a position and 75 moves without progress. The claims of a
// draw, at the third occurrence and after 50 moves, are compared on the way. The games are endings that last at most
// 90 plies, since the witness compares each position with all before it by their text.
func TestWitnessResults(t *testing.T) {
	ends := playGames(t, 300, playout.Sample(60), func(rng *rand.Rand) (string, error) {
		g := &witnessGame{game: board.NewGame(ending(rng))}
		load, err := chess.FEN(g.game.Position.FEN())
		if err != nil {
			return "", err
		}
		witness := chess.NewGame(load, chess.UseNotation(chess.UCINotation{}))
		for range 90 {
			if err := g.compareWithGame(witness, rng.IntN(4) == 0); err != nil {
				return "", err
			}
			if witness.Outcome() != chess.NoOutcome {
				break
			}
			g.witness = witness.Position()
			if err := witness.MoveStr(g.play(rng)); err != nil {
				return "", err
			}
		}
		return witness.Method().String(), g.compareWithGame(witness, true)
	})
	t.Log(ends)
	for _, end := range []chess.Method{chess.FivefoldRepetition, chess.SeventyFiveMoveRule, chess.InsufficientMaterial, chess.NoMethod} {
		if ends[end.String()] == 0 && ci.Runs() {
			t.Errorf("no game ended with %v", end)
		}
	}
}

// compareWithGame compares how the game has ended, in the order of precedence of the witness, and, if asked to, which
// draws could be claimed.
func (g *witnessGame) compareWithGame(witness *chess.Game, claims bool) error {
	p := &g.game.Position
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	want := chess.NoMethod
	switch {
	case list.N == 0 && p.InCheck():
		want = chess.Checkmate
	case list.N == 0:
		want = chess.Stalemate
	case p.InsufficientMaterial():
		want = chess.InsufficientMaterial
	case p.Rule50() >= 150:
		want = chess.SeventyFiveMoveRule
	case g.game.Repetitions() >= 4:
		want = chess.FivefoldRepetition
	}
	if got := witness.Method(); got != want {
		return fmt.Errorf("%s, %d repetitions: %v, the witness says %v", p.FEN(), g.game.Repetitions(), want, got)
	}
	if !claims {
		return nil
	}
	draws := witness.EligibleDraws()
	if got := slices.Contains(draws, chess.ThreefoldRepetition); got != (g.game.Repetitions() >= 2) {
		return fmt.Errorf("%s: %d repetitions, a claim according to the witness: %v", p.FEN(), g.game.Repetitions(), got)
	}
	if got := slices.Contains(draws, chess.FiftyMoveRule); got != (p.Rule50() >= 100) {
		return fmt.Errorf("%s: %d plies, a claim according to the witness: %v", p.FEN(), p.Rule50(), got)
	}
	return nil
}

// ending returns a position of few pieces that has been without progress for a while. Pawns stand where no double step
// is left: the witness tells apart positions by an en-passant square that nobody can use, which the rules do not.
func ending(rng *rand.Rand) board.Position {
	for {
		var pieces [8][8]byte
		pieces[rng.IntN(8)][rng.IntN(8)] = 'K'
		pieces[rng.IntN(8)][rng.IntN(8)] = 'k'
		for range 1 + rng.IntN(4) {
			pieces[rng.IntN(8)][rng.IntN(8)] = "NnBbRrQq"[rng.IntN(8)]
		}
		if rng.IntN(2) == 0 {
			pieces[2+rng.IntN(5)][rng.IntN(8)] = 'P'
			pieces[1+rng.IntN(5)][rng.IntN(8)] = 'p'
		}
		var ranks []string
		for k := 7; k >= 0; k-- {
			ranks = append(ranks, strings.ReplaceAll(string(pieces[k][:]), "\x00", "1"))
		}
		p, err := board.ParseFEN(fmt.Sprintf("%s %c - - %d 60", strings.Join(ranks, "/"), "wb"[rng.IntN(2)], rng.IntN(140)))
		if err == nil {
			return p
		}
	}
}
