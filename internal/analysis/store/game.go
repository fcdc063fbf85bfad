package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"vertigo/internal/analysis/answer"
	"vertigo/movegen"
)

// AddGame adds a game whose answers are in the store. It has a key for each position, zero where the answer is missing: such a position
// is left out. A game that is there with all these answers costs no transaction.
func (s *Store) AddGame(j *answer.Job, keys []Key) error {
	all := maps.Clone(j.Tags())
	for _, tag := range j.OpeningTags() {
		name, value := tag.Tag()
		all[name] = value
	}
	tags, err := json.Marshal(all) // sorted by their names
	if err != nil {
		return err
	}
	key := gameKey(j, tags)
	if known, err := s.hasGame(key, keys); known || err != nil {
		return s.named(err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	tx, err := s.db.Begin()
	if err != nil {
		return s.named(err)
	}
	if err := s.insertGame(tx, j, key, tags, keys); err != nil {
		return s.named(errors.Join(err, tx.Rollback()))
	}
	return s.named(tx.Commit())
}

// hasGame reports whether the game of that key is there with the answers of all positions that have one.
func (s *Store) hasGame(key Key, keys []Key) (bool, error) {
	missing := make(map[int]Key, len(keys))
	for ply, k := range keys {
		if k != (Key{}) {
			missing[ply] = k
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

func (s *Store) insertGame(tx *sql.Tx, j *answer.Job, key Key, tags []byte, keys []Key) error {
	result := j.PGN.Outcome()
	if _, err := tx.Stmt(s.addGame).Exec(key[:], string(tags), result, checksum(key[:], string(tags), result)); err != nil {
		return err
	}
	add := tx.Stmt(s.addMove)
	for ply, k := range keys {
		move := moveText(j, ply)
		if _, err := add.Exec(key[:], ply, move, k[:], checksum(key[:], ply, move, k[:])); err != nil {
			return err
		}
	}
	return nil
}

// moveText returns the move that was played at a position, as answers have moves; "" at the end of the game.
func moveText(j *answer.Job, ply int) string {
	if ply == len(j.Moves) {
		return ""
	}
	return movegen.FormatMove(j.Answers[ply].Root, j.Moves[ply], true)
}

// gameKey distinguishes games by their tags, result and moves.
func gameKey(j *answer.Job, tags []byte) Key {
	text := append(append(tags[:len(tags):len(tags)], '\n'), j.PGN.Outcome()...)
	for ply := range j.Answers {
		text = fmt.Appendf(text, "\n%d %s", ply, moveText(j, ply))
	}
	sum := sha256.Sum256(text)
	return Key(sum[:16])
}
