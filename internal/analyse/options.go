package analyse

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"vertigo/search"
)

// defaultNodes limits a search for which nothing else was said: some seconds for a dozen positions, and repeatable.
const defaultNodes = 1_000_000

// maxHash is the largest table of a worker in MiB.
const maxHash = 1 << 20

// options are the settings of one analysis.
type options struct {
	inputs  []string // files, "-", or positions
	epd     bool
	format  string
	as      string
	out     string
	limits  search.Limits
	noTimes bool
	workers int
	threads int
	hash    int // MiB for each worker
	help    bool
}

// flag is one flag of the command. The list of them is the grammar, the defaults and the help at once.
type flag struct {
	name     string
	argument string // what the value is called in the help; empty for a flag that takes none
	initial  string // the default, empty for none
	help     string
	set      func(o *options, value string) error
}

func flags() []flag {
	return []flag{
		{"epd", "", "", "The inputs are EPD test suites: tell which positions are solved (bm, am).\nShort for --format epd --as suite.",
			func(o *options, v string) error { o.epd = true; return nil }},
		{"depth", "N", "", "Search N plies.",
			func(o *options, v string) error { return setInt(&o.limits.Depth, v, 1, search.MaxPly) }},
		{"nodes", "N", "", "Search N nodes. Without any limit: 1000000.",
			func(o *options, v string) error {
				n, err := number(v, 1, math.MaxInt64)
				o.limits.Nodes = uint64(n)
				return err
			}},
		{"movetime", "MS", "", "Search MS milliseconds. Results then depend on the speed of the computer.",
			func(o *options, v string) error {
				n, err := number(v, 1, 1<<40)
				o.limits.MoveTime = time.Duration(n) * time.Millisecond
				return err
			}},
		{"mate", "N", "", "End a search when it has found a mate in N moves.",
			func(o *options, v string) error { return setInt(&o.limits.Mate, v, 1, search.MaxPly) }},
		{"multipv", "N", "1", "Tell the N best lines.",
			func(o *options, v string) error { return setInt(&o.limits.MultiPV, v, 1, 256) }},
		{"workers", "N", "1", "Search N positions at a time. With --depth or --nodes and one thread the results\nare the same whatever N is.",
			func(o *options, v string) error { return setInt(&o.workers, v, 1, search.MaxThreads) }},
		{"threads", "N", "1", "Search each position with N threads. With more than one the results vary from\nrun to run.",
			func(o *options, v string) error { return setInt(&o.threads, v, 1, search.MaxThreads) }},
		{"hash", "MIB", "16", "Size of each worker's transposition table in MiB. It is emptied before each\nposition.",
			func(o *options, v string) error { return setInt(&o.hash, v, 1, maxHash) }},
		{"format", "F", "auto", "What the inputs are: auto, epd (one FEN or EPD on each line), pgn, or json\n(one object on each line with fen, and if you like moves and id).",
			func(o *options, v string) error { return setWord(&o.format, v, "auto", "epd", "pgn", "json") }},
		{"as", "F", "table", "What to write: table, epd (with acd, acn, acs, ce, dm, pv and bm or pm), json\n(one object on each line), pgn (games with evaluations, marks for bad moves, and\nthe accuracy of the players), or suite.",
			func(o *options, v string) error { return setWord(&o.as, v, "table", "epd", "json", "pgn", "suite") }},
		{"no-times", "", "", "Leave the times out of EPD and JSON, so that the results of the same work are the\nsame byte for byte.",
			func(o *options, v string) error { o.noTimes = true; return nil }},
		{"out", "FILE", "", "Write the results to FILE, which appears when it is complete. Without it they go\nto standard output, each as soon as it is there.",
			func(o *options, v string) error { o.out = v; return nil }},
		{"help", "", "", "Show this text.",
			func(o *options, v string) error { o.help = true; return nil }},
	}
}

// parseOptions reads the arguments of the command. Flags and inputs may come in any order; a flag has one hyphen or
// two, its value stands behind it or behind an equals sign; behind a lone "--" there are only inputs.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	known := flags()
	for _, f := range known {
		if f.initial != "" {
			if err := f.set(o, f.initial); err != nil {
				return nil, err
			}
		}
	}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			o.inputs = append(o.inputs, args...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			o.inputs = append(o.inputs, arg)
			continue
		}
		name, value, joined := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		i := slices.IndexFunc(known, func(f flag) bool { return f.name == name })
		switch {
		case i < 0:
			return nil, fmt.Errorf("there is no flag %s", arg)
		case known[i].argument == "" && joined:
			return nil, fmt.Errorf("--%s takes no value", name)
		case known[i].argument != "" && !joined:
			if len(args) == 0 {
				return nil, fmt.Errorf("--%s: the value is missing", name)
			}
			value, args = args[0], args[1:]
		}
		if err := known[i].set(o, value); err != nil {
			return nil, fmt.Errorf("--%s: %w", name, err)
		}
	}
	return o, o.complete()
}

// complete settles what follows from other settings.
func (o *options) complete() error {
	if o.epd {
		o.format, o.as = "epd", "suite"
	}
	l := &o.limits
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && l.Mate == 0 {
		l.Nodes = defaultNodes
	}
	if len(o.inputs) == 0 && !o.help {
		return fmt.Errorf("nothing to analyse: name files, - for standard input, startpos or a FEN")
	}
	return nil
}

func number(text string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", text, least, most)
	}
	return n, nil
}

func setInt(target *int, text string, least, most int64) error {
	n, err := number(text, least, most)
	*target = int(n)
	return err
}

func setWord(target *string, text string, allowed ...string) error {
	if !slices.Contains(allowed, text) {
		return fmt.Errorf("%q is none of %s", text, strings.Join(allowed, ", "))
	}
	*target = text
	return nil
}

const helpHead = `vertigo analyse [flags] INPUT...

Searches positions and tells what it finds. An INPUT is a file, - for standard input, startpos, or a
FEN in quotation marks. Files hold FENs or EPD lines, games in PGN, or JSON lines; of a game every
position is searched, its comments and variations are passed over.

    vertigo analyse --epd wac.epd --movetime 500
    vertigo analyse --depth 14 --as json --workers 4 games.pgn
    vertigo analyse "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"

What cannot be read is reported with its place, and the rest goes on. The exit code is 0 if all went
well, 1 if the analysis failed, 2 if the arguments are wrong, and 3 if part of the input could not be
read.

Flags:
`

// Help returns the description of the command with every flag and its default.
func Help() string {
	var b strings.Builder
	b.WriteString(helpHead)
	for _, f := range flags() {
		fmt.Fprintf(&b, "  %-16s  ", strings.TrimSpace("--"+f.name+" "+f.argument))
		text := f.help
		if f.initial != "" {
			text += fmt.Sprintf(" (default %s)", f.initial)
		}
		b.WriteString(strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", 20)) + "\n")
	}
	return b.String()
}
