package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// A sequential probability ratio test ends as soon as the games say which of two differences in strength is the truth. Both are in
// normalised Elo (nElo), as on OpenBench: the difference in units of the noise of a game, so that a test takes as many games with any
// book and any time control.
const (
	lowerElo, upperElo = 0, 10 // nElo
	wrong              = 0.05  // probability of each wrong verdict
	nEloUnit           = 347.4 // 800 / ln 10: nElo of a difference of one standard deviation of a game
	usualPlies         = 130   // of a game
)

// decided is the log-likelihood ratio at which the test ends, 2.94.
var decided = math.Log((1 - wrong) / wrong)

// llr returns the log-likelihood ratio of the pairs of games: positive if they speak for upperElo, negative for lowerElo. It is that of
// the generalised test for a mean of unknown variance (M. Van den Bergh, "A practical introduction to the GSPRT").
func (r *result) llr() float64 {
	pairs, sum, squares := 0.0, 0.0, 0.0
	for i, n := range r.Pairs {
		points := float64(i) / 4
		pairs, sum, squares = pairs+float64(n), sum+float64(n)*points, squares+float64(n)*points*points
	}
	if pairs == 0 {
		return 0
	}
	mean := sum / pairs
	variance := squares/pairs - mean*mean
	switch {
	case variance > 0:
	case mean == 0.5 || pairs < 10: // all pairs are alike
		return 0
	default:
		return math.Copysign(decided, mean-0.5)
	}
	t := (mean - 0.5) / math.Sqrt(variance)
	away := func(nElo float64) float64 { return t - math.Sqrt2*nElo/nEloUnit }
	return pairs / 2 * math.Log((1+away(lowerElo)*away(lowerElo))/(1+away(upperElo)*away(upperElo)))
}

// expectedGames returns how many games the test takes on average if one of the bounds is the truth, and if it is halfway between them.
func expectedGames() (bound, between float64) {
	step := (upperElo - lowerElo) / nEloUnit
	return (1 - 2*wrong) * decided * 2 / (step * step), decided * decided / (step * step)
}

// sprtHead is the first line of the state.
type sprtHead struct {
	Base, Limit, Book string
	Bench, BaseBench  int
	Builds            [2]string // the checksums of both versions, which tell those with the same bench apart
}

// sprtRun is a test of the source against a commit. A step is a chunk of games.
type sprtRun struct {
	*journal[sprtHead, result]
	fastchess
	root, base, change, state, work string
	nodes                           int
	tc                              string
	most                            int // games
}

func sprtCommand() *cobra.Command {
	r := sprtRun{}
	c := &cobra.Command{
		Use: "sprt --base COMMIT --book FILE [flags]", Short: "test whether the source is stronger than a commit", Args: cobra.NoArgs,
		Long: "Tests whether the source is stronger than a commit, by games until the bounds of the test decide.",
		RunE: func(c *cobra.Command, _ []string) error { return r.run(c.Context(), c.OutOrStdout()) },
	}
	flags := c.Flags()
	r.define(flags, &r.state, "sprt.journal")
	flags.StringVar(&r.root, "root", ".", "`folder` of the source to test")
	flags.StringVar(&r.base, "base", "", "`commit` to test against")
	flags.StringVar(&r.change, "change", "", "what is new, for the log; the subject of the last commit if empty")
	flags.IntVar(&r.nodes, "nodes", 40_000, "nodes per move")
	flags.StringVar(&r.tc, "tc", "", "time `control` in place of --nodes, such as 3+0.03")
	flags.IntVar(&r.most, "games", 20_000, "end without a verdict after this many games")
	_, _ = c.MarkFlagRequired("base"), c.MarkFlagRequired("book") // there are these flags
	return c
}

