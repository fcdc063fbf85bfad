package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/testfiles"
)

var update = flag.Bool("update", false, "write what the program answers into the scripts and the documents")

// TestScripts runs the transcripts in testdata/script: files with what a user types, what goes in, and what comes out. Each runs in an
// empty folder of its own. "go doc github.com/rogpeppe/go-internal/testscript" describes the language. These commands are ours:
//
//	exits STATUS vertigo ARGUMENT…   run the program and demand an exit status
//	edit FILE REGEXP TEXT…           put texts in the place of all that the expressions match, which must be something
//	head N FROM TO                   copy the first lines of a file
//	sums FILE                        give the lines of a results file that was edited their checksums
//	data PAGE FILE                   check the structure of a page for the browser, and write the data in it
//
// $TESTDATA is the folder testdata of the repository. Programs have two processors.
func TestScripts(t *testing.T) {
	testfiles.NoRace(t)
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TESTDATA", testfiles.Path(t))
			env.Setenv("GOMAXPROCS", "2")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"edit":  edit,
			"head": func(ts *testscript.TestScript, _ bool, args []string) {
				n, err := strconv.Atoi(args[0])
				ts.Check(err)
				lines := strings.SplitAfter(ts.ReadFile(args[1]), "\n")
				write(ts, args[2], strings.Join(lines[:n], ""))
			},
			"sums": func(ts *testscript.TestScript, _ bool, args []string) {
				write(ts, args[0], testfiles.Sums(ts.ReadFile(args[0])))
			},
			"data": func(ts *testscript.TestScript, _ bool, args []string) {
				page := ts.ReadFile(args[0])
				pagetest.Check(t, page)
				write(ts, args[1], pagetest.Data(t, page))
			},
		},
	})
}

// write writes a file of a script.
func write(ts *testscript.TestScript, name, text string) {
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
}

// edit puts texts in the place of all that regular expressions match.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	for i := 1; i+1 < len(args); i += 2 {
		expression, err := regexp.Compile("(?m)" + args[i])
		ts.Check(err)
		if !expression.MatchString(text) {
			ts.Fatalf("%s matches nothing in %s", args[i], args[0])
		}
		text = expression.ReplaceAllString(text, args[i+1])
	}
	write(ts, args[0], text)
}

// exits runs a program of a script and demands an exit status.
func exits(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARGUMENT…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit := new(exec.ExitError)
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}
