package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// batch is the number of answers in a transaction of an import: other writers wait no longer than that takes.
const batch = 1000

// each calls f with every answer in the order of their keys, and its setting.
func (s *Store) each(f func(r *row, v Setting) error) error {
	settings, _, err := s.allSettings()
	if err != nil {
		return s.named(err)
	}
	rows, err := s.db.Query("SELECT " + rowColumns + " FROM answer ORDER BY key")
	if err != nil {
		return s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanKnown(rows, settings)
		if err != nil {
			return s.named(err)
		}
		if err := f(r, settings[r.setting]); err != nil {
			return err
		}
	}
	return s.named(rows.Err())
}

// scanKnown reads a row whose setting must be one of those.
func scanKnown(rows *sql.Rows, settings map[int64]Setting) (*row, error) {
	r, err := scanRow(rows)
	if _, ok := settings[r.setting]; err == nil && !ok {
		err = ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("answer %x: %w", r.key, err)
	}
	return r, nil
}

// allSettings returns every setting by its id, without those that are damaged, and the ids of these.
func (s *Store) allSettings() (all map[int64]Setting, damaged []int64, err error) {
	rows, err := s.db.Query(`SELECT id, engine, build, network, limits FROM setting`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	all = map[int64]Setting{}
	for rows.Next() {
		var id int64
		var v Setting
		var limits string
		if err := rows.Scan(&id, &v.Engine, &v.Build, &v.Network, &limits); err != nil {
			return nil, nil, err
		}
		if settingID(&v, limits) != id || json.Unmarshal([]byte(limits), &v.Limits) != nil {
			damaged = append(damaged, id)
			continue
		}
		all[id] = v
	}
	return all, damaged, rows.Err()
}

// Import adds the answers of another store that are not there yet, and returns the numbers of all and of the new ones. It
// blocks other writers in the process until it has ended.
func (s *Store) Import(other *Store) (read, added int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	i := &importer{store: s}
	err = other.each(func(r *row, v Setting) error {
		i.read++
		return i.add(r, &v)
	})
	return i.read, i.added, errors.Join(err, i.commit())
}

// importer adds answers in batches.
type importer struct {
	store       *Store
	read, added int

	tx   *sql.Tx // nil between two batches
	stmt *sql.Stmt
	ids  settingIDs // of the batch, valid only when it is committed
	n    int        // answers in the batch
}

func (i *importer) add(r *row, v *Setting) (err error) {
	if i.tx == nil {
		if i.tx, err = i.store.db.Begin(); err != nil {
			return i.store.named(err)
		}
		i.stmt, i.ids = i.tx.Stmt(i.store.add), settingIDs{}
	}
	if r.setting, err = i.ids.id(i.tx, v); err != nil {
		return i.store.named(err)
	}
	isNew, err := i.store.insert(i.stmt, r)
	if err != nil {
		return i.store.named(err)
	}
	if isNew {
		i.added++
	}
	if i.n++; i.n < batch {
		return nil
	}
	return i.commit()
}

func (i *importer) commit() error {
	if i.tx == nil {
		return nil
	}
	err := i.tx.Commit()
	i.tx, i.n = nil, 0
	return i.store.named(err)
}
