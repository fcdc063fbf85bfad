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
	err = s.rows("SELECT "+rowColumns+" FROM answer", func(rows *sql.Rows) error {
		r, err := scanKnown(rows, settings)
		if err == nil {
			if err = validate(r); err != nil {
				err = fmt.Errorf("answer %x: %w", r.key, err)
			}
		}
		if err != nil {
			tell("%v", err)
		} else {
			right++
		}
		return nil
	})
	return right, wrong, s.named(err)
}

// rows calls scan with each row that a query returns, until it returns an error.
func (s *Store) rows(query string, scan func(rows *sql.Rows) error) error {
	rows, err := s.db.Query(query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// checkPages lets SQLite check the structure of the file.
func (s *Store) checkPages(tell func(string, ...any)) error {
	return s.rows("PRAGMA integrity_check", func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		if err == nil && text != "ok" {
			tell("the file: %s", text)
		}
		return err
	})
}

// checkReferences looks for answers without a setting, and moves without a game or an answer.
func (s *Store) checkReferences(tell func(string, ...any)) error {
	return s.rows("SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2", func(rows *sql.Rows) error {
		var table, parent string
		var count int
		err := rows.Scan(&table, &parent, &count)
		if err == nil {
			tell("rows of table %s that belong to no %s: %d", table, parent, count)
		}
		return err
	})
}

// checkSchema makes sure that the tables and views are those of the schema.
func (s *Store) checkSchema(tell func(string, ...any)) error {
	missing := strings.Count(schema, "\nCREATE ")
	err := s.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		if strings.Contains(schema, "\n"+text+";\n") {
			missing--
		}
		return err
	})
	if err == nil && missing > 0 {
		tell("tables and views that are missing or were changed: %d", missing)
	}
	return err
}

// checkGames checks the games without their moves.
func (s *Store) checkGames(tell func(string, ...any)) error {
	return s.rows("SELECT id, key, tags, result, sum FROM game", func(rows *sql.Rows) error {
		var id, sum int64
		var key []byte
		var tags, result string
		err := rows.Scan(&id, &key, &tags, &result, &sum)
		if err == nil && sum != checksum(key, tags, result) {
			tell("game %d: its tags or its result have been changed", id)
		}
		return err
	})
}

// checkMoves checks the moves of all games, and to which answers they belong.
func (s *Store) checkMoves(tell func(string, ...any)) error {
	const query = "SELECT g.id, m.sum, g.key, answer_key, " + moveColumns + ` FROM game_move m JOIN game g ON g.id = m.game
		JOIN (SELECT id AS answer, key AS answer_key FROM answer) USING(answer)`
	return s.rows(query, func(rows *sql.Rows) error {
		var id, sum int64
		values := make([]any, strings.Count(moveColumns, ",")+3) // with both keys
		targets := []any{&id, &sum}
		for i := range values {
			targets = append(targets, &values[i])
		}
		err := rows.Scan(targets...)
		if err == nil && sum != checksum(values...) {
			tell("game %d: the move at ply %v has been changed", id, values[3])
		}
		return err
	})
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
	const query = "SELECT setting, count(*), sum(us), max(added) FROM answer GROUP BY setting ORDER BY max(added), setting"
	err = s.rows(query, func(rows *sql.Rows) error {
		var id, us, added int64
		var one SettingStats
		err := rows.Scan(&id, &one.Answers, &us, &added)
		one.Setting, one.Time, one.Last = settings[id], time.Duration(us)*time.Microsecond, time.Unix(added, 0)
		v.Settings = append(v.Settings, one)
		return err
	})
	return v, err
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
