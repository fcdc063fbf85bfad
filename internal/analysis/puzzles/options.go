package puzzles

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/search"
)

// mostNodes bounds --nodes; some searches take a multiple of it.
const mostNodes = 1 << 40

// options are the settings of one run.
type options struct {
	inputs   []string // files, or "-"
	settings Settings
	margin   int // hundredths of a point
	evalFile string
	syzygy   string // folders with tablebases as --syzygy has them, empty for none
	workers  int    // 0 stands for auto
	players  game.Players
	as       string
	outs     []string                     // files; none for standard output
	forms    []cli.Form[func(about) form] // of them, or of standard output
	skip     int                          // games
	tolerant bool
	quiet    bool
}

// Manual returns the description of the command.
func Manual() *cli.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *cli.Manual {
	return &cli.Manual{
		Name: "puzzles", Does: "find puzzles in games",
		Usage: []string{"puzzles [flags] GAMES|RESULTS..."}, Text: description, Sections: o.sections(),
		Topics: []cli.Topic{{Title: "Interruption", Text: `
If a signal interrupts the command, it writes the puzzles found so far, says how many games they are from, and ends. With --skip, the
same command continues from there; give it other names after --out, to keep the files already written.
`}},
		Examples: []string{
			"puzzles --out puzzles.html --out puzzles.csv games.pgn",
			"puzzles --nodes 1M --syzygy tables --out puzzles.pgn part-1.results part-2.results",
		},
	}
}

const description = `
Finds positions in which the opponent has just made a mistake, and only one move wins or saves the game, now and at every later turn.
An input is a file with games in PGN, results of vertigo analyse --as results, or - for games on standard input. Positions without a
score in the results or the comments of a game ([%eval], or scores as cutechess and fastchess write them) are searched first, quickly;
a line is searched only where the expected score jumps.

At every turn, the best move must be worth --margin more than the second, in expected score (1 is a win, 0.5 a draw); the line ends
before the first turn at which it is not. A move wins if it is worth 0.90 or more. It saves the game if it is worth 0.40 or more and
all others 0.10 or less. If it forces mate, the others may be worth up to 0.95; at the last move, every mate is right. The opponent plays
the best defence. A recapture that only restores material is no puzzle, unless it sacrifices or mates, and neither is a
position that has occurred before.

With --player or --color, the solver is that player. Their own mistakes are puzzles, too: the position before the move, in which another
move is worth 0.30 or more, and 0.15 more than the one played, and at most one other is as good. In results that were filtered, only the moves that the filters left are used.

At the end, the command says how many moves it examined, and why they left no puzzle.

A theme is named only if the position and the line prove it. The rating is the UCI_Elo of the players who find the line in half of
their tries.

All searches are limited by nodes, so the output is the same for any number of --workers.
`

// sections returns the flags of the command by the headings of the help.
func (o *options) sections() []cli.Section {
	return []cli.Section{
		{Title: "Games", Flags: o.gameFlags()}, {Title: "Search", Flags: o.searchFlags()}, {Title: "Output", Flags: o.outputFlags()}, {Title: "Run", Flags: o.runFlags()},
	}
}

func (o *options) gameFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "player", Argument: "NAME", Brief: "Make puzzles for the player NAME, also of their own mistakes.",
			Help: "Make puzzles for the player whose name has every word of NAME, in any order: of the\n" +
				"mistakes of their opponents and of their own.",
			Set: game.SetName(&o.players.Name)},
		{Name: "color", Argument: "SIDE", Help: "Make puzzles for white or black, also of their own mistakes.",
			Set: cli.Word(&o.players.Color, "white", "black")},
	}
}

func (o *options) searchFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "nodes", Short: "n", Argument: "N", Initial: "100k", Brief: "Search about N nodes at every turn.", Help: "Search N/2 to 2N nodes at every turn of the line, and four times as many to make\n" +
			"sure that no other move is as good.",
			Set: setNodes(&o.settings.Nodes)},
		{Name: "scan-nodes", Argument: "N", Initial: "2k", Help: "Search N nodes in each position for the first, quick search.",
			Set: setNodes(&o.settings.ScanNodes)},
		{Name: "rescan", Help: "Search all positions first, also those for which the results or the comments have a\n" +
			"score.",
			Set: cli.Bool(&o.settings.Rescan)},
		{Name: "margin", Argument: "N", Initial: "35", Brief: "The right move is better by N hundredths of a point.", Help: "The solver's move is worth N hundredths of a point more than every other move, 20 to\n" +
			"90. Mates need no margin.",
			Set: cli.Int(&o.margin, 20, 90)},
		{Name: "min-moves", Argument: "N", Initial: "1", Help: "The solver has N moves or more to find.",
			Set: cli.Int(&o.settings.MinMoves, 1, mostTurns)},
		{Name: "replays", Argument: "N", Initial: "20", Help: "Let N players of each level try to find the line, for the rating; 0 for no ratings.",
			Set: cli.Int(&o.settings.Replays, 0, mostReplays)},
		{Name: "evalfile", Argument: "FILE", Help: "Evaluate with the network in FILE instead of the one in the binary.",
			Set: cli.Text(&o.evalFile)},
		{Name: "syzygy", Argument: "PATH", Brief: "Use the tablebases in the folder PATH.", Help: "Use the Syzygy tablebases in the folder PATH, or in several folders separated by\n" +
			"\";\" or the system's separator.",
			Set: cli.NotEmpty(&o.syzygy, "path")},
		{Name: "workers", Short: "j", Argument: "N", Initial: "auto", Brief: "Search N games at a time.", Help: "Search N games at a time; the output is the same for every N. Auto is the number of\n" +
			"processors available to the process.",
			Set: cli.AutoInt(&o.workers, 1, search.MaxThreads)},
	}
}

