package analyse

import (
	"fmt"

	"vertigo/internal/system/commandline"
)

// mergeSections returns the flags of "vertigo merge".
func (o *options) mergeSections() []commandline.Section {
	return []commandline.Section{{Title: "Flags", Flags: append(o.outputFlags(), o.tolerantFlag(), o.helpFlag())}}
}

// parseMergeOptions reads the arguments of "vertigo merge".
func parseMergeOptions(args []string) (*options, error) {
	o := &options{}
	var err error
	if o.inputs, o.given, err = commandline.Parse(o.mergeSections(), args); err != nil {
		return nil, err
	}
	if len(o.inputs) == 0 && !o.help {
		return nil, fmt.Errorf("nothing to merge: name the results files of all shards")
	}
	return o, nil
}

const mergeHead = `NAME
  vertigo merge - make one output of the parts that several processes have analysed

SYNOPSIS
  vertigo merge [flags] RESULTS...

DESCRIPTION
  Reads the files that vertigo analyse has written with --shard and --as results, one for each shard in
  any order, and writes what a single process would have written, byte for byte. It needs neither the
  inputs nor the time of the analysis. The shards must be those of one analysis - the same inputs, the
  same settings, the same version - and all of them, complete; otherwise it says what does not fit.

  A results file without shards is a whole analysis, of which --as makes any output.
`

const mergeTail = `EXIT STATUS
  0  all went well
  1  the shards do not fit, or the output could not be written
  2  the arguments are wrong
  3  part of the input of the analysis could not be read; the rest is there

EXAMPLES
  vertigo merge --as json --out all.json part-*.results
  vertigo merge --as pgn --out annotated.pgn part-*.results
`

// MergeHelp returns the description of "vertigo merge" with every flag and its default.
func MergeHelp() string {
	return commandline.Manual(mergeHead, new(options).mergeSections(), mergeTail)
}
