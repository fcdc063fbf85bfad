package analyse

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// MergeCommand returns "vertigo merge", which makes one output of the results files of all shards.
func MergeCommand(c cli.Program) *cobra.Command {
	o := newOptions(c.Args)
	command := &cobra.Command{
		Use: "merge [flags] RESULTS...", Short: "combine the parts that several processes have analysed", Long: mergeDescription,
		Example: "  vertigo merge --out annotated.pgn part-*.results\n" +
			"  vertigo merge --player carlsen --skip-book 8 --out carlsen.html games.results",
	}
	cli.Section(command, filterSection, o.filterFlags)
	cli.Section(command, "Output", o.outputFlags)
	cli.Section(command, "Run", o.endFlags)
	command.PreRunE = func(_ *cobra.Command, args []string) error {
		if err := o.parseMerge(command.Flags(), args); err != nil {
			return err
		}
		return cli.CheckPage(c.Out, o.as, o.out)
	}
	command.RunE = func(*cobra.Command, []string) error { return cli.Exit(runMerge(c, o)) }
	return command
}

// runMerge executes the command and returns the exit code.
func runMerge(c cli.Program, o *options) int {
	m := &merger{writer: writer{config: c, options: o}}
	// Much is made and hardly anything kept: collecting it took a fifth of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	return m.report("merge", m.merge())
}

// merger reads the results of all shards.
type merger struct {
	writer
	head  results.Header
	parts []*results.Reader // in the order of their shards
}

func (m *merger) merge() error {
	err := m.open()
	defer func() {
		for _, p := range m.parts {
			p.Close()
		}
	}()
	if err != nil {
		return err
	}
	if err := m.options.filter.open(nil, m.options.bookFile); err != nil {
		return err
	}
	m.head.Limits.Filters = m.head.Limits.Filters.And(m.options.filter.Filter)
	if m.options.out == "" {
		return m.copy(m.config.Out)
	}
	target, err := m.checkOut()
	if err != nil {
		return err
	}
	err = target.Write(func(f *files.File) error {
		cli.Unprotected(m.config.Err, "merge", f)
		err := m.copy(f)
		if err == nil && m.nothing() != "" {
			err = errNothing
		}
		return err
	})
	m.wrote = err == nil && !target.Direct
	if errors.Is(err, errNothing) {
		return nil
	}
	return err
}

// errNothing discards a file in which there would be nothing; the report says why.
var errNothing = errors.New("there is nothing to write")

// open reads the headers of all files and makes sure that they are the shards of one analysis. The files stay open, since their
// jobs alternate.
func (m *merger) open() error {
	for _, name := range m.options.inputs {
		p, err := results.Open(name)
		if err != nil {
			return err
		}
		m.parts = append(m.parts, p)
	}
	slices.SortStableFunc(m.parts, func(a, b *results.Reader) int { return a.Shard.Index - b.Shard.Index })
	m.head = m.parts[0].Header
	m.head.Shard = results.Shard{Count: 1}.String()
	if err := errors.Join(m.checkAlike(), m.checkAll()); err != nil {
		return err
	}
	m.compareBuilds()
	return nil
}

// compareBuilds warns of shards that were searched by different builds of the engine, and notes all of them.
func (m *merger) compareBuilds() {
	var builds, list []string
	for _, p := range m.parts {
		build := p.Header.Build
		if build == "" {
			build = "unknown"
		}
		if !slices.Contains(builds, build) {
			builds, list = append(builds, build), append(list, p.Name+": "+build)
		}
	}
	if len(builds) > 1 {
		m.head.Build = strings.Join(builds, "; ")
		cli.Message(m.config.Err, "vertigo merge: warning: different builds of Vertigo %s searched the shards, "+
			"and may have given different answers:\n%s",
			m.head.Engine, strings.Join(list, "\n"))
	}
}