func (o *options) outputFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "out", Short: "o", Argument: "FILE", Brief: "Write to FILE.epd, .pgn, .csv, .json or .html; may be repeated.", Help: "Write the puzzles to FILE, which appears when it is complete. Links are followed.\n" +
			"A device or a pipe is written at once. The file extension decides the form, such as\n" +
			"puzzles.html. May be repeated.",
			Set: o.addOut},
		{Name: "as", Argument: "F", Brief: "The form: epd, pgn, csv, json, html.", Help: "The form: epd (with bm, pv, dm and an id), pgn (each puzzle a game with the tag\n" +
			"FEN), csv (the columns of Lichess' puzzles), json (one object on each line), html\n" +
			"(a page to solve them on). Without --as, the file extension of --out decides;\n" +
			"without --out it is epd.",
			Set: cli.Word(&o.as, cli.FormNames(forms)...)},
	}
}

func (o *options) runFlags() []cli.Flag {
	return []cli.Flag{
		{Name: "skip", Argument: "N", Initial: "0", Brief: "Leave out the first N games.", Help: "Leave out the first N games of the inputs.",
			Set: cli.Int(&o.skip, 0, math.MaxInt32)},
		{Name: "tolerant", Help: "Exit with 0 even if part of the input could not be read.",
			Set: cli.Bool(&o.tolerant)},
		{Name: "quiet", Short: "q", Help: "Do not report progress; errors only.",
			Set: cli.Bool(&o.quiet)},
	}
}

// setNodes returns a Set for a number of nodes.
func setNodes(target *uint64) func(string) error {
	return func(text string) error {
		n, err := cli.Number(text, 1, mostNodes)
		*target = uint64(n)
		return err
	}
}

func (o *options) addOut(name string) error {
	var file string
	if err := cli.OutFile(&file)(name); err != nil {
		return err
	}
	if len(o.outs) > 0 && file == "" || slices.Contains(o.outs, "") {
		return errors.New("standard output cannot be one of several outputs")
	}
	o.outs = append(o.outs, file)
	return nil
}

// parseOptions reads the arguments of the command.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	var err error
	if o.inputs, _, err = o.manual().Parse(args); err != nil {
		return o, err
	}
	o.settings.Margin = float64(o.margin) / 100
	if slices.Contains(o.outs, "") {
		o.outs = nil
	}
	if err := o.chooseForms(); err != nil {
		return nil, err
	}
	if o.inputs, err = source.Arguments(o.inputs); err != nil {
		return nil, err
	}
	for _, arg := range o.inputs {
		if source.IsPosition(arg) {
			return nil, fmt.Errorf("%q is a position; puzzles are found in games", arg)
		}
	}
	if len(o.inputs) == 0 {
		return nil, errors.New("no games: name files with PGN or results of vertigo analyse, or - for standard input")
	}
	return o, nil
}

// checkOuts refuses outputs that would replace an input or one another.
func (o *options) checkOuts() error {
	names := map[string]string{}
	for _, name := range o.outs {
		target, err := source.Output(name, append(o.inputs, o.evalFile)...)
		if err != nil {
			return err
		}
		if target.AtOnce || len(target.Files()) == 0 {
			continue
		}
		full := target.Files()[0]
		if earlier, found := names[full]; found {
			return cli.UsageError("--out: " + earlier + " and " + name + " are the same file")
		}
		names[full] = name
	}
	return nil
}

// chooseForms settles the form of every output.
func (o *options) chooseForms() error {
	names := o.outs
	if len(names) == 0 {
		names = []string{""} // standard output
	}
	for _, name := range names {
		form, err := cli.ChooseForm(forms, o.as, forms[0].Name, name)
		if err != nil {
			return err
		}
		o.forms = append(o.forms, form)
	}
	return nil
}
