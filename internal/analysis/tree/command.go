package tree

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/movegen"
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

// Command returns "vertigo tree".
func Command(p cli.Program) *cobra.Command {
	o := &options{rows: usualRows}
	command := &cobra.Command{
		Use: "tree [flags] POSITION", Short: "draw the tree of a small search for the browser", Long: description,
		Example: "  vertigo tree startpos --out tree.html\n" +
			`  vertigo tree "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1" --depth 4 --out tree.html`,
	}
	f := command.Flags()
	f.VarP(cli.Number(&o.depth, 1, mostDepth), "depth", "d",
		fmt.Sprintf("search N plies, at most %d; plain negamax must not visit more than %d positions (default %d, or less "+
			"where that is too much)", mostDepth, mostNodes, usualDepth))
	f.VarP(cli.Number(&o.rows, leastRows, mostRows), "rows", "n",
		fmt.Sprintf("draw at most N positions for each search, from %d to %d, and count the others", leastRows, mostRows))
	f.FuncP("out", "o", "write the page to `FILE`, which appears when it is complete; without --out it goes to standard "+
		"output", cli.OutFile(&o.out))
	command.PreRunE = func(_ *cobra.Command, args []string) error {
		if err := o.parse(args); err != nil {
			return err
		}
		return cli.CheckPage(p.Out, "html", o.out)
	}
	command.RunE = func(*cobra.Command, []string) error { return write(p, o) }
	return command
}

const description = `
Draws the trees of small searches as a page for the browser, in a single file.
The whole textbook family searches the same position to the same depth: minimax,
negamax in three forms, alpha-beta, alpha-beta with ordered moves, the same with
a transposition table, PVS (NegaScout), iterative deepening, and MTD(f). The
page explains what each adds. It shows which part of the tree was visited, and
for every move its place in the order, its window, its value, and why the search
stopped there. POSITION is startpos or a FEN, with or without quotation marks.

These are plain textbook searches, without the refinements of an engine, to show
how they work. The evaluation is the engine's own.`

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
	return cli.WriteFile(c.Err, "tree", o.out, page)
}

// parse reads the arguments after the flags, which are the position.
func (o *options) parse(args []string) error {
	switch strings.ToLower(filepath.Ext(o.out)) {
	case "", ".html", ".htm":
	default:
		return fmt.Errorf("--out %s: the page is HTML, whose file extension is html or htm", o.out)
	}
	words, err := source.Arguments(args)
	if err == nil {
		err = o.setRoot(strings.Join(words, " "))
	}
	if err != nil {
		return err
	}
	return o.setDepth()
}

// setRoot reads the position, and plays the moves after the word "moves".
func (o *options) setRoot(text string) (err error) {
	position, moves, _ := strings.Cut(text, " moves ")
	switch position {
	case "":
		return errors.New("give a position: startpos or a FEN")
	case "startpos":
		position = board.StartFEN
	}
	if o.root, err = board.ParseFEN(position); err != nil {
		return fmt.Errorf("%q is not a position: %w", text, err)
	}
	for word := range strings.FieldsSeq(moves) {
		m, err := movegen.ParseMove(&o.root, word)
		if err != nil {
			return err
		}
		o.root = o.root.After(m)
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
	return fmt.Errorf("--depth %d: plain negamax would visit more than %d positions, which is too many; here, --depth %d "+
		"visits %d",
		wanted, mostNodes, possible, size)
}
