package eval

import (
	"fmt"
	"strings"

	"vertigo/board"
)

// Trace returns a table of the terms that make up the evaluation of p, for people. All values are in pawns from
// White's point of view, the last line also from the side to move's.
func Trace(p *board.Position) string {
	s, t := fresh(p), count(p)
	phase := min(int(s.phase), maxPhase)
	var sb strings.Builder
	sb.WriteString("Term                  | Middlegame | Endgame | Tapered\n")
	sb.WriteString("----------------------+------------+---------+--------\n")
	row := func(name string, v pair) {
		fmt.Fprintf(&sb, "%-21s | %10.2f | %7.2f | %7.2f\n", name, pawns(v.mg()), pawns(v.eg()), pawns(v.taper(phase)))
	}
	row("Material and squares", s.sum)
	row("Pawn structure", t.pawns)
	row("Passed pawns", t.passed)
	row("Mobility", t.mobility)
	row("Threats", t.threats)
	row("King safety", t.king)
	row("Pieces", t.pieces)
	toMove := tempo
	if p.Turn() == board.Black {
		toMove = -tempo
	}
	row("Side to move", toMove)
	score := evaluate(p, s)
	white := score
	if p.Turn() == board.Black {
		white = -score
	}
	fmt.Fprintf(&sb, "\nGame phase %d of %d\n", phase, maxPhase)
	fmt.Fprintf(&sb, "Evaluation %+.2f for White, %d centipawns for %v to move\n", pawns(white), score, p.Turn())
	if p.InCheck() {
		sb.WriteString("The side to move is in check: the search never asks for this evaluation.\n")
	}
	return sb.String()
}

// pawns turns centipawns into pawns without ever printing a negative zero.
func pawns(cp int) float64 { return float64(cp) / 100 }
