package game

import (
	"math"

	"vertigo/eval/scores"
)

// Mark is a verdict on a move.
type Mark int

// The verdicts, from none to the worst.
const (
	Unmarked Mark = iota
	Inaccuracy
	Mistake
	Blunder
)

// Symbol returns the usual symbol of the mark, such as "?!".
func (m Mark) Symbol() string { return [...]string{"", "?!", "?", "??"}[m] }

// Name returns the name of the mark as Lichess has it, "" for none.
func (m Mark) Name() string { return [...]string{"", "Inaccuracy", "Mistake", "Blunder"}[m] }

// NAG returns the mark as PGN has it, "" for none.
func (m Mark) NAG() string { return [...]string{"", "$6", "$2", "$4"}[m] }

// least is the least loss of a move with the mark, in points of winPercent.
var least = [...]float64{Inaccuracy: 5, Mistake: 10, Blunder: 15}

// Loss is the loss by a move.
type Loss struct {
	Win        float64 // points of winPercent, at least 0
	Centipawns int     // of scores of at most ten pawns, at least 0
	Mark       Mark
}

// Points returns Win rounded down to so many decimals, so that no move seems to lose as much as a worse mark takes.
func (l Loss) Points(decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Floor(l.Win*scale) / scale
}

// lossOf returns the loss by a move, by the scores before and after it for the side that makes it.
func lossOf(before, after int) Loss {
	l := Loss{Win: max(0, winPercent(before)-winPercent(after)), Centipawns: max(0, centipawns(before)-centipawns(after))}
	if before >= scores.TablebaseBound || after <= -scores.TablebaseBound {
		l.Mark = markOfMate(before, after)
		return l
	}
	for m := Inaccuracy; m <= Blunder; m++ {
		if l.Win >= least[m] {
			l.Mark = m
		}
	}
	return l
}

// markOfMate returns the mark of a move that misses a mate or a win by the tablebases, or allows one. A move that still wins is
// not marked, and neither is a move in a lost position. The further the side is ahead without the missed mate, or was behind
// before the allowed one, the less the move matters.
func markOfMate(before, after int) Mark {
	wins, loses := before >= scores.TablebaseBound, after <= -scores.TablebaseBound
	if after >= scores.TablebaseBound || before <= -scores.TablebaseBound {
		return Unmarked
	}
	clear := 0 // how decided the game is anyway, in centipawns
	switch {
	case wins && !loses:
		clear = after
	case loses && !wins:
		clear = -before
	}
	switch {
	case clear > 999:
		return Inaccuracy
	case clear > 700:
		return Mistake
	}
	return Blunder
}
