package analyse

import (
	"errors"

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
		return nil, errors.New("nothing to merge: name the results files of all shards")
	}
	return o, nil
}

const mergeHead = `NAME
  vertigo merge - combine the parts that several processes have analysed

SYNOPSIS
  vertigo merge [flags] RESULTS...

DESCRIPTION
  Reads the files that vertigo analyse has written with --shard and --as results, one for each shard in
  any order, and writes what a single process would have written, byte for byte. It does not need the
  inputs, and searches nothing. The shards must belong to one analysis, with the same inputs, settings
  and version, and all of them must be there and complete. Otherwise the command says what is wrong.

  A results file without shards is a whole analysis, which --as can turn into any other output.
`

const mergeTail = `EXIT STATUS
  0  all went well
  1  the shards do not fit, or the output could not be written
  2  the arguments are wrong
  3  part of the input of the analysis could not be read; the rest is complete

EXAMPLES
  vertigo merge --as json --out all.json part-*.results
  vertigo merge --as pgn --out annotated.pgn part-*.results
`

// MergeHelp returns the description of "vertigo merge" with every flag and its default.
func MergeHelp() string {
	return commandline.Manual(mergeHead, new(options).mergeSections(), mergeTail)
}
