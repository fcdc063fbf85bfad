package puzzles

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/pflag"

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

// newOptions returns the defaults.
func newOptions() *options {
	return &options{settings: Settings{Margin: 0.35, Nodes: 100_000, ScanNodes: 2000, MinMoves: 1, Replays: 20}}
}

const description = `
Finds positions in which the opponent has just made a mistake, and only one move
wins or saves the game, now and at every later turn. An input is a file with
games in PGN, results of "vertigo analyse", or - for games on standard input.
Positions without a score in the results or in the comments of a game ([%eval],
or scores as cutechess and fastchess write them) are searched first, quickly; a
line is searched only where the expected score jumps.

At every turn, the best move must be worth --margin more than the second, in
expected score (1 is a win, 0.5 a draw). The line ends before the first turn at
which it is not.

  - A move wins if it is worth 0.90 or more.
  - It saves the game if it is worth 0.40 or more, and all others 0.10 or less.
  - If it forces mate, the others may be worth up to 0.95; at the last move,
    every mate is right.

The opponent plays the best defence. A recapture that only restores material is
no puzzle, unless it sacrifices or mates, and neither is a position that has
occurred before.

With --player or --color, the solver is that player. Their own mistakes are
puzzles, too: the position before the move, in which

  - another move is worth 0.30 or more,
  - it is worth 0.15 more than the one played, and
  - at most one other is as good.

A theme is given only if the position and the line prove it. The rating is the
UCI_Elo of the players who find the line in half of their tries.

At the end, it reports why moves gave no puzzle. The output is the same for any
number of --workers. After an interruption, the puzzles so far are written, and
the message says how to continue.`

func (o *options) gameFlags(f *pflag.FlagSet) {
	f.Func("player", "make puzzles for the player `NAME`, whose name has all its words, also of their own mistakes; given again, "+
		"another name of the same person",
		o.players.Person.Add)
	f.Var(cli.Word(&o.players.Color, "COLOR", "white", "black"), "color", "make puzzles for white or black, also of their own "+
		"mistakes")
}

func (o *options) searchFlags(f *pflag.FlagSet) {
	f.VarP(cli.Number(&o.settings.Nodes, 1, mostNodes), "nodes", "n",
		"search N/2 to 2N nodes at every turn of the line, and four times as many to make sure that no other move is as good")
	f.Var(cli.Number(&o.settings.ScanNodes, 1, mostNodes), "scan-nodes", "search N nodes in each position at first: "+
		"a quick search")
	f.BoolVar(&o.settings.Rescan, "rescan", false, "search all positions first, also those for which the results or the "+
		"comments have a score")
	f.Var(cli.ExpectedScore(&o.settings.Margin, 0.2, 0.9), "margin", "the solver's move is worth X more than every other, as an "+
		"expected score, 0.2 to 0.9; mates need no margin")
	f.Var(cli.Number(&o.settings.MinMoves, 1, mostTurns), "min-moves", "the solver has N moves or more to find")
	f.Var(cli.Number(&o.settings.Replays, 0, mostReplays), "replays", "let N players of each level try to find the line, for "+
		"the rating; 0 for no ratings")
	f.StringVar(&o.evalFile, "evalfile", "", "evaluate with the network in `FILE`")
	f.Func("syzygy", "use the Syzygy tablebases in the folder `PATH`, or in several folders separated by \";\" or the "+
		"system's separator", cli.NotEmpty(&o.syzygy, "path"))
	f.VarP(cli.AutoNumber(&o.workers, 1, search.MaxThreads), "workers", "j", "search N games at a time; auto is the number of "+
		"available processors")
}

func (o *options) outputFlags(f *pflag.FlagSet) {
	f.FuncP("out", "o", "write to `FILE`, which appears when it is complete; the file extension decides the form, such as "+
		"puzzles.html; may be repeated", o.addOut)
	f.Var(cli.Word(&o.as, "FORM", cli.FormNames(forms)...), "as",
		"the form of the output: epd (with bm, pv, dm and an id), pgn (each puzzle a game with the tag FEN), csv (the columns of Lichess's "+
			"puzzles), json (one object on each line), html (a page to solve them on); without --as and --out it is epd")
}

func (o *options) runFlags(f *pflag.FlagSet) {
	f.Var(cli.Number(&o.skip, 0, math.MaxInt32), "skip", "leave out the first N games of the inputs; other puzzles "+
		"may repeat their positions")
	f.BoolVar(&o.tolerant, "tolerant", false, "exit with 0 even if part of the input could not be read")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not report progress; errors only")
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

// hasPage reports whether one of the outputs is a page.
func (o *options) hasPage() bool {
	return slices.ContainsFunc(o.forms, func(f cli.Form[func(about) form]) bool { return f.Name == "html" })
}

// parse reads the arguments after the flags, and completes the options.
func (o *options) parse(args []string) (err error) {
	if slices.Contains(o.outs, "") {
		o.outs = nil
	}
	if err := o.chooseForms(); err != nil {
		return err
	}
	if o.inputs, err = source.Arguments(args); err != nil {
		return err
	}
	for _, arg := range o.inputs {
		if source.IsPosition(arg) {
			return fmt.Errorf("%q is a position; puzzles are found in games", arg)
		}
	}
	if len(o.inputs) == 0 {
		return errors.New("no games: name files with PGN or results of vertigo analyse, or - for standard input")
	}
	return nil
}

// checkOuts refuses outputs that would replace an input or one another.
func (o *options) checkOuts() error {
	names := map[string]string{}
	for _, name := range o.outs {
		target, err := source.Output(name, append(o.inputs, o.evalFile)...)
		if err != nil {
			return err
		}
		if target.Direct || len(target.Files()) == 0 {
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
