package store

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// find returns the answer of one key.
func find(s *Store, key Key) (*Answer, error) {
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
		var want []*Answer
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

func equal(a, b []*Answer) bool {
	return slices.EqualFunc(a, b, func(a, b *Answer) bool { return reflect.DeepEqual(a, b) })
}

// TestRowText checks that the database makes the same text of a row as we do, that the checksum is what it has always been, and
// that a text that is not whole is refused.
func TestRowText(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	key, a := sample(3)
	mustAdd(t, s, 3, 4)
	r := a.row(1)
	var text string
	var sum int64
	if err := s.db.QueryRow("SELECT "+rowText+", sum FROM answer").Scan(&text, &sum); err != nil {
		t.Fatal(err)
	}
	if text != r.text() {
		t.Errorf("the database has %q, want %q", text, r.text())
	}
	if want := int64(xxhash.Sum64(fmt.Appendf(nil, "%x\x00%s", key.String(), text)) >> 32); sum != want {
		t.Errorf("the checksum is %d, want %d", sum, want)
	}
	if got, err := parseRow(key[:], text, sum); err != nil || got != r {
		t.Errorf("%+v, %v; want %+v", got, err, r)
	}
	for _, text := range []string{"", "1", text + "\x00", strings.Replace(text, "\x00", "\x00x\x00", 1), "x" + text} {
		if _, err := parseRow(key[:], text, rowSum(key, text)); !errors.Is(err, ErrDamaged) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := parseRow(key[:8], text, sum); !errors.Is(err, ErrDamaged) {
		t.Errorf("half of the key: %v", err)
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
