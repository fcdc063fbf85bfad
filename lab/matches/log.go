package main

import (
	"cmp"
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

// matchColumns are the columns of docs/data/matches.csv.
var matchColumns = []column{
	{"date", `.+`}, {"change", `.+`}, {"bench", `\d*`}, {"opponent", `.+`}, {"opponent_bench", `\d*`}, {"limit", matchLimit},
	{"hash", `\d+`},
	{"book", `.+`}, {"adjudicated", `|yes|no|draws`}, {"games", `[1-9]\d*`}, {"wins", `\d+`}, {"draws", `\d+`}, {"losses", `\d+`},
	{"elo", `|-?\d+`}, {"error", `\d*`}, {"kept", `|yes|no`}, {"notes", `.*`},
}

// matchLimit matches a number of nodes, or seconds+increment.
const matchLimit = `\d+ nodes|` + clockLimit

const clockLimit = `\d+(\.\d+)?\+\d+(\.\d+)?`

// readMatches reads docs/data/matches.csv. Its error names the line that contradicts itself.
func readMatches(r io.Reader) (matches []logged, err error) {
	err = readRows(r, matchColumns, func(row map[string]string) error {
		number := func(name string) int {
			n, _ := strconv.Atoi(row[name]) // an empty cell is 0
			return n
		}
		m := logged{
			change: row["change"], opponent: row["opponent"], limit: row["limit"], bench: number("bench"),
			opponentBench: number("opponent_bench"),
			wins:          number("wins"), draws: number("draws"), losses: number("losses"), elo: number("elo"), err: number("error"),
			measured: row["elo"] != "" && row["error"] != "",
		}
		matches = append(matches, m)
		if m.games() != number("games") {
			return fmt.Errorf("wins, draws and losses are %d, and games %s", m.games(), row["games"])
		}
		// The error that is stated is that of pairs. If all games of a pair are opposite, it is 0; if all are alike, it is a root
		// of two larger than that of games. Where the interval of the games comes near a score of 0 or 1, they say nothing of it.
		switch elo, err := eloOf(m.wins, m.draws, m.losses); {
		case row["elo"] != "" && math.Abs(elo-float64(m.elo)) > 0.51:
			return fmt.Errorf("elo is %d, and the games say %.1f", m.elo, elo)
		case row["error"] != "" && !math.IsInf(err, 1) && float64(m.err) > math.Sqrt2*err+0.5:
			return fmt.Errorf("error is %d, and the games say about %.0f", m.err, err)
		}
		return nil
	})
	return matches, err
}

// eloOf returns the difference in Elo that the games say, and half the width of its 95 % interval if the games are independent:
// infinite if it comes near a score of 0 or 1.
func eloOf(wins, draws, losses int) (elo, err float64) {
	games := float64(wins + draws + losses)
	score := (float64(wins) + float64(draws)/2) / games
	variance := (float64(wins)*(1-score)*(1-score) + float64(draws)*(0.5-score)*(0.5-score) + float64(losses)*score*score) / games
	half := 1.96 * math.Sqrt(variance/games)
	if half > 0.8*min(score, 1-score) {
		return toElo(score), math.Inf(1)
	}
	return toElo(score), (toElo(score+half) - toElo(score-half)) / 2
}

// toElo returns the difference in Elo at which the stronger side's expected score is this one, from 0 to 1. It is finite for 0
// and 1, too.
func toElo(score float64) float64 { return -400 * math.Log10(1/min(max(score, 1e-6), 1-1e-6)-1) }

// column is a column of a log in docs/data: its name, and what its cells match.
type column struct{ name, pattern string }

// readRows reads a log with these columns, the first of which is the date, and calls each for every row. Dates never go back. The
// error names the line.
func readRows(r io.Reader, columns []column, each func(row map[string]string) error) error {
	reader, last := csv.NewReader(r), ""
	for n := 0; ; n++ {
		cells, err := reader.Read()
		if err == io.EOF && n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
		row := map[string]string{}
		for i, c := range columns {
			switch {
			case len(cells) != len(columns) || n == 0 && cells[i] != c.name:
				return fmt.Errorf("line 1: the columns are %v, not %v", cells, columns)
			case n > 0 && !regexp.MustCompile(`^(`+c.pattern+`)$`).MatchString(cells[i]):
				err = cmp.Or(err, fmt.Errorf("%s is %q, not like %s", c.name, cells[i], c.pattern))
			}
			row[c.name] = cells[i]
		}
		if n == 0 {
			continue
		}
		if _, wrong := time.Parse(time.DateOnly, cells[0]); wrong != nil {
			err = cmp.Or(err, fmt.Errorf("date is %q, not like 2026-11-24", cells[0]))
		} else if cells[0] < last {
			err = cmp.Or(err, fmt.Errorf("date is %s, earlier than %s of the row before", cells[0], last))
		}
		if last = cells[0]; err == nil {
			err = each(row)
		}
		if err != nil {
			line, _ := reader.FieldPos(0)
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
}
