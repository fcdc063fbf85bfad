// Vertigo is a chess engine. Without arguments it speaks UCI on standard input and output; UCI commands can also be arguments.
// Other commands analyse games and positions, and so does the name of a file. "vertigo help" lists all of them.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/diff"
	"vertigo/internal/analysis/puzzles"
	"vertigo/internal/analysis/tree"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/uci"
)

// version is set by the linker in releases: -ldflags "-X main.version=1.2.3".
var version = "1.4.0"

// release is set by the linker for the archives: -ldflags "-X main.release=yes". All archives of a version give the same answers,
// whatever the processor.
var release string

func main() {
	args := os.Args[1:]
	if runtime.GOOS == "windows" {
		args = cli.Wildcards(args)
	}
	code := run(args, os.Stdin, os.Stdout, os.Stderr)
	if isInput(args) && isTerminal(os.Stdin) && ownsConsole() {
		fmt.Fprint(os.Stderr, "\nPress Enter to close this window.") // The results would vanish with it.
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	os.Exit(code)
}

// run executes the arguments and returns the exit code.
func run(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	first := 0
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // a shell asks how the rest may go on
		first = 1
	}
	if isInput(args[first:]) {
		args = slices.Insert(slices.Clone(args), first, "analyse")
	}
	return cli.Streams("vertigo", out, errOut, func(out, errOut io.Writer) int {
		p := cli.Program{Version: version, Release: release != "", Args: args[min(len(args), 1):], In: in, Out: out, Err: errOut}
		return p.Run(newRoot(p), args)
	})
}

