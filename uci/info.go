package uci

import (
	"fmt"
	"slices"
	"time"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/movegen"
	"vertigo/search"
	"vertigo/tt"
)

// report writes the output of one search.
type report struct {
	out      *output
	root     board.Position
	chess960 bool   // castling is king takes rook; without, lines end before one that only this can spell
	wdl      bool   // scores are followed by the chances to win, draw and lose
	several  bool   // lines are asked for
	buf      []byte // reused from line to line; the search reports one thing at a time
}

// info reports a line. If several are asked for and the search ends inside an iteration, the last lines are a set in which each move
// stands once, but one of them may have only a bound. Many programs pass over such lines, and would show the old line in its place
// beside a line that begins with the same move. So it is written like the others.
func (r *report) info(i search.Info) {
	if r.several {
		i.Bound = tt.Exact
	}
	r.write(i)
}

// write writes the line for i.
func (r *report) write(i search.Info) {
	r.buf = r.appendInfo(r.buf[:0], &i)
	r.out.write(append(r.buf, '\n'))
}

func (r *report) currMove(c search.CurrMove) {
	r.out.line("info depth %d currmove %s currmovenumber %d",
		c.Depth, movegen.FormatMove(&r.root, c.Move, r.chess960), c.Number)
}

// bestMove returns the line that ends every search.
func (r *report) bestMove(result search.Result) string {
	if result.Best == board.NoMove {
		return noMove
	}
	line := "bestmove " + movegen.FormatMove(&r.root, result.Best, r.chess960)
	if result.Ponder != board.NoMove && (r.chess960 || !result.Ponder.IsChess960Castling()) {
		next := r.root.After(result.Best)
		line += " ponder " + movegen.FormatMove(&next, result.Ponder, r.chess960)
	}
	return line
}

// noMove ends a search without a legal move.
const noMove = "bestmove (none)"

// appendInfo appends the info line for i, without a newline. Some programs depend on its form: multipv is always present, a
// bound follows its score directly, and the moves come last. At depth 0 there is no legal move, and only the score is written.
func (r *report) appendInfo(b []byte, i *search.Info) []byte {
	if b = fmt.Appendf(b, "info depth %d", i.Depth); i.Depth == 0 {
		return r.appendScore(b, i)
	}
	b = r.appendScore(fmt.Appendf(b, " seldepth %d multipv %d", max(i.SelDepth, 1), max(i.MultiPV, 1)), i)
	b = fmt.Appendf(b, " nodes %d nps %d hashfull %d tbhits %d time %d",
		i.Nodes, nodesPerSecond(i.Nodes, i.Time), i.HashFull, i.TBHits, i.Time.Milliseconds())
	if len(i.PV) == 0 {
		return b
	}
	b = append(b, " pv"...)
	line := i.PV
	if end := slices.IndexFunc(line[1:], board.Move.IsChess960Castling); end >= 0 && !r.chess960 {
		line = line[:1+end]
	}
	for _, word := range movegen.FormatLine(&r.root, line, r.chess960) {
		b = append(append(b, ' '), word...)
	}
	return b
}

func (r *report) appendScore(b []byte, i *search.Info) []byte {
	unit, score := "cp", winrate.ScoreOf(&r.root, i.Score)
	if score.Mate {
		unit = "mate"
	}
	b = fmt.Appendf(b, " score %s %d", unit, score.N)
	switch i.Bound {
	case tt.Lower:
		b = append(b, " lowerbound"...)
	case tt.Upper:
		b = append(b, " upperbound"...)
	}
	if r.wdl {
		odds := winrate.OddsOf(&r.root, i.Score, i.Known)
		b = fmt.Appendf(b, " wdl %d %d %d", odds.Win, odds.Draw, odds.Loss)
	}
	return b
}

// nodesPerSecond returns the speed of a search. Less than a millisecond counts as one: the time that is shown is no finer, and
// the speed of a few nodes in no time is meaningless.
func nodesPerSecond(nodes uint64, t time.Duration) uint64 {
	return uint64(float64(nodes) / max(t, time.Millisecond).Seconds())
}
