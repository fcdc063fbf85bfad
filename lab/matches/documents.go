package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"vertigo/internal/system/files"
)

// The parts of README.md that the log decides.
var (
	tableRows = regexp.MustCompile(`(?m)^(\| Opponent \|.*\n\|---.*\n)((?:\|.*\n)*)`)
	tableNote = regexp.MustCompile(`Version \S+ \(bench \d+\)`)
)

// readLog reads the match log below root.
func readLog(root string) (name string, text []byte, matches []logged, err error) {
	name = filepath.Join(root, "docs", "data", "matches.csv")
	if text, err = files.ReadFile(name); err == nil {
		matches, err = readMatches(bytes.NewReader(text))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return name, text, matches, err
}

// addToLog adds a match to the log below root, unless it is there already with an earlier date or other notes. The cells of the
// row are given by the names of their columns.
func addToLog(root string, cells map[string]string) error {
	name, text, matches, err := readLog(root)
	if err != nil {
		return err
	}
	var row []string
	for _, column := range matchColumns {
		row = append(row, cells[column.name])
	}
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	_ = w.Write(row) // a buffer takes everything
	w.Flush()
	text = append(text, line.Bytes()...)
	all, err := readMatches(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if slices.Contains(matches, all[len(matches)]) {
		return nil
	}
	return files.WriteFile(name, text)
}

// updateDocuments writes what the log says into the documents below root: docs/strength.svg, and the table of README.md, which is
// that of the last version that has played the matches.
func updateDocuments(root string) error {
	pages, err := documentsOf(root)
	if err != nil {
		return err
	}
	for name, text := range pages {
		if err := files.WriteFile(name, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// documentsOf returns the documents that follow from the log, by their names.
func documentsOf(root string) (map[string]string, error) {
	_, _, matches, err := readLog(root)
	if err != nil {
		return nil, err
	}
	readme := filepath.Join(root, "README.md")
	old, err := files.ReadFile(readme)
	if err != nil {
		return nil, err
	}
	page := string(old)
	if !tableRows.MatchString(page) || !tableNote.MatchString(page) {
		return nil, fmt.Errorf("%s has no table of opponents, or no sentence with \"Version X (bench N)\"", readme)
	}
	rows, played := opponentTable(matches)
	page = tableRows.ReplaceAllString(page, "${1}"+rows)
	page = tableNote.ReplaceAllString(page, fmt.Sprintf("Version %s (bench %d)", strings.TrimPrefix(played.change, "version "),
		played.bench))
	return map[string]string{readme: page, filepath.Join(root, "docs", "strength.svg"): string(curve(matches))}, nil
}

// strongest is the opponent that every version of the table has played.
const strongest = "Stockfish 15.1"

// release matches the change of the row of a version with one thread.
var release = regexp.MustCompile(`^version \S+$`)

// opponentTable returns the rows of the README's table, from the weakest opponent to the strongest, and one of its matches.
func opponentTable(matches []logged) (rows string, played logged) {
	for _, m := range matches {
		if m.opponent == strongest && m.limit == tableLimit && m.games() == tableGames && release.MatchString(m.change) {
			played = m
		}
	}
	shown := slices.DeleteFunc(slices.Clone(matches), func(m logged) bool {
		version := m.change
		if m.opponent == oneThread {
			version, _, _ = strings.Cut(version, ",") // without the number of threads
		}
		return version != played.change || m.limit != tableLimit || m.games() != tableGames || m.opponentBench != 0 &&
			m.opponent != oneThread
	})
	last := map[string]int{}
	for i, m := range shown {
		last[m.opponent] = i
	}
	shown = slices.DeleteFunc(slices.Clone(shown), func(m logged) bool { return m != shown[last[m.opponent]] })
	slices.SortStableFunc(shown, func(a, b logged) int { return 2*b.wins + b.draws - 2*a.wins - a.draws })
	for _, m := range shown {
		opponent := m.opponent
		if opponent == oneThread {
			opponent = "itself: two threads against one"
		}
		elo, most := fmt.Sprintf("%+d", m.elo), math.Floor(toElo(math.Pow(0.05, 1/float64(m.games()))))
		switch {
		case m.measured:
			elo += fmt.Sprintf(" ± %d", m.err)
		case m.wins == m.games(): // 95 % of the matches against a weaker opponent have another result
			elo = fmt.Sprintf("more than %+.0f", most)
		case m.losses == m.games():
			elo = fmt.Sprintf("less than %+.0f", -most)
		}
		rows += fmt.Sprintf("| %s | %d, %d, %d | %s |\n", opponent, m.wins, m.draws, m.losses, elo)
	}
	return rows, played
}
