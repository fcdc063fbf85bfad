package store

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
)

// Manual returns the description of the command.
func Manual() *commandline.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *commandline.Manual {
	return &commandline.Manual{
		Name: "store", Does: "manage the answers that analyse --store keeps",
		Usage: []string{
			"store stats FILE", "store check FILE", "store import FILE OTHER...",
			"store prune [--before DATE] [--other-engines] FILE",
		},
		Text: `
FILE is a store: an SQLite database, which any SQLite tool can query. docs/store.md describes the views answers, games and moves.
Several processes of one machine may use it at the same time.
`,
		Sections: o.sections(),
		Topics: []commandline.Topic{{Title: "Actions", Entries: []commandline.Entry{
			{Term: "stats", Text: "Show how many answers and games there are, and the settings of the searches."},
			{Term: "check", Text: "Read everything, and name each damaged or impossible answer."},
			{Term: "import", Text: "Add answers of other stores that are new. They are not searched again, so take them only from people you " +
				"trust. Games are not imported. FILE is created if it does not exist."},
			{Term: "prune", Text: "Remove answers for good, and games without answers."},
		}}},
		Examples: []string{
			"store stats answers.store",
			"store import answers.store laptop.store cluster.store",
			`$ sqlite3 answers.store "SELECT fen, best, cp FROM answers WHERE cp > 300 LIMIT 10"`,
		},
	}
}

// options are the arguments of one execution.
type options struct {
	action       string
	file         string
	inputs       []string
	before       time.Time
	otherEngines bool
}

// Run executes the command with the given arguments and returns the exit code.
func Run(c commandline.Program, args []string) int {
	o, err := parseOptions(args)
	if err != nil {
		return Manual().Misused(c.Out, c.Err, err)
	}
	c.Out = files.NewMessages(c.Out) // all of it is for people
	if err := o.run(c); err != nil {
		return commandline.Failed(c.Err, "store", err)
	}
	return commandline.ExitOK
}

// actions are the commands with the flags that each has.
var actions = map[string][]string{
	"stats": nil, "check": nil, "import": nil, "prune": {"before", "other-engines"},
}

// sections returns the flags, which set o.
func (o *options) sections() []commandline.Section {
	return []commandline.Section{{Title: "Flags", Flags: []commandline.Flag{
		{Name: "before", Argument: "DATE", Brief: "Prune the answers from before that day.", Help: "Remove the answers that were added before DATE, a day such as 2026-03-31.", Set: o.setBefore},
		{Name: "other-engines", Brief: "Prune the answers of other versions and builds.", Help: "Remove the answers of other versions and builds of Vertigo.", Set: commandline.Bool(&o.otherEngines)},
	}}}
}

func (o *options) setBefore(day string) (err error) {
	if o.before, err = time.ParseInLocation(time.DateOnly, day, time.Local); err != nil {
		return fmt.Errorf("%q is not a day such as 2026-03-31", day)
	}
	return nil
}

// parseOptions reads the arguments.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	words, given, err := o.manual().Parse(args)
	if err != nil {
		return o, err
	}
	return o, o.complete(words, given)
}

// complete finds the action and checks its arguments.
func (o *options) complete(words, given []string) error {
	if len(words) == 0 {
		return errors.New("name an action: stats, check, import or prune")
	}
	o.action = words[0]
	flags, ok := actions[o.action]
	if !ok {
		known := []string{"stats", "check", "import", "prune"}
		return fmt.Errorf("%q is none of %s%s", o.action, strings.Join(known, ", "), commandline.Suggest(o.action, "", known))
	}
	for _, name := range given {
		if !slices.Contains(flags, name) {
			return fmt.Errorf("%s has no flag --%s", o.action, name)
		}
	}
	if len(words) == 1 {
		return fmt.Errorf("%s: name the store", o.action)
	}
	o.file, o.inputs = words[1], words[2:]
	switch {
	case o.action == "import" && len(o.inputs) == 0:
		return errors.New("import: name the stores to import")
	case o.action != "import" && len(o.inputs) > 0:
		return fmt.Errorf("%s: only one store at a time", o.action)
	case o.action == "prune" && o.before.IsZero() && !o.otherEngines:
		return errors.New("prune: say what to remove, with --before or --other-engines")
	}
	return nil
}

func (o *options) run(c commandline.Program) (err error) {
	open := OpenExisting
	if o.action == "import" {
		open = Open
	}
	s, err := open(o.file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	switch o.action {
	case "stats":
		return tellStats(c, s)
	case "check":
		return check(c, s)
	case "import":
		for _, name := range o.inputs {
			if err := importFrom(c, s, name); err != nil {
				return err
			}
		}
		return nil
	default:
		engine, build := "", ""
		if o.otherEngines {
			engine = "Vertigo " + c.Version
			if build, err = c.Build(); err != nil {
				return err
			}
		}
		n, err := s.Prune(o.before, engine, build)
		if err == nil {
			fmt.Fprintf(c.Out, "%s removed\n", commandline.Count(n, "answer"))
		}
		return err
	}
}

func tellStats(c commandline.Program, s *Store) error {
	v, err := s.Stats()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s and %s in %.1f MB\n", commandline.Count(v.Answers, "answer"), commandline.Count(v.Games, "game"), float64(v.Bytes)/1e6)
	for _, one := range v.Settings {
		fmt.Fprintf(c.Out, "\n%s, searched in %s, the last on %s\n  %s (%s), network %s\n  %s\n", commandline.Count(one.Answers, "answer"),
			one.Time.Round(time.Millisecond), one.Last.Format(time.DateOnly), one.Engine, one.Build, one.Network, one.Limits.Describe())
	}
	return nil
}

// mostTold is the number of problems that are listed.
const mostTold = 20

func check(c commandline.Program, s *Store) error {
	right, wrong, err := s.Check(c.Out, mostTold)
	if err != nil {
		return err
	}
	if wrong > mostTold {
		fmt.Fprintf(c.Out, "and %d more\n", wrong-mostTold)
	}
	fmt.Fprintf(c.Out, "answers that are right: %d\n", right)
	if wrong > 0 {
		return fmt.Errorf("%s: %s", s.name, commandline.Count(wrong, "problem"))
	}
	return nil
}

func importFrom(c commandline.Program, s *Store, name string) error {
	if one, err := os.Stat(s.name); err == nil { // closing the second would end the locks of the first
		if two, err := os.Stat(name); err == nil && os.SameFile(one, two) {
			return fmt.Errorf("%s: this is the store itself", name)
		}
	}
	other, err := OpenExisting(name)
	if err != nil {
		return err
	}
	read, added, err := s.Import(other)
	fmt.Fprintf(c.Out, "%s: %s, %d new\n", name, commandline.Count(read, "answer"), added)
	return errors.Join(err, other.Close())
}
