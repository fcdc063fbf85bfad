// Command levels measures and corrects the levels of UCI_Elo, as its help says:
//
//	levels --reference stockfish --book noob_3moves.epd --adjust --write
//	levels --reference stockfish --book noob_3moves.epd --games 400 --write
//	levels --neighbours --book noob_3moves.epd --write
//
// The levels of internal/engine/limited/levels.go and their neighbours are one ladder, see newLadder. There are no clocks.
package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/internal/analysis/source"
	"vertigo/internal/engine/limited"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

func main() { cli.Main(command()) }

// settings are the arguments of the command.
type settings struct {
	reference, book, root     string
	rows                      []int
	games, pairs, highest     int
	workers                   int
	seed                      uint64
	adjust, neighbours, write bool
}

const about = `
Measures the levels of UCI_Elo by games against Stockfish 15.1 and each other, and corrects them. After a change
of the network, these arguments of "go run ./lab/levels", with --book and --write, measure all rows. Each run is built
with the levels that the one before wrote. They take about 75 minutes on two processors:

    --rows 800,1000,1200,1350,1500,1800 --games 200 --round 20 --adjust
    --rows 800,1000,1200,1350,1500,1800 --games 300 --round 30 --seed 2
    --rows 2000,2150 --games 120 --adjust
    --rows 2300 --games 80 --round 4 --adjust
    --rows 2500 --highest 2500 --games 48 --round 4 --adjust
    --rows 2750 --games 48 --round 4 --adjust
    --rows 3000 --games 24 --round 3 --adjust
    --rows 1000,1200,1350,1500,1800,2000,2150,2300 --neighbours
    --rows 2500 --games 40 --neighbours

Then "make docs" draws the picture of docs/limited-strength.md. The book noob_3moves.epd is from
https://github.com/official-stockfish/books.

A level that overlooks 100 %, or errs more than the one below it, started from wrong numbers: change its error in
internal/engine/limited/levels.go and start again.

Stockfish plays without a clock: it chooses its move at iteration 1 + L, where L is the integer part of
((Elo - 1346.6) / 143.4)^(1 / 0.806). It has no level below 1350. The ratings maximise the likelihood of all results
(the Bradley-Terry model), with Stockfish's ratings fixed.`

// command returns the command, whose arguments are flags.
func command() *cobra.Command {
	s := settings{games: 200, pairs: 10, highest: 2300, workers: files.Processors()}
	c := &cobra.Command{
		Use: "levels --book FILE [flags]", Short: "measure and correct the levels of UCI_Elo", Long: about, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return s.run(c.Context(), c.OutOrStdout()) },
	}
	flags := c.Flags()
	flags.StringVar(&s.reference, "reference", "stockfish", "`path` of Stockfish 15.1")
	flags.StringVar(&s.book, "book", "", "`file` of openings in EPD")
	flags.IntSliceVar(&s.rows, "rows", nil, "`levels` to measure, such as 800,1000; the others count as correct. Empty: all")
	flags.Var(cli.Number(&s.games, 2, 1e6), "games", "games of each pairing, an even number")
	flags.Var(cli.Number(&s.pairs, 1, 1e6), "round",
		"pairs of games of each pairing in a round; ratings are shown after it, and with --adjust levels adjusted before the next")
	flags.Var(cli.Number(&s.highest, lowestReference, highestReference), "highest",
		"highest `rating` of the reference; every 200 points take four times as long")
	flags.Var(cli.Number(&s.workers, 1, 4096), "workers", "games at a time")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of openings and misjudgements")
	flags.BoolVar(&s.adjust, "adjust", false, "adjust the levels to their ratings")
	flags.BoolVar(&s.neighbours, "neighbours", false, "let the levels play the ones below them; no rating changes")
	flags.BoolVar(&s.write, "write", false,
		"update the table of these games in docs/limited-strength.md and, with --adjust, internal/engine/limited/levels.go")
	flags.StringVar(&s.root, "root", ".", "`folder` of the source, for --write")
	_ = c.MarkFlagRequired("book") // there is that flag
	return c
}

func (s *settings) run(ctx context.Context, out io.Writer) error {
	if s.games%2 != 0 {
		return cli.UsageError("games must be even")
	}
	book, err := readBook(s.book)
	if err != nil {
		return err
	}
	rows := limited.Levels()
	free, err := chooseRows(rows, s.rows)
	if err != nil {
		return err
	}
	l := newLadder(rows, free, s.highest, book, s.seed)
	if s.neighbours {
		l.pairings, s.pairs, s.reference, s.adjust = l.neighbours(), s.games/2, "", false
	}
	r, err := l.play(ctx, *s, out)
	if err != nil {
		return err
	}
	source, err := levelsSource(l.table())
	if err != nil {
		return err
	}
	var text string // the rows of the documentation
	if s.neighbours {
		text = l.comparison()
		fmt.Fprint(out, text)
	} else {
		text = l.matches(r)
		fmt.Fprintf(out, "\n%s\n%s", text, source)
	}
	if s.write && s.adjust {
		err = files.WriteFile(filepath.Join(s.root, "internal", "engine", "limited", "levels.go"), source)
	}
	if s.write && err == nil {
		err = writeRows(s.root, text)
	}
	return err
}

// play plays all rounds and returns the ratings.
func (l *ladder) play(ctx context.Context, s settings, out io.Writer) (r *ratings, err error) {
	workers, err := startWorkers(ctx, s.workers, s.reference)
	defer closeWorkers(workers)
	if err != nil {
		return nil, err
	}
	for left := s.games / 2; left > 0; left -= s.pairs {
		if err := l.round(ctx, workers, min(s.pairs, left)); err != nil {
			return nil, err
		}
		if r, err = l.fit(); err != nil || s.neighbours {
			return r, err
		}
		if s.adjust && left > s.pairs { // the players that are written have played the last round
			l.adjust(r)
		}
		l.progress(out, r)
	}
	return r, nil
}

// chooseRows returns which rows the ratings name, all if there are none.
func chooseRows(rows []limited.Level, ratings []int) ([]bool, error) {
	free := make([]bool, len(rows))
	for i := range free {
		free[i] = len(ratings) == 0
	}
	for _, elo := range ratings {
		i := slices.IndexFunc(rows, func(v limited.Level) bool { return v.Elo == elo })
		if i < 0 {
			return nil, fmt.Errorf("--rows: %d is not a rating of the table", elo)
		}
		free[i] = true
	}
	return free, nil
}

// readBook reads the positions of a book, a FEN or EPD on each line. An error names the file and the line. A file without
// positions is an error.
func readBook(path string) (positions []board.Position, err error) {
	in := source.NewReader(context.Background(), []string{path}, nil, "epd")
	defer in.Close()
	for {
		j, err := in.Next()
		switch {
		case err == io.EOF && len(positions) == 0:
			return nil, fmt.Errorf("%s holds no position", path)
		case err == io.EOF:
			return positions, nil
		case err != nil:
			return nil, err
		}
		g := j.Read()
		if g.Err != nil {
			return nil, fmt.Errorf("%s: %w", g.Where, g.Err)
		}
		positions = append(positions, *g.Positions[0].Root())
	}
}
