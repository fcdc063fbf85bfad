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

// verified returns a game of one move that its first searches call a mistake, after a longer search with these scores of the best move
// and of the one played.
func verified(t *testing.T, best, ours int) *Job {
	t.Helper()
	after := played(t, rooks, "Rad1", Answer{}, Answer{}).Positions[1].Game.Position.FEN()
	j := played(t, rooks, "Rad1", answered(line(t, rooks, "f1d1", 150)), answered(line(t, after, "f8d8", 50)))
	if !j.IsDoubtful(0) || j.IsDoubtful(1) || j.Loss(0).Mark != verdict.Mistake {
		t.Fatalf("%+v is not doubtful", j.Loss(0))
	}
	if moves := j.Rivals(0).SearchMoves; len(moves) != 2 || moves[0] != j.Answers[0].Best || moves[1] != j.Moves[0] {
		t.Fatalf("the rivals are %v", moves)
	}
	a, b := line(t, rooks, "f1d1", best), line(t, rooks, "a1d1", ours)
	reply := line(t, after, "f8e8", 0).Moves[0]
	b.Moves = append(b.Moves, reply)
	longer := answered(a, b)
	if ours > best {
		longer = answered(b, a)
	}
	j.Verify(0, &longer)
	return j
}

// TestVerified checks that a longer search of both moves judges a move, and that the position after the move gets what it found, but
// that the moves before and after it are judged by the first searches still.
func TestVerified(t *testing.T) {
	j := verified(t, 30, 20)
	p := &j.Positions[0].Game.Position
	if l := j.Loss(0); l != verdict.LossOf(p, 30, 20) || l.Mark != verdict.Unmarked || l.Centipawns == 0 {
		t.Errorf("nearly as good: %+v", l)
	}
	if a := &j.Answers[0]; len(a.Lines) != 1 || a.Top().Score != 30 || *a.First != (First{150, a.Best}) {
		t.Errorf("the lines are %+v", a.Lines)
	}
	if !j.IsDoubtful(0) {
		t.Error("the longer search decides what is searched longer")
	}
	j.CarryOn()
	after := j.Answers[1]
	if top := after.Top(); top.Score != -20 || top.Text() != "Rfe8" || top.Depth != 8 || after.Best != top.Moves[0] || after.First.Score != 50 {
		t.Errorf("after the move: %+v, %s", after.Top(), after.Top().Text())
	}
	if j.CarryOn(); after.First != j.Answers[1].First {
		t.Error("it was carried on twice")
	}
	for i, p := range j.Positions {
		text, err := json.Marshal(&j.Answers[i])
		var a Answer
		if err = errors.Join(err, json.Unmarshal(text, &a), a.SetPosition(p)); err != nil || *a.First != *j.Answers[i].First ||
			(a.Played != nil) != (i == 0) {
			t.Errorf("loaded %+v, %v", a, err)
		}
	}
	if j := verified(t, 20, 30); j.Loss(0) != (verdict.Loss{}) || j.Answers[0].Best != j.Moves[0] {
		t.Errorf("the move played is better: %+v", j.Loss(0))
	}
	if j := verified(t, 200, -600); j.Loss(0) != j.firstLoss(0) || j.Loss(0).Mark != verdict.Mistake {
		t.Errorf("a blunder to the longer search alone: %+v", j.Loss(0))
	}
	if j := verified(t, 20, -scores.Mate+2); j.Loss(0).Mark != verdict.Blunder {
		t.Errorf("mated: %+v", j.Loss(0))
	} else if j.CarryOn(); j.Answers[1].Top().Score != scores.Mate-1 {
		t.Errorf("after a move that allows a mate in one: %d", j.Answers[1].Top().Score)
	}
	calm := played(t, rooks, "Rad1", answered(line(t, rooks, "f1d1", 5)), answered(line(t, after.Root.FEN(), "f8d8", 5)))
	if calm.IsDoubtful(0) {
		t.Errorf("%+v is doubtful", calm.Loss(0))
	}
	one := answered(line(t, rooks, "f1d1", 5))
	if calm.Verify(0, &one); calm.Answers[0].First != nil {
		t.Error("a search that has not got to the move judges it")
	}
}
