package store

import (
	"path/filepath"
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/movegen"
)

// sampleGame returns a game whose answers, of that setting, are in the store.
func sampleGame(t *testing.T, s *Store, setting *Setting) *Game {
	t.Helper()
	g := board.NewGame(board.StartPosition())
	game := &Game{Tags: map[string]string{"White": "Müller", "Black": "X", "ECO": "C20"}, Result: "1-0"}
	for ply, word := range []string{"e2e4", "f7f6", ""} {
		best := []string{"e2e4", "e7e5", "d2d4"}[ply]
		key := setting.Key(g, nil, nil)
		a := &Answer{FEN: g.Position.FEN(), Best: best, Nodes: 5, Lines: []answer.SavedLine{{Score: []int{30, -20, 100}[ply], Depth: 1, Moves: best}}}
		if err := s.Add(key, setting, a); err != nil {
			t.Fatal(err)
		}
		game.Moves = append(game.Moves, GameMove{ply, word, key})
		if word != "" {
			m, err := movegen.ParseMove(&g.Position, word)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(m)
		}
	}
	return game
}

// TestGames stores a game and looks at it as those do who query the file.
func TestGames(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	if err := s.AddGame(sampleGame(t, s, &testSetting)); err != nil {
		t.Fatal(err)
	}
	var games, positions int
	var white, eco string
	if err := s.db.QueryRow("SELECT count(*), min(white), min(eco), sum(positions) FROM games").Scan(&games, &white, &eco, &positions); err != nil {
		t.Fatal(err)
	}
	if games != 1 || white != "Müller" || eco != "C20" || positions != 3 {
		t.Errorf("%d games, %s, %s, %d positions", games, white, eco, positions)
	}
	var losses string
	if err := s.db.QueryRow("SELECT group_concat(move || ' ' || (loss > 0), ', ') FROM (SELECT * FROM moves ORDER BY ply)").Scan(&losses); err != nil {
		t.Fatal(err)
	}
	if want := "e2e4 0, f7f6 1"; losses != want {
		t.Errorf("the moves are %q, want %q", losses, want)
	}
	var engine string
	if err := s.db.QueryRow("SELECT engine FROM answers WHERE best = 'd2d4'").Scan(&engine); err != nil || engine != testSetting.Engine {
		t.Errorf("the engine is %q, %v", engine, err)
	}
}

// TestGameKnown adds a game again, which writes nothing if the store has it with the same answers, and else what is new.
func TestGameKnown(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	add := func(what string, g *Game, games, moves int) {
		t.Helper()
		if err := s.AddGame(g); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var hasGames, hasMoves int
		if err := s.db.QueryRow("SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM game_move)").Scan(&hasGames, &hasMoves); err != nil {
			t.Fatal(err)
		}
		if hasGames != games || hasMoves != moves {
			t.Errorf("%s: %d games with %d moves, want %d with %d", what, hasGames, hasMoves, games, moves)
		}
	}
	g := sampleGame(t, s, &testSetting)
	part := *g
	part.Moves = slices.Clone(g.Moves)
	part.Moves[1].Key = Key{}
	add("a part of the answers", &part, 1, 2)
	add("all of them", g, 1, 3)
	locked, err := s.db.Begin() // whoever writes has to wait for this transaction
	if err != nil {
		t.Fatal(err)
	}
	add("the same once more", g, 1, 3)
	add("a part again", &part, 1, 3)
	if err := locked.Rollback(); err != nil {
		t.Fatal(err)
	}
	deeper := testSetting
	deeper.Nodes++
	other := sampleGame(t, s, &deeper)
	add("another setting", other, 1, 6)
	add("the first one again", g, 1, 6)
	other.Tags["Round"] = "2"
	add("another game", other, 2, 9)
}
