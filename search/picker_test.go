package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// pickerPly is the ply of the frame that the tests use: far enough from the root for every history to look back.
const pickerPly = 6

// pickerFrame returns a frame of t with the position p and some moves after it.
func pickerFrame(t *thread, rng *rand.Rand, p *board.Position) *frame {
	for ply := range pickerPly {
		f := t.frame(ply)
		f.move = board.NoMove
		if rng.IntN(4) > 0 {
			f.pieceTo = rng.IntN(board.PieceCount * board.SquareCount)
			f.move = board.NewMove(board.Square(rng.IntN(64)), board.Square(rng.IntN(64)), board.Normal) | 1<<6
		}
	}
	f := t.frame(pickerPly)
	f.position, f.checks = *p, p.CheckInfo()
	t.linkHistories(f)
	return f
}

// pickAll returns the moves that the picker of f, which was started, hands out. After skip of them it is to
// leave out the quiet ones; never, if skip is negative. The picker must know which captures lose material.
func pickAll(tb testing.TB, t *thread, f *frame, skip int) (moves []board.Move) {
	tb.Helper()
	for {
		if len(moves) == skip {
			f.picker.skipQuiets()
		}
		m := f.picker.next()
		if m == board.NoMove {
			break
		}
		if p := &f.position; m != f.picker.ttMove && !p.IsQuiet(m) && f.picker.isLosing(m) == p.SEE(m, 0) {
			tb.Fatalf("%s: whether %v loses material is %v", p.FEN(), m, f.picker.isLosing(m))
		}
		if moves = append(moves, m); len(moves) > movegen.MaxMoves {
			tb.Fatalf("%s: the picker does not end", f.position.FEN())
		}
	}
	if m := f.picker.next(); m != board.NoMove {
		tb.Fatalf("%s: the picker hands out %v after its end", f.position.FEN(), m)
	}
	return moves
}

// sameMoves reports whether a and b hold the same moves, each as often.
func sameMoves(a, b []board.Move) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// anyOf returns one of the moves, or NoMove one time in four and if there is none.
func anyOf(rng *rand.Rand, moves []board.Move) board.Move {
	if len(moves) == 0 || rng.IntN(4) == 0 {
		return board.NoMove
	}
	return moves[rng.IntN(len(moves))]
}

func pickerPositions(tb testing.TB, yield func(t *thread, rng *rand.Rand, f *frame, legal []board.Move)) {
	tb.Helper()
	p := newEngine(tb, 1, 1)
	t := p.threads[0]
	rng := rand.New(rand.NewPCG(11, 12))
	n := 30_000
	if testing.Short() {
		n = 3000
	}
	i := 0
	for pos := range playout.Positions(13, n) {
		if i++; i%500 == 1 {
			t.randomise(tb, rng)
		}
		yield(t, rng, pickerFrame(t, rng, pos), movegen.LegalMoves(pos))
	}
}

// TestPicker checks that in every kind of node of the search proper each legal move is handed out just once, in the
// order of the stages.
func TestPicker(t *testing.T) {
	testfiles.NoRace(t)
	pickerPositions(t, func(th *thread, rng *rand.Rand, f *frame, legal []board.Move) {
		table, killer := anyOf(rng, legal), board.Move(rng.IntN(1<<15)) // a killer may be any move of another position
		if rng.IntN(2) == 0 {
			killer = anyOf(rng, legal)
		}
		f.picker.start(table, killer)
		moves := pickAll(t, th, f, -1)
		if !sameMoves(moves, legal) {
			t.Fatalf("%s, table move %v, killer %v: handed out %v of %v", f.position.FEN(), table, killer, moves, legal)
		}
		checkOrder(t, th, f, moves, table, killer)
	})
}

