package audit

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"vertigo/internal/analysis/progress"
	"vertigo/internal/system/commandline"
	"vertigo/search"
)

// exitDiffer is the exit code if an answer is different.
const exitDiffer = 3

// Config is what the command needs from the program around it.
type Config struct {
	Version string // of the engine
	Release bool   // every build of that version is the same
	Out     io.Writer
	Err     io.Writer // messages
}

// options are the settings of one audit.
type options struct {
	file     string
	share    float64 // of the chunks, 0 to 1
	seed     uint64
	workers  int // 0 stands for auto
	evalFile string
	syzygy   string
	quiet    bool
	help     bool
}

const helpHead = `NAME
  vertigo audit - search a random part of an analysis again

SYNOPSIS
  vertigo audit [flags] RESULTS

DESCRIPTION
  Draws a part of the answers at random, searches these positions again as the analysis did, and demands
  the same answers byte for byte, except for the times. RESULTS is a file that vertigo analyse has
  written with --as results, or vertigo merge. It holds the positions, the limits and everything else
  that the answers depend on. This lets you trust an analysis from somebody else's machine, or find out
  that it is not what it says it is. It does not tell whether the positions are those you asked for.

  Games are drawn in chunks, the positions that share a transposition table, as an answer depends on the
  others of its chunk. The rest of the file is only read.

  Equality can be expected only from the same version with the same network and tablebases, of searches
  with one thread that no time limit ends. Otherwise the command says so and searches nothing. Builds of
  the same version that are not releases may differ too; if the results are of a different build, the
  command says so and goes on.
`

const helpTail = `EXIT STATUS
  0  all answers that were searched again are the same
  1  the results could not be checked
  2  the arguments are wrong
  3  some answers are different

EXAMPLES
  vertigo audit cluster.results
  vertigo audit --share 5% --workers auto cluster.results
`

// Help returns the description of the command with every flag and its default.
func Help() string { return commandline.Manual(helpHead, new(options).sections(), helpTail) }

// sections returns the flags, which set o.
func (o *options) sections() []commandline.Section {
	return []commandline.Section{{Title: "Flags", Flags: []commandline.Flag{
		{Name: "share", Argument: "P%", Initial: "1%", Help: "How much is searched again, one chunk at least.", Set: o.setShare},
		{Name: "seed", Argument: "N", Help: "Draw the same part as another run that has told this number. Without it, nobody\n" +
			"knows beforehand what will be drawn.",
			Set: func(text string) (err error) {
				if o.seed, err = strconv.ParseUint(text, 10, 64); err != nil {
					return fmt.Errorf("%q is not a whole number from 0 to 2^64-1", text)
				}
				return nil
			}},
		{Name: "workers", Argument: "N", Initial: "1", Help: "Search N chunks at a time. With auto, N is the number of processors that this\n" +
			"process may use.",
			Set: commandline.AutoInt(&o.workers, 1, search.MaxThreads)},
		{Name: "evalfile", Argument: "FILE", Help: "The network of the results, if it is not the one in the binary.", Set: commandline.Text(&o.evalFile)},
		{Name: "syzygy", Argument: "PATH", Help: "The tablebases of the results, if they were found with some.", Set: commandline.Text(&o.syzygy)},
		{Name: "quiet", Help: "Do not report progress.", Set: commandline.Bool(&o.quiet)},
		{Name: "help", Help: "Show this text.", Set: commandline.Bool(&o.help)},
	}}}
}

func (o *options) setShare(text string) error {
	number, isPercent := strings.CutSuffix(text, "%")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !isPercent || !(x > 0 && x <= 100) {
		return fmt.Errorf("%q is not a share such as 1%% or 100%%", text)
	}
	o.share = x / 100
	return nil
}

// Run executes the command with the given arguments and returns the exit code: 0 if all answers that were searched again are the
// same, 1 if the results could not be checked, 2 if the arguments are wrong, 3 if an answer is different.
func Run(c Config, args []string) int {
	o, err := parseOptions(args)
	if err != nil {
		return commandline.Misused(c.Err, "audit", err)
	}
	if o.help {
		fmt.Fprint(c.Out, Help())
		return commandline.ExitOK
	}
	a := &audit{config: c, options: o}
	err = a.run()
	switch {
	case err != nil:
		return commandline.Failed(c.Err, "audit", err)
	case a.differ > 0:
		return exitDiffer
	}
	return commandline.ExitOK
}

// parseOptions reads the arguments. Without --seed it is drawn.
func parseOptions(args []string) (*options, error) {
	o := &options{seed: rand.Uint64()}
	files, _, err := commandline.Parse(o.sections(), args)
	if err != nil || o.help {
		return o, err
	}
	if len(files) != 1 {
		return nil, fmt.Errorf("name one results file, not %d", len(files))
	}
	o.file = files[0]
	return o, nil
}

// newProgress returns the progress over so many chunks, nil if none is told.
func (a *audit) newProgress(chunks int) *progress.Progress {
	if a.options.quiet {
		return nil
	}
	return progress.New("audit", "positions", a.config.Err, int64(chunks))
}
