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
	"time"

	_ "modernc.org/sqlite" // the driver
	sqlite3 "modernc.org/sqlite/lib"

	"vertigo/internal/system/files"
)

//go:embed schema.sql
var schema string

// The values of a store in the fields of the header that SQLite leaves to applications.
const (
	applicationID = 0x56747367 // "Vtsg"
	schemaVersion = 7
)

// busyTime is how long a process waits for a lock of another one. Their writes take some microseconds each, an import some
// milliseconds, and the removal of answers up to some seconds.
const busyTime = 10 * time.Second

// Store is an open store. Its methods may be called from several goroutines.
type Store struct {
	name string
	wait time.Duration // for a lock of another process
	db   *sql.DB

	find, findOne, add, addGame, addMove, gameAnswers *sql.Stmt

	mutex sync.Mutex // one writer at a time within the process, so that none has to wait for the lock of the file
	ids   settingIDs // known to be in the file
}

// ErrDamaged says that a part of a store is damaged.
var ErrDamaged = errors.New("the store is damaged: \"vertigo store check\" tells more")

// Open opens the store in a file. It creates the store if there is no file, or an empty one. A file that is not a store, of
// another version, or not complete is an error, and is left as it is.
func Open(name string) (*Store, error) {
	if err := makeFile(name); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return open(name, busyTime, false)
}

// OpenExisting is Open for a file that must exist. Where nothing can be written, it opens the store for reading.
func OpenExisting(name string) (*Store, error) {
	s, err := open(name, busyTime, false)
	if !isCode(err, sqlite3.SQLITE_CANTOPEN) && !isCode(err, sqlite3.SQLITE_READONLY) {
		return s, err
	}
	if _, missing := os.Stat(name + "-wal"); !errors.Is(missing, fs.ErrNotExist) {
		return nil, err // the file alone may lack something
	}
	return open(name, busyTime, true)
}

// open opens an existing store, for which it waits while other processes have locked it. Fixed means that nobody writes to the
// file.
func open(name string, wait time.Duration, fixed bool) (*Store, error) {
	s := &Store{name: name, wait: wait, ids: settingIDs{}}
	err := inspect(name)
	if err == nil {
		err = s.connect(fixed)
	}
	if err == nil {
		err = s.complete()
	}
	if err == nil {
		err = s.prepare()
	}
	if err != nil {
		return nil, errors.Join(s.named(err), s.Close())
	}
	return s, nil
}

// connect opens the database. SQLite does so with the first statement.
func (s *Store) connect(fixed bool) error {
	full, err := filepath.Abs(s.name)
	if err != nil {
		return err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(full)}
	if filepath.VolumeName(full) != "" {
		address.Path = "/" + address.Path
	}
	// SQLite does not enforce the references between tables, since that would take a pass over all moves for each answer that
	// is removed. Check finds broken references.
	pragmas := []string{fmt.Sprintf("busy_timeout(%d)", s.wait.Milliseconds()), "synchronous(normal)", "cache_size(-16384)", "trusted_schema(off)"}
	values := url.Values{"mode": {"rw"}, "_txlock": {"immediate"}, "_pragma": pragmas}
	if fixed {
		values["mode"], values["immutable"] = []string{"ro"}, []string{"1"}
	}
	address.RawQuery = values.Encode()
	if s.db, err = sql.Open("sqlite", address.String()); err != nil {
		return err
	}
	s.db.SetMaxIdleConns(math.MaxInt) // each worker soon has one: opening it takes longer than a hundred lookups
	return nil
}

// complete gives a new store its tables, unless another process is faster. Whenever a process is killed, the next one can
// complete what it has left.
func (s *Store) complete() error {
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		version, err := versionOf(s.db)
		if err != nil || version == schemaVersion {
			return err
		}
		// While the mode of the journal changes, SQLite does not wait for others.
		if err := s.create(); err != nil && (!isCode(err, sqlite3.SQLITE_BUSY) || time.Since(begin) > s.wait) {
			return err
		}
	}
}

// versionOf returns the version of the tables, 0 if there are none yet.
func versionOf(db executor) (version uint32, err error) {
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return 0, err
	}
	return version, checkVersion(version)
}

