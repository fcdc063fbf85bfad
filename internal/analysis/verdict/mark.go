package verdict

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
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

// NAG returns the mark as PGN has it, "" for none.
func (m Mark) NAG() string { return [...]string{"", "$6", "$2", "$4"}[m] }

// least is the least loss of a move with the mark, in points of WinPercent.
var least = [...]float64{Inaccuracy: 5, Mistake: 10, Blunder: 15}

// Loss is the loss by a move.
type Loss struct {
	Win        float64 // points of WinPercent, at least 0
	Centipawns int     // of scores of at most ten pawns, at least 0
	Mark       Mark
}

// LossOf compares the best move at p with the one that was played, by their scores for the side to move at p.
func LossOf(p *board.Position, best, played int) Loss {
	l := Loss{
		Win:        max(0, WinPercent(p, best)-WinPercent(p, played)),
		Centipawns: max(0, Centipawns(p, best)-Centipawns(p, played)),
	}
	if best >= scores.TablebaseBound || played <= -scores.TablebaseBound {
		l.Mark = markOfMate(p, best, played)
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
func markOfMate(p *board.Position, best, played int) Mark {
	wins, loses := best >= scores.TablebaseBound, played <= -scores.TablebaseBound
	if played >= scores.TablebaseBound || best <= -scores.TablebaseBound {
		return Unmarked
	}
	clear := 0 // how decided the game is anyway, in centipawns
	switch {
	case wins && !loses:
		clear = winrate.Centipawns(p, played)
	case loses && !wins:
		clear = -winrate.Centipawns(p, best)
	}
	switch {
	case clear > 999:
		return Inaccuracy
	case clear > 700:
		return Mistake
	}
	return Blunder
}
