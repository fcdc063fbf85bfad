package game

import (
	"encoding/json"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
)

// TestFile writes an answer as files have it and reads it again.
func TestFile(t *testing.T) {
	const text = `{"scope":"behind","best":"e1h1","nodes":90,"ns":7000,"lines":[` +
		`{"score":30,"depth":9,"seldepth":12,"pv":"e1h1 e8a8"},{"score":-4,"known":true,"depth":8,"seldepth":9,"pv":"a2a8"}],` +
		`"threat":{"score":250,"depth":3,"seldepth":4,"pv":"a8a2"},` +
		`"course":[{"move":"a2a8","depth":1,"nodes":20,"ns":1000},{"move":"e1h1","depth":2,"nodes":40,"ns":2000}],"first":{"score":-9,"best":"a2a3"}}`
	j := NewJob(Origin{Kind: "epd", Text: "r3k2r/8/8/8/8/8/R7/4K2R w Kkq - bm O-O;"}, "file", 0)
	if j.Parse(); j.Err != nil || j.Plies[0].Answer.Scope != LeftOut {
		t.Fatal(j.Err)
	}
	var a Answer
	must.Do(t, json.Unmarshal([]byte(text), &a))
	must.Do(t, a.SetPosition(j.Plies[0].Position))
	if a.Scope != ForLoss || a.Best.Flag() != board.Castle || a.Lines[0].Moves[1].Flag() != board.Castle || !a.Lines[1].Known ||
		a.Threat.Root.Turn() != board.Black || !a.Solved || a.SolveNodes != 40 {
		t.Errorf("%+v", a)
	}
	for i, want := range []string{"O-O O-O-O", "Rxa8+"} {
		must.Equal(t, a.Lines[i].Text(), want, i)
	}
	if again, err := json.Marshal(&a); err != nil || string(again) != text {
		t.Errorf("%v\n%s\n%s", err, again, text)
	}
}

// TestDamagedFile refuses what no analysis writes.
func TestDamagedFile(t *testing.T) {
	p := &Position{Game: board.NewGame(board.StartPosition())}
	for text, want := range map[string]string{
		`{"scope":"before"}`:              `"before" is not one of`,
		`{"best":"e2"}`:                   "not a move",
		`{"best":"e2e5"}`:                 "best: e2e5 is not legal",
		`{"lines":[{"pv":"e2e4  e4e5"}]}`: "e4e5 is not legal",
		`{"course":[{}]}`:                 "course: 0000 is not legal",
		`{"first":{"best":"e7e5"}}`:       "first: e7e5 is not legal",
		`{"threat":{"pv":"e2e4"}}`:        "e2e4 is not legal",
	} {
		var a Answer
		err := json.Unmarshal([]byte(text), &a)
		if err == nil {
			err = a.SetPosition(p)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	check, err := board.ParseFEN("4k3/8/8/8/8/8/8/K3r3 w - - 0 1")
	if err != nil || !movegen.HasLegalMove(&check) {
		t.Fatal(err)
	}
	if err := (&Answer{Threat: &Line{}}).setRoot(&check); err == nil || !strings.Contains(err.Error(), "without a null move") {
		t.Error(err)
	}
}
