package analyse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/search"
)

// defaultNodes limits a search without other limits: some seconds for a dozen positions, and repeatable.
const defaultNodes = 1_000_000

// autoHash is the default size of a worker's table in MiB if the search may be long.
const autoHash = 16

// nodeBytes is the size of the table for each node of a short search: twice that of an entry, as entries share buckets. A
// larger table would only take longer to clear before each position.
const nodeBytes = 32

// options are the settings of one analysis.
type options struct {
	args    []string // all of them
	given   []string // names of the flags that were set
	filters []string // those of them that are filters
	inputs  []string // files, "-", or positions
	skip    int      // games or positions
	epd     bool
	format  string
	as      string
	out     string
	limits  search.Limits
	noTimes bool

	keepMarks bool // of other engines

	searchMoves []string // root moves, for positions that do not name their own

	workers int // 0 stands for auto
	threads int

	evalFile string // empty for the network in the binary

	syzygy     string // folders with tablebases as --syzygy has them, empty for none
	tablebases string // a description of the tables, once they are open

	filter   filter
	bookFile string // a book whose moves are left out, empty for none

	threats bool // search what the opponent threatens, too

	chunk  int    // positions of a game in a chunk
	verify int    // times the nodes for a second search, 1 for none
	store  string // file with answers, empty for none

	hash    int // MiB for each worker; 0 before it is settled
	shard   results.Shard
	restart bool
	quiet   bool

	tolerant bool // unreadable input is not a failure
}

// newOptions returns the defaults. Args are all arguments.
func newOptions(args []string) *options {
	return &options{
		args: args, format: "auto", threads: 1, chunk: defaultChunk, verify: defaultVerify,
		limits: search.Limits{MultiPV: 1}, shard: results.Shard{Count: 1},
	}
}

// note notes which flags were set.
func (o *options) note(flags *pflag.FlagSet) {
	flags.Visit(func(f *pflag.Flag) {
		o.given = append(o.given, f.Name)
		if cli.SectionOf(f) == filterSection {
			o.filters = append(o.filters, f.Name)
		}
	})
}

// parse reads the arguments of the command after the flags, and sets the options that follow from others.
func (o *options) parse(flags *pflag.FlagSet, args []string) (err error) {
	o.note(flags)
	if o.inputs, err = source.Arguments(args); err != nil {
		return err
	}
	switch {
	case o.restart && o.store != "":
		return fmt.Errorf("--restart discards the journal of --out, not the answers in --store: name another file for them")
	case o.restart && o.out == "":
		return fmt.Errorf("--restart needs --out, whose journal it discards")
	}
	if o.epd {
		if slices.Contains(o.given, "format") && o.format != "epd" {
			return fmt.Errorf("--epd and --format %s cannot be combined", o.format)
		}
		o.format = "epd"
	}
	if err := o.chooseForm(); err != nil {
		return err
	}
	l := &o.limits
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 { // --mate alone may never end
		l.Nodes = defaultNodes
	}
	if o.hash == 0 {
		o.hash = autoHash
		for l.Nodes > 0 && o.hash > 1 && l.Nodes <= uint64(o.hash/2)<<20/nodeBytes {
			o.hash /= 2
		}
	}
	if len(o.filters) > 0 && o.format == "epd" {
		return fmt.Errorf("--%s chooses moves of games, which --format %s does not have", o.filters[0], o.format)
	}
	switch {
	case o.skip > 0 && o.shard.Count > 1:
		return fmt.Errorf("--skip: cannot be combined with --shard, which divides the input among processes")
	case o.skip > 0 && o.as == "results":
		return fmt.Errorf("--skip: a results file must have the whole input")
	}
	if o.store != "" {
		switch {
		case l.MoveTime > 0:
			return fmt.Errorf("--store: answers vary with --movetime; use --depth or --nodes instead")
		case o.threads > 1:
			return fmt.Errorf("--store: answers vary with %d threads; use --workers instead", o.threads)
		}
	}
	if len(o.inputs) == 0 {
		return fmt.Errorf("nothing to analyse: name files, - for standard input, startpos or a FEN")
	}
	if o.store == "" { // its answers must agree in all settings
		return o.checkEffects()
	}
	return nil
}

// checkEffects returns an error for a flag without an effect on the output.
func (o *options) checkEffects() error {
	if o.threats && !output.ShowsThreats(o.as) {
		return fmt.Errorf("--threats: the output %s shows no threats; use a report, as with --out report.html, or "+
			"--as pgn, json, csv or results", o.as)
	}
	if o.format != "epd" && slices.ContainsFunc(o.inputs, func(arg string) bool { return !source.IsPosition(arg) }) {
		return nil
	}
	for _, name := range []string{"chunk", "verify"} {
		if slices.Contains(o.given, name) {
			return fmt.Errorf("--%s concerns the moves of games; there are only positions", name)
		}
	}
	return nil
}

// checkKind returns an error for a job to which a flag does not apply: the filters choose moves of games, --searchmoves those of
// positions. Lines that cannot be read are neither.
func (o *options) checkKind(j *game.Job) error {
	isGame := j.Kind == "pgn"
	switch {
	case isGame && len(o.searchMoves) > 0:
		return fmt.Errorf("%s: --searchmoves is for positions, and this is a game", j.Where)
	case !isGame && len(o.filters) > 0 && j.Read().Err == nil:
		return fmt.Errorf("%s: --%s chooses moves of games, and this is a position", j.Where, o.filters[0])
	}
	return nil
}

// shorter returns how to make a long run shorter.
func (o *options) shorter() string {
	const filters = ", and --player, --moves or --skip-book leave out moves of games"
	switch l := &o.limits; {
	case l.Nodes >= 10_000:
		return fmt.Sprintf("--nodes %d takes a tenth of that", l.Nodes/10) + filters
	case l.MoveTime > 0:
		return "a smaller --movetime takes less" + filters
	}
	return "a smaller --depth takes less" + filters
}

// chooseForm settles the form of the output.
func (o *options) chooseForm() error {
	usual := "summary"
	if o.epd {
		usual = "suite"
	}
	form, err := cli.ChooseForm(output.Forms(), o.as, usual, o.out)
	if o.as = form.Name; err == nil && o.keepMarks && o.as != "pgn" && o.as != "html" {
		err = fmt.Errorf("--keep-marks concerns annotated games; --as %s has none", o.as)
	}
	return err
}

func (o *options) setSearchMoves(text string) error {
	o.searchMoves = strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(o.searchMoves) == 0 {
		return fmt.Errorf("the moves are missing")
	}
	for _, word := range o.searchMoves {
		if !pgn.IsMove(word) {
			return fmt.Errorf("%q is not a move", word)
		}
	}
	return nil
}

// answerLimits returns what the answers depend on.
func (o *options) answerLimits() game.Limits {
	l := &o.limits
	return game.Limits{
		Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime.Milliseconds(), Mate: l.Mate, MultiPV: max(l.MultiPV, 1),
		Threads: o.threads, Hash: o.hash, Chunk: unlessOne(o.chunk), SearchMoves: strings.Join(o.searchMoves, " "),
		Tablebases: o.tablebases,
		Filters:    game.Filters{}.And(o.filter.Filter), Verify: unlessOne(o.verify), Threats: o.threats,
	}
}

// unlessOne returns n, but 0 for 1: files leave out a factor or a size that changes nothing.
func unlessOne(n int) int {
	if n == 1 {
		return 0
	}
	return n
}
