package diff

import (
	"fmt"
	"math"
	"strconv"

	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
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

// Manual returns the description of the command.
func Manual() *cli.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *cli.Manual {
	return &cli.Manual{
		Name: "diff", Does: "compare two analyses of the same positions",
		Usage: []string{"diff [flags] BEFORE AFTER"}, Text: description, Sections: o.sections(),
		Examples: []string{
			"diff yesterday.results today.results",
			"diff --out diff.json --least 0.05 nodes-10k.results nodes-1m.results",
		},
	}
}

const description = `
Shows which best moves and scores have changed from BEFORE to AFTER, for example between versions, networks, depths or limits. Both are
results files, which vertigo analyse writes with --as results. The largest changes of the expected score come first, and positions that
only one file has come last.

Answers are paired by position and name (the id of EPD, the number of the game), in any order, and the remaining ones by position. Move
numbers do not count. Two answers are the same if they have the same best move and score. Scores are for White.
`

// forms are those of the output, the usual one first.
func forms() []cli.Form[newForm] {
	return []cli.Form[newForm]{
		{Name: "text", Extensions: []string{"txt"}, Detail: func(d *comparison, most int) output.Form[*change] { return &textForm{comparison: d, most: most} }},
		{Name: "json", Extensions: []string{"json", "jsonl", "ndjson"}, Detail: func(d *comparison, most int) output.Form[*change] { return &jsonForm{comparison: d, most: most} }},
	}
}

// newForm returns what writes a comparison, and at most so many positions that one file alone has, 0 for all.
type newForm func(d *comparison, most int) output.Form[*change]

// sections returns the flags, which set o.
func (o *options) sections() []cli.Section {
	return []cli.Section{{Title: "Flags", Flags: []cli.Flag{
		{Name: "as", Argument: "F", Brief: "The output: text or json.", Help: "The output: text, or json (one object on each line: a summary, then the\n" +
			"changes). Without --as, the file extension of --out decides; without --out it is\n" +
			"text.",
			Set: cli.Word(&o.as, cli.FormNames(forms())...)},
		{Name: "least", Argument: "X", Initial: "0", Brief: "List only changes by X points or more, 0 to 1.", Help: "List only changes of the expected score by X points or more, 0 to 1.",
			Set: o.setLeast},
		{Name: "most", Short: "n", Argument: "N", Initial: "auto", Brief: "List only the N largest changes.", Help: fmt.Sprintf("List only the N largest changes, and N positions that one file lacks.\n"+
			"0 lists all. Auto is %d, or all in JSON.", usualMost),
			Set: o.setMost},
		{Name: "out", Short: "o", Argument: "FILE", Brief: "Write to FILE.", Help: "Write to FILE, which appears when it is complete, instead of standard output.\n" +
			"Links are followed. A device or a pipe is written at once.",
			Set: cli.OutFile(&o.out)},
	}}}
}

func (o *options) setLeast(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || x < 0 || x > 1 {
		return fmt.Errorf("%q is not a number from 0 to 1", text)
	}
	o.least = x
	return nil
}

func (o *options) setMost(text string) error {
	if text == "auto" {
		o.most = -1
		return nil
	}
	return cli.Int(&o.most, 0, math.MaxInt32)(text)
}

// Run executes the command with the given arguments and returns the exit code.
func Run(c cli.Program, args []string) int {
	o, err := parseOptions(args)
	if err != nil {
		return Manual().Misused(c.Out, c.Err, err)
	}
	if err := o.run(c); err != nil {
		return cli.Failed(c.Err, "diff", err)
	}
	return cli.ExitOK
}

// parseOptions reads the arguments.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	var err error
	if o.files, _, err = o.manual().Parse(args); err != nil {
		return o, err
	}
	if len(o.files) != 2 {
		return nil, fmt.Errorf("want two files to compare, got %d", len(o.files))
	}
	if o.form, err = cli.ChooseForm(forms(), o.as, "text", o.out); err != nil {
		return nil, err
	}
	if o.most < 0 {
		o.most = usualMost
		if o.form.Name == "json" {
			o.most = 0
		}
	}
	return o, nil
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
	if err := files.WriteFile(o.out, text); err != nil {
		return err
	}
	cli.Wrote(c.Err, "diff", o.out, "")
	return nil
}
