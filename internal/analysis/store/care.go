package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Check reads everything in the store and writes a line for each problem, for the given number of them at most. It returns the
// numbers of right answers and of problems.
func (s *Store) Check(w io.Writer, most int) (right, wrong int, err error) {
	tell := func(format string, args ...any) {
		if wrong++; wrong <= most {
			fmt.Fprintf(w, format+"\n", args...)
		}
	}
	for _, check := range []func(tell func(string, ...any)) error{s.checkPages, s.checkSchema, s.checkReferences, s.checkGames, s.checkMoves} {
		if err := check(tell); err != nil {
			return 0, wrong, s.named(err)
		}
	}
	settings, damaged, err := s.allSettings()
	if err != nil {
		return 0, wrong, s.named(err)
	}
	for _, id := range damaged {
		tell("setting %d: %v", id, ErrDamaged)
	}
	rows, err := s.db.Query("SELECT " + rowColumns + " FROM answer")
	if err != nil {
		return 0, wrong, s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanKnown(rows, settings)
		if err == nil {
			if err = validate(r); err != nil {
				err = fmt.Errorf("answer %x: %w", r.key, err)
			}
		}
		if err != nil {
			tell("%v", err)
			continue
		}
		right++
	}
	return right, wrong, s.named(rows.Err())
}

// checkPages lets SQLite check the structure of the file.
func (s *Store) checkPages(tell func(string, ...any)) error {
	rows, err := s.db.Query("PRAGMA integrity_check")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if text != "ok" {
			tell("the file: %s", text)
		}
	}
	return rows.Err()
}

// checkReferences looks for answers without a setting, and moves without a game or an answer.
func (s *Store) checkReferences(tell func(string, ...any)) error {
	rows, err := s.db.Query("SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var table, parent string
		var count int
		if err := rows.Scan(&table, &parent, &count); err != nil {
			return err
		}
		tell("rows of table %s that belong to no %s: %d", table, parent, count)
	}
	return rows.Err()
}

// checkSchema makes sure that the tables and views are those of the schema.
func (s *Store) checkSchema(tell func(string, ...any)) error {
	rows, err := s.db.Query("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
	if err != nil {
		return err
	}
	defer rows.Close()
	missing := strings.Count(schema, "\nCREATE ")
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		if strings.Contains(schema, "\n"+text+";\n") {
			missing--
		}
	}
	if missing > 0 {
		tell("tables and views that are missing or were changed: %d", missing)
	}
	return rows.Err()
}

// checkGames checks the games without their moves.
func (s *Store) checkGames(tell func(string, ...any)) error {
	rows, err := s.db.Query("SELECT id, key, tags, result, sum FROM game")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, sum int64
		var key []byte
		var tags, result string
		if err := rows.Scan(&id, &key, &tags, &result, &sum); err != nil {
			return err
		}
		if sum != checksum(key, tags, result) {
			tell("game %d: its tags or its result have been changed", id)
		}
	}
	return rows.Err()
}

// checkMoves checks the moves of all games, and to which answers they belong.
func (s *Store) checkMoves(tell func(string, ...any)) error {
	rows, err := s.db.Query(`SELECT g.id, g.key, m.ply, m.move, a.key, m.sum
		FROM game_move m JOIN game g ON g.id = m.game JOIN answer a ON a.id = m.answer`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, sum int64
		var game, answer []byte
		var ply int
		var move string
		if err := rows.Scan(&id, &game, &ply, &move, &answer, &sum); err != nil {
			return err
		}
		if sum != checksum(game, ply, move, answer) {
			tell("game %d: the move at ply %d has been changed", id, ply)
		}
	}
	return rows.Err()
}

// Stats are the sizes of a store.
type Stats struct {
	Answers, Games int
	Bytes          int64 // of the file and of its log
	Settings       []SettingStats
}

// SettingStats are the sizes of one setting.
type SettingStats struct {
	Setting
	Answers int
	Time    time.Duration // that the searches took
	Last    time.Time     // when the newest answer was added
}

// Stats counts the answers and games in the store.
func (s *Store) Stats() (v Stats, err error) {
	defer func() { err = s.named(err) }()
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.name + suffix); err == nil {
			v.Bytes += info.Size()
		}
	}
	if err := s.db.QueryRow("SELECT (SELECT count(*) FROM answer), (SELECT count(*) FROM game)").Scan(&v.Answers, &v.Games); err != nil {
		return v, err
	}
	settings, damaged, err := s.allSettings()
	if err != nil {
		return v, err
	}
	if len(damaged) > 0 {
		return v, ErrDamaged
	}
	rows, err := s.db.Query("SELECT setting, count(*), sum(us), max(added) FROM answer GROUP BY setting ORDER BY max(added), setting")
	if err != nil {
		return v, err
	}
	defer rows.Close()
	for rows.Next() {
		var id, us, added int64
		var one SettingStats
		if err := rows.Scan(&id, &one.Answers, &us, &added); err != nil {
			return v, err
		}
		one.Setting, one.Time, one.Last = settings[id], time.Duration(us)*time.Microsecond, time.Unix(added, 0)
		v.Settings = append(v.Settings, one)
	}
	return v, rows.Err()
}

// Prune removes the answers that were added before a time and, if an engine is given, those of all others, and returns
// how many. Games go with the last of their answers. The file shrinks unless another process has it open.
func (s *Store) Prune(before time.Time, engine, build string) (removed int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	defer func() { err = s.named(err) }()
	tx, err := s.db.Begin()
	if err != nil {
		return 0, err
	}
	const which = `IN (SELECT a.id FROM answer a JOIN setting s ON s.id = a.setting
		WHERE a.added < ?1 OR (?2 <> '' AND (s.engine <> ?2 OR s.build <> ?3)))`
	_, err = tx.Exec("DELETE FROM game_move WHERE answer "+which, before.Unix(), engine, build)
	var result sql.Result
	if err == nil {
		result, err = tx.Exec("DELETE FROM answer WHERE id "+which, before.Unix(), engine, build)
	}
	if err == nil {
		_, err = tx.Exec("DELETE FROM game WHERE id NOT IN (SELECT game FROM game_move)")
	}
	if err != nil {
		return 0, errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	_, _ = s.db.Exec("VACUUM") // if others have the store open, its pages are used again instead
	return int(n), err
}
