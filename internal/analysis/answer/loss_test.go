package answer

import (
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/verdict"
)

// played returns a game of one move with its answers.
func played(t *testing.T, fen, word string, before, after Answer) *Job {
	t.Helper()
	origin := input.Origin{Kind: "pgn", Text: input.RawText("[FEN \"" + fen + "\"]\n\n" + word + " *\n")}
	j := &Job{input.NewJob(origin, "game", 0), []Answer{before, after}}
	if j.Parse(); j.Err != nil || len(j.Moves) != 1 {
		t.Fatal(fen, word, j.Err)
	}
	return j
}

// line returns the best move of an answer, found in the position fen.
func line(t *testing.T, fen, word string, score int) Line {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ExactMove(&p, word)
	if err != nil {
		t.Fatal(err)
	}
	return Line{Score: score, Depth: 9, Moves: []board.Move{m}}
}

// answered returns an answer with these lines.
func answered(lines ...Line) Answer { return Answer{Best: lines[0].Moves[0], Lines: lines} }

const rooks = "r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 w - - 0 1"

// TestLoss checks what moves give away: nothing that is the best move or as good, and centipawns as they are shown.
func TestLoss(t *testing.T) {
	behind := played(t, rooks, "Rad1", Answer{}, Answer{}).Positions[1].Game.Position.FEN()
	before, after := answered(line(t, rooks, "f1d1", 150)), answered(line(t, behind, "f8d8", 50))
	j := played(t, rooks, "Rad1", before, after)
	p := &j.Positions[0].Game.Position
	l := j.Loss(0)
	if want := winrate.Centipawns(p, 150) - winrate.Centipawns(p, -50); l.Centipawns != want || l.Mark != verdict.Mistake {
		t.Errorf("lost %+v, want %d centipawns and much of a point", l, want)
	}
	if l := played(t, rooks, "Rfd1", before, after).Loss(0); l != (verdict.Loss{}) {
		t.Errorf("the best move: %+v", l)
	}
	mated := played(t, rooks, "Rad1", before, answered(line(t, behind, "f8d8", scores.Mate-3)))
	if l := mated.Loss(0); l.Centipawns != winrate.Centipawns(p, 150)+1000 || l.Mark != verdict.Blunder {
		t.Errorf("mated: %+v", l)
	}
}
