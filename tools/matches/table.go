package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
)

// chunk is how many games a step of the table has. An interruption loses them at most.
const chunk = 20

// tableMatch is a match of the table, or of the picture.
type tableMatch struct {
	Engine   string // name in the arguments; empty for the engine itself
	Opponent string // in the log
	Seed     uint64
	Games    int
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

// opponents returns the names of the opponents for the arguments, and who they are.
func opponents() string {
	var names []string
	for _, m := range tableMatches() {
		if m.Opponent != oneThread && m.Opponent != curveOpponent {
			names = append(names, m.Engine+" ("+m.Opponent+")")
		}
	}
	return strings.Join(names, ", ")
}

// tableHead is the first line of the state: what the games depend on.
type tableHead struct {
	Version   string
	Bench     int
	Kernels   string // of the processor's vector instructions, those that the engine evaluates with
	Yardstick string // what Stockfish is built for
	Book      string
	Matches   []tableMatch
}

// tableRun is a run of the table. A step is a chunk of a match.
type tableRun struct {
	*journal[tableHead, result]
	fastchess
	engine    string
	root      string
	state     string
	opponents map[string]string // path by name
}

func tableCommand() *cobra.Command {
	r := tableRun{opponents: map[string]string{}}
	c := &cobra.Command{
		Use: "table --book FILE [flags] NAME=PATH...", Short: "play the matches of README.md and docs/strength.svg",
		Long: "Plays the matches of README.md and of docs/strength.svg on an otherwise idle machine. The opponents are\n" + opponents() + ".",
		RunE: func(c *cobra.Command, args []string) error {
			if err := r.check(args); err != nil {
				return cli.UsageError(err.Error())
			}
			return r.play(c.Context(), c.OutOrStdout())
		},
	}
	flags := c.Flags()
	r.define(flags, &r.state, "table")
	flags.StringVar(&r.engine, "engine", "./vertigo", "`path` of the engine")
	flags.StringVar(&r.root, "root", ".", "`folder` of the source that the engine was built from")
	_ = c.MarkFlagRequired("book") // there is that flag
	return c
}

// play plays the matches that are missing, and writes what they say.
func (r *tableRun) play(ctx context.Context, out io.Writer) error {
	head, err := r.ask()
	if err != nil {
		return err
	}
	if r.journal, err = openJournal[tableHead, result](r.state, head); err != nil {
		return err
	}
	defer r.close()
	results, err := r.run(ctx, out)
	if err != nil {
		return err
	}
	for i, m := range head.Matches {
		if err := addToLog(r.root, r.row(m, results[i])); err != nil {
			return err
		}
	}
	return updateDocuments(r.root)
}

// check reports arguments that cannot be used, and keeps the opponents' paths.
func (r *tableRun) check(args []string) error {
	if r.concurrency < 1 {
		return fmt.Errorf("--concurrency %d: want 1 at least", r.concurrency)
	}
	known := map[string]bool{}
	for _, m := range tableMatches() {
		known[m.Engine] = true
	}
	for _, text := range args {
		name, path, ok := strings.Cut(text, "=")
		if !ok || !known[name] || name == "" {
			return fmt.Errorf("%q is not NAME=PATH of an opponent", text)
		}
		r.opponents[name] = path
	}
	for _, m := range tableMatches() {
		if m.Engine != "" && r.opponents[m.Engine] == "" {
			return fmt.Errorf("%s=PATH is missing, the path of %s", m.Engine, m.Opponent)
		}
	}
	return nil
}

var (
	versionLine = regexp.MustCompile(`(?m)^Vertigo (\S+) `)
	kernelsLine = regexp.MustCompile(`evaluating with (\S+)\)`)
	benchLine   = regexp.MustCompile(`(?m)^(\d+) nodes \d+ nps`)
	builtLine   = regexp.MustCompile(`Compilation settings include:\s+(.+)`)
)

// ask asks the engine for its version, its kernels and its bench, and Stockfish what it was built for.
func (r *tableRun) ask() (h tableHead, err error) {
	answer := func(engine, question string, line *regexp.Regexp) string {
		output, failed := exec.Command(engine, question).Output()
		if m := line.FindSubmatch(output); failed == nil && m != nil {
			return string(m[1])
		}
		err = errors.Join(err, fmt.Errorf("%s does not answer %s as it should (%v): %q", engine, question, failed, output))
		return ""
	}
	h = tableHead{
		Version: answer(r.engine, "version", versionLine), Kernels: answer(r.engine, "version", kernelsLine),
		Yardstick: answer(r.opponents["stockfish"], "compiler", builtLine), Matches: tableMatches(),
	}
	h.Bench, _ = strconv.Atoi(answer(r.engine, "bench", benchLine))
	h.Book = bookName(r.book)
	return h, err
}

// bookName returns the name of a book in the log.
func bookName(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), "_", " ")
}

