package answer

import (
	"encoding/json"
	"errors"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/verdict"
	"vertigo/movegen"
)

// played returns a game of one move with its answers.
func played(t *testing.T, fen, word string, before, after Answer) *Job {
	t.Helper()
	origin := Origin{Kind: "pgn", Text: RawText("[FEN \"" + fen + "\"]\n\n" + word + " *\n")}
	j := NewJob(origin, "game", 0)
	if j.Parse(); j.Err != nil || len(j.Moves) != 1 {
		t.Fatal(fen, word, j.Err)
	}
	for i, a := range []Answer{before, after} {
		if err := a.SetPosition(j.Positions[i]); err != nil {
			t.Fatal(err)
		}
		j.Answers[i] = a
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
	m, err := movegen.ParseMove(&p, word)
	if err != nil {
		t.Fatal(err)
	}
	return Line{Root: &p, Score: score, Depth: 9, Moves: []board.Move{m}}
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

// TestVerified checks that a move is judged by two searches of the same kind: the longer ones if there are some of both
// positions, else the first ones.
func TestVerified(t *testing.T) {
	after := played(t, rooks, "Rad1", Answer{}, Answer{}).Positions[1].Game.Position.FEN()
	j := played(t, rooks, "Rad1", answered(line(t, rooks, "f1d1", 150)), answered(line(t, after, "f8d8", 50)))
	if !j.IsDoubtful(0) || !j.IsDoubtful(1) || j.Loss(0).Mark != verdict.Mistake {
		t.Fatalf("%+v is not doubtful", j.Loss(0))
	}
	longer := func(i int, l Line) Answer {
		a := answered(l)
		a.Root = j.Answers[i].Root
		return a
	}
	first := j.Loss(0)
	j.Answers[0].Verify(longer(0, line(t, rooks, "f1d1", 5)))
	if l := j.Loss(0); l != first {
		t.Errorf("one of two positions was verified: %+v, want %+v", l, first)
	}
	j.Answers[1].Verify(longer(1, line(t, after, "f8d8", 0)))
	if l := j.Loss(0); l.Mark != verdict.Unmarked || l == first {
		t.Errorf("both were: %+v", l)
	}
	if !j.IsDoubtful(0) {
		t.Error("the longer search decides what is searched longer")
	}
	for i, p := range j.Positions {
		text, err := json.Marshal(&j.Answers[i])
		var a Answer
		if err = errors.Join(err, json.Unmarshal(text, &a), a.SetPosition(p)); err != nil || a.First == nil || *a.First != *j.Answers[i].First {
			t.Errorf("loaded %+v, %v", a.First, err)
		}
	}
	calm := played(t, rooks, "Rad1", answered(line(t, rooks, "f1d1", 5)), answered(line(t, after, "f8d8", 5)))
	if calm.IsDoubtful(0) || calm.IsDoubtful(1) {
		t.Errorf("%+v is doubtful", calm.Loss(0))
	}
}
