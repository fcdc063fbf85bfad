package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCreatedTogether lets processes begin one new store at the same time: each adds its answers, and nothing but the store stays.
func TestCreatedTogether(t *testing.T) {
	const processes, rounds = 6, 3
	for round := range rounds {
		dir := t.TempDir()
		name := filepath.Join(dir, "store")
		cmds := make([]*exec.Cmd, processes)
		failed := make([]*bytes.Buffer, processes)
		for i := range cmds {
			cmds[i], _, failed[i] = adder(t, name, i*10, 10)
		}
		for i, cmd := range cmds {
			if err := cmd.Wait(); err != nil {
				t.Errorf("round %d: %v, %s", round, err, failed[i])
			}
		}
		s := mustOpen(t, name)
		mustHave(t, s, 10*processes)
		mustClose(t, s)
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
			t.Errorf("round %d: there is more than the store: %v", round, left)
		}
	}
}

// TestUnfinished opens what a process can leave that is killed while it creates a store.
func TestUnfinished(t *testing.T) {
	const mark = "PRAGMA journal_mode = memory; PRAGMA application_id = 1450472295"
	for _, left := range []string{
		"",
		mark,
		mark + "; PRAGMA journal_mode = wal",
		mark + "; PRAGMA journal_mode = wal; BEGIN IMMEDIATE; CREATE TABLE answer(x); ROLLBACK",
	} {
		name := filepath.Join(t.TempDir(), "store")
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", name)
		if err != nil {
			t.Fatal(err)
		}
		if left != "" {
			if _, err := db.Exec(left); err != nil {
				t.Fatal(err)
			}
		}
		s := mustOpen(t, name) // while the other has it open, too
		mustAdd(t, s, 0, 3)
		mustClose(t, s)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		s = mustOpen(t, name)
		mustHave(t, s, 3)
		mustClose(t, s)
	}
}

// TestPlanted creates a store where links have the names of its companions: the file that they lead to stays as it is.
func TestPlanted(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	if err := os.WriteFile(victim, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "store")
	for _, suffix := range []string{"-wal", "-shm", "-journal", fmt.Sprintf(".new-%d", os.Getpid())} {
		if err := os.Symlink(victim, name+suffix); err != nil {
			t.Skip("this system has no links:", err)
		}
	}
	if s, err := Open(name); err == nil {
		mustAdd(t, s, 0, 1)
		mustClose(t, s)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "mine" {
		t.Errorf("another file is %q, %v", text, err)
	}
}

// TestLocked opens a store that another process has locked, and writes to it: both say so soon.
func TestLocked(t *testing.T) {
	name := filled(t, 1)
	locker, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer locker.Close()
	locker.SetMaxOpenConns(1)
	const wait = 300 * time.Millisecond
	expect := func(what string, begin time.Time, err error) {
		t.Helper()
		if took := time.Since(begin); err == nil || !strings.Contains(err.Error(), name+": another process has locked the store for 300ms") || took > 20*wait {
			t.Errorf("%s: %v after %v", what, err, took)
		}
	}
	s, err := open(name, wait, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := locker.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	key, a := sample(1)
	expect("an answer is added", begin, s.Add(key, &testSetting, a))
	if key, _ := sample(0); true {
		if found, err := find(s, key); found == nil || err != nil {
			t.Errorf("an answer is %v, %v; readers need not wait", found, err)
		}
	}
	mustClose(t, s)
	if _, err := locker.Exec("ROLLBACK; PRAGMA locking_mode = exclusive; BEGIN IMMEDIATE; CREATE TABLE x(y)"); err != nil {
		t.Fatal(err)
	}
	begin = time.Now()
	_, err = open(name, wait, false)
	expect("the store is opened", begin, err)
}

// TestUnwritable opens a store where SQLite cannot write its files: it is open for reading.
func TestUnwritable(t *testing.T) {
	name := filled(t, 3)
	if err := os.Symlink(filepath.Join("missing", "file"), name+"-wal"); err != nil { // which SQLite does not follow
		t.Skip("this system has no links:", err)
	}
	if s, err := Open(name); err == nil || !strings.Contains(err.Error(), "read-only") || strings.Contains(err.Error(), "\n") {
		t.Errorf("it is opened for writing: %v, %v", s, err)
	}
	s, err := OpenExisting(name)
	if err != nil {
		t.Fatal(err)
	}
	mustHave(t, s, 3)
	key, a := sample(5)
	if err := s.Add(key, &testSetting, a); err == nil {
		t.Error("an answer is added")
	}
	mustClose(t, s)
}

// TestEveryColumn changes one column after the other of all tables, and more: the check notices each change.
func TestEveryColumn(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	if err := addSample(t, s, &testSetting); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	columns, err := s.db.QueryContext(ctx, `SELECT t.name, c.name, c.type, c."notnull" FROM sqlite_schema t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' ORDER BY 1, 2`)
	if err != nil {
		t.Fatal(err)
	}
	var changes []string
	for columns.Next() {
		var table, column, kind string
		var notNull bool
		if err := columns.Scan(&table, &column, &kind, &notNull); err != nil {
			t.Fatal(err)
		}
		changed := map[string]string{"INTEGER": "%[1]s + 1000", "REAL": "%[1]s + 1000", "TEXT": "%[1]s || ' '", "BLOB": "randomblob(length(%[1]s))"}[kind]
		if !notNull {
			changed = "ifnull(" + changed + ", 1)"
		}
		changes = append(changes, fmt.Sprintf("UPDATE "+table+" SET %[1]s = "+changed, column))
	}
	if len(changes) < 30 {
		t.Fatalf("only %d columns", len(changes))
	}
	changes = append(changes, "DELETE FROM answer", "DROP VIEW answers", "DROP VIEW moves; CREATE VIEW moves AS SELECT 1 AS loss",
		`UPDATE setting SET limits = '{"nodes":1,' || substr(limits, 2)`)
	for _, change := range changes {
		if _, err := s.db.Exec(change); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		if _, wrong, err := s.Check(&bytes.Buffer{}, 0); wrong == 0 && err == nil {
			t.Errorf("%s: the check says that all is right", change)
		}
		mustClose(t, s)
		s = mustOpen(t, filepath.Join(t.TempDir(), "store"))
		if err := addSample(t, s, &testSetting); err != nil {
			t.Fatal(err)
		}
		mustHave(t, s, 3)
	}
}
