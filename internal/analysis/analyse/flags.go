package analyse

import (
	"errors"
	"math"
	"os"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/search"
)

// filterSection is the heading of the filters in the help.
const filterSection = "Filters for games"

// mostMoves bounds the numbers of moves on the command line.
const mostMoves = 10_000

func (o *options) inputFlags(f *pflag.FlagSet) {
	names, help := source.Formats()
	f.Var(cli.Word(&o.format, "FORMAT", names...), "format",
		"the format of the inputs: "+help+"; with auto, the first line of each input decides")
	f.BoolVar(&o.epd, "epd", false, "the inputs are EPD test suites: report which positions are solved (bm, am); the same as "+
		"--format epd --as suite")
	f.Var(cli.Number(&o.skip, 0, math.MaxInt32), "skip", "ignore the first N games or positions of the inputs")
}

func (o *options) filterFlags(f *pflag.FlagSet) {
	f.Func("player",
		"only the moves of the player `NAME`, whose name has all its words, in any order; repeat the flag to add another name of that person",
		o.filter.Person.Add)
	f.Var(cli.Word(&o.filter.Color, "COLOR", "white", "black"), "color", "only the moves of white or black; with --player, "+
		"only games in which the player has that color")
	f.Func("moves", "only the moves with the numbers `A-B`; 10- and -40 leave the other end open",
		func(v string) (err error) { o.filter.Moves, err = game.ParseMoveRange(v); return err })
	f.Func("skip-book", "leave out the first moves of a game; `N|FILE` is their number for each player, or a Polyglot book that "+
		"has them", o.setSkipBook)
	f.Var(cli.Number(&o.filter.Decided, 1, 20000), "skip-decided",
		"leave out moves in decided games: before the move and after each of the next four half-moves, the same side is `CP` "+
			"centipawns or more ahead; analyse goes by the network alone, merge by the analysis")
	f.Var(cli.Number(&o.filter.MinElo, 1, 9999), "min-elo", "only games whose players are both rated N or more, as the "+
		"tags WhiteElo and BlackElo say")
}

// setSkipBook reads a number of moves or the name of a book.
func (o *options) setSkipBook(text string) error {
	if text == "" {
		return errors.New("give a number of moves or the name of a book")
	}
	o.bookFile, o.filter.Book = "", 0
	if _, err := strconv.Atoi(text); err != nil {
		o.bookFile = text
		return nil
	}
	return cli.Number(&o.filter.Book, 1, mostMoves).Set(text)
}

func (o *options) searchFlags(f *pflag.FlagSet) {
	f.VarP(cli.Number(&o.limits.Depth, 1, search.MaxPly), "depth", "d", "search N plies")
	f.VarP(cli.Number(&o.limits.Nodes, 1, math.MaxInt64), "nodes", "n", "search N nodes; 1000000 without --depth and --movetime")
	f.Func("movetime", "search `MS` milliseconds; the results then depend on the speed of the computer", func(text string) error {
		n, err := cli.ParseNumber(text, 1, 1<<40)
		o.limits.MoveTime = time.Duration(n) * time.Millisecond
		return err
	})
	f.Var(cli.Number(&o.limits.Mate, 1, search.MaxPly), "mate", "end a search when it finds a mate in N moves, or at the "+
		"other limits")
	f.Var(cli.Number(&o.limits.MultiPV, 1, 256), "multipv", "report the N best lines")
	f.Func("searchmoves", "search only these `MOVES` at the root, such as \"e4 Nf3 d2d4\"; searchmoves in an EPD or JSON line "+
		"take precedence", o.setSearchMoves)
	f.VarP(cli.AutoNumber(&o.workers, 1, search.MaxThreads), "workers", "j",
		"search N positions at a time; auto is the number of available processors, divided by --threads")
	f.Var(cli.Number(&o.threads, 1, search.MaxThreads), "threads", "search each position with N threads; with more than one, "+
		"the results vary from run to run")
	f.Var(cli.Number(&o.chunk, 1, 1000), "chunk",
		"search games from their end in chunks of N positions, which share a transposition table; with 1, every position has "+
			"a cleared table")
	f.Var(cli.Number(&o.verify, 1, 1000), "verify",
		"compare a move with the best one before it is marked: search both to the same depth, with N times the nodes or "+
			"time; with 1, nothing is searched twice")
	f.BoolVar(&o.threats, "threats", false,
		"also search for threats: what the opponent would play if it were their turn, with an eighth of the nodes or two plies "+
			"shallower; the report has the threats that gain a fifth of a point, PGN those that also leave the opponent better, "+
			"JSON, CSV and results all")
	f.StringVar(&o.evalFile, "evalfile", "", "evaluate with the network in `FILE`")
	f.Func("syzygy", "use the Syzygy tablebases in the folder `PATH`, or in several folders separated by \";\" or the "+
		"system's separator", cli.NotEmpty(&o.syzygy, "path"))
	f.Var(cli.AutoNumber(&o.hash, 1, search.MaxHash), "hash", "size of each worker's transposition table in `MiB`; auto is "+
		"16, or less if --nodes cannot fill that")
}

func (o *options) outputFlags(f *pflag.FlagSet) {
	f.Var(cli.Word(&o.as, "FORM", cli.FormNames(output.Forms())...), "as",
		"the form of the output: "+output.Help()+"; without --as, the file extension of --out decides, and without --out it is summary")
	f.BoolVar(&o.noTimes, "no-times", false, "leave times out, so that the same work gives the same output, byte for byte")
	f.BoolVar(&o.keepMarks, "keep-marks", false,
		"keep what engines or earlier analyses wrote into games: marks, verdicts and lines; evaluations are replaced "+
			"nevertheless")
	f.FuncP("out", "o", "write to `FILE`, which appears when it is complete; links are followed, and devices and pipes are "+
		"written directly", cli.OutFile(&o.out))
}

func (o *options) runFlags(f *pflag.FlagSet) {
	f.Func("store", "look for each answer in `FILE` first, and add new ones to it; all must be of the same build and "+
		"settings; not with --movetime or --threads, whose answers vary",
		cli.NotEmpty(&o.store, "name"))
	f.BoolVar(&o.restart, "restart", false, "start again, even if an earlier run with the same --out was interrupted")
	f.Func("shard", "do only part `I/N`, such as 3/8; auto takes the part from the variables of a Slurm array, and auto/N the "+
		"number of the task, counted from 0, from those of Slurm or a Kubernetes Indexed Job",
		func(v string) (err error) { o.shard, err = parseShard(v, os.Getenv); return err })
	o.endFlags(f)
}

func (o *options) endFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.tolerant, "tolerant", false, "exit with 0 even if part of the input could not be read, so that a scheduler "+
		"does not try again")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not report progress; errors only")
}
