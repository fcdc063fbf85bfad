package tree

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// The defaults and bounds of the flags.
const (
	usualDepth = 4
	mostDepth  = 12
	usualRows  = 500
	leastRows  = 10
	mostRows   = 5000
)

// options are the settings of one page.
type options struct {
	root  board.Position
	depth int // plies; 0 for the default, or the greatest possible depth
	rows  int // positions drawn for each search, at most
	out   string
}

// Manual returns the description of the command.
func Manual() *cli.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *cli.Manual {
	return &cli.Manual{
		Name: "tree", Does: "draw the tree of a small search for the browser",
		Usage: []string{"tree [flags] POSITION"}, Text: description, Sections: o.sections(),
		Examples: []string{
			"tree startpos --out tree.html",
			`tree "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" --depth 4 --out tree.html`,
		},
	}
}

const description = `
Draws the trees of small searches as a page for the browser, in a single file. The whole textbook family searches the same position to
the same depth: minimax, negamax in three forms, alpha-beta, alpha-beta with ordered moves, the same with a transposition table, PVS
(NegaScout), iterative deepening, and MTD(f). The page explains what each adds. It shows which part of the tree was visited, and for
every move its place in the order, its window, its value, and why the search stopped there. POSITION is startpos or a FEN, with or
without quotation marks.

These are plain textbook searches, without the refinements of an engine, to show how they work; the evaluation is the engine's
own.
`

// sections returns the flags of the command.
func (o *options) sections() []cli.Section {
	return []cli.Section{{Title: "Flags", Flags: []cli.Flag{
		{Name: "depth", Short: "d", Argument: "N", Brief: "Search N plies.",
			Help: fmt.Sprintf("Search N plies, at most %d. Plain negamax must not visit more than %d\n"+
				"positions (default %d, or less where that is too much).", mostDepth, mostNodes, usualDepth),
			Set: cli.Int(&o.depth, 1, mostDepth)},
		{Name: "rows", Short: "n", Argument: "N", Initial: fmt.Sprint(usualRows), Brief: "Draw at most N positions for each search.",
			Help: fmt.Sprintf("Draw at most N positions for each search, from %d to %d, and count the\nothers.", leastRows, mostRows),
			Set:  cli.Int(&o.rows, leastRows, mostRows)},
		{Name: "out", Short: "o", Argument: "FILE", Brief: "Write the page to FILE.",
			Help: "Write the page to FILE, which appears when it is complete. Links are\n" +
				"followed. A device or a pipe is written at once. Without --out the page goes to\n" +
				"standard output.",
			Set: cli.OutFile(&o.out)},
	}}}
}

// Run executes the command with the given arguments and returns the exit code.
func Run(c cli.Program, args []string) int {
	o, err := parseOptions(args)
	if err == nil {
		err = o.setDepth()
	}
	if err == nil {
		err = cli.CheckPage(c.Out, "html", o.out)
	}
	if err != nil {
		return Manual().Misused(c.Out, c.Err, err)
	}
	if err := write(c, o); err != nil {
		return cli.Failed(c.Err, "tree", err)
	}
	return cli.ExitOK
}

// write searches and writes the page to where it belongs.
func write(c cli.Program, o *options) error {
	net, err := eval.Default()
	if err != nil {
		return err
	}
	page := newPage(c.Version, net, o)
	if o.out == "" {
		_, err := c.Out.Write(page)
		return err
	}
	if err := files.WriteFile(o.out, page); err != nil {
		return err
	}
	cli.Wrote(c.Err, "tree", o.out, "")
	return nil
}

// parseOptions reads the arguments. Flags may come anywhere; all other arguments belong to the position.
func parseOptions(args []string) (*options, error) {
	o := &options{}
	words, _, err := o.manual().Parse(args)
	if err != nil {
		return o, err
	}
	switch strings.ToLower(filepath.Ext(o.out)) {
	case "", ".html", ".htm":
	default:
		return nil, fmt.Errorf("--out %s: the page is HTML, whose file extension is html or htm", o.out)
	}
	if words, err = source.Arguments(words); err != nil {
		return nil, err
	}
	return o, o.setRoot(strings.Join(words, " "))
}

// setRoot reads the position.
func (o *options) setRoot(text string) (err error) {
	switch text {
	case "":
		return errors.New("give a position: startpos or a FEN")
	case "startpos":
		o.root = board.StartPosition()
		return nil
	}
	if o.root, err = board.ParseFEN(text); err != nil {
		return fmt.Errorf("%q is not a position: %w", text, err)
	}
	if s := (state{position: o.root}); len(s.Moves()) == 0 {
		return fmt.Errorf("the game is over in %s, so there is no tree", o.root.FEN())
	}
	return nil
}

// setDepth chooses the depth, if none is given, and checks that the tree is small enough.
func (o *options) setDepth() error {
	wanted := o.depth
	if wanted == 0 {
		wanted = usualDepth
	}
	possible, size := deepest(&o.root, wanted)
	if possible == wanted || o.depth == 0 {
		o.depth = possible
		return nil
	}
	return fmt.Errorf("--depth %d: plain negamax would visit more than %d positions, which is too many; here, --depth %d visits %d",
		wanted, mostNodes, possible, size)
}
