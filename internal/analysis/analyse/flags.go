package analyse

import (
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/system/commandline"
	"vertigo/search"
)

// sections returns the flags of the command by the headings of the help.
func (o *options) sections() []commandline.Section {
	return []commandline.Section{
		{Title: "Input", Flags: o.inputFlags()},
		{Title: "Filters for games", Flags: o.filterFlags()},
		{Title: "Search", Flags: o.searchFlags()},
		{Title: "Output", Flags: o.outputFlags()}, {Title: "Run", Flags: o.runFlags()},
	}
}

func (o *options) inputFlags() []commandline.Flag {
	return []commandline.Flag{
		{Name: "format", Argument: "F", Values: []string{"auto", "epd", "pgn", "json"}, Initial: "auto", Help: "The format of the inputs: auto, epd (one FEN or EPD on each line), pgn, or json\n" +
			"(one object on each line, with fen or moves or both, id, searchmoves). With\n" +
			"auto, the first line of each input decides.",
			Set: commandline.Word(&o.format, "auto", "epd", "pgn", "json")},
		{Name: "epd", Brief: "The inputs are test suites: report which positions are solved.", Help: "The inputs are EPD test suites: report which positions are solved (bm, am).\n" +
			"Short for --format epd and, without --as, --as suite.",
			Set: commandline.Bool(&o.epd)},
		{Name: "skip", Argument: "N", Initial: "0", Help: "Leave out the first N games or positions of the inputs, as if they\n" +
			"were not there.",
			Set: commandline.Int(&o.skip, 0, math.MaxInt32)},
	}
}

func (o *options) searchFlags() []commandline.Flag {
	return []commandline.Flag{
		{Name: "depth", Short: "d", Argument: "N", Brief: "Search N plies.", Help: "Search N plies.",
			Set: commandline.Int(&o.limits.Depth, 1, search.MaxPly)},
		{Name: "nodes", Short: "n", Argument: "N", Brief: "Search N nodes, 1M without another limit.",
			Help: "Search N nodes. Without --depth and --movetime, 1000000: about a second for each\n" +
				"position, divided by the number of workers.",
			Set: func(v string) error {
				n, err := commandline.Number(v, 1, math.MaxInt64)
				o.limits.Nodes = uint64(n)
				return err
			}},
		{Name: "movetime", Argument: "MS", Brief: "Search MS milliseconds.", Help: "Search MS milliseconds. The results then depend on the speed of the computer.",
			Set: func(v string) error {
				n, err := commandline.Number(v, 1, 1<<40)
				o.limits.MoveTime = time.Duration(n) * time.Millisecond
				return err
			}},
		{Name: "mate", Argument: "N", Help: "End a search when it finds a mate in N moves, or at the other limits.",
			Set: commandline.Int(&o.limits.Mate, 1, search.MaxPly)},
		{Name: "multipv", Argument: "N", Initial: "1", Brief: "Report the N best lines.", Help: "Report the N best lines.",
			Set: commandline.Int(&o.limits.MultiPV, 1, 256)},
		{Name: "searchmoves", Argument: "MOVES", Help: "Search only these moves at the root, for example \"e4 Nf3 d2d4\". The operation\n" +
			"searchmoves of an EPD line, or the member of a JSON line, takes precedence.",
			Set: o.setSearchMoves},
		{Name: "workers", Short: "j", Argument: "N", Initial: "auto", Brief: "Search N positions at a time.", Help: "Search N positions at a time. With --depth or --nodes and one thread, the results\n" +
			"are the same for every N. Auto is the number of processors that this\n" +
			"process may use, which a container may limit, divided by --threads.",
			Set: commandline.AutoInt(&o.workers, 1, search.MaxThreads)},
		{Name: "threads", Argument: "N", Initial: "1", Help: "Search each position with N threads. With more than one, the results vary from\n" +
			"run to run.",
			Set: commandline.Int(&o.threads, 1, search.MaxThreads)},
		{Name: "chunk", Argument: "N", Initial: fmt.Sprint(defaultChunk), Help: "Search games backward in chunks of N positions that share a transposition table.\n" +
			"With 1, every position has a cleared table.",
			Set: commandline.Int(&o.chunk, 1, 1000)},
		{Name: "verify", Argument: "N", Initial: fmt.Sprint(defaultVerify), Help: "Before a move of a game is marked, compare it with the best one: search the two to\n" +
			"the same depth, with N times the nodes or the time, or some plies deeper. With 1,\n" +
			"nothing is searched twice.",
			Set: commandline.Int(&o.verify, 1, 1000)},
		{Name: "threats", Help: "Search also what the opponent would do if it were their move, with an eighth of the\n" +
			"nodes or two plies less: for JSON, CSV, results, PGN and the report. The last two\n" +
			"show it where it would gain a fifth of a point. The other answers stay the same.",
			Set: commandline.Bool(&o.threats)},
		{Name: "difficulty", Argument: "N", Initial: "0", Help: "Tell how hard it is to find the best move, or one that is hardly worse, wherever a\n" +
			"move of a game is marked, and in single positions: N players of\n" +
			"each level of UCI_Elo try. For JSON, CSV, PGN, results, and the report. The other\n" +
			"answers stay the same. N = 10 takes a quarter of a second each time.",
			Set: commandline.Int(&o.difficulty, 0, worker.MostReplays)},
		{Name: "evalfile", Argument: "FILE", Help: "Evaluate with the network in FILE instead of the one in the binary.",
			Set: commandline.Text(&o.evalFile)},
		{Name: "syzygy", Argument: "PATH", Help: "Use the Syzygy tablebases in the folder PATH, or in several folders separated by\n" +
			"\";\" or the system's separator. The first folder that has a file counts.",
			Set: commandline.NotEmpty(&o.syzygy, "path")},
		{Name: "hash", Argument: "MIB", Initial: "auto", Help: "Size of each worker's transposition table in MiB. It is cleared before each\n" +
			"position or chunk. Auto is 16, or less if --nodes cannot fill that.",
			Set: commandline.AutoInt(&o.hash, 1, search.MaxHash)},
	}
}

