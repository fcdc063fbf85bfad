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

	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
)

// damaged turns an error of SQLite about a damaged file into ErrDamaged.
func damaged(err error) error {
	var failure *sqlite.Error
	if !errors.As(err, &failure) {
		return err
	}
	switch failure.Code() & 0xff { // the rest are details
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// named adds the name of the file to an error.
func (s *Store) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.name, damaged(err))
}

// groupSize is the number of answers that Find queries at once: those of a chunk, unless --chunk says otherwise. Ten together
// take half the time of ten single queries, and more hardly save anything.
const groupSize = 10

// Find returns the answers of those keys, in their order, nil for each that is missing. An answer that is damaged is an error.
func (s *Store) Find(keys []Key) ([]*answer.Answer, error) {
	found := make(map[Key]*answer.Answer, len(keys))
	for group := range slices.Chunk(keys, groupSize) {
		if err := s.findGroup(group, found); err != nil {
			return nil, s.named(err)
		}
	}
	answers := make([]*answer.Answer, len(keys))
	for i, key := range keys {
		answers[i] = found[key]
	}
	return answers, nil
}

// findGroup adds the answers of at most groupSize keys to found.
func (s *Store) findGroup(keys []Key, found map[Key]*answer.Answer) error {
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
		key, r, _, err := scanRow(rows)
		if err != nil {
			return err
		}
		if found[Key(key)], err = r.answer(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Add adds an answer that was found with the setting. One that is there already stays as it is.
func (s *Store) Add(key Key, setting *Setting, a *answer.Answer) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id, err := s.ids.id(s.db, setting)
	if err == nil {
		_, err = s.insert(s.add, key, id, a, time.Now().Unix())
	}
	return s.named(err)
}

// insert adds an answer, by a statement that may belong to a transaction, and reports whether it was new.
func (s *Store) insert(add *sql.Stmt, key Key, setting int64, a *answer.Answer, added int64) (bool, error) {
	r, shown := newRow(a, setting), winrate.ScoreOf(a.Root, a.Top().Score).JSON() // for the side to move
	result, err := add.Exec(key[:], r.setting, r.fen, r.best, r.nodes, r.us, r.score, r.bound, r.known, shown.Centipawns, shown.Mate, r.depth, r.selDepth,
		r.pv, r.more, r.course, added, r.sum(key[:]))
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

// settingIDs are the numbers that settings have in the table.
type settingIDs map[Setting]int64

// id returns the number of a setting, which gets one if it has none.
func (s settingIDs) id(db executor, v *Setting) (id int64, err error) {
	if id, ok := s[*v]; ok {
		return id, nil
	}
	limits, err := json.Marshal(v.Limits)
	if err != nil {
		return 0, err
	}
	values := []any{v.Engine, v.Build, v.Network, string(limits)}
	if _, err := db.Exec(`INSERT INTO setting(engine, build, network, limits) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING`, values...); err != nil {
		return 0, err
	}
	const find = `SELECT id FROM setting WHERE engine = ? AND build = ? AND network = ? AND limits = ?`
	if err := db.QueryRow(find, values...).Scan(&id); err != nil {
		return 0, err
	}
	s[*v] = id
	return id, nil
}