// isInput reports whether the first argument is something to analyse: a file, as when one is dropped on the program, a position,
// or a flag of vertigo analyse. No command has a dot or a slash in its name, so an argument with one is an input, and a missing
// file is reported.
func isInput(args []string) bool {
	switch {
	case len(args) == 0:
		return false
	case args[0] == "startpos" || strings.HasPrefix(args[0], "startpos ") || strings.HasPrefix(args[0], "-"):
		return !isHelp(args[0]) && args[0] != "-v" && args[0] != "--version"
	case !strings.ContainsAny(args[0], `./\`):
		return false
	}
	info, err := os.Stat(args[0])
	name, _, _ := strings.Cut(args[0], " ")
	return err == nil && info.Mode().IsRegular() || strings.ContainsAny(name, `./\`)
}

// isHelp reports whether an argument asks for help.
func isHelp(arg string) bool { return arg == "-h" || arg == "--help" }

// isTerminal reports whether an input is a terminal.
func isTerminal(in io.Reader) bool {
	f, ok := in.(*os.File)
	return ok && files.IsTerminal(f)
}

const about = `
Vertigo is a chess engine. Without arguments it speaks UCI, the Universal Chess
Interface, on standard input and output: load it into a chess program. With a
file, such as games.pgn, it analyses the games in it, as "vertigo analyse" does.

UCI commands can also be arguments. If an argument has spaces, each is a command
of its own; otherwise all are one command. A search without limits runs until it
is interrupted.

Flags and other arguments may come in any order. Numbers may end in k, M or G
for thousands, millions and billions, or in an exponent such as e6.

Exit status:

      0  success
      1  the command failed; the message says why
      2  the arguments are wrong
      3  part of the input could not be read, or has changed; the rest was done
      4  nothing to do: the input is empty, or the filters leave nothing of it;
         this takes precedence over 3
    130  interrupted; the message says what is done and how to continue`

const programExamples = `  vertigo games.pgn
  vertigo go depth 12
  vertigo "position startpos moves e2e4" "setoption name MultiPV value 3" "go depth 12"`

// newRoot returns the command vertigo.
func newRoot(p cli.Program) *cobra.Command {
	root := &cobra.Command{
		Use: "vertigo [COMMAND | FILE]", Short: "chess engine, and analysis of games and positions", Long: about,
		Example: programExamples, Args: cobra.ArbitraryArgs,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault // files, too
		},
	}
	showVersion := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *showVersion:
			return printVersion(p)
		case len(args) > 0 && !slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, " ") }):
			return cli.Unknown(root, args[0])
		}
		return converse(p, args)
	}
	root.AddGroup(&cobra.Group{ID: "analysis", Title: "Commands for analysis"}, &cobra.Group{ID: "uci", Title: "UCI commands"})
	for _, c := range []*cobra.Command{
		analyse.Command(p), analyse.MergeCommand(p), puzzles.Command(p), diff.Command(p), tree.Command(p),
	} {
		c.GroupID = "analysis"
		root.AddCommand(c)
	}
	for _, c := range uci.Commands() {
		if c.Name != "help" {
			root.AddCommand(uciCommand(p, c))
		}
	}
	root.AddCommand(verifyCommand(p), completionCommand(p))
	return root
}

// completionCommand returns "vertigo completion".
func completionCommand(p cli.Program) *cobra.Command {
	shells := map[string]func(root *cobra.Command) error{
		"bash":       func(root *cobra.Command) error { return root.GenBashCompletionV2(p.Out, true) },
		"zsh":        func(root *cobra.Command) error { return root.GenZshCompletion(p.Out) },
		"fish":       func(root *cobra.Command) error { return root.GenFishCompletion(p.Out, true) },
		"powershell": func(root *cobra.Command) error { return root.GenPowerShellCompletionWithDesc(p.Out) },
	}
	return &cobra.Command{
		Use: "completion SHELL", Short: "write the completion script for bash, zsh, fish or powershell",
		Long: `
Writes a script with which a shell (bash, zsh, fish or powershell) completes
commands, flags and their values. bash needs the package bash-completion.`,
		Example: "  vertigo completion bash > ~/.local/share/bash-completion/completions/vertigo\n" +
			`  vertigo completion zsh > "${fpath[1]}/_vertigo"` + "\n" +
			"  vertigo completion fish > ~/.config/fish/completions/vertigo.fish\n" +
			"  vertigo completion powershell | Out-String | Invoke-Expression",
		ValidArgs: slices.Sorted(maps.Keys(shells)),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 || shells[args[0]] == nil {
				return cli.UsageError("name one shell: bash, zsh, fish or powershell")
			}
			return shells[args[0]](c.Root())
		},
	}
}

// uciCommand returns a command of UCI with arguments as an argument of the program.
func uciCommand(p cli.Program, u uci.Command) *cobra.Command {
	short, _, _ := strings.Cut(u.Help, "\n")
	c := &cobra.Command{
		Use: strings.TrimSpace(u.Name + " " + u.Usage), Short: short, Long: u.Help, GroupID: "uci", DisableFlagParsing: true,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	profile := ""
	switch u.Name {
	case "bench":
		c.DisableFlagParsing = false
		c.Flags().StringVar(&profile, "cpuprofile", "", "write a profile of the processor to `FILE`")
	case "version":
		c.DisableFlagParsing, c.Args = false, cobra.NoArgs
		c.RunE = func(*cobra.Command, []string) error { return printVersion(p) }
		return c
	}
	c.RunE = func(_ *cobra.Command, args []string) (err error) {
		if slices.ContainsFunc(args, isHelp) {
			return c.Help()
		}
		stop, err := startProfile(profile)
		if err == nil {
			err = errors.Join(converse(p, append([]string{u.Name}, args...)), stop())
		}
		return cli.Exit(cli.Report(p.Err, "vertigo", err))
	}
	return c
}

// printVersion is the command version without a session, whose engine would read the network.
func printVersion(p cli.Program) error {
	_, err := fmt.Fprintln(p.Out, uci.Version(p.Version))
	return err
}

// startProfile begins a CPU profile of the process, for "go tool pprof" and "go build -pgo"; stop ends it. Without a file there
// is none.
func startProfile(file string) (stop func() error, err error) {
	if file == "" {
		return func() error { return nil }, nil
	}
	f, err := files.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// greeting is for people who start the program by hand.
const greeting = `Vertigo %s is a UCI chess engine. To play, load it into a chess program.
To analyse games, drop their file on it, or type: vertigo games.pgn
Here it takes UCI commands: help lists them, quit ends the program.
`

// converse speaks UCI or, if there are arguments, executes them as commands.
func converse(p cli.Program, args []string) error {
	session, err := uci.New(uci.Config{
		Version: version, In: p.In, Out: p.Out,
		Processors: files.Processors(), // An engine may raise GOMAXPROCS later.
	})
	if err != nil {
		return err
	}
	defer session.Close()
	if len(args) == 0 {
		if isTerminal(p.In) && files.IsTerminal(p.Out) { // chess programs use pipes
			fmt.Fprintf(p.Out, greeting, version)
		}
		return session.Run()
	}
	return session.Execute(args)
}
