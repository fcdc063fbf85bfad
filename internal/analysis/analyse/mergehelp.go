package analyse

import (
	"errors"

	"vertigo/internal/system/commandline"
)

// mergeSections returns the flags of "vertigo merge".
func (o *options) mergeSections() []commandline.Section {
	return []commandline.Section{{Title: "Flags", Flags: append(o.outputFlags(), o.tolerantFlag())}}
}

// parseMergeOptions reads the arguments of "vertigo merge".
func parseMergeOptions(args []string) (*options, error) {
	o := &options{args: args}
	var err error
	if o.inputs, o.given, err = o.mergeManual().Parse(args); err != nil {
		return nil, err
	}
	if len(o.inputs) == 0 {
		return nil, errors.New("nothing to merge: name the results files of all shards")
	}
	return o, o.chooseForm()
}

// MergeManual returns the description of "vertigo merge".
func MergeManual() *commandline.Manual { return new(options).mergeManual() }

// mergeManual returns the description of "vertigo merge", whose flags set o.
func (o *options) mergeManual() *commandline.Manual {
	return &commandline.Manual{
		Name: "merge", Does: "combine the parts that several processes have analysed",
		Usage: []string{"merge [flags] RESULTS..."}, Text: mergeDescription, Sections: o.mergeSections(),
		Examples: []string{
			"merge --out annotated.pgn part-*.results",
			"merge --out all.json part-*.results",
		},
	}
}

const mergeDescription = `
Reads the files that vertigo analyse has written with --shard and --as results, one for each shard in any order, and writes what a
single process would have written, byte for byte. It does not need the inputs, and searches nothing. All shards must belong to the
same analysis, with the same inputs, settings and version, and none may be missing or incomplete.

A results file without shards is a whole analysis; --as turns it into any other output.
`
