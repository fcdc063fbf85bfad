package gamedata_test

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/training/gamedata"
)

func TestMerge(t *testing.T) {
	games := randomGames(30, 60)
	first := write(t, "seed 1\nnodes 10\n", games[:40], always)
	second := write(t, "seed 2\n", games[25:], never) // 15 games once more
	out := filepath.Join(t.TempDir(), "merged")
	c, err := gamedata.Merge(t.Context(), out, []string{first, second})
	if err != nil || c.Games != 60 || c.Duplicates != 15 || len(c.Damaged) != 0 {
		t.Fatalf("%+v, error %v", c, err)
	}
	r := open(t, out)
	if got, faults := read(r); !equalAll(got, games) || len(faults) != 0 {
		t.Errorf("%d games, errors %v; want the 60 games in order", len(got), faults)
	}
	if want := "merged\n  seed 1\n  nodes 10\n  seed 2\n"; r.Info() != want {
		t.Errorf("info %q, want %q", r.Info(), want)
	}
	if r.Blocks() != 1 {
		t.Errorf("%d blocks for 60 games, want 1", r.Blocks())
	}
	if _, err := gamedata.Merge(t.Context(), out, []string{first}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that exists: error %v", err)
	}
}

func TestMergeSkipsDamage(t *testing.T) {
	games := randomGames(31, 10)
	path := write(t, "", games, always)
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[len(content)-1] ^= 1
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "merged")
	c, err := gamedata.Merge(t.Context(), out, []string{path})
	if err != nil || c.Games != 9 || len(c.Damaged) != 1 || !strings.Contains(c.Damaged[0].Error(), "block 9") {
		t.Errorf("%+v, error %v", c, err)
	}
	if got, _ := read(open(t, out)); !equalAll(got, games[:9]) {
		t.Errorf("%d games, want the first 9", len(got))
	}
}

func TestShuffle(t *testing.T) {
	games := randomGames(32, 200)
	path := write(t, "", games, never)
	dir := t.TempDir()
	shuffled := func(name string, seed uint64) []gamedata.Game {
		out := filepath.Join(dir, name)
		if c, err := gamedata.Shuffle(t.Context(), out, []string{path}, seed); err != nil || c.Games != 200 {
			t.Fatalf("%+v, error %v", c, err)
		}
		got, _ := read(open(t, out))
		return got
	}
	a, b, other := shuffled("a", 1), shuffled("b", 1), shuffled("c", 2)
	if !equalAll(a, b) {
		t.Error("the same seed gave another order")
	}
	if equalAll(a, other) || equalAll(a, games) {
		t.Error("the order does not depend on the seed")
	}
	key := func(x, y gamedata.Game) int {
		byPly := func(a, b gamedata.Ply) int {
			return cmp.Or(cmp.Compare(a.Move, b.Move), cmp.Compare(a.Score, b.Score))
		}
		return cmp.Or(cmp.Compare(x.Start.Key(), y.Start.Key()), cmp.Compare(x.Result, y.Result),
			slices.CompareFunc(x.Plies, y.Plies, byPly))
	}
	for i := range a {
		if a[i].ID != uint64(i) {
			t.Fatalf("game %d has the ID %d", i, a[i].ID)
		}
		a[i].ID, games[i].ID = 0, 0
	}
	slices.SortStableFunc(a, key)
	slices.SortStableFunc(games, key)
	if !equalAll(a, games) {
		t.Error("shuffling changed the games")
	}
}

func TestMergeReplacesWhatAKilledMergeLeft(t *testing.T) {
	path := write(t, "", randomGames(33, 5), never)
	out := filepath.Join(t.TempDir(), "merged")
	if err := os.WriteFile(out+".part", []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := gamedata.Merge(t.Context(), out, []string{path}); err != nil || c.Games != 5 {
		t.Errorf("%+v, error %v", c, err)
	}
	if _, err := os.Stat(out + ".part"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the partial file: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := gamedata.Merge(ended, out+"2", []string{path}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context has ended: error %v", err)
	}
	bad := filepath.Join(t.TempDir(), "bad")
	if _, err := gamedata.Merge(t.Context(), bad, []string{path, path + "none"}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: error %v", err)
	}
	if _, err := os.Stat(bad); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a failed merge left a file")
	}
}
