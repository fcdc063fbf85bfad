// Package cli has the parts that the commands of the program and the tools share: flags and help, messages, exit codes,
// progress, and work by several workers. The commands are those of github.com/spf13/cobra.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/system/files"
)

func init() {
	cobra.EnableCommandSorting = false
	cobra.MousetrapHelpText = "" // a double click on Windows starts UCI
}

// Program is the environment of a command.
type Program struct {
	Version string   // of the engine
	Release bool     // all builds of the version are the same
	Args    []string // of the command, as they were typed
	In      io.Reader
	Out     io.Writer
	Err     io.Writer       // messages
	Context context.Context // its end interrupts the command, as signals do; nil for none
}

// UsageError says that the arguments are wrong. Report returns ExitUsage for it.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Run executes the command that args name, root or one below it, and returns the exit code. It reports the error. An error that
// comes before the command itself runs is a UsageError.
func (p Program) Run(root *cobra.Command, args []string) int {
	started := false
	if root.HasSubCommands() {
		chooseCommand(root)
	}
	prepare(root, &started)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { help(c, false) })
	root.SetFlagErrorFunc(flagError)
	root.SetGlobalNormalizationFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		return pflag.NormalizedName(strings.ReplaceAll(name, "colour", "color"))
	})
	root.SetArgs(append([]string{}, args...)) // nil would stand for those of the process
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	root.SetContext(cmp.Or(p.Context, context.Background()))
	c, err := root.ExecuteC()
	if err != nil && !started {
		err = UsageError(err.Error())
	}
	return Report(p.Err, c.CommandPath(), err)
}

// chooseCommand lets a program with commands, and its help, report commands that it does not have.
func chooseCommand(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	help.RunE = func(_ *cobra.Command, args []string) error {
		c, rest, _ := root.Find(args)
		if len(rest) > 0 {
			return Unknown(root, rest[0])
		}
		return c.Help()
	}
	if root.RunE == nil {
		root.Args = cobra.ArbitraryArgs
		root.RunE = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return Unknown(root, args[0])
			}
			return root.Help()
		}
	}
}

// Unknown returns an error about an argument that is no command of the program.
func Unknown(root *cobra.Command, arg string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return UsageError(fmt.Sprintf("unknown command %.60q%s", arg, Suggest(arg, "", names)))
}

// prepare notes when a command starts, and completes the values of its flags. Its --help has no short name: -h, an error of its
// own to pflag, shows less (see flagError).
func prepare(c *cobra.Command, started *bool) {
	c.Flags().SortFlags = false
	c.Flags().Bool("help", false, "describe the command")
	if run := c.RunE; run != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			*started = true
			return run(c, args)
		}
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if v, ok := f.Value.(*value); ok {
			_ = c.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(v.words, cobra.ShellCompDirectiveNoFileComp))
		}
	})
	for _, below := range c.Commands() {
		prepare(below, started)
	}
}

// flagError returns an error about flags, with the name of the flag that was probably meant. A name with one hyphen stands for
// letters: -depth for -d with the value epth. After -h, the help that follows is the brief one.
func flagError(c *cobra.Command, err error) error {
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	var unknown *pflag.NotExistError
	var wrong *pflag.InvalidValueError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		c.SetHelpFunc(func(c *cobra.Command, _ []string) { help(c, true) })
	case errors.As(err, &wrong):
		f, meant := wrong.GetFlag(), ""
		if f.Shorthand != "" {
			meant = Suggest(f.Shorthand+wrong.GetValue(), "--", names)
		}
		return fmt.Errorf("--%s: %w%s", f.Name, wrong.Unwrap(), meant)
	case errors.As(err, &unknown):
		return fmt.Errorf("%w%s", err, Suggest(cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()), "--", names))
	}
	return err
}

// section is the annotation of a flag with the heading of its part of the help.
const section = "section"

// Section defines flags of a command under a heading of the help.
func Section(c *cobra.Command, title string, define func(f *pflag.FlagSet)) {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = false
	define(flags)
	flags.VisitAll(func(f *pflag.Flag) { f.Annotations = map[string][]string{section: {title}} })
	c.Flags().AddFlagSet(flags)
}

// SectionOf returns the heading of a flag in the help.
func SectionOf(f *pflag.Flag) string {
	if titles := f.Annotations[section]; len(titles) > 0 {
		return titles[0]
	}
	return "Flags"
}

