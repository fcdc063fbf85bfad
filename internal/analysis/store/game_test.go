package store

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// sampleGame returns a game, and the keys of its answers, of that setting, which are in the store.
func sampleGame(t *testing.T, s *Store, setting *Setting) (*game.Job, []Key) {
	t.Helper()
	j := parsedGame(t, "[White \"M\xfcller\"] [Black \"X\"] [ECO \"C20\"] [Result \"1-0\"]")
	var keys []Key
	for i, p := range j.Plies {
		root := p.Answer.Root
		best, err := movegen.ParseMove(root, []string{"e2e4", "e7e5", "d2d4"}[i])
		if err != nil {
			t.Fatal(err)
		}
		a := &game.Answer{Root: root, Best: best, Nodes: 5}
		a.Lines = []game.Line{{Root: root, Score: []int{30, -20, 100}[i], Depth: 1, Moves: game.Moves{best}}}
		keys = append(keys, setting.Key(p.Position.Game, nil, nil))
		if err := s.Add(keys[i], setting, a); err != nil {
			t.Fatal(err)
		}
		p.Answer = *a
	}
	j.Judge()
	return j, keys
}

// addSample adds a game and its answers, of that setting.
func addSample(t *testing.T, s *Store, setting *Setting) error {
	t.Helper()
	j, keys := sampleGame(t, s, setting)
	return s.AddGame(j, setting, keys)
}

// parsedGame returns a game of two moves with these tags.
func parsedGame(t *testing.T, tags string) *game.Job {
	t.Helper()
	j := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText(tags + "\n\n1. e4 f6 *\n")}, "games.pgn", 0)
	if j.Parse(); j.Err != nil {
		t.Fatal(j.Err)
	}
	return j
}

// TestGames stores a game and looks at it as those do who query the file.
func TestGames(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	if err := addSample(t, s, &testSetting); err != nil {
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

// mustHaveGames checks that a store has that many games, with that many moves in all.
func mustHaveGames(t *testing.T, s *Store, what string, games, moves int) {
	t.Helper()
	var hasGames, hasMoves int
	if err := s.db.QueryRow("SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM game_move)").Scan(&hasGames, &hasMoves); err != nil {
		t.Fatal(err)
	}
	if hasGames != games || hasMoves != moves {
		t.Errorf("%s: %d games with %d moves, want %d with %d", what, hasGames, hasMoves, games, moves)
	}
}

// TestGameKnown adds a game again, which writes nothing if the store has it with the same answers, and else what is new.
func TestGameKnown(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	add := func(what string, setting *Setting, g *game.Job, keys []Key, games, moves int) {
		t.Helper()
		if err := s.AddGame(g, setting, keys); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		mustHaveGames(t, s, what, games, moves)
	}
	g, keys := sampleGame(t, s, &testSetting)
	part := slices.Clone(keys)
	part[1] = Key{}
	add("a part of the answers", &testSetting, g, part, 1, 2)
	add("all of them", &testSetting, g, keys, 1, 3)
	locked, err := s.db.Begin() // every writer has to wait for this transaction
	if err != nil {
		t.Fatal(err)
	}
	add("the same once more", &testSetting, g, keys, 1, 3)
	add("a part again", &testSetting, g, part, 1, 3)
	if err := locked.Rollback(); err != nil {
		t.Fatal(err)
	}
	deeper := testSetting
	deeper.Limits.Nodes++
	_, others := sampleGame(t, s, &deeper)
	add("another setting", &deeper, g, others, 1, 6)
	add("the first one again", &testSetting, g, keys, 1, 6)
	round := parsedGame(t, `[Round "2"]`)
	round.Plies = g.Plies
	add("another game", &deeper, round, others, 2, 9)
}

// TestPruneGames removes the answers of one of two settings: the game stays with those of the other. When these go too, so does
// the game. What nobody but a stranger can do, an answer that goes and leaves the move behind, is noticed.
func TestPruneGames(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	other := testSetting
	other.Engine = "Vertigo, another"
	for _, setting := range []*Setting{&testSetting, &other} {
		if err := addSample(t, s, setting); err != nil {
			t.Fatal(err)
		}
	}
	for _, left := range []int{1, 0} {
		engine := testSetting.Engine
		if left == 0 {
			engine = "Vertigo, a third"
		}
		if removed, err := s.Prune(time.Unix(0, 0), engine, testSetting.Build); err != nil || removed != 3 {
			t.Errorf("%d answers are removed, %v", removed, err)
		}
		mustHaveGames(t, s, "after one setting was removed", left, 3*left)
		mustHave(t, s, 3*left)
	}
	if err := addSample(t, s, &testSetting); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("DELETE FROM answer WHERE best = 'd2d4'"); err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	if right, wrong, err := s.Check(&told, 5); right != 2 || wrong != 1 || err != nil || told.String() != "rows of table game_move that belong to no answer: 1\n" {
		t.Errorf("%d answers are right, %d wrong, %v\n%s", right, wrong, err, &told)
	}
}
