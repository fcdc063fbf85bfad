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
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// A sequential probability ratio test ends as soon as the games say which of two differences in strength is the truth. Both are
// in normalised Elo (nElo), as on OpenBench: the difference in units of the noise of a game, so that a test takes as many games
// with any book and any time control. Fastchess does the arithmetic, but its own verdict cannot be read: when the games run out,
// it says that the change has passed.
const (
	lowerElo, upperElo = 0, 10 // nElo
	wrong              = 0.05  // probability of each wrong verdict
	decided            = 2.94  // log-likelihood ratio at which the test ends: ln((1-wrong)/wrong), rounded down
)

// sprtRun is a test of the source against a commit.
type sprtRun struct {
	fastchess
	root, base, change, work string
	nodes                    int
	tc                       string
	most                     int // games
}

func sprtCommand() *cobra.Command {
	r := sprtRun{nodes: 40_000, most: 20_000}
	c := &cobra.Command{
		Use: "sprt --base COMMIT --book FILE [flags]", Short: "test whether the source is stronger than a commit", Args: cobra.NoArgs,
		Long: "Tests whether the source is stronger than a commit, by games until the bounds of the test decide.",
		RunE: func(c *cobra.Command, _ []string) error { return r.run(c.Context(), c.OutOrStdout()) },
	}
	flags := c.Flags()
	r.define(flags)
	flags.StringVar(&r.root, "root", ".", "`folder` of the source to test")
	flags.StringVar(&r.base, "base", "", "`commit` to test against")
	flags.StringVar(&r.change, "change", "", "what is new, for the log; the subject of the last commit if empty")
	flags.Var(cli.Number(&r.nodes, 1, 1e15), "nodes", "nodes per move")
	flags.StringVar(&r.tc, "tc", "", "time `control` in place of --nodes, such as 3+0.03")
	flags.Var(cli.Number(&r.most, 2, 1e9), "games", "end without a verdict after this many games")
	_, _ = c.MarkFlagRequired("base"), c.MarkFlagRequired("book") // there are these flags
	return c
}

// run builds both versions, plays until the test ends, and adds the result to the log.
func (r *sprtRun) run(ctx context.Context, out io.Writer) error {
	if r.tc != "" && !regexp.MustCompile(`^`+clockLimit+`$`).MatchString(r.tc) {
		return cli.UsageError(fmt.Sprintf("--tc %q: want seconds+increment, such as 3+0.03", r.tc))
	}
	var err error
	if r.work, err = os.MkdirTemp("", "sprt"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	base, sides, benches, err := r.build(ctx, out)
	if err != nil {
		return err
	}
	m := match{sides: sides, limit: r.tc, hash: 16, seed: 1, games: r.most, more: []string{"-sprt",
		fmt.Sprintf("elo0=%d", lowerElo), fmt.Sprintf("elo1=%d", upperElo), fmt.Sprintf("alpha=%v", wrong),
		fmt.Sprintf("beta=%v", wrong), "model=normalized"}}
	if r.tc == "" {
		if benches[0] == benches[1] {
			return errors.New("both versions have the same bench: with a number of nodes they would play the same games; " +
				"compare their speed, or use --tc")
		}
		m.limit = fmt.Sprintf("%d nodes", r.nodes)
		for i := range m.sides {
			m.sides[i].settings = []string{fmt.Sprintf("nodes=%d", r.nodes)}
		}
	}
	sum, err := r.play(ctx, m, out, func(s result) bool { return math.Abs(s.llr) >= decided || s.games() >= m.games-1 })
	if err != nil {
		return err
	}
	row := r.row(m, sum)
	verdict := "no verdict"
	switch {
	case sum.llr >= decided:
		verdict, row["kept"] = "passed", "yes"
	case sum.llr <= -decided:
		verdict, row["kept"] = "failed", "no"
	}
	fmt.Fprintf(out, "%s: %s, Elo %s ± %s\n", verdict, sum, sum.elo, sum.margin)
	row["change"], row["bench"], row["opponent"], row["opponent_bench"] = r.change, benches[0], "commit "+base, benches[1]
	row["notes"] = fmt.Sprintf("SPRT of %d to %d nElo %s; LLR %.2f", lowerElo, upperElo, verdict, sum.llr)
	if n := len(sum.warnings); n > 0 {
		row["notes"] += fmt.Sprintf("; warnings: %d (%s)", n, sum.warnings[0])
	}
	row["notes"] += machine(instructions(sides[0].path), instructions(sides[1].path))
	return addToLog(r.root, row)
}

// build builds the source and the base, in this order, and returns the commit of the base, both engines and their benches.
func (r *sprtRun) build(ctx context.Context, out io.Writer) (base string, sides [2]side, benches [2]string, err error) {
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
	base = do(r.root, "git", "rev-parse", "--short", r.base+"^{commit}")
	if subject := do(r.root, "git", "log", "-1", "--format=%h: %s"); r.change == "" {
		r.change = subject
	}
	source := filepath.Join(r.work, "source")
	do(r.root, "git", "worktree", "add", "--detach", source, base)
	defer exec.Command("git", "-C", r.root, "worktree", "remove", "--force", source).Run()
	fmt.Fprintln(out, "building both versions")
	if err == nil {
		err = os.MkdirAll(r.state, 0o777)
	}
	for i, root := range []string{r.root, source} {
		name := []string{"new", "base"}[i]
		program := filepath.Join(r.work, name)
		do(root, "make", "EXE="+program, "VERSION=sprt") // a commit changes no build
		if err != nil {
			return
		}
		text, failed := files.ReadFile(program)
		if failed != nil {
			return base, sides, benches, failed
		}
		// An interrupted match goes on with the same engine at the same place.
		build := fmt.Sprintf("%x", sha256.Sum256(text))[:16]
		sides[i] = side{name: name, path: filepath.Join(r.state, build)}
		if err = errors.Join(files.WriteFile(sides[i].path, text), os.Chmod(sides[i].path, 0o755)); err != nil {
			return
		}
		if benches[i], err = ask(sides[i].path, "bench", benchLine); err != nil {
			return
		}
	}
	return
}
