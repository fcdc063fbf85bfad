// Vertigo is a chess engine. Without arguments it speaks UCI on standard input and output; arguments are commands
// that are executed one after the other. "vertigo help" lists them. "vertigo analyse" searches the positions of files
// instead, "vertigo merge" puts together what several processes have searched, and "vertigo tree" draws the tree of a
// small search; "vertigo help analyse", "vertigo help merge" and "vertigo help tree" describe them.
package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"

	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/treeview"
	"vertigo/internal/system/cpuprofile"
	"vertigo/search"
	"vertigo/uci"
)

// version is set by the linker in releases: -ldflags "-X main.version=1.2.3".
var version = "0.1.0"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is the program: it returns the exit code, 0 if all went well, 2 if an argument is no command, else 1.
func run(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	headless := analyse.Config{Version: version, In: in, Out: out, Err: errOut}
	switch {
	case len(args) > 0 && args[0] == "analyse":
		return analyse.Run(headless, args[1:])
	case len(args) > 0 && args[0] == "merge":
		return analyse.Merge(headless, args[1:])
	case len(args) > 0 && args[0] == "tree":
		return treeview.Run(treeview.Config{Version: version, Out: out, Err: errOut}, args[1:])
	case slices.Equal(args, []string{"help", "analyse"}):
		fmt.Fprint(out, analyse.Help())
		return 0
	case slices.Equal(args, []string{"help", "merge"}):
		fmt.Fprint(out, analyse.MergeHelp())
		return 0
	case slices.Equal(args, []string{"help", "tree"}):
		fmt.Fprint(out, treeview.Help())
		return 0
	}
	err := converse(args, in, out)
	if err == nil {
		return 0
	}
	fmt.Fprintf(errOut, "vertigo: %v\n", err)
	if errors.Is(err, uci.ErrUnknownCommand) {
		fmt.Fprintln(errOut, `"vertigo help" lists the commands`)
		return 2
	}
	return 1
}

func converse(args []string, in io.Reader, out io.Writer) (err error) {
	profile, args, err := takeProfile(args)
	if err != nil {
		return err
	}
	session, err := uci.New(uci.Config{
		Version: version, In: in, Out: out,
		Processors: runtime.GOMAXPROCS(0), // by the quota of a container, too, before any pool raises it
		NewEngine:  func(hash, threads int) (uci.Engine, error) { return search.NewPool(hash, threads) },
		NewLimited: func() (uci.Limited, error) { return search.NewLimited(rand.Uint64()) },
	})
	if err != nil {
		return err
	}
	defer session.Close()
	if profile != "" {
		stop, err := cpuprofile.Start(profile)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	if len(args) == 0 {
		return session.Run()
	}
	return session.Execute(commands(args)...)
}

// takeProfile removes -cpuprofile FILE or -cpuprofile=FILE from args and returns FILE, "" if it is not there.
func takeProfile(args []string) (file string, rest []string, err error) {
	for i, arg := range args {
		name, value, joined := strings.Cut(arg, "=")
		if name != "-cpuprofile" && name != "--cpuprofile" {
			continue
		}
		if joined {
			return value, slices.Concat(args[:i], args[i+1:]), nil
		}
		if i+1 == len(args) {
			return "", nil, fmt.Errorf("%s: the file is missing", arg)
		}
		return args[i+1], slices.Concat(args[:i], args[i+2:]), nil
	}
	return "", args, nil
}

// commands puts arguments together to lines: one with blanks is a line of its own; others are joined, and a word
// that is a command begins a new line, unless the line is one that takes any words.
func commands(args []string) (lines []string) {
	takesAll := []string{"position", "go", "setoption"}
	begins := append(takesAll, "d", "eval", "flip", "perft", "bench", "version", "compiler", "help", "uci")
	open := "" // the first word of the line that may go on
	for _, arg := range args {
		switch arg = strings.TrimSpace(arg); arg {
		case "--help", "-help", "-h":
			arg = "help"
		case "--version", "-version", "-v":
			arg = "version"
		}
		switch {
		case strings.ContainsAny(arg, " \t"):
			lines, open = append(lines, arg), ""
		case open == "" || slices.Contains(begins, arg) && !slices.Contains(takesAll, open):
			lines, open = append(lines, arg), arg
		default:
			lines[len(lines)-1] += " " + arg
		}
	}
	return lines
}
