package diff

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
)

// usualMost is the default number of changes in text; JSON has all.
const usualMost = 500

// options are the settings of one comparison.
type options struct {
	files []string
	as    string
	form  cli.Form[newForm]
	out   string
	least float64 // size of the difference in expected score
	most  int     // changes; 0 for all, negative for the default
}

// Command returns "vertigo diff".
func Command(p cli.Program) *cobra.Command {
	o := &options{most: -1}
	command := &cobra.Command{
		Use: "diff [flags] BEFORE AFTER", Short: "compare two analyses of the same " +
			"positions", Long: description,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.UsageError("name two results files: the one before and the one after")
			}
			return nil
		},
		Example: "  vertigo diff yesterday.results today.results\n" +
			"  vertigo diff --out diff.json --least 0.05 nodes-10k.results nodes-1m.results",
	}
	f := command.Flags()
	f.Var(cli.Word(&o.as, "FORM", cli.FormNames(forms())...), "as",
		"the form of the output: text, or json (one object on each line: a summary, then the changes); without --as, the file extension "+
			"of --out decides, and without --out it is text")
	f.Var(cli.ExpectedScore(&o.least, 0, 1), "least", "list only changes of the expected score by X or more, 0 to 1")
	f.FuncP("most", "n", fmt.Sprintf("list only the `N` largest changes, and N positions that one file lacks; 0 lists all "+
		"(default %d, or all in JSON)", usualMost),
		cli.Number(&o.most, 0, math.MaxInt32).Set)
	f.FuncP("out", "o", "write to `FILE`, which appears when it is complete", cli.OutFile(&o.out))
	command.PreRunE = func(_ *cobra.Command, args []string) error { return o.parse(args) }
	command.RunE = func(*cobra.Command, []string) error { return o.run(p) }
	return command
}

const description = `
Shows which best moves and scores have changed from BEFORE to AFTER, for example
between versions, networks, depths or limits. Both are results files, which
"vertigo analyse" writes with --as results. The largest changes of the expected
score come first, and positions that only one file has come last.

Answers are paired by position and name (the id of EPD, the number of the game),
in any order, and the remaining ones by position. Move numbers do not count. Two
answers are the same if they have the same best move and score. Scores are for
White.`

// forms are those of the output, the usual one first.
func forms() []cli.Form[newForm] {
	return []cli.Form[newForm]{
		{Name: "text", Extensions: []string{"txt"}, Detail: newTextForm},
		{Name: "json", Extensions: []string{"json", "jsonl", "ndjson"}, Detail: newJSONForm},
	}
}

// newForm returns what writes a comparison, and at most so many positions that one file alone has, 0 for all.
type newForm func(d *comparison, most int) output.Form[*change]

// parse reads the arguments after the flags, and completes the options.
func (o *options) parse(args []string) (err error) {
	o.files = args
	if o.form, err = cli.ChooseForm(forms(), o.as, "text", o.out); err != nil {
		return err
	}
	if o.most < 0 {
		o.most = usualMost
		if o.form.Name == "json" {
			o.most = 0
		}
	}
	return nil
}

func (o *options) run(c cli.Program) error {
	if _, err := source.Output(o.out, o.files...); err != nil {
		return err
	}
	var sources [2]*side
	for i, name := range o.files {
		r, err := results.Open(name)
		if err != nil {
			return err
		}
		defer r.Close()
		sources[i] = &side{Reader: r}
	}
	d, err := compareFiles(sources[0], sources[1], o.least, o.most)
	if err != nil {
		return err
	}
	form := o.form.Detail(d, o.most)
	text := form.Begin(nil)
	for i := range d.Changes {
		text = form.Item(text, &d.Changes[i])
	}
	text = form.End(text)
	if o.out == "" {
		_, err := c.Out.Write(text)
		return err
	}
	return cli.WriteFile(c.Err, "diff", o.out, text)
}
