package analyse

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/search"
)

// sections returns the flags of the command by the headings of the help.
func (o *options) sections() []cli.Section {
	return []cli.Section{
		{Title: "Input", Flags: o.inputFlags()},
		{Title: "Filters for games", Flags: o.filterFlags()},
		{Title: "Search", Flags: o.searchFlags()},
		{Title: "Output", Flags: o.outputFlags()}, {Title: "Run", Flags: o.runFlags()},
	}
}

func (o *options) inputFlags() []cli.Flag {
	names, help := source.Formats()
	return []cli.Flag{
		{Name: "format", Argument: "F", Initial: "auto", Help: "The format of the inputs: " + help + ". With auto, the first line of each input decides.",
			Set: cli.Word(&o.format, names...)},
		{Name: "epd", Brief: "The inputs are test suites: report which positions are solved.", Help: "The inputs are EPD test suites: report which positions are solved (bm, am).\n" +
			"Same as --format epd --as suite; another --as takes precedence.",
			Set: cli.Bool(&o.epd)},
		{Name: "skip", Argument: "N", Initial: "0", Help: "Ignore the first N games or positions of the inputs.",
			Set: cli.Int(&o.skip, 0, math.MaxInt32)},
	}
}

// mostMoves bounds the numbers of moves on the command line.
const mostMoves = 10_000

func (o *options) filterFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "player", Argument: "NAME", Brief: "Only the moves of this player.", Help: "Only the moves of the player whose name has all words of NAME, in any order.",
			Set: game.SetName(&o.filter.Player)},
		{Name: "color", Also: "colour", Argument: "C", Brief: "Only the moves of white or black.", Help: "Only the moves of white or black. With --player, only games in which the player\n" +
			"has that colour.",
			Set: cli.Word(&o.filter.Color, "white", "black")},
		{Name: "moves", Argument: "A-B", Help: "Only the moves with these numbers. 10- and -40 leave the other end open.",
			Set: func(v string) (err error) { o.filter.Moves, err = parseRange(v); return err }},
		{Name: "skip-book", Argument: "N|FILE", Help: "Leave out the first N moves of both players, or the moves at the beginning of a\n" +
			"game that the Polyglot book FILE has.",
			Set: o.setSkipBook},
		{Name: "skip-decided", Argument: "CP", Help: "Leave out moves in decided games: before the move and after each of the next four\n" +
			"half-moves, the network alone sees the same side CP centipawns or more ahead.",
			Set: cli.Int(&o.filter.Decided, 1, 20000)},
		{Name: "min-elo", Argument: "N", Help: "Only games whose tags WhiteElo and BlackElo are both N or more.",
			Set: cli.Int(&o.filter.MinElo, 1, 9999)},
	}
}

// setSkipBook reads a number of moves or the name of a book.
func (o *options) setSkipBook(text string) error {
	if text == "" {
		return errors.New("give a number of moves or the name of a book")
	}
	if _, err := strconv.Atoi(text); err != nil {
		o.bookFile, o.filter.Book = text, 0
		return nil
	}
	o.bookFile = ""
	return cli.Int(&o.filter.Book, 1, mostMoves)(text)
}

// isFilter reports whether a flag of that name is a filter.
func isFilter(name string) bool {
	return slices.ContainsFunc(new(options).filterFlags(), func(f cli.Flag) bool { return f.Name == name })
}

