package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// verifyCommand returns "vertigo verify", which checks the program against what does not depend on the machine, or tablebases
// against their checksums.
func verifyCommand(p cli.Program) *cobra.Command {
	return &cobra.Command{
		Use: "verify [FOLDER...]", Short: "check the program on this machine, or tablebases", GroupID: "analysis",
		Long: `
Without arguments, checks in less than ten seconds that the program has the same
results on this machine as on every other one. Run it once on each machine of
a tournament. With folders, it reads their Syzygy tablebases from beginning to
end instead, and names the damaged files. A check that fails says what it found,
and the exit status is 1.

  kernels  the vector instructions in use evaluate positions as plain Go does
  bench    the search visits the nodes of this version, with its network
  perft    the number of lines from well-known positions is right
  rules    in random games, another chess library agrees on moves, notation
           and FEN`,
		Example: "  vertigo verify\n  vertigo verify /data/syzygy/wdl /data/syzygy/dtz",
		RunE: func(_ *cobra.Command, folders []string) error {
			checks := expectations().checks()
			if len(folders) > 0 {
				checks = []check{{"tablebases", func(ctx context.Context) (string, error) { return verifyTablebases(ctx, folders) }}}
			}
			return cli.Exit(runChecks(p, checks))
		},
	}
}

// check is one of the things that vertigo verify checks.
type check struct {
	name string
	run  func(ctx context.Context) (result string, err error)
}

// runChecks runs checks and writes a line about each.
func runChecks(c cli.Program, checks []check) int {
	ctx, stop := c.Interruptible()
	defer stop()
	failed := 0
	for _, check := range checks {
		result, err := check.run(ctx)
		if ctx.Err() != nil {
			return cli.Failed(c.Err, "verify", ctx.Err())
		}
		verdict := "ok"
		if err != nil {
			failed++
			verdict, result = "FAILED", strings.ReplaceAll(err.Error(), "\n", "\n"+strings.Repeat(" ", 20))
		}
		fmt.Fprintf(c.Out, "%-10s  %-6s  %s\n", check.name, verdict, files.Escape(result))
	}
	if failed > 0 {
		return cli.Failed(c.Err, "verify", fmt.Errorf("%d of %s failed", failed, cli.Count(len(checks), "check")))
	}
	return cli.ExitOK
}

// verifyTablebases reads all files in the folders, also those of which another folder has one of the same name.
func verifyTablebases(ctx context.Context, folders []string) (result string, err error) {
	wdl, dtz := 0, 0
	for _, folder := range folders {
		tables, errs := syzygy.OpenFolder(folder)
		w, d := tables.Count()
		wdl, dtz = wdl+w, dtz+d
		errs = append(errs, tables.Verify(func() bool { return ctx.Err() != nil })...)
		err = errors.Join(err, errors.Join(errs...), tables.Close())
	}
	if err == nil && wdl+dtz == 0 {
		err = fmt.Errorf("there are none in %s", strings.Join(folders, ", "))
	}
	return fmt.Sprintf("files read: %d WDL and %d DTZ, none damaged", wdl, dtz), err
}