// run plays the chunks that are missing and returns the result of each match.
func (r *tableRun) run(ctx context.Context, out io.Writer) (results []result, err error) {
	step := 0
	for _, m := range r.head.Matches {
		var sum result
		for first := 0; first < m.Games; first += chunk {
			if step == len(r.steps) {
				games := r.match(m)
				games.first, games.games = first/2+1, chunk
				player := r.fastchess
				if m.Opponent == oneThread {
					player.concurrency = max(1, player.concurrency/2)
				}
				played, err := player.play(ctx, games)
				if err == nil {
					err = r.add(played)
				}
				if err != nil {
					return nil, err
				}
				fmt.Fprintf(out, "%s, games %d to %d: %s\n", m.Opponent, first+1, first+chunk, played)
			}
			sum.add(r.steps[step])
			step++
		}
		elo, margin := sum.elo()
		fmt.Fprintf(out, "%s: %s, Elo %+.0f +- %.0f\n", m.Opponent, sum, elo, margin)
		results = append(results, sum)
	}
	return results, nil
}

// match returns the match, without its number of games. The crash of an opponent does not end
// it, and is a warning in the log.
func (r *tableRun) match(m tableMatch) match {
	own, other := side{"vertigo", r.engine, nil}, side{m.Opponent, r.opponents[m.Engine], nil}
	each := []string{"tc=" + tableLimit, "option.Hash=32"}
	switch m.Opponent {
	case oneThread:
		own.settings, other = []string{"option.Threads=2"}, side{"one thread", r.engine, []string{"option.Threads=1"}}
	case curveOpponent:
		own.settings, other.settings = []string{"nodes=8000"}, []string{"nodes=2000"}
		each = []string{"tc=inf", "option.Hash=16"}
	}
	return match{sides: [2]side{own, other}, each: each, seed: m.Seed, recover: true}
}

// row returns the row of the log for a match.
func (r *tableRun) row(m tableMatch, sum result) map[string]string {
	elo, margin := sum.elo()
	h := r.head
	row := map[string]string{
		"date": time.Now().UTC().Format(time.DateOnly), "change": "version " + h.Version, "bench": strconv.Itoa(h.Bench),
		"opponent": m.Opponent, "limit": tableLimit, "hash": "32", "book": h.Book, "adjudicated": "yes",
		"games": strconv.Itoa(m.Games), "wins": strconv.Itoa(sum.Wins), "draws": strconv.Itoa(sum.Draws),
		"losses": strconv.Itoa(sum.Losses),
		"notes":  "no warning",
	}
	if max(sum.Wins, sum.Losses) < m.Games { // else the difference has no bound
		row["elo"], row["error"] = fmt.Sprintf("%.0f", elo), fmt.Sprintf("%.0f", margin)
	}
	if n := len(sum.Warnings); n > 0 {
		own := 0
		for _, warning := range sum.Warnings {
			if m.Opponent == oneThread || !strings.Contains(warning, m.Opponent) {
				own++
			}
		}
		row["notes"] = fmt.Sprintf("warnings: %d (%d of Vertigo; %s)", n, own, sum.Warnings[0])
	}
	row["notes"] += "; Vertigo evaluates with " + h.Kernels
	if m.Engine == "stockfish" {
		row["notes"] += "; Stockfish is built for " + h.Yardstick
	}
	switch m.Opponent {
	case oneThread:
		row["change"] += ", two threads"
		row["opponent_bench"] = row["bench"]
	case curveOpponent:
		row["limit"], row["hash"] = curveLimit, "16"
	}
	return row
}
