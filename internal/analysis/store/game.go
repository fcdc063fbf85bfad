package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

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
	Key  Key    // of the answer; zero if there is none
}

// AddGame adds a game whose answers are in the store. Missing answers are left out. A game that is there with all these answers
// costs no transaction.
func (s *Store) AddGame(g *Game) error {
	tags, err := json.Marshal(g.Tags) // sorted by their names
	if err != nil {
		return err
	}
	key := g.key(tags)
	if known, err := s.hasGame(key, g.Moves); known || err != nil {
		return s.named(err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	tx, err := s.db.Begin()
	if err != nil {
		return s.named(err)
	}
	if err := s.insertGame(tx, g, key, tags); err != nil {
		return s.named(errors.Join(err, tx.Rollback()))
	}
	return s.named(tx.Commit())
}

// hasGame reports whether the game of that key is there with the answers of all moves that have one.
func (s *Store) hasGame(key Key, moves []GameMove) (bool, error) {
	missing := make(map[int]Key, len(moves))
	for _, m := range moves {
		if m.Key != (Key{}) {
			missing[m.Ply] = m.Key
		}
	}
	rows, err := s.gameAnswers.Query(key[:])
	if err != nil {
		return false, err
	}
	defer rows.Close()
	there := false
	for rows.Next() {
		var ply int
		var answer []byte
		if err := rows.Scan(&ply, &answer); err != nil {
			return false, err
		}
		there = true
		if wanted, ok := missing[ply]; ok && bytes.Equal(answer, wanted[:]) { // otherwise of another setting
			delete(missing, ply)
		}
	}
	return there && len(missing) == 0, rows.Err()
}

func (s *Store) insertGame(tx *sql.Tx, g *Game, key Key, tags []byte) error {
	if _, err := tx.Stmt(s.addGame).Exec(key[:], string(tags), g.Result, checksum(key[:], string(tags), g.Result)); err != nil {
		return err
	}
	add := tx.Stmt(s.addMove)
	for _, m := range g.Moves {
		if _, err := add.Exec(key[:], m.Ply, m.Move, m.Key[:], checksum(key[:], m.Ply, m.Move, m.Key[:])); err != nil {
			return err
		}
	}
	return nil
}

// key distinguishes games by their tags, result and moves.
func (g *Game) key(tags []byte) Key {
	text := append(append(tags[:len(tags):len(tags)], '\n'), g.Result...)
	for _, m := range g.Moves {
		text = fmt.Appendf(text, "\n%d %s", m.Ply, m.Move)
	}
	sum := sha256.Sum256(text)
	return Key(sum[:16])
}