// create makes the tables. The file is a store with a log before they are written. Until then, its only page is written at once,
// without a journal.
func (s *Store) create() error {
	ctx := context.Background()
	c, err := s.db.Conn(ctx) // some of the settings belong to a connection
	if err != nil {
		return err
	}
	defer c.Close()
	var mode string
	if err := c.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		mark := fmt.Sprintf("PRAGMA journal_mode = memory; PRAGMA application_id = %d", applicationID)
		if _, err := c.ExecContext(ctx, mark); err != nil {
			return err
		}
		if err := c.QueryRowContext(ctx, "PRAGMA journal_mode = wal").Scan(&mode); err != nil {
			return err
		}
		if mode != "wal" {
			return errors.New("this file system cannot hold a store, as processes cannot share memory there")
		}
	}
	tx, err := c.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if version, err := versionOf(tx); err != nil || version == schemaVersion {
		return errors.Join(err, tx.Rollback())
	}
	if _, err := tx.Exec(fmt.Sprintf("%s; PRAGMA user_version = %d", schema, schemaVersion)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (s *Store) prepare() error {
	const find = "SELECT " + rowColumns + " FROM answer WHERE key IN (?"
	for _, statement := range []struct {
		target **sql.Stmt
		query  string
	}{
		{&s.find, find + strings.Repeat(", ?", groupSize-1) + ")"},
		{&s.findOne, find + ")"},
		{&s.add, "INSERT INTO answer(" + rowColumns + ") VALUES(?" + strings.Repeat(", ?", strings.Count(rowColumns, ",")) + ") ON CONFLICT(key) DO NOTHING"},
		{&s.addGame, `INSERT INTO game(key, tags, result, sum) VALUES(?, ?, ?, ?) ON CONFLICT(key) DO NOTHING`},
		{&s.addMove, `INSERT INTO game_move(game, answer, ` + moveColumns + `, sum)
			SELECT g.id, a.id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12 FROM game g, answer a WHERE g.key = ?1 AND a.key = ?2 ON CONFLICT DO NOTHING`},
		{&s.gameAnswers, `SELECT m.ply, a.key FROM game g JOIN game_move m ON m.game = g.id JOIN answer a ON a.id = m.answer WHERE g.key = ? AND m.setting = ?`},
	} {
		var err error
		if *statement.target, err = s.db.Prepare(statement.query); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the store. Everything has been written by then.
func (s *Store) Close() error {
	if s == nil || s.db == nil {
		return nil
	}
	return s.db.Close()
}

// Files returns the full names of the files that belong to the store in a file, if that has a name.
func Files(name string) (list []string) {
	target, err := files.Find(name)
	if name == "" || err != nil { // Open tells what is wrong
		return nil
	}
	full, err := filepath.Abs(target.Name)
	if err != nil {
		return nil
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		list = append(list, full+suffix)
	}
	return list
}

// makeFile creates an empty file where there is none.
func makeFile(name string) error {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err // a pipe must not be opened: it waits for a writer
	}
	f, err := files.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// inspect checks the header of a file without SQLite, which might change the database of another program. An empty file is a
// store that has not been completed.
func inspect(name string) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 100) // all of SQLite's header
	_, err = io.ReadFull(f, head)
	if err == io.EOF {
		return nil
	}
	if err != nil || string(head[:16]) != "SQLite format 3\x00" {
		return errors.New("this is not a store of vertigo analyse; it stays unchanged")
	}
	field := func(at int) uint32 { return binary.BigEndian.Uint32(head[at:]) }
	if field(68) != applicationID {
		return errors.New("this is a database of another program; it stays unchanged")
	}
	return checkVersion(field(60)) // as long as only the log has the tables, 0
}

// checkVersion returns an error if tables are of another version than this program's.
func checkVersion(version uint32) error {
	if version == schemaVersion || version == 0 { // there are none yet
		return nil
	}
	return fmt.Errorf("a store of version %d, but this program reads version %d only: name another file, for which the answers are searched again",
		version, schemaVersion)
}
