package analyse

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"vertigo/search"
)

// flag is one flag of a command. The lists of them are the grammar, the defaults and the help at once.
type flag struct {
	name     string
	argument string // what the value is called in the help; empty for a flag that takes none
	initial  string // the default, empty for none
	help     string
	set      func(o *options, value string) error
}

// section is a group of flags under one heading of the help.
type section struct {
	title string
	flags []flag
}

func analyseSections() []section {
	return []section{
		{"Input", inputFlags()}, {"Search", searchFlags()}, {"Output", outputFlags()}, {"Run", runFlags()},
	}
}

func inputFlags() []flag {
	return []flag{
		{"format", "F", "auto", "What the inputs are: auto, epd (one FEN or EPD on each line), pgn, or json\n(one object on each line with fen, and if you like moves, id, searchmoves). With\nauto the first line of each input decides.",
			func(o *options, v string) error { return setWord(&o.format, v, "auto", "epd", "pgn", "json") }},
		{"epd", "", "", "The inputs are EPD test suites: tell which positions are solved (bm, am).\nShort for --format epd and, without --as, --as suite.",
			func(o *options, v string) error { o.epd = true; return nil }},
	}
}

func searchFlags() []flag {
	return []flag{
		{"depth", "N", "", "Search N plies.",
			func(o *options, v string) error { return setInt(&o.limits.Depth, v, 1, search.MaxPly) }},
		{"nodes", "N", "", "Search N nodes. Where neither --depth nor --movetime is given: 1000000.",
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
		{"mate", "N", "", "End a search when it has found a mate in N moves, or at the other limits.",
			func(o *options, v string) error { return setInt(&o.limits.Mate, v, 1, search.MaxPly) }},
		{"multipv", "N", "1", "Tell the N best lines.",
			func(o *options, v string) error { return setInt(&o.limits.MultiPV, v, 1, 256) }},
		{"searchmoves", "MOVES", "", "Search only these moves at the root, for example \"e4 Nf3 d2d4\". An EPD line that\nhas the operation searchmoves, or a JSON line that has the member, says so itself.",
			func(o *options, v string) error { return o.setSearchMoves(v) }},
		{"workers", "N", "1", "Search N positions at a time. With --depth or --nodes and one thread the results\nare the same whatever N is.",
			func(o *options, v string) error { return setInt(&o.workers, v, 1, search.MaxThreads) }},
		{"threads", "N", "1", "Search each position with N threads. With more than one the results vary from\nrun to run.",
			func(o *options, v string) error { return setInt(&o.threads, v, 1, search.MaxThreads) }},
		{"evalfile", "FILE", "", "Evaluate with the network in FILE. Without it: the one in the binary.",
			func(o *options, v string) error { o.evalFile = v; return nil }},
		{"syzygy", "PATH", "", "Use the Syzygy tablebases in the folder PATH, or in several, separated by \";\" or\nas the system separates paths; the first that has a file counts.",
			func(o *options, v string) error {
				if v == "" {
					return errors.New("the path is empty")
				}
				o.syzygy = v
				return nil
			}},
		{"hash", "MIB", "auto", "Size of each worker's transposition table in MiB. It is emptied before each\nposition. Auto is 16, or less where --nodes cannot fill that.",
			func(o *options, v string) error {
				if v == "auto" {
					o.hash = 0
					return nil
				}
				return setInt(&o.hash, v, 1, maxHash)
			}},
	}
}

func outputFlags() []flag {
	return []flag{
		{"as", "F", "table", "What to write: table, epd (with acd, acn, acs, ce, dm, pv and bm or pm), json\n(one object on each line), pgn (games with evaluations, marks for bad moves, and\nthe accuracy of the players), html (a report for the browser in one file), suite,\nor results (for merge).",
			func(o *options, v string) error {
				return setWord(&o.as, v, "table", "epd", "json", "pgn", "html", "suite", "results")
			}},
		{"no-times", "", "", "Leave the times out of EPD and JSON, so that the results of the same work are the\nsame byte for byte.",
			func(o *options, v string) error { o.noTimes = true; return nil }},
		{"out", "FILE", "", "Write the results to FILE, which appears when it is complete. Without it they go\nto standard output, each as soon as it is there.",
			func(o *options, v string) error { o.out = v; return nil }},
	}
}

func runFlags() []flag {
	return []flag{
		{"restart", "", "", "Begin anew even if an earlier run with the same --out was interrupted.",
			func(o *options, v string) error { o.restart = true; return nil }},
		{"shard", "I/N", "1/1", "Do only part I of N, counted from 1: of every N lines or games one. Auto reads\nthe part from the variables of a Slurm array; auto/N reads the number of the task,\ncounted from 0, from those of Slurm or a Kubernetes Indexed Job.",
			func(o *options, v string) (err error) { o.shard, err = parseShard(v, os.Getenv); return err }},
		tolerantFlag(),
		quietFlag(),
		helpFlag(),
	}
}

func tolerantFlag() flag {
	return flag{"tolerant", "", "", "Exit with 0 even if part of the input could not be read, for schedulers that would\ntry again.",
		func(o *options, v string) error { o.tolerant = true; return nil }}
}

func quietFlag() flag {
	return flag{"quiet", "", "", "Tell no progress. Errors are still told.",
		func(o *options, v string) error { o.quiet = true; return nil }}
}

func helpFlag() flag {
	return flag{"help", "", "", "Show this text.",
		func(o *options, v string) error { o.help = true; return nil }}
}

// parse reads arguments. Flags and inputs may come in any order; a flag has one hyphen or two, its value stands behind
// it or behind an equals sign; behind a lone "--" there are only inputs.
func (o *options) parse(sections []section, args []string) error {
	var known []flag
	for _, s := range sections {
		known = append(known, s.flags...)
	}
	for _, f := range known {
		if f.initial != "" {
			if err := f.set(o, f.initial); err != nil {
				return err
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
			return fmt.Errorf("there is no flag %s", arg)
		case known[i].argument == "" && joined:
			return fmt.Errorf("--%s takes no value", name)
		case known[i].argument != "" && !joined:
			if len(args) == 0 {
				return fmt.Errorf("--%s: the value is missing", name)
			}
			value, args = args[0], args[1:]
		}
		if err := known[i].set(o, value); err != nil {
			return fmt.Errorf("--%s: %w", name, err)
		}
		o.given = append(o.given, name)
	}
	return nil
}
