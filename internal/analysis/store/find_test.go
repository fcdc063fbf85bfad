package store

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
)

// find returns the answer of one key.
func find(s *Store, key Key) (*game.Answer, error) {
	list, err := s.Find([]Key{key})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// TestFindMany finds any number of answers at once, in the order of the keys, and leaves a gap where one is missing.
func TestFindMany(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	defer mustClose(t, s)
	mustAdd(t, s, 0, 40)
	for _, count := range []int{0, 1, 2, groupSize - 1, groupSize, groupSize + 1, 35} {
		var keys []Key
		var want []*game.Answer
		for n := range count {
			key, a := sample((7 * n) % 36) // also some of them twice
			keys, want = append(keys, key), append(want, a)
		}
		if got, err := s.Find(keys); err != nil || !equal(got, want) {
			t.Errorf("%d answers are %+v, %v; want %+v", count, got, err, want)
		}
		missing, _ := sample(40)
		keys, want = slices.Insert(keys, count/2, missing), slices.Insert(want, count/2, nil)
		if got, err := s.Find(keys); err != nil || !equal(got, want) {
			t.Errorf("%d answers, of which one is missing: %+v, %v; want %+v", count+1, got, err, want)
		}
	}
}

func equal(a, b []*game.Answer) bool { return slices.EqualFunc(a, b, same) }

// same reports whether two answers are the same, except for flags of moves that only a position knows.
func same(a, b *game.Answer) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Root.FEN() == b.Root.FEN() && listText([]*game.Answer{a}) == listText([]*game.Answer{b})
}

// TestChanged checks that an answer with a changed column is an error, and that reading all of them
// names it.
func TestChanged(t *testing.T) {
	for _, change := range []string{
		"setting = setting + 1", "fen = fen || ' '", "best = ''", "nodes = nodes + 1", "us = us + 1", "score = score + 1",
		"known = 1", "known = 2", "cp = cp + 1", "mate = 1", "added = added + 1", "depth = depth + 1", "seldepth = 0", "pv = ''", "more = '[{'", "course = '[]'", "sum = sum + 1",
	} {
		s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
		mustAdd(t, s, 1, 2)
		if _, err := s.db.Exec("UPDATE answer SET " + change); err != nil {
			t.Fatal(err)
		}
		key, _ := sample(1)
		if _, err := find(s, key); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", change, err)
		}
		if _, _, err := mustOpen(t, filepath.Join(t.TempDir(), "other")).Import(s); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), fmt.Sprintf("%x", key)) {
			t.Errorf("%s: %v", change, err)
		}
		mustClose(t, s)
	}
}

// TestConnections lets several goroutines read at once: their connections stay open, as opening one takes longer than a hundred
// lookups.
func TestConnections(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	const count = 8
	var list []*sql.Conn
	for range count {
		c, err := s.db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	for _, c := range list {
		if err := c.Close(); err != nil { // gives it back
			t.Fatal(err)
		}
	}
	if left := s.db.Stats().Idle; left != count {
		t.Errorf("%d of %d connections are left", left, count)
	}
}