// run builds both versions, plays until the test ends, and adds the result to the log.
func (r *sprtRun) run(ctx context.Context, out io.Writer) error {
	if r.concurrency < 1 || r.nodes < 1 || r.most < chunk {
		return cli.UsageError(fmt.Sprintf("the numbers must be positive, and --games %d at least", chunk))
	}
	if r.tc != "" && (!matchLimit.MatchString(r.tc) || !strings.Contains(r.tc, "+")) {
		return cli.UsageError(fmt.Sprintf("--tc %q: want seconds+increment, such as 3+0.03", r.tc))
	}
	var err error
	if r.work, err = os.MkdirTemp("", "sprt"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	head, nps, err := r.build(ctx, out)
	if err != nil {
		return err
	}
	if r.journal, err = openJournal[sprtHead, result](r.state, head); err != nil {
		return err
	}
	defer r.close()
	r.forecast(out, nps)
	sum, err := r.play(ctx, out)
	if err != nil {
		return err
	}
	verdict, kept := "no verdict", ""
	switch l := sum.llr(); {
	case l >= decided:
		verdict, kept = "passed", "yes"
	case l <= -decided:
		verdict, kept = "failed", "no"
	}
	elo, margin := sum.elo()
	warnings := ""
	if n := len(sum.Warnings); n > 0 {
		warnings = fmt.Sprintf("; warnings: %d (%s)", n, sum.Warnings[0])
	}
	fmt.Fprintf(out, "%s: %s, Elo %+.1f ± %.1f, LLR %.2f of ±%.2f for %d to %d nElo%s\n", verdict, sum, elo, margin, sum.llr(), decided, lowerElo, upperElo, warnings)
	return addToLog(r.root, map[string]string{
		"date": time.Now().UTC().Format(time.DateOnly), "change": r.change, "bench": strconv.Itoa(head.Bench), "opponent": "commit " + head.Base,
		"opponent_bench": strconv.Itoa(head.BaseBench), "limit": head.Limit, "hash": "16", "book": head.Book, "adjudicated": "yes",
		"games": strconv.Itoa(sum.games()), "wins": strconv.Itoa(sum.Wins), "draws": strconv.Itoa(sum.Draws), "losses": strconv.Itoa(sum.Losses),
		"elo": fmt.Sprintf("%.0f", elo), "error": fmt.Sprintf("%.0f", math.Ceil(margin)), "kept": kept,
		"notes": fmt.Sprintf("SPRT of %d to %d nElo %s; LLR %.2f%s", lowerElo, upperElo, verdict, sum.llr(), warnings),
	})
}

// build builds both versions, and returns what the test depends on and the nodes per second of the new one.
func (r *sprtRun) build(ctx context.Context, out io.Writer) (h sprtHead, nps float64, err error) {
	do := func(dir, name string, args ...string) string {
		if err != nil {
			return ""
		}
		command := exec.CommandContext(ctx, name, args...)
		command.Dir = dir
		text, failed := command.CombinedOutput()
		if failed != nil {
			err = fmt.Errorf("%s %s in %s: %w\n%s", name, strings.Join(args, " "), dir, failed, lastLines(text, 20))
		}
		return strings.TrimSpace(string(text))
	}
	h.Base = do(r.root, "git", "rev-parse", "--short", r.base+"^{commit}")
	if subject := do(r.root, "git", "log", "-1", "--format=%h: %s"); r.change == "" {
		r.change = subject
	}
	source := filepath.Join(r.work, "base")
	do(r.root, "git", "worktree", "add", "--detach", source, h.Base)
	defer exec.Command("git", "-C", r.root, "worktree", "remove", "--force", source).Run()
	fmt.Fprintln(out, "building both versions")
	for i, root := range []string{source, r.root} {
		program := filepath.Join(r.work, []string{"old", "new"}[i])
		do(root, "make", "EXE="+program, "VERSION=sprt") // a commit changes no build
		if text, failed := files.ReadFile(program); err == nil {
			h.Builds[i], err = fmt.Sprintf("%x", sha256.Sum256(text))[:16], failed
		}
	}
	bench := func(name string) (nodes int) {
		text := do(r.work, filepath.Join(r.work, name), "bench")
		if at := benchLine.FindString(text); err == nil {
			_, err = fmt.Sscanf(at, "%d nodes %f nps", &nodes, &nps)
		}
		return nodes
	}
	h.BaseBench, h.Bench = bench("old"), bench("new")
	h.Limit, h.Book = fmt.Sprintf("%d nodes", r.nodes), bookName(r.book)
	if r.tc != "" {
		h.Limit = r.tc
	} else if err == nil && h.Bench == h.BaseBench {
		err = errors.New("both versions have the same bench: with a number of nodes they would play the same games; compare their speed, or use --tc")
	}
	return h, nps, err
}

// forecast says how long the test will take.
func (r *sprtRun) forecast(out io.Writer, nps float64) {
	game := float64(r.nodes) * usualPlies / nps
	if base, increment, ok := strings.Cut(r.tc, "+"); ok {
		seconds, _ := strconv.ParseFloat(base, 64)
		more, _ := strconv.ParseFloat(increment, 64)
		game = 2*seconds + usualPlies*more
	}
	bound, between := expectedGames()
	hours := func(games float64) float64 { return games * game / float64(r.concurrency) / 3600 }
	fmt.Fprintf(out, "about %.0f games if the change is worth %d or %d nElo (%.1f hours), and %.0f in between (%.1f hours)\n",
		bound, lowerElo, upperElo, hours(bound), between, hours(between))
}

// play plays chunks until the test ends, and returns all games.
func (r *sprtRun) play(ctx context.Context, out io.Writer) (sum result, err error) {
	for _, s := range r.steps {
		sum.add(s)
	}
	each := []string{"tc=inf", fmt.Sprintf("nodes=%d", r.nodes), "option.Hash=16"}
	if r.tc != "" {
		each = []string{"tc=" + r.tc, "option.Hash=16"}
	}
	sides := [2]side{{"new", filepath.Join(r.work, "new"), nil}, {"base", filepath.Join(r.work, "old"), nil}}
	for math.Abs(sum.llr()) < decided && sum.games()+chunk <= r.most {
		played, err := r.fastchess.play(ctx, match{sides: sides, each: each, seed: 1, first: sum.games()/2 + 1, games: chunk})
		if err == nil {
			err = r.add(played)
		}
		if err != nil {
			return sum, err
		}
		sum.add(played)
		fmt.Fprintf(out, "%d games: %s, LLR %.2f\n", sum.games(), sum, sum.llr())
	}
	return sum, nil
}
