// Vertigo is a chess engine. Without arguments it speaks UCI on standard input and output; arguments are commands that are
// executed one after the other. "vertigo help" lists them. "vertigo analyse" searches the positions of files instead, and so
// does the name of a file, alone or with flags. "vertigo merge" combines what several processes have searched,
// "vertigo diff" compares two analyses, "vertigo puzzles" finds puzzles in games, "vertigo verify" checks the program
// on this machine, "vertigo tree" draws the tree of a small search, and "vertigo man" writes the manual page. "vertigo help
// analyse" and so on describe them.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/diff"
	"vertigo/internal/analysis/puzzles"
	"vertigo/internal/analysis/tree"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/uci"
)

// version is set by the linker in releases: -ldflags "-X main.version=1.2.3".
var version = "1.3.0"

// release is set by the linker for the archives: -ldflags "-X main.release=yes". All archives of a version give the same answers,
// whatever the processor.
var release string

func main() {
	args := os.Args[1:]
	code := run(args, os.Stdin, os.Stdout, os.Stderr)
	if isInput(args) && isTerminal(os.Stdin) && cli.OwnsConsole() { // which would vanish with the results
		fmt.Fprint(os.Stderr, "\nPress Enter to close this window.")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	os.Exit(code)
}

// program is a way to use the binary other than UCI.
type program struct {
	manual *cli.Manual
	run    func(args []string) (code int)
}

// programs returns all of them. Both run and the help read this table.
func programs(in io.Reader, out, errOut io.Writer) []program {
	p := cli.Program{Version: version, Release: release != "", In: in, Out: out, Err: errOut}
	headless := analyse.Config{Program: p}
	list := []program{
		{analyse.Manual(), func(args []string) int { return analyse.Run(headless, args) }},
		{analyse.MergeManual(), func(args []string) int { return analyse.Merge(headless, args) }},
		{puzzles.Manual(), func(args []string) int { return puzzles.Run(p, args) }},
		{diff.Manual(), func(args []string) int { return diff.Run(p, args) }},
		{verifyManual(), func(args []string) int { return verify(p, args) }},
		{tree.Manual(), func(args []string) int { return tree.Run(p, args) }},
	}
	page := pageManual()
	var manuals []*cli.Manual
	for _, p := range list {
		manuals = append(manuals, p.manual)
	}
	manuals = append(manuals, page)
	return append(list, program{page, func(args []string) int { return writePage(out, errOut, page, manuals, args) }})
}

// run executes the arguments and returns the exit code.
func run(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	return cli.Run("vertigo", out, errOut, func(out, errOut io.Writer) int { return execute(args, in, out, errOut) })
}

func execute(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	others := programs(in, out, errOut)
	if isInput(args) {
		args = append([]string{"analyse"}, args...)
	}
	for _, p := range others {
		switch {
		case len(args) > 0 && p.manual.Is(args[0]):
			return p.run(args[1:])
		case len(args) > 2 && isHelp(args[0]) && p.manual.Is(args[1]):
			return misused(errOut, fmt.Errorf("help %s: unknown argument %q", args[1], args[2]))
		case len(args) == 2 && isHelp(args[0]) && p.manual.Is(args[1]):
			fmt.Fprint(out, p.manual.Long(cli.Width(out)))
			return cli.ExitOK
		}
	}
	err := converse(args, others, in, out)
	if err == nil {
		if len(args) == 1 && isHelp(args[0]) {
			fmt.Fprint(out, "\n", cli.ExitStatus())
		}
		return cli.ExitOK
	}
	if usage := uci.UsageError(""); errors.As(err, &usage) {
		return misused(errOut, err)
	}
	return cli.Report(errOut, "vertigo", err)
}

// isInput reports whether the first argument is something to analyse: a file, as where files are dropped on the program, a position,
// or a flag of vertigo analyse. No command has a dot or a slash in its name, so that a file which is not there is reported.
func isInput(args []string) bool {
	switch {
	case len(args) == 0:
		return false
	case args[0] == "startpos" || analyse.Manual().HasFlag(args[0]):
		return true
	case !strings.ContainsAny(args[0], `./\`):
		return false
	}
	info, err := os.Stat(args[0])
	name, _, _ := strings.Cut(args[0], " ")
	return err == nil && info.Mode().IsRegular() || name != "" && name[0] != '-' && strings.ContainsAny(name, `./\`)
}

// isTerminal reports whether an input is a terminal.
func isTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && files.IsTerminal(f)
}

// greeting is for people who start the program by hand.
const greeting = `Vertigo %s is a UCI chess engine. To play, load it into a chess program.
To analyse games, drop their file on it, or type: vertigo games.pgn
Here it takes UCI commands: help lists them, quit ends the program.
`

// isHelp reports whether an argument asks for help.
func isHelp(arg string) bool { return slices.Contains([]string{"help", "-h", "-help", "--help"}, arg) }

// misused reports a mistake in the arguments.
func misused(errOut io.Writer, err error) (code int) {
	cli.Message(errOut, "vertigo: %v", err)
	cli.Message(errOut, `"vertigo help" lists the commands`)
	return cli.ExitUsage
}

// converse speaks UCI or, if there are arguments, executes them as commands.
func converse(args []string, others []program, in io.Reader, out io.Writer) (err error) {
	profile, args, err := takeProfile(args)
	if err != nil {
		return err
	}
	config := uci.Config{
		Version: version, In: in, Out: out,
		Processors: files.Processors(), // before any engine raises GOMAXPROCS
	}
	for _, p := range others {
		config.Programs = append(config.Programs, uci.Program{Name: p.manual.Name, Does: p.manual.Does})
	}
	session, err := uci.New(config)
	if err != nil {
		return err
	}
	defer session.Close()
	if profile != "" {
		stop, err := cli.StartProfile(profile)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	if len(args) == 0 {
		if isTerminal(in) && files.IsTerminal(out) { // chess programs use pipes
			fmt.Fprintf(out, greeting, version)
		}
		return session.Run()
	}
	return session.Execute(args)
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
			return "", nil, uci.UsageError(arg + ": the file is missing")
		}
		return args[i+1], slices.Concat(args[:i], args[i+2:]), nil
	}
	return "", args, nil
}