// help writes the description of a command, with lines of flags that fit the terminal. The brief one of a command with flags has
// a line for each, and names the other.
func help(c *cobra.Command, brief bool) {
	out := c.OutOrStdout()
	titles, sections := flagSections(c)
	text := cmp.Or(c.Long, c.Short)
	if brief = brief && len(titles) > 0; brief {
		text = cmp.Or(c.Short, c.Long)
	}
	var b strings.Builder
	c.DisableFlagsInUseLine = true // Use has them where they belong.
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n", strings.TrimSpace(text), c.UseLine())
	if c.Example != "" && !brief {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Trim(c.Example, "\n"))
	}
	for _, g := range append(c.Groups(), &cobra.Group{Title: "Commands"}) {
		title := "\n" + g.Title + ":\n"
		for _, below := range c.Commands() {
			if below.GroupID == g.ID && below.IsAvailableCommand() {
				fmt.Fprintf(&b, "%s  %-*s  %s\n", title, below.NamePadding(), below.Name(), below.Short)
				title = ""
			}
		}
	}
	for _, title := range titles {
		usages := sections[title].FlagUsagesWrapped(Width(out))
		if brief {
			usages = summaries(sections[title], Width(out))
		}
		fmt.Fprintf(&b, "\n%s:\n%s", title, usages)
	}
	if brief || c.HasAvailableSubCommands() {
		b.WriteString("\n")
	}
	if brief {
		fmt.Fprintf(&b, "\"%s --help\" says more.\n", c.CommandPath())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\"%s COMMAND --help\" describes a command.\n", c.CommandPath())
	}
	_, _ = io.WriteString(out, b.String()) // Streams reports the error
}

// flagSections returns the flags of a command by their headings, and these in order.
func flagSections(c *cobra.Command) (titles []string, sections map[string]*pflag.FlagSet) {
	sections = map[string]*pflag.FlagSet{}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		title := SectionOf(f)
		if f.Name == "help" {
			return
		}
		if sections[title] == nil {
			titles, sections[title] = append(titles, title), pflag.NewFlagSet("", pflag.ContinueOnError)
			sections[title].SortFlags = false
		}
		sections[title].AddFlag(f)
	})
	return titles, sections
}

// summaries returns a line of so many columns at most for each flag, with the first clause of its usage.
func summaries(flags *pflag.FlagSet, columns int) (text string) {
	brief := pflag.NewFlagSet("", pflag.ContinueOnError)
	brief.SortFlags = false
	flags.VisitAll(func(f *pflag.Flag) {
		kind, usage := pflag.UnquoteUsage(f)
		if end := strings.IndexAny(usage, ",;:("); end >= 0 {
			usage = strings.TrimSpace(usage[:end])
		}
		before := strings.TrimPrefix(f.DefValue, "[]") // which stands for an empty list
		brief.AddFlag(&pflag.Flag{Name: f.Name, Shorthand: f.Shorthand, Usage: usage, Value: &value{kind: kind}, DefValue: before})
	})
	for line := range strings.Lines(brief.FlagUsages()) {
		text += shorten(line, columns)
	}
	return text
}

// shorten cuts a line that is longer than so many columns: the default value at its end or, if that is not enough, more.
func shorten(line string, columns int) string {
	runes := []rune(strings.TrimSuffix(line, "\n"))
	if len(runes) > columns {
		text, _, _ := strings.Cut(string(runes), " (default ")
		runes = []rune(text)
	}
	if len(runes) > columns {
		runes = append(runes[:columns-1], '…')
	}
	return string(runes) + "\n"
}

// Streams runs a program with streams to its outputs and returns its exit code. A failed write to standard output is reported and
// makes the code ExitFailed, even if the program has not noticed it; a pipe without a reader needs no message. On a terminal, and
// always in messages, control characters are escaped.
func Streams(name string, out, errOut io.Writer, program func(out, errOut io.Writer) (code int)) (code int) {
	stream, messages := files.NewStream(out), files.NewMessages(errOut)
	code = program(stream, messages)
	if err := stream.Close(); err != nil && code != ExitFailed && code != ExitInterrupted { // otherwise the program has reported it
		code = Report(messages, name, err)
	}
	_ = messages.Flush() // there is no one to report it to
	return code
}

// Main runs a developers' tool as the program of this process, which it ends. Its flags may have one hyphen, as those of Go's
// tools do.
func Main(tool *cobra.Command) {
	ctx, _ := Program{}.Interruptible()
	args := twoHyphens(os.Args[1:])
	os.Exit(Streams(tool.Name(), os.Stdout, os.Stderr, func(out, errOut io.Writer) int {
		return Program{In: os.Stdin, Out: out, Err: errOut, Context: ctx}.Run(tool, args)
	}))
}

// twoHyphens returns the arguments with a second hyphen before flags of several letters.
func twoHyphens(args []string) (list []string) {
	for _, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && arg[1] >= 'a' && arg[1] <= 'z' {
			arg = "-" + arg
		}
		list = append(list, arg)
	}
	return list
}