func (o *options) searchFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "depth", Short: "d", Argument: "N", Brief: "Search N plies.", Help: "Search N plies.",
			Set: cli.Int(&o.limits.Depth, 1, search.MaxPly)},
		{Name: "nodes", Short: "n", Argument: "N", Brief: "Search N nodes, 1M without another limit.",
			Help: "Search N nodes. Without --depth and --movetime, 1000000: about a second for each\n" +
				"position, divided by the number of workers.",
			Set: func(v string) error {
				n, err := cli.Number(v, 1, math.MaxInt64)
				o.limits.Nodes = uint64(n)
				return err
			}},
		{Name: "movetime", Argument: "MS", Brief: "Search MS milliseconds.", Help: "Search MS milliseconds. The results then depend on the speed of the computer.",
			Set: func(v string) error {
				n, err := cli.Number(v, 1, 1<<40)
				o.limits.MoveTime = time.Duration(n) * time.Millisecond
				return err
			}},
		{Name: "mate", Argument: "N", Help: "End a search when it finds a mate in N moves, or at the other limits.",
			Set: cli.Int(&o.limits.Mate, 1, search.MaxPly)},
		{Name: "multipv", Argument: "N", Initial: "1", Brief: "Report the N best lines.", Help: "Report the N best lines.",
			Set: cli.Int(&o.limits.MultiPV, 1, 256)},
		{Name: "searchmoves", Argument: "MOVES", Help: "Search only these moves at the root, for example \"e4 Nf3 d2d4\". The operation\n" +
			"searchmoves of an EPD line, or the member of a JSON line, takes precedence.",
			Set: o.setSearchMoves},
		{Name: "workers", Short: "j", Argument: "N", Initial: "auto", Brief: "Search N positions at a time.", Help: "Search N positions at a time. With --depth or --nodes and one thread, the results\n" +
			"are the same for every N. Auto is the number of processors available to the\n" +
			"process, divided by --threads.",
			Set: cli.AutoInt(&o.workers, 1, search.MaxThreads)},
		{Name: "threads", Argument: "N", Initial: "1", Help: "Search each position with N threads. With more than one, the results vary from\n" +
			"run to run.",
			Set: cli.Int(&o.threads, 1, search.MaxThreads)},
		{Name: "chunk", Argument: "N", Initial: fmt.Sprint(defaultChunk), Help: "Search games from their end in chunks of N positions that share a transposition\n" +
			"table. With 1, every position has a cleared table.",
			Set: cli.Int(&o.chunk, 1, 1000)},
		{Name: "verify", Argument: "N", Initial: fmt.Sprint(defaultVerify), Help: "Before a move is marked, compare it with the best one: search both to the same\n" +
			"depth, with N times the nodes or time, or some plies deeper. With 1, nothing is\n" +
			"searched twice.",
			Set: cli.Int(&o.verify, 1, 1000)},
		{Name: "threats", Help: "Also search what the opponent would play if it were their turn, with an eighth of\n" +
			"the nodes or two plies less. JSON, CSV and results have every threat, PGN and the\n" +
			"report those that gain a fifth of a point. The other answers stay the same.",
			Set: cli.Bool(&o.threats)},
		{Name: "evalfile", Argument: "FILE", Help: "Evaluate with the network in FILE instead of the one in the binary.",
			Set: cli.Text(&o.evalFile)},
		{Name: "syzygy", Argument: "PATH", Help: "Use the Syzygy tablebases in the folder PATH, or in several folders separated by\n" +
			"\";\" or the system's separator. The first folder that has a file is used.",
			Set: cli.NotEmpty(&o.syzygy, "path")},
		{Name: "hash", Argument: "MIB", Initial: "auto", Help: "Size of each worker's transposition table in MiB. It is cleared before each\n" +
			"position or chunk. Auto is 16, or less if --nodes cannot fill that.",
			Set: cli.AutoInt(&o.hash, 1, search.MaxHash)},
	}
}

func (o *options) outputFlags() []cli.Flag {
	names := cli.FormNames(output.Forms())
	return []cli.Flag{
		{Name: "as", Argument: "F", Brief: "The output: " + strings.Join(names, ", ") + ".",
			Help: "The output: " + output.Help() + ". Without --as, the file extension of --out decides, such as\n" +
				"report.html; without --out it is summary.",
			Set: cli.Word(&o.as, names...)},
		{Name: "no-times", Help: "Leave times out, so that the same work gives the same output, byte for byte.",
			Set: cli.Bool(&o.noTimes)},
		{Name: "keep-marks", Help: "Keep the marks, verdicts and lines that other engines or earlier analyses wrote into\n" +
			"games, beside the new ones. Evaluations are replaced nevertheless.",
			Set: cli.Bool(&o.keepMarks)},
		{Name: "out", Short: "o", Argument: "FILE", Brief: "Write to FILE, which appears when it is complete.", Help: "Write the results to FILE, which appears when it is complete. Links are followed.\n" +
			"A device or a pipe is written at once. Without --out the results go to standard\n" +
			"output, each as soon as it is found.",
			Set: cli.OutFile(&o.out)},
	}
}

func (o *options) runFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "store", Argument: "FILE", Brief: "Keep the answers in FILE, and search nothing twice.", Help: "Look for each answer in FILE first, and add new ones to it. All must be of the same\n" +
			"build and settings. Not with --movetime or --threads, whose answers vary.",
			Set: cli.NotEmpty(&o.store, "name")},
		{Name: "restart", Help: "Start again even if an earlier run with the same --out was interrupted.",
			Set: cli.Bool(&o.restart)},
		{Name: "shard", Argument: "I/N", Initial: "1/1", Help: "Do only part I of N, counted from 1. auto takes the part from the variables of a\n" +
			"Slurm array. auto/N takes the number of the task, counted from 0, from those of\n" +
			"Slurm or a Kubernetes Indexed Job.",
			Set: func(v string) (err error) { o.shard, err = parseShard(v, os.Getenv); return err }},
		o.tolerantFlag(),
		o.quietFlag(),
	}
}

func (o *options) tolerantFlag() cli.Flag {
	return cli.Flag{Name: "tolerant", Help: "Exit with 0 even if part of the input could not be read, so that a scheduler does\n" +
		"not try again.",
		Set: cli.Bool(&o.tolerant)}
}

func (o *options) quietFlag() cli.Flag {
	return cli.Flag{Name: "quiet", Short: "q", Help: "Do not report progress; errors only.",
		Set: cli.Bool(&o.quiet)}
}
