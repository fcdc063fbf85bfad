package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// damaged tells in our words what SQLite says about a file that it cannot read.
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

// named tells which file an error is about.
func (s *Store) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.name, damaged(err))
}

// Find returns the answer of that key, nil if there is none. An answer that is damaged is an error.
func (s *Store) Find(key Key) (*Answer, error) {
	var r row
	var setting, sum int64
	err := s.find.QueryRow(key[:]).Scan(append([]any{&setting}, append(r.targets(), &sum)...)...)
	if err == sql.ErrNoRows {
		return nil, nil
	}
	if err != nil {
		return nil, s.named(err)
	}
	a, err := r.checked(key, setting, sum)
	return a, s.named(err)
}

// groupSize is how many answers FindAll asks for at once: those of a chunk, unless --chunk says otherwise.
const groupSize = 10

// FindAll returns the answers of those keys, in their order, nil if one of them is missing. An answer that is damaged is an
// error. For each of them it takes less time than Find.
func (s *Store) FindAll(keys []Key) ([]*Answer, error) {
	found := make(map[Key]*Answer, len(keys))
	for part := range slices.Chunk(keys, groupSize) {
		if err := s.findGroup(part, found); err != nil {
			return nil, s.named(err)
		}
	}
	answers := make([]*Answer, len(keys))
	for i, key := range keys {
		if answers[i] = found[key]; answers[i] == nil {
			return nil, nil
		}
	}
	return answers, nil
}

// findGroup adds to found the answers of as many keys as a group has at most, or less.
func (s *Store) findGroup(keys []Key, found map[Key]*Answer) error {
	args := make([]any, groupSize)
	for i := range args {
		args[i] = keys[min(i, len(keys)-1)][:]
	}
	rows, err := s.findSome.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r row
		var key []byte
		var setting, sum int64
		if err := rows.Scan(append([]any{&key, &setting}, append(r.targets(), &sum)...)...); err != nil {
			return err
		}
		if len(key) != len(Key{}) {
			return ErrDamaged
		}
		if found[Key(key)], err = r.checked(Key(key), setting, sum); err != nil {
			return err
		}
	}
	return rows.Err()
}

// checked returns the answer of a row if its checksum is that one.
func (r *row) checked(key Key, setting, sum int64) (*Answer, error) {
	if r.sum(key, setting) != sum {
		return nil, ErrDamaged
	}
	return r.answer()
}

// rowColumns are the columns of a row, in the order of its targets.
const rowColumns = "fen, best, nodes, us, score, bound, known, depth, seldepth, pv, more, course, low, high"

// targets returns where to scan the columns.
func (r *row) targets() []any {
	return []any{&r.fen, &r.best, &r.nodes, &r.us, &r.score, &r.bound, &r.known, &r.depth, &r.selDepth, &r.pv, &r.more, &r.course, &r.low, &r.high}
}

// Add adds an answer that was found with the setting. One that is there already stays as it is.
func (s *Store) Add(key Key, setting *Setting, a *Answer) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id, err := s.settingID(s.db, setting)
	if err == nil {
		_, err = s.insert(s.add, key, id, a, time.Now().Unix())
	}
	return s.named(err)
}

// insert adds an answer, by a statement that may belong to a transaction, and reports whether it was new.
func (s *Store) insert(add *sql.Stmt, key Key, setting int64, a *Answer, added int64) (bool, error) {
	r := a.row()
	cp, mate, swing, err := r.shown()
	if err != nil {
		return false, err
	}
	result, err := add.Exec(key[:], setting, r.fen, r.best, r.nodes, r.us, r.score, r.bound, r.known, cp, mate, r.depth, r.selDepth,
		r.pv, r.more, r.course, r.low, r.high, swing, added, r.sum(key, setting))
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

// settingID returns the number of a setting, which gets one if it has none. A number that was given away in a transaction
// counts only when that is over.
func (s *Store) settingID(db executor, v *Setting) (id int64, err error) {
	if id, ok := s.settings[*v]; ok {
		return id, nil
	}
	values := []any{v.Engine, v.Build, v.Network, v.Depth, int64(v.Nodes), v.Mate, v.UntilStable, v.MultiPV, v.Hash, v.Tablebases, v.Chunk}
	if _, err := db.Exec(`INSERT INTO setting(engine, build, network, depth, nodes, mate, until_stable, multipv, hash_mib, tablebases, chunk)
		VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, values...); err != nil {
		return 0, err
	}
	if err := db.QueryRow(`SELECT id FROM setting WHERE engine = ? AND build = ? AND network = ? AND depth = ? AND nodes = ?
		AND mate = ? AND until_stable = ? AND multipv = ? AND hash_mib = ? AND tablebases = ? AND chunk = ?`, values...).Scan(&id); err != nil {
		return 0, err
	}
	if _, shared := db.(*sql.DB); shared {
		s.settings[*v] = id
	}
	return id, nil
}

// Game is a game that was analysed.
type Game struct {
	Tags   map[string]string
	Result string // 1-0, 0-1, 1/2-1/2 or *
	Moves  []GameMove
}

// GameMove is one position of a game.
type GameMove struct {
	Ply  int    // from 0, the position before the first move
	Move string // the move that was played, as answers have moves; empty at the end of the game
	Key  Key    // of the answer
}

// AddGame adds a game whose answers are there. Those that are missing are left out, and so is what is there already.
func (s *Store) AddGame(g *Game) (err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	tx, err := s.db.Begin()
	if err != nil {
		return s.named(err)
	}
	defer func() {
		if err != nil {
			err = s.named(errors.Join(err, tx.Rollback()))
		}
	}()
	if err := s.insertGame(tx, g); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *Store) insertGame(tx *sql.Tx, g *Game) error {
	text, err := json.Marshal(g.Tags) // sorted by their names
	if err != nil {
		return err
	}
	key := g.key(text)
	if _, err := tx.Stmt(s.addGame).Exec(key[:], string(text), g.Result); err != nil {
		return err
	}
	add := tx.Stmt(s.addMove)
	for _, m := range g.Moves {
		if _, err := add.Exec(key[:], m.Ply, m.Move, m.Key[:]); err != nil {
			return err
		}
	}
	return nil
}

// key tells games apart by their tags, result and moves.
func (g *Game) key(tags []byte) Key {
	text := append(append(tags[:len(tags):len(tags)], '\n'), g.Result...)
	for _, m := range g.Moves {
		text = fmt.Appendf(text, "\n%d %s", m.Ply, m.Move)
	}
	sum := sha256.Sum256(text)
	return Key(sum[:16])
}
