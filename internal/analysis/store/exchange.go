package store

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"vertigo/internal/analysis/answer"
)

// record is an answer on a line of an export.
type record struct {
	Key     string               `json:"key"`
	Setting Setting              `json:"setting"`
	FEN     string               `json:"fen"`
	Best    string               `json:"best,omitempty"`
	Nodes   uint64               `json:"nodes"`
	Time    int64                `json:"us"`
	Lines   []answer.SavedLine   `json:"lines,omitempty"`
	Course  []answer.SavedChange `json:"course,omitempty"`
	Added   int64                `json:"added"` // seconds since 1970
}

// batch is how many answers of an import are one transaction: others wait no longer than that takes.
const batch = 1000

// maxLine bounds the lines of an import in bytes.
const maxLine = 1 << 20

// Export writes every answer as a JSON object on a line of its own, in the order of their keys.
func (s *Store) Export(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	encoder := json.NewEncoder(out)
	err := s.each(func(r *record) error { return encoder.Encode(r) })
	return errors.Join(err, out.Flush())
}

// each calls f with every answer in the order of their keys.
func (s *Store) each(f func(*record) error) error {
	settings, err := s.allSettings()
	if err != nil {
		return s.named(err)
	}
	rows, err := s.db.Query("SELECT " + rowColumns + " FROM answer ORDER BY key")
	if err != nil {
		return s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanRecord(rows, settings)
		if err != nil {
			return s.named(err)
		}
		if err := f(r); err != nil {
			return err
		}
	}
	return s.named(rows.Err())
}

// scanRecord reads an answer.
func scanRecord(rows *sql.Rows, settings map[int64]Setting) (*record, error) {
	key, r, added, err := scanRow(rows)
	v, ok := settings[r.setting]
	if err == nil && !ok {
		err = ErrDamaged
	}
	var a *Answer
	if err == nil {
		a, err = r.answer()
	}
	if err != nil {
		return nil, fmt.Errorf("answer %x: %w", key, err)
	}
	return &record{Key(key).String(), v, a.FEN, a.Best, a.Nodes, a.Time.Microseconds(), a.Lines, a.Course, added}, nil
}

// allSettings returns every setting by its number.
func (s *Store) allSettings() (map[int64]Setting, error) {
	rows, err := s.db.Query(`SELECT id, engine, build, network, limits FROM setting`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[int64]Setting{}
	for rows.Next() {
		var id int64
		var v Setting
		var limits string
		if err := rows.Scan(&id, &v.Engine, &v.Build, &v.Network, &limits); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(limits), &v.Limits); err != nil {
			return nil, fmt.Errorf("%w (%w)", ErrDamaged, err)
		}
		all[id] = v
	}
	return all, rows.Err()
}

// Import adds the answers of an export that are not there yet, and returns how many there were and how many of them are
// new. A line that is none of an export ends it with an error; what stands before the line stays. Nobody else in the process
// can add answers until it has ended.
func (s *Store) Import(in io.Reader) (read, added int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	i := &importer{store: s}
	for lines.Scan() {
		r := &record{}
		if err = i.parse(lines.Bytes(), r); err == nil {
			err = i.add(r)
		}
		if err != nil {
			err = fmt.Errorf("line %d: %w", i.read+1, err)
			break
		}
		i.read++
	}
	if failed := lines.Err(); failed != nil {
		err = fmt.Errorf("line %d: %w", i.read+1, failed)
	}
	return i.read, i.added, errors.Join(err, i.commit())
}

// Merge adds the answers of another store that are not there yet, as Import does.
func (s *Store) Merge(other *Store) (read, added int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	i := &importer{store: s}
	err = other.each(func(r *record) error {
		i.read++
		return i.add(r)
	})
	return i.read, i.added, errors.Join(err, i.commit())
}

// importer adds answers in batches.
type importer struct {
	store       *Store
	read, added int

	tx   *sql.Tx // nil between two batches
	stmt *sql.Stmt
	ids  settingIDs // of the batch: they count only when it is committed
	n    int        // answers in the batch
}

// parse reads a line of an export.
func (i *importer) parse(line []byte, r *record) error {
	if err := json.Unmarshal(line, r); err != nil {
		return err
	}
	if r.Setting.Engine == "" || r.Setting.Network == "" || r.Setting.Limits.MultiPV < 1 {
		return errors.New("setting: it names no engine, no network, or no number of lines")
	}
	if r.Setting.Limits.Nodes > 1<<62 {
		return fmt.Errorf("setting: %d nodes are out of range", r.Setting.Limits.Nodes)
	}
	if r.Setting.Limits.Depth == 0 && r.Setting.Limits.Nodes == 0 {
		return errors.New("setting: neither depth nor nodes are limited, so the answer cannot be repeated")
	}
	if r.Added < 0 || r.Added > 1<<40 {
		return fmt.Errorf("added: %d is not a time", r.Added)
	}
	if r.Time < 0 || r.Time > 1<<53 {
		return fmt.Errorf("us: %d is not a time", r.Time)
	}
	return r.answer().validate()
}

// answer returns what the record says.
func (r *record) answer() *Answer {
	return &Answer{r.FEN, r.Best, r.Nodes, time.Duration(r.Time) * time.Microsecond, r.Lines, r.Course}
}

func (i *importer) add(r *record) error {
	key, err := parseKey(r.Key)
	if err != nil {
		return err
	}
	if i.tx == nil {
		if i.tx, err = i.store.db.Begin(); err != nil {
			return i.store.named(err)
		}
		i.stmt, i.ids = i.tx.Stmt(i.store.add), settingIDs{}
	}
	id, err := i.ids.id(i.tx, &r.Setting)
	if err != nil {
		return i.store.named(err)
	}
	isNew, err := i.store.insert(i.stmt, key, id, r.answer(), r.Added)
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

// isStore reports whether a file is a database of SQLite, ours or not.
func isStore(name string) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, 16)
	n, _ := io.ReadFull(f, head) // an empty file is none
	return string(head[:n]) == "SQLite format 3\x00", nil
}