// checkAlike makes sure that the parts belong together and that none is named twice.
func (m *merger) checkAlike() error {
	first := m.parts[0]
	var doubled []error
	for i, p := range m.parts {
		theirs := p.Header
		theirs.Shard, theirs.Build = m.head.Shard, m.head.Build
		if list := m.head.Differences(&theirs); len(list) > 0 {
			return fmt.Errorf("%s and %s are not of the same analysis: %s", first.Name, p.Name, strings.Join(list, "; "))
		}
		if p.Shard.Count != first.Shard.Count {
			return fmt.Errorf("%s is shard %s, and %s is shard %s of another division", first.Name, first.Shard, p.Name, p.Shard)
		}
		switch {
		case i == 0 || p.Shard != m.parts[i-1].Shard:
		case p.Name == m.parts[i-1].Name:
			doubled = append(doubled, fmt.Errorf("%s, shard %s, is named twice", p.Name, p.Shard))
		default:
			doubled = append(doubled, fmt.Errorf("%s and %s are both shard %s", m.parts[i-1].Name, p.Name, p.Shard))
		}
	}
	return errors.Join(doubled...)
}

// checkAll makes sure that no shard is missing.
func (m *merger) checkAll() error {
	var missing []string
	count := m.parts[0].Shard.Count
	for i := range count {
		if _, found := slices.BinarySearchFunc(m.parts, i, func(p *results.Reader, i int) int { return p.Shard.Index - i }); found {
			continue
		}
		if missing = append(missing, fmt.Sprintf("%d/%d", i+1, count)); len(missing) > 10 {
			missing[10] = "and others"
			break
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("shards are missing: %s", strings.Join(missing, ", "))
	}
	return nil
}

// copy writes the output from the parts, which it reads in turn, as their jobs alternate.
func (m *merger) copy(out io.Writer) error {
	m.begin("merge", &m.head, out)
	for number := 0; ; number++ {
		j, err := m.parts[number%len(m.parts)].Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			j, err = m.narrow(j)
		}
		if err == nil {
			err = m.add(j)
		}
		if err != nil {
			return err
		}
	}
	if err := checkEnds(m.parts); err != nil {
		return err
	}
	return m.end(results.Footer{Jobs: m.parts[0].End.Jobs, Bad: m.inputs.Bad()})
}

// narrow leaves those moves of a game that the filters choose.
func (m *merger) narrow(j *game.Judgement) (*game.Judgement, error) {
	if err := m.options.checkKind(&j.Job); err != nil {
		return nil, err
	}
	f := &m.options.filter
	if !f.isFor(j.Game) {
		return j, nil
	}
	j = j.Narrow(f.moves(j.Game, judged(j)))
	if err := f.book.Err(); err != nil {
		return nil, fmt.Errorf("opening book: %w", err)
	}
	return j, nil
}

// checkEnds makes sure that every part ends here, and that all count the same number of jobs.
func checkEnds(parts []*results.Reader) error {
	first := parts[0]
	for _, p := range parts {
		if err := p.CheckEnd(); err != nil {
			return err
		}
		if p.End.Jobs != first.End.Jobs {
			return fmt.Errorf("the shard in %s counts %d jobs in all, and the one in %s counts %d", first.Name, first.End.Jobs, p.Name,
				p.End.Jobs)
		}
	}
	return nil
}

// parseMerge reads the arguments of "vertigo merge" after the flags.
func (o *options) parseMerge(flags *pflag.FlagSet, args []string) error {
	o.note(flags)
	if o.inputs = args; len(args) == 0 {
		return errors.New("nothing to merge: name the results files of all shards")
	}
	if err := o.chooseForm(); err != nil {
		return err
	}
	if len(o.filters) > 0 && o.as == "results" {
		return fmt.Errorf("--%s does not apply to a results file, which keeps all moves", o.filters[0])
	}
	return nil
}

const mergeDescription = `
Reads the files that "vertigo analyse" has written with --shard and --as
results, one for each shard in any order, and writes what a single process would
have written, byte for byte except for times. It needs no inputs and searches
nothing. All shards must belong to the same analysis, and none may be missing or
incomplete.

A results file without shards is a whole analysis; --as turns it into any other
output. The filters choose moves of its games, so one analysis gives any number
of reports.`
