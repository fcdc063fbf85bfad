package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// tableMatch is a match of the table, or of the picture.
type tableMatch struct {
	engine   string // the flag with its path; empty for the engine itself
	opponent string // in the log
	seed     uint64
	games    int
}

// tableMatches returns the matches.
func tableMatches() []tableMatch {
	return []tableMatch{
		{"stockfish", "Stockfish 15.1", 101, tableGames},
		{"counter", "Counter 5.5", 102, tableGames},
		{"zahak", "Zahak 10", 103, tableGames},
		{"chess-3", "chess-3 4.0", 104, tableGames},
		{"blunder", "Blunder 8", 105, tableGames},
		{"", oneThread, 106, tableGames},
		{"stockfish", curveOpponent, 2711, 200},
	}
}

// tableRun is a run of the table.
type tableRun struct {
	fastchess
	engine, root string
	opponents    map[string]*string // paths, by their flags

	version, bench, instructions string            // of the engine
	built                        map[string]string // what the opponents are built for, by their flags
}

func tableCommand() *cobra.Command {
	r := tableRun{opponents: map[string]*string{}, built: map[string]string{}}
	c := &cobra.Command{
		Use: "table --book FILE [flags]", Short: "play the matches of README.md and docs/strength.svg", Args: cobra.NoArgs,
		Long: "Plays the matches of README.md and of docs/strength.svg on an otherwise idle machine.",
		RunE: func(c *cobra.Command, _ []string) error { return r.run(c.Context(), c.OutOrStdout()) },
	}
	flags := c.Flags()
	r.define(flags)
	flags.StringVar(&r.engine, "engine", "./vertigo", "`path` of the engine")
	flags.StringVar(&r.root, "root", ".", "`folder` of the source that the engine was built from")
	_ = c.MarkFlagRequired("book") // there is that flag
	for _, m := range tableMatches() {
		if m.engine != "" && r.opponents[m.engine] == nil {
			r.opponents[m.engine] = flags.String(m.engine, "", "`path` of "+m.opponent)
			_ = c.MarkFlagRequired(m.engine) // there is that flag
		}
	}
	return c
}

// run plays the matches that are missing, and writes what they say.
func (r *tableRun) run(ctx context.Context, out io.Writer) error {
	if err := r.ask(); err != nil {
		return err
	}
	for _, m := range tableMatches() {
		player := r.fastchess
		if m.opponent == oneThread {
			player.concurrency = max(1, player.concurrency/2)
		}
		match := r.match(m)
		sum, err := player.play(ctx, match, out, func(s result) bool { return s.games() >= m.games })
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %s, Elo %s ± %s\n", m.opponent, sum, sum.elo, sum.margin)
		if err := addToLog(r.root, r.row(m, player.row(match, sum), sum.warnings)); err != nil {
			return err
		}
	}
	return updateDocuments(r.root)
}

// ask finds the programs, and asks what they are.
func (r *tableRun) ask() (err error) {
	if r.engine, err = programPath(r.engine); err != nil {
		return err
	}
	for name, path := range r.opponents {
		if *path, err = programPath(*path); err != nil {
			return err
		}
		r.built[name] = goBuild(*path)
	}
	var errs [3]error
	r.built["stockfish"], errs[0] = ask(*r.opponents["stockfish"], "compiler", builtLine)
	r.version, errs[1] = ask(r.engine, "version", versionLine)
	r.bench, errs[2] = ask(r.engine, "bench", benchLine)
	r.instructions = instructions(r.engine)
	return errors.Join(errs[:]...)
}

// match returns the match. The crash of an opponent does not end it, and is a warning in the log.
func (r *tableRun) match(m tableMatch) match {
	engine, other := side{name: "vertigo", path: r.engine}, side{name: m.opponent, path: r.engine}
	if m.engine != "" {
		other.path = *r.opponents[m.engine]
	}
	limit, hash := tableLimit, 32
	switch m.opponent {
	case oneThread:
		other.name, engine.settings, other.settings = "one thread", []string{"option.Threads=2"}, []string{"option.Threads=1"}
	case curveOpponent:
		limit, hash, engine.settings, other.settings = curveLimit, 16, []string{"nodes=8000"}, []string{"nodes=2000"}
	}
	return match{sides: [2]side{engine, other}, limit: limit, hash: hash, seed: m.seed, games: m.games, more: []string{"-recover"}}
}

// row completes the row of the log for a match.
func (r *tableRun) row(m tableMatch, row map[string]string, warnings []string) map[string]string {
	row["change"], row["bench"], row["opponent"], row["notes"] = "version "+r.version, r.bench, m.opponent, "no warning"
	if n := len(warnings); n > 0 {
		ours := 0
		for _, warning := range warnings {
			if m.opponent == oneThread || !strings.Contains(warning, m.opponent) {
				ours++
			}
		}
		row["notes"] = fmt.Sprintf("warnings: %d (%d of Vertigo; %s)", n, ours, warnings[0])
	}
	row["notes"] += machine(r.instructions, r.built[m.engine])
	if m.opponent == oneThread {
		row["change"] += ", two threads"
		row["opponent_bench"] = row["bench"]
	}
	return row
}
