package main

import (
	"github.com/cockroachdb/pebble"
)

type pebbleStore struct{ db *pebble.DB }

func openPebble(name string, write bool) (database, error) {
	db, err := pebble.Open(name, &pebble.Options{ReadOnly: !write, Logger: silent{}})
	return &pebbleStore{db}, err
}

func (s *pebbleStore) put(from, to int) error {
	for n := from; n < to; n++ {
		a := makeAnswer(n)
		if err := s.db.Set(a.key[:], a.encode(), pebble.NoSync); err != nil {
			return err
		}
	}
	return nil
}

func (s *pebbleStore) lookUp(numbers []int) error {
	for _, n := range numbers {
		key := keyOf(n)
		_, closer, err := s.db.Get(key[:])
		if err != nil {
			return err
		}
		if err := closer.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (s *pebbleStore) close() error { return s.db.Close() }

// silent keeps the database from telling what it does.
type silent struct{}

func (silent) Infof(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(format string, args ...any) {
	panic("pebble: " + format)
}
