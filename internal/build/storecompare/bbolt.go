package main

import (
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

type bboltStore struct{ db *bbolt.DB }

func openBbolt(name string, write bool) (database, error) {
	// Without the sync of each transaction, as SQLite's write-ahead log goes without: a killed process loses nothing.
	db, err := bbolt.Open(name, 0o666, &bbolt.Options{Timeout: 5 * time.Second, NoSync: true, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType, ReadOnly: !write})
	return &bboltStore{db}, err
}

func (s *bboltStore) put(from, to int) error {
	for n := from; n < to; n++ {
		a := makeAnswer(n)
		err := s.db.Update(func(tx *bbolt.Tx) error {
			b, err := tx.CreateBucketIfNotExists([]byte("answer"))
			if err != nil {
				return err
			}
			return b.Put(a.key[:], a.encode())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *bboltStore) lookUp(numbers []int) error {
	return s.db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("answer"))
		for _, n := range numbers {
			key := keyOf(n)
			if b.Get(key[:]) == nil {
				return fmt.Errorf("answer %d is missing", n)
			}
		}
		return nil
	})
}

func (s *bboltStore) close() error { return s.db.Close() }
