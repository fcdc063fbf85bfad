package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// batch is the number of answers in a transaction of an import: other writers wait no longer than that takes.
const batch = 1000

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
	all = map[int64]Setting{}
	err = s.rows(`SELECT id, engine, build, network, limits FROM setting`, func(rows *sql.Rows) error {
		var id int64
		var v Setting
		var limits string
		err := rows.Scan(&id, &v.Engine, &v.Build, &v.Network, &limits)
		if settingID(&v, limits) != id || json.Unmarshal([]byte(limits), &v.Limits) != nil {
			damaged = append(damaged, id)
		} else {
			all[id] = v
		}
		return err
	})
	return all, damaged, err
}

// Import adds the answers of another store that are not there yet, and returns the numbers of all and of the new ones. It
// blocks other writers in the process until it has ended.
func (s *Store) Import(other *Store) (read, added int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	settings, _, err := other.allSettings()
	if err != nil {
		return 0, 0, other.named(err)
	}
	i := importer{store: s}
	var failed error // of s
	err = other.rows("SELECT "+rowColumns+" FROM answer ORDER BY key", func(rows *sql.Rows) error {
		r, err := scanKnown(rows, settings)
		if err != nil {
			return err
		}
		failed = i.add(r, settings[r.setting])
		return failed
	})
	if failed == nil {
		err = other.named(err)
	}
	return i.read, i.added, errors.Join(err, i.commit())
}

// importer adds answers in batches.
type importer struct {
	store       *Store
	read, added int

	tx   *sql.Tx // nil between two batches
	stmt *sql.Stmt
	ids  settingIDs // of the batch, valid only when it is committed
}

func (i *importer) add(r *row, v Setting) (err error) {
	if i.tx == nil {
		if i.tx, err = i.store.db.Begin(); err != nil {
			return i.store.named(err)
		}
		i.stmt, i.ids = i.tx.Stmt(i.store.add), settingIDs{}
	}
	isNew := false
	if r.setting, err = i.ids.id(i.tx, &v); err == nil {
		isNew, err = i.store.insert(i.stmt, r)
	}
	if err != nil {
		return i.store.named(err)
	}
	if isNew {
		i.added++
	}
	if i.read++; i.read%batch == 0 {
		return i.commit()
	}
	return nil
}

func (i *importer) commit() error {
	if i.tx == nil {
		return nil
	}
	err := i.tx.Commit()
	i.tx = nil
	return i.store.named(err)
}
