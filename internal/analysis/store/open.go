package store

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the driver
)

//go:embed schema.sql
var schema string

// The values of a store in the fields of the header that SQLite leaves to applications.
const (
	applicationID = 0x56747367 // "Vtsg"
	schemaVersion = 4
)

// busyTime is how long a write waits for other processes, in milliseconds. Theirs take some microseconds each, an import
// some milliseconds.
const busyTime = 60_000

// Store is an open store. Its methods may be called from several goroutines.
type Store struct {
	name string
	db   *sql.DB

	find, findOne, add, addGame, addMove, gameAnswers *sql.Stmt

	mutex sync.Mutex // one writer at a time within the process, so that none has to wait for the lock of the file
	ids   settingIDs // known to be in the file
}

// ErrDamaged says that a part of a store is damaged.
var ErrDamaged = errors.New("the store is damaged: \"vertigo store check\" tells more")

// Open opens the store in a file, which it creates if there is none. A file that is not a store, of another version, or not
// complete is an error, and is left as it is.
func Open(name string) (*Store, error) {
	s, err := openFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func openFile(name string) (*Store, error) {
	err := inspect(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(name); err == nil {
			err = inspect(name)
		}
	}
	if err != nil {
		return nil, err
	}
	// SQLite does not enforce the references between tables, since that would take a pass over all moves for each answer that
	// is removed. Check finds broken references.
	db, err := connect(name, fmt.Sprintf("busy_timeout(%d)", busyTime), "journal_mode(wal)", "synchronous(normal)",
		"cache_size(-16384)", "trusted_schema(off)")
	if err != nil {
		return nil, err
	}
	db.SetMaxIdleConns(math.MaxInt) // each worker soon has one: opening it takes longer than a hundred lookups
	s := &Store{name: name, db: db, ids: settingIDs{}}
	if err := s.prepare(); err != nil {
		return nil, errors.Join(damaged(err), db.Close())
	}
	return s, nil
}

// connect opens the database. SQLite does so with the first statement.
func connect(name string, pragmas ...string) (*sql.DB, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(full)}
	if filepath.VolumeName(full) != "" {
		address.Path = "/" + address.Path
	}
	address.RawQuery = url.Values{"mode": {"rw"}, "_txlock": {"immediate"}, "_pragma": pragmas}.Encode()
	return sql.Open("sqlite", address.String())
}

func (s *Store) prepare() error {
	var err error
	prepare := func(query string) *sql.Stmt {
		statement, failed := s.db.Prepare(query)
		err = errors.Join(err, failed)
		return statement
	}
	const find = "SELECT " + rowColumns + " FROM answer WHERE key IN (?"
	s.find, s.findOne = prepare(find+strings.Repeat(", ?", groupSize-1)+")"), prepare(find+")")
	s.add = prepare(`INSERT INTO answer(key, setting, fen, best, nodes, us, score, bound, known, cp, mate, depth, seldepth, pv, more, course, added, sum)
		VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO NOTHING`)
	s.addGame = prepare(`INSERT INTO game(key, tags, result) VALUES(?, ?, ?) ON CONFLICT(key) DO NOTHING`)
	s.addMove = prepare(`INSERT INTO game_move(game, ply, answer, move)
		SELECT g.id, ?2, a.id, ?3 FROM game g, answer a WHERE g.key = ?1 AND a.key = ?4 ON CONFLICT DO NOTHING`)
	s.gameAnswers = prepare(`SELECT m.ply, a.key FROM game g JOIN game_move m ON m.game = g.id JOIN answer a ON a.id = m.answer WHERE g.key = ?`)
	return err
}

// Close closes the store. Everything has been written by then.
func (s *Store) Close() error {
	if s == nil {
		return nil
	}
	return s.db.Close()
}

// inspect checks the header of a file without SQLite, which would take an empty file for a database and might change the
// database of another program.
func inspect(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("this is not a regular file")
	}
	head := make([]byte, 100) // all of SQLite's header
	if _, err := io.ReadFull(f, head); err != nil || string(head[:16]) != "SQLite format 3\x00" {
		return errors.New("this is not a store of vertigo analyse; it is left as it is")
	}
	field := func(at int) uint32 { return binary.BigEndian.Uint32(head[at:]) }
	switch {
	case field(68) != applicationID:
		return errors.New("this is a database of another program; it is left as it is")
	case field(60) != schemaVersion:
		return fmt.Errorf("a store of version %d, but this program reads version %d only: name another file, and its answers are searched again",
			field(60), schemaVersion)
	}
	pageSize := int64(binary.BigEndian.Uint16(head[16:]))
	if pageSize == 1 {
		pageSize = 1 << 16
	}
	if _, err := os.Stat(name + "-wal"); err == nil {
		return nil // the rest of the file may still be there
	}
	if want := pageSize * int64(field(28)); info.Size() < want || pageSize < 512 {
		return fmt.Errorf("%d bytes, there should be %d: %w", info.Size(), want, ErrDamaged)
	}
	return nil
}

// create makes an empty store, which appears when it is complete. If another process is faster, its store stays.
func create(name string) (err error) {
	aside := fmt.Sprintf("%s.new-%d", name, os.Getpid())
	defer func() {
		if removed := os.Remove(aside); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}()
	f, err := os.OpenFile(aside, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := fill(aside); err != nil {
		return err
	}
	err = os.Link(aside, name) // which, unlike a rename, never replaces a file
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	return os.Rename(aside, name) // some file systems have no links
}

// fill gives an empty file the tables.
func fill(name string) error {
	db, err := connect(name)
	if err != nil {
		return err
	}
	ctx := context.Background()
	connection, err := db.Conn(ctx) // the statements belong to one transaction
	if err == nil {
		_, err = connection.ExecContext(ctx, fmt.Sprintf("BEGIN; PRAGMA application_id = %d; PRAGMA user_version = %d; %s; COMMIT",
			applicationID, schemaVersion, schema))
		err = errors.Join(err, connection.Close())
	}
	return errors.Join(err, db.Close())
}
