package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
)

// judged is a position with the evaluation of the ruler, a far stronger engine. Errors against it compare networks in seconds,
// where a match takes hours.
type judged struct {
	board.Position
	source   string  // the name of the file of games that the position comes from
	expected float64 // share of a point, 0 to 1, that the ruler expects for the side to move
	quiet    bool    // the ruler's best move neither captures nor promotes
}

func judgeCommand() *cobra.Command {
	set := ""
	c := &cobra.Command{
		Use: "judge --set FILE NETWORK...", Short: "compare networks with a far stronger engine", Args: cobra.MinimumNArgs(1),
		Long: "Compares the evaluations of networks with the expected scores that a far stronger engine gives. The set is a\n" +
			"CSV file with the columns fen and expected (0 to 1, for the side to move), and source and quiet (0 or 1) if\n" +
			"they are known. \"network\" is the error of the network alone, \"evaluation\" that of the whole evaluation.",
		RunE: func(c *cobra.Command, args []string) error { return judge(set, args, c.OutOrStdout()) },
	}
	c.Flags().StringVar(&set, "set", "", "`file` of positions")
	require(c, "set")
	return c
}

// judge prints how far the evaluations of networks are from the ruler's.
func judge(set string, networks []string, out io.Writer) error {
	positions, err := openSet(set)
	if err != nil {
		return err
	}
	for _, path := range networks {
		net, err := eval.Load(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s: %v\n%-18s %9s %16s %19s\n", path, net, "", "positions", "network", "evaluation")
		var bare, whole []int // scores of the network alone, and of the whole evaluation
		network := nnue.New(net, 0)
		for i := range positions {
			p := &positions[i].Position
			whole = append(whole, eval.Static(network, p))
			bare = append(bare, network.Evaluate(0, p))
		}
		for _, g := range groups(positions) {
			a, scaleA := g.error(positions, bare)
			b, scaleB := g.error(positions, whole)
			fmt.Fprintf(out, "%-18s %9d  %.4f (K %4.0f)     %.4f (K %4.0f)\n", g.name, len(g.members), a, scaleA, b, scaleB)
		}
	}
	return nil
}

func openSet(path string) (positions []judged, err error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if positions, err = readSet(f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return positions, nil
}

// readSet reads positions from a CSV file. Its first line names the columns: fen and expected must be there, source and quiet
// (0 or 1) may be, and all others are ignored. The error names the line.
func readSet(r io.Reader) (positions []judged, err error) {
	lines := csv.NewReader(r)
	columns, err := lines.Read()
	if err != nil {
		return nil, fmt.Errorf("no line with the names of the columns: %w", err)
	}
	for _, name := range []string{"fen", "expected"} {
		if !slices.Contains(columns, name) {
			return nil, fmt.Errorf("there is no column %q", name)
		}
	}
	for {
		record, err := lines.Read()
		if err == io.EOF && len(positions) == 0 {
			return nil, errors.New("there are no positions")
		}
		if err == io.EOF {
			return positions, nil
		}
		if err != nil {
			return nil, err
		}
		var p judged
		for i, name := range columns {
			if err := p.set(name, record[i]); err != nil {
				line, _ := lines.FieldPos(0)
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
		positions = append(positions, p)
	}
}

// set sets what a cell says of the position.
func (p *judged) set(column, cell string) (err error) {
	switch column {
	case "fen":
		p.Position, err = board.ParseFEN(cell)
	case "expected":
		p.expected, err = strconv.ParseFloat(cell, 64)
		if err != nil || !(p.expected >= 0 && p.expected <= 1) {
			return fmt.Errorf("expected score %q, want a number from 0 to 1", cell)
		}
	case "source":
		p.source = cell
	case "quiet":
		if p.quiet, err = strconv.ParseBool(cell); err != nil {
			return fmt.Errorf("quiet is %q, want 0 or 1", cell)
		}
	}
	return err
}

// writeSet writes positions as a CSV file that readSet reads.
func writeSet(w io.Writer, positions []judged) error {
	lines := csv.NewWriter(w)
	_ = lines.Write([]string{"source", "quiet", "expected", "fen"}) // Error returns the error
	for i := range positions {
		p, quiet := &positions[i], "0"
		if p.quiet {
			quiet = "1"
		}
		_ = lines.Write([]string{p.source, quiet, fmt.Sprintf("%.4f", p.expected), p.FEN()})
	}
	lines.Flush()
	return lines.Error()
}

// part is a part of the positions, by their numbers.
type part struct {
	name            string
	members, fitted []int // the scale is fitted to the latter
}

// The positions that are contested: the ruler expects neither side to win for certain.
const (
	leastContested = 0.05
	mostContested  = 0.95
)

// groups returns the parts of the positions that are measured apart: all of them, those whose best move is quiet, the
// contested ones among these, those of each source, and the quiet ones by the number of pieces. Parts without a position are left
// out. The contested positions are measured with the scale of all quiet ones, as a network that is too sure of itself in
// them gains nothing from knowing the others better.
func groups(positions []judged) (all []part) {
	add := func(name string, has func(p *judged) bool) []int {
		var members []int
		for i := range positions {
			if has(&positions[i]) {
				members = append(members, i)
			}
		}
		if len(members) > 0 {
			all = append(all, part{name, members, members})
		}
		return members
	}
	add("all", func(*judged) bool { return true })
	quiet := add("quiet", func(p *judged) bool { return p.quiet })
	if add("quiet, contested", func(p *judged) bool {
		return p.quiet && p.expected >= leastContested && p.expected <= mostContested
	}) != nil {
		all[len(all)-1].fitted = quiet
	}
	sources := map[string]bool{}
	for i := range positions {
		sources[positions[i].source] = true
	}
	delete(sources, "")
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		add(source, func(p *judged) bool { return p.source == source })
	}
	for n := range phases {
		add(fmt.Sprintf("quiet, %d-%d pieces", max(8*n+1, 2), 8*n+8),
			func(p *judged) bool { return p.quiet && phase(&p.Position) == n })
	}
	return all
}

// Scales that are tried, in centipawns. Steps are small enough that the error does not depend on them.
const (
	lowestTried  = 40
	highestTried = 800
	triedStep    = 1.01
)

// error returns the root mean square difference between the expected scores of the group and those that scores stand for, which
// are in centipawns for the side to move: a score s expects 1/(1+exp(-s/scale)). The scale is the one with the least error, so
// the unit of the scores does not matter.
func (g part) error(positions []judged, scores []int) (rmse, scale float64) {
	at := func(numbers []int, scale float64) float64 {
		sum := 0.0
		for _, i := range numbers {
			d := 1/(1+math.Exp(-float64(scores[i])/scale)) - positions[i].expected
			sum += d * d
		}
		return math.Sqrt(sum / float64(len(numbers)))
	}
	least := math.Inf(1)
	for k := float64(lowestTried); k <= highestTried; k *= triedStep {
		if e := at(g.fitted, k); e < least {
			least, scale = e, k
		}
	}
	return at(g.members, scale), scale
}
