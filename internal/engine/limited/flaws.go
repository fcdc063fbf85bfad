package limited

import (
	"math/bits"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/search"
)

// flaws are those of a player in one game.
type flaws struct {
	seed       uint64 // decides which they are
	evaluation int    // standard deviation of the error of the evaluation in centipawns
	blind      int    // per cent of the least conspicuous moves that are overlooked, 0 to 100
	seesQueens bool   // the capture of a queen is never overlooked
}

// weakness returns what a player of level v does differently in the game with the seed.
func weakness(seed uint64, v Level) *search.Weakness {
	e := &flaws{seed, v.Error, v.Blind, v.Elo >= seesQueensElo}
	w := &search.Weakness{Misjudge: e.misjudge}
	if e.blind > 0 {
		w.IsBlindTo = e.isBlindTo
	}
	return w
}

// halvingScore is the score in centipawns, of either side, at which the error of the evaluation is half of what it is in an even
// position.
const halvingScore = 500

// misjudge returns score, the evaluation of p for the side to move in centipawns, with the error of the player. The error has
// three parts, for the pawn structure, White's pieces and Black's. A move changes one or two of them, so that the player is
// wrong about related positions in a related way, and believes in a plan as long as the structure lasts. The fewer pieces there
// are, the less there is to be wrong about: simple endgames are judged almost rightly.
func (e *flaws) misjudge(p *board.Position, score int) int {
	sum := e.noise(p.PawnKey(), 0) + e.noise(p.NonPawnKey(board.White), 1) + e.noise(p.NonPawnKey(board.Black), 2)
	wrong := sum * p.Occupied().Count() / 32 * halvingScore / (halvingScore + max(score, -score))
	if p.Turn() == board.Black {
		wrong = -wrong
	}
	return max(-eval.MaxScore, min(score+wrong, eval.MaxScore))
}

// noise returns what the player adds for White where something has the given key: anything from minus to plus the error of the
// evaluation, uniformly, so that the sum of three has that standard deviation. The keys are random already; the product with the
// seed makes every game, and each of the three kinds of keys, different.
func (e *flaws) noise(key uint64, kind int) int {
	seed := bits.RotateLeft64(e.seed, 21*kind)
	high, low := bits.Mul64(key^seed, seed|1)
	return int(int64(int32(high^low)) * int64(e.evaluation) >> 31)
}

// isBlindTo reports whether the player does not see the move m in the position p, to which the move last has led. In one game
// the answer is always the same, so that all lines of a search agree about a position. But the move before and the move after
// are positions of their own, in which the same threat may be seen. A player in check looks at every answer, and one who has
// just lost a piece sees that they can take back.
func (e *flaws) isBlindTo(p *board.Position, m, last board.Move) bool {
	if m.Follows(last) || p.InCheck() || e.seesQueens && p.Captured(m).Type() == board.Queen {
		return false
	}
	high, low := bits.Mul64(p.Key()^e.seed, (e.seed^uint64(m)*0x9e3779b97f4a7c15)|1)
	return int((high^low)>>32%100) < e.blind*obscurity(p, m, last)/100
}

// obscurity returns how easily the move m of p is overlooked after the move last, from 0 to 100. People seldom overlook the
// obvious move. They overlook one that comes from far away, goes backwards or jumps, or happens where nobody was looking.
func obscurity(p *board.Position, m, last board.Move) int {
	from, to := m.From(), m.To()
	hidden := 40
	if p.At(from).Type() == board.Knight {
		hidden += 30 // its moves follow no line
	}
	if from.Distance(to) >= 4 {
		hidden += 30
	}
	if to.Relative(p.Turn()).Rank() < from.Relative(p.Turn()).Rank() {
		hidden += 20 // attacks are expected to go forward
	}
	if last != board.NoMove && last.To().Distance(to) > 2 {
		hidden += 20 // everybody is looking elsewhere
	}
	switch p.Captured(m).Type() {
	case board.Queen:
		hidden /= 3 // nobody forgets her for long
	case board.Rook:
		hidden = hidden * 2 / 3
	}
	return min(hidden, 100)
}
