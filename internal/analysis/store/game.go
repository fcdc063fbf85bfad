package store

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"

	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// AddGame adds a game whose answers are in the store, with what an analysis with that setting says of its positions. It has a
// key for each position, zero where the answer is missing: such a position is left out. A game that is there with all these
// answers costs no transaction.
func (s *Store) AddGame(j *game.Job, setting *Setting, keys []Key) error {
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
	s.mutex.Lock()
	defer s.mutex.Unlock()
	id, err := s.ids.id(s.db, setting)
	if err != nil {
		return s.named(err)
	}
	if known, err := s.hasGame(key, id, keys); known || err != nil {
		return s.named(err)
	}
	tx, err := s.db.Begin()
	if err != nil {
		return s.named(err)
	}
	if err := s.insertGame(tx, j, key, tags, id, keys); err != nil {
		return s.named(errors.Join(err, tx.Rollback()))
	}
	return s.named(tx.Commit())
}

// hasGame reports whether the game of that key is there, for that setting, with the answers of all positions that have one.
func (s *Store) hasGame(key Key, setting int64, keys []Key) (bool, error) {
	missing := make(map[int]Key, len(keys))
	for ply, k := range keys {
		if k != (Key{}) {
			missing[ply] = k
		}
	}
	rows, err := s.gameAnswers.Query(key[:], setting)
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
		if wanted, ok := missing[ply]; ok && bytes.Equal(answer, wanted[:]) {
			delete(missing, ply)
		}
	}
	return there && len(missing) == 0, rows.Err()
}

// moveColumns are the columns of a move besides its game, its answer and its checksum.
const moveColumns = "setting, ply, move, cp, mate, loss, lost_win, mark, accuracy"

// moveValues returns the values of the columns for position i.
func moveValues(j *game.Job, setting int64, i int) []any {
	p := j.Plies[i]
	shown := p.Value.ForMover().JSON()
	values := []any{setting, i, moveText(j, i), shown.Centipawns, shown.Mate}
	if !p.Chosen() {
		return append(values, nil, nil, nil, nil)
	}
	return append(values, p.Loss.Centipawns, p.Loss.Points(2), p.Loss.Mark.Symbol(), rounded(p.Accuracy.Percent()))
}

// rounded returns x to two decimal places.
func rounded(x float64) float64 { return math.Round(x*100) / 100 }

func (s *Store) insertGame(tx *sql.Tx, j *game.Job, key Key, tags []byte, setting int64, keys []Key) error {
	result := j.PGN.Outcome()
	if _, err := tx.Stmt(s.addGame).Exec(key[:], string(tags), result, checksum(key[:], string(tags), result)); err != nil {
		return err
	}
	add := tx.Stmt(s.addMove)
	for ply, k := range keys {
		if k == (Key{}) {
			continue
		}
		values := append([]any{key[:], k[:]}, moveValues(j, setting, ply)...)
		if _, err := add.Exec(append(values, checksum(values...))...); err != nil {
			return err
		}
	}
	return nil
}

// moveText returns the move that was played at a position, as answers have moves; "" at the end of the game.
func moveText(j *game.Job, ply int) string {
	if ply == len(j.Moves()) {
		return ""
	}
	return movegen.FormatMove(j.Plies[ply].Answer.Root, j.Plies[ply].Move, true)
}

// gameKey distinguishes games by their tags, result and moves.
func gameKey(j *game.Job, tags []byte) Key {
	text := append(append(tags[:len(tags):len(tags)], '\n'), j.PGN.Outcome()...)
	for ply := range j.Plies {
		text = fmt.Appendf(text, "\n%d %s", ply, moveText(j, ply))
	}
	sum := sha256.Sum256(text)
	return Key(sum[:16])
}
