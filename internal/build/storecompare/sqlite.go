package main

import (
	"context"
	"database/sql"

	_ "modernc.org/sqlite"
)

type sqliteStore struct {
	db     *sql.DB
	conn   *sql.Conn
	insert *sql.Stmt
	find   *sql.Stmt
}

func openSQLite(name string, write bool) (database, error) {
	db, err := sql.Open("sqlite", "file:"+name+"?_pragma=busy_timeout(60000)&_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=cache_size(-16384)")
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	s := &sqliteStore{db: db}
	if s.conn, err = db.Conn(ctx); err != nil {
		return nil, err
	}
	if _, err = s.conn.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS answer(id INTEGER PRIMARY KEY, key BLOB UNIQUE, setting INTEGER,
		fen TEXT, score INTEGER, depth INTEGER, seldepth INTEGER, pv TEXT, nodes INTEGER, ns INTEGER, course BLOB, sum INTEGER)`); err != nil {
		return nil, err
	}
	if s.insert, err = s.conn.PrepareContext(ctx, `INSERT OR IGNORE INTO answer(key, setting, fen, score, depth, seldepth, pv, nodes, ns, course, sum)
		VALUES(?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`); err != nil {
		return nil, err
	}
	s.find, err = s.conn.PrepareContext(ctx, `SELECT fen, score, depth, seldepth, pv, nodes, ns, course, sum FROM answer WHERE key = ?`)
	return s, err
}

func (s *sqliteStore) put(from, to int) error {
	for n := from; n < to; n++ {
		a := makeAnswer(n)
		if _, err := s.insert.Exec(a.key[:], a.fen, a.score, a.depth, a.selDepth, a.pv, a.nodes, a.time, a.course, a.sum); err != nil {
			return err
		}
	}
	return nil
}

func (s *sqliteStore) lookUp(numbers []int) error {
	ctx := context.Background()
	if _, err := s.conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	var a answer
	for _, n := range numbers {
		key := keyOf(n)
		if err := s.find.QueryRow(key[:]).Scan(&a.fen, &a.score, &a.depth, &a.selDepth, &a.pv, &a.nodes, &a.time, &a.course, &a.sum); err != nil {
			return err
		}
	}
	_, err := s.conn.ExecContext(ctx, "COMMIT")
	return err
}

func (s *sqliteStore) close() error { s.conn.Close(); return s.db.Close() }