// forms are those of the output.
func forms() []commandline.Form {
	return append(output.Forms(), commandline.Form{Name: "results", Endings: []string{"results"}})
}

func (o *options) outputFlags() []commandline.Flag {
	return []commandline.Flag{
		{Name: "as", Argument: "F", Brief: "The output: " + strings.Join(commandline.FormNames(forms()), ", ") + ".",
			Values: commandline.FormNames(forms()), Help: "The output: summary (of each game the players, their accuracy and average\n" +
				"loss, and the marked moves with the better lines; of single positions a table), table\n" +
				"(a row for each position), epd (with acd, acn, acs, ce, dm, pv and bm or pm), json\n" +
				"(one object on each line), pgn (the games with everything in them, and beside it\n" +
				"evaluations, marks for bad moves, better lines, and the accuracy of the players;\n" +
				"what an engine wrote about a move before is replaced), html (a report for the browser in\n" +
				"one file), suite, csv (one row for each position), lichess (the format of\n" +
				"Lichess's database of evaluations), or results (for merge). Without --as, the end of\n" +
				"the name of --out decides, such as report.html; where there is none it is summary.",
			Set: commandline.Word(&o.as, commandline.FormNames(forms())...)},
		{Name: "no-times", Help: "Leave the times out, so that the same work gives the same output, byte for byte.",
			Set: commandline.Bool(&o.noTimes)},
		{Name: "keep-marks", Help: "Keep the marks, verdicts and lines that other engines or earlier analyses wrote into\n" +
			"games beside the new ones. Evaluations are replaced all the same.",
			Set: commandline.Bool(&o.keepMarks)},
		{Name: "out", Short: "o", Argument: "FILE", Brief: "Write to FILE, which appears when it is complete.", Help: "Write the results to FILE, which appears when it is complete. Links are followed.\n" +
			"A device or a pipe is written at once. Without --out the results go to standard\n" +
			"output, each as soon as it is found.",
			Set: commandline.Text(&o.out)},
	}
}

func (o *options) runFlags() []commandline.Flag {
	return []commandline.Flag{
		{Name: "store", Argument: "FILE", Brief: "Keep the answers in FILE, and search nothing twice.", Help: "Keep the answers in FILE, and search nothing that is there with the same settings.\n" +
			"Not with --movetime or --threads, whose answers vary. Processes may share FILE.\n" +
			"See \"vertigo help store\".",
			Set: commandline.NotEmpty(&o.store, "name")},
		{Name: "restart", Help: "Start again even if an earlier run with the same --out was interrupted.",
			Set: commandline.Bool(&o.restart)},
		{Name: "shard", Argument: "I/N", Initial: "1/1", Help: "Do only part I of N, counted from 1. Auto takes the part from the variables of a\n" +
			"Slurm array. Auto/N takes the number of the task, counted from 0, from those of\n" +
			"Slurm or a Kubernetes Indexed Job.",
			Set: func(v string) (err error) { o.shard, err = parseShard(v, os.Getenv); return err }},
		o.tolerantFlag(),
		o.quietFlag(),
	}
}

func (o *options) tolerantFlag() commandline.Flag {
	return commandline.Flag{Name: "tolerant", Help: "Exit with 0 even if part of the input could not be read, for schedulers that would\n" +
		"otherwise try again.",
		Set: commandline.Bool(&o.tolerant)}
}

func (o *options) quietFlag() commandline.Flag {
	return commandline.Flag{Name: "quiet", Short: "q", Help: "Do not report progress. Errors are still reported.",
		Set: commandline.Bool(&o.quiet)}
}
