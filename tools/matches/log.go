package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"time"
)

// The matches of the README's table: the name of the opponent in the log for the match of two threads against one, and the limit
// and the number of games of all.
const (
	oneThread  = "the same with one thread"
	tableLimit = "3+0.03"
	tableGames = 300
)

// logged is a row of docs/data/matches.csv, as far as it is used.
type logged struct {
	change, opponent, limit string
	bench, opponentBench    int // 0 if it was not taken
	wins, draws, losses     int
	elo, err                int  // of the change over the opponent, and half the width of the 95 % interval
	measured                bool // elo and err are stated
}

// games returns how many games the match has.
func (m logged) games() int { return m.wins + m.draws + m.losses }

var matchColumns = []string{"date", "change", "bench", "opponent", "opponent_bench", "limit", "hash", "book", "adjudicated",
	"games",
	"wins", "draws", "losses", "elo", "error", "kept", "notes"}

var matchLimit = regexp.MustCompile(`^(\d+ nodes|\d+(\.\d+)?\+\d+(\.\d+)?)$`)

// readMatches reads docs/data/matches.csv. Its error names the line that contradicts itself.
func readMatches(r io.Reader) ([]logged, error) {
	var matches []logged
	err := readRows(r, matchColumns, func(row row) {
		m := logged{change: row.text("change"), opponent: row.text("opponent"), limit: row.text("limit")}
		row.oneOf("adjudicated", "", "yes", "no", "draws")
		row.oneOf("kept", "yes", "no", "")
		row.text("book")
		row.count("hash")
		if !matchLimit.MatchString(m.limit) {
			row.fail("limit is %q, not a number of nodes or seconds+increment", m.limit)
		}
		if row.get("bench") != "" {
			m.bench = row.count("bench")
		}
		if row.get("opponent_bench") != "" {
			m.opponentBench = row.count("opponent_bench")
		}
		m.wins, m.draws, m.losses = row.count("wins"), row.count("draws"), row.count("losses")
		if sum, games := m.games(), row.count("games"); sum != games {
			row.fail("wins, draws and losses are %d, and games %d", sum, games)
		} else if games == 0 {
			row.fail("games is 0")
		}
		if row.get("elo") != "" {
			m.elo = row.whole("elo")
			if elo, _ := eloOf(m.wins, m.draws, m.losses); math.Abs(elo-float64(m.elo)) > 0.51 {
				row.fail("elo is %d, and the games say %.1f", m.elo, elo)
			}
		}
		if row.get("error") != "" {
			m.err = row.count("error")
			m.measured = row.get("elo") != ""
			// Games of a pair are alike or opposite, so the error of pairs, which is stated, is another than that of games. Where
			// the interval of the games comes near a score of 0 or 1, they say nothing of it.
			_, err := eloOf(m.wins, m.draws, m.losses)
			if !math.IsInf(err, 1) && (float64(m.err) < 0.3*err || float64(m.err) > 1.3*err) {
				row.fail("error is %d, and the games say about %.0f", m.err, err)
			}
		}
		matches = append(matches, m)
	})
	return matches, err
}

// nearsEnd reports whether an interval of scores comes so near to 0 or 1 that its width in Elo says nothing.
func nearsEnd(score, half float64) bool { return half > 0.8*min(score, 1-score) }

// eloOf returns the difference in Elo that the games say, and half the width of its 95 % interval if the games are independent:
// infinite if it comes near a score of 0 or 1.
func eloOf(wins, draws, losses int) (elo, err float64) {
	games := float64(wins + draws + losses)
	score := (float64(wins) + float64(draws)/2) / games
	variance := (float64(wins)*(1-score)*(1-score) + float64(draws)*(0.5-score)*(0.5-score) + float64(losses)*score*score) / games
	half := 1.96 * math.Sqrt(variance/games)
	if nearsEnd(score, half) {
		return toElo(score), math.Inf(1)
	}
	return toElo(score), (toElo(score+half) - toElo(score-half)) / 2
}

// toElo returns the difference in Elo at which the stronger side's expected score is this one, from 0 to 1. It is finite for 0
// and 1, too.
func toElo(score float64) float64 { return -400 * math.Log10(1/min(max(score, 1e-6), 1-1e-6)-1) }

// row is a row of one of the files in docs/data. The first thing that is wrong with it is kept in err.
type row struct {
	cells map[string]string
	err   *error
}

// readRows reads a file with exactly these columns, the first of which is the date, and calls each for every row. Dates never go
// back. The error names the line.
func readRows(r io.Reader, columns []string, each func(row row)) error {
	reader := csv.NewReader(r)
	head, err := reader.Read()
	if err != nil {
		return err
	}
	if fmt.Sprint(head) != fmt.Sprint(columns) {
		return fmt.Errorf("line 1: the columns are %v, not %v", head, columns)
	}
	last := ""
	for {
		cells, err := reader.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var mistake error
		row := row{cells: map[string]string{}, err: &mistake}
		for i, name := range columns {
			row.cells[name] = cells[i]
		}
		date := row.get("date")
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			row.fail("date is %q, not like 2026-11-24", date)
		} else if date < last {
			row.fail("date is %s, earlier than %s of the row before", date, last)
		}
		last = date
		each(row)
		if mistake != nil {
			line, _ := reader.FieldPos(0)
			return fmt.Errorf("line %d: %w", line, mistake)
		}
	}
}

func (r row) fail(format string, args ...any) {
	if *r.err == nil {
		*r.err = fmt.Errorf(format, args...)
	}
}

// get returns a cell, which may be empty.
func (r row) get(name string) string { return r.cells[name] }

// text returns a cell that must not be empty.
func (r row) text(name string) string {
	if r.get(name) == "" {
		r.fail("%s is empty", name)
	}
	return r.get(name)
}

// oneOf makes sure that a cell has one of these values.
func (r row) oneOf(name string, values ...string) {
	for _, value := range values {
		if r.get(name) == value {
			return
		}
	}
	r.fail("%s is %q, not one of %q", name, r.get(name), values)
}

// whole returns a cell with a whole number.
func (r row) whole(name string) int {
	number, err := strconv.Atoi(r.get(name))
	if err != nil {
		r.fail("%s is %q, not a whole number", name, r.get(name))
	}
	return number
}

// count returns a cell with a whole number of at least 0.
func (r row) count(name string) int {
	number := r.whole(name)
	if number < 0 {
		r.fail("%s is %d", name, number)
	}
	return number
}
