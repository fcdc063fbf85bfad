package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"vertigo/internal/analysis/game"
)

// isCode reports whether err is SQLite's error of that primary code.
func isCode(err error, code int) bool {
	var failure *sqlite.Error
	return errors.As(err, &failure) && failure.Code()&0xff == code // the rest are details
}

// named adds the name of the file to an error, and what the common errors of SQLite mean.
func (s *Store) named(err error) error {
	switch {
	case err == nil:
		return nil
	case isCode(err, sqlite3.SQLITE_CORRUPT), isCode(err, sqlite3.SQLITE_NOTADB):
		err = fmt.Errorf("%w (%w)", ErrDamaged, err)
	case isCode(err, sqlite3.SQLITE_BUSY):
		err = fmt.Errorf("another process has locked the store for %v: try again when it has ended (%w)", s.wait, err)
	case isCode(err, sqlite3.SQLITE_CANTOPEN), isCode(err, sqlite3.SQLITE_READONLY):
		err = fmt.Errorf("neither the store nor its folder may be read-only here (%w)", err)
	}
	return fmt.Errorf("%s: %w", s.name, err)
}

// groupSize is the number of answers that Find queries at once: those of a chunk, unless --chunk says otherwise. Ten together
// take half the time of ten single queries, and more gain little.
const groupSize = 10

// Find returns the answers of those keys, in their order, nil for each that is missing. An answer that is damaged is an error.
func (s *Store) Find(keys []Key) ([]*game.Answer, error) {
	found := make(map[Key]*game.Answer, len(keys))
	for group := range slices.Chunk(keys, groupSize) {
		if err := s.findGroup(group, found); err != nil {
			return nil, s.named(err)
		}
	}
	answers := make([]*game.Answer, len(keys))
	for i, key := range keys {
		answers[i] = found[key]
	}
	return answers, nil
}

// findGroup adds the answers of at most groupSize keys to found.
func (s *Store) findGroup(keys []Key, found map[Key]*game.Answer) error {
	query, count := s.find, groupSize
	if len(keys) == 1 {
		query, count = s.findOne, 1
	}
	args := make([]any, count)
	for i := range args {
		args[i] = keys[min(i, len(keys)-1)][:]
	}
	rows, err := query.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRow(rows)
		if err != nil {
			return err
		}
		found[r.key] = r.Answer
	}
	return rows.Err()
}

// Add adds an answer that was found with the setting. One that is there already stays as it is.
func (s *Store) Add(key Key, setting *Setting, a *game.Answer) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id, err := s.ids.id(s.db, setting)
	if err == nil {
		_, err = s.insert(s.add, &row{a, key, id, a.Root.FEN(), time.Now().Unix()})
	}
	return s.named(err)
}

// insert adds an answer, by a statement that may belong to a transaction, and reports whether it was new.
func (s *Store) insert(add *sql.Stmt, r *row) (bool, error) {
	result, err := add.Exec(r.values()...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// executor is a database or a transaction.
type executor interface {
	Exec(query string, args ...any) (sql.Result, error)
	QueryRow(query string, args ...any) *sql.Row
}

// settingIDs are the ids of settings that are in the table.
type settingIDs map[Setting]int64

// id returns the id of a setting, which it adds to the table.
func (s settingIDs) id(db executor, v *Setting) (int64, error) {
	if id, ok := s[*v]; ok {
		return id, nil
	}
	limits, err := json.Marshal(v.Limits)
	if err != nil {
		return 0, err
	}
	id := settingID(v, string(limits))
	const add = `INSERT INTO setting(id, engine, build, network, limits) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	if _, err := db.Exec(add, id, v.Engine, v.Build, v.Network, string(limits)); err != nil {
		return 0, err
	}
	s[*v] = id
	return id, nil
}

// settingID returns the id of a setting with these limits in JSON: a checksum of it, of 48 bits to keep rows short.
func settingID(v *Setting, limits string) int64 {
	return checksum(v.Engine, v.Build, v.Network, limits) & (1<<48 - 1)
}