// TestPickerSkipsQuiets checks that at whatever time the quiet moves are given up, none comes later, and all others
// still come just once.
func TestPickerSkipsQuiets(t *testing.T) {
	testfiles.NoRace(t)
	pickerPositions(t, func(th *thread, rng *rand.Rand, f *frame, legal []board.Move) {
		if f.position.InCheck() {
			return // evasions are too few to skip
		}
		table, killer := anyOf(rng, legal), anyOf(rng, legal)
		skip := 1 + rng.IntN(len(legal)+2)
		f.picker.start(table, killer)
		moves := pickAll(t, th, f, skip)
		want := slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool {
			return f.position.IsQuiet(m) && !slices.Contains(moves[:min(skip, len(moves))], m)
		})
		if !sameMoves(moves, want) {
			t.Fatalf("%s, table move %v, killer %v, skipping quiets after %d: handed out %v, want %v",
				f.position.FEN(), table, killer, skip, moves, want)
		}
		checkOrder(t, th, f, moves, table, killer)
	})
}

// TestPickerQuiescence checks that a quiescence node gets the captures that lose no material and then, if they are wanted, the
// quiet checks that do not, or in check every evasion, and the table move in any case.
func TestPickerQuiescence(t *testing.T) {
	testfiles.NoRace(t)
	pickerPositions(t, func(th *thread, rng *rand.Rand, f *frame, legal []board.Move) {
		p := &f.position
		captures := slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool { return !f.position.InCheck() && p.IsQuiet(m) })
		table := anyOf(rng, captures)
		checks := !f.position.InCheck() && rng.IntN(2) == 0
		f.picker.startQuiescence(table, checks)
		moves := pickAll(t, th, f, -1)
		want := slices.DeleteFunc(slices.Clone(captures), func(m board.Move) bool {
			return !f.position.InCheck() && m != table && !p.SEE(m, 0)
		})
		n := len(want)
		if checks {
			want = append(want, slices.DeleteFunc(slices.Clone(legal), func(m board.Move) bool {
				var next board.Position
				p.Make(m, &next)
				return !p.IsQuiet(m) || !next.InCheck() || !p.SEE(m, 0)
			})...)
		}
		if !sameMoves(moves, want) || !sameMoves(moves[:n], want[:n]) {
			t.Fatalf("%s, table move %v, checks %v: handed out %v, want %v", p.FEN(), table, checks, moves, want)
		}
		checkOrder(t, th, f, moves[:n], table, board.NoMove)
	})
}

// checkOrder checks that the table move comes first, then captures that lose nothing, the killer, the other quiet
// moves, and captures that lose something; in check, all captures and then the quiet moves. Within a stage the scores
// must not rise.
func checkOrder(tb testing.TB, t *thread, f *frame, moves []board.Move, table, killer board.Move) {
	tb.Helper()
	p := &f.position
	threatened := f.threatened()
	bonus := func(m board.Move) int { return threatened[p.At(m.From()).Type()].bonus(m) + f.checkBonus(m) }
	stageOf := func(m board.Move) (place int, score int) {
		quiet := p.IsQuiet(m)
		switch {
		case m == table:
			return 0, 0
		case f.position.InCheck() && !quiet:
			return 1, int(f.picker.captureScore(m))
		case quiet && m == killer && !f.position.InCheck():
			return 2, 0
		case quiet && f.position.InCheck():
			return 3, f.quietScore(m)
		case quiet:
			return 3, f.quietScore(m) + bonus(m)
		case p.SEE(m, 0):
			return 1, int(f.picker.captureScore(m))
		default:
			return 4, int(f.picker.captureScore(m))
		}
	}
	for i := 1; i < len(moves); i++ {
		before, beforeScore := stageOf(moves[i-1])
		after, afterScore := stageOf(moves[i])
		if after < before || after == before && afterScore > beforeScore {
			tb.Fatalf("%s, table move %v, killer %v: %v (stage %d, score %d) comes before %v (stage %d, score %d)", p.FEN(), table, killer,
				moves[i-1], before, beforeScore, moves[i], after, afterScore)
		}
	}
}
