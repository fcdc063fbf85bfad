// Package judge measures how far evaluations are from those of a far stronger engine, the ruler. That compares networks in
// seconds, where a match takes hours. The ruler is for measuring only: no network learns from it.
package judge

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"vertigo/board"
)

// Position is a position with the ruler's evaluation of it.
type Position struct {
	board.Position
	Source   string  // where the position comes from
	Expected float64 // share of a point, 0 to 1, that the ruler expects for the side to move
	Quiet    bool    // the ruler's best move neither captures nor promotes
}

// Read reads positions from a CSV file. Its first line names the columns: fen and expected must be there, source and quiet
// (0 or 1) may be, and all others are ignored. The error says in which line it is and what is wrong there.
func Read(r io.Reader) ([]Position, error) {
	lines := csv.NewReader(r)
	lines.ReuseRecord = true
	header, err := lines.Read()
	if err != nil {
		return nil, fmt.Errorf("no line with the names of the columns: %w", err)
	}
	columns := map[string]int{}
	for i, name := range header {
		columns[name] = i
	}
	for _, name := range []string{"fen", "expected"} {
		if _, ok := columns[name]; !ok {
			return nil, fmt.Errorf("there is no column %q", name)
		}
	}
	var positions []Position
	for {
		record, err := lines.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		p, err := parse(record, columns)
		if err != nil {
			line, _ := lines.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		positions = append(positions, p)
	}
	if len(positions) == 0 {
		return nil, errors.New("there are no positions")
	}
	return positions, nil
}

func parse(record []string, columns map[string]int) (p Position, err error) {
	if p.Position, err = board.ParseFEN(record[columns["fen"]]); err != nil {
		return p, err
	}
	p.Expected, err = strconv.ParseFloat(record[columns["expected"]], 64)
	if err != nil || !(p.Expected >= 0 && p.Expected <= 1) {
		return p, fmt.Errorf("expected score %q, want a number from 0 to 1", record[columns["expected"]])
	}
	if i, ok := columns["source"]; ok {
		p.Source = record[i]
	}
	if i, ok := columns["quiet"]; ok {
		if p.Quiet, err = strconv.ParseBool(record[i]); err != nil {
			return p, fmt.Errorf("quiet is %q, want 0 or 1", record[i])
		}
	}
	return p, nil
}

// Write writes positions as a CSV file that Read reads.
func Write(w io.Writer, positions []Position) error {
	lines := csv.NewWriter(w)
	_ = lines.Write([]string{"source", "quiet", "expected", "fen"}) // Error returns the error
	for i := range positions {
		p, quiet := &positions[i], "0"
		if p.Quiet {
			quiet = "1"
		}
		_ = lines.Write([]string{p.Source, quiet, fmt.Sprintf("%.4f", p.Expected), p.FEN()})
	}
	lines.Flush()
	return lines.Error()
}

// Error is how far scores are from the ruler's.
type Error struct {
	Positions int
	RMSE      float64 // root mean square difference of the expected scores
	Scale     float64 // the centipawns K for which it is least, where a score s expects 1/(1+exp(-s/K))
}

// Scales that measure considers, in centipawns. Steps are small enough that the error does not depend on them.
const (
	leastScale = 40
	mostScale  = 800
	scaleStep  = 1.01
)

// measure compares scores, in centipawns for the side to move, with the ruler's expected scores. It fits the scale with the
// least error, so the unit of the scores does not matter.
func measure(positions []Position, scores []int) Error {
	best := Error{Positions: len(positions), RMSE: math.Inf(1)}
	for k := float64(leastScale); k <= mostScale; k *= scaleStep {
		if e := rmse(positions, scores, k); e < best.RMSE {
			best.RMSE, best.Scale = e, k
		}
	}
	return best
}

func rmse(positions []Position, scores []int, scale float64) float64 {
	sum := 0.0
	for i := range positions {
		d := 1/(1+math.Exp(-float64(scores[i])/scale)) - positions[i].Expected
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(positions)))
}

// Group is a part of the positions.
type Group struct {
	Name    string
	Members []int // numbers of the positions
	Whole   []int // the positions that the scale is fitted to; nil for the members
}

// The positions that are contested: the ruler expects neither side to win for certain.
const (
	leastContested = 0.05
	mostContested  = 0.95
)

// Groups returns the parts of the positions that are measured apart: all of them, those whose best move is quiet, the
// contested ones among these, those of each source, and the quiet ones by the number of pieces. Parts without a position are left
// out. The contested positions are measured with the scale of all quiet ones, as a network that is too sure of itself in
// them gains nothing from knowing the others better.
func Groups(positions []Position) []Group {
	group := func(name string, has func(p *Position) bool) Group {
		g := Group{Name: name}
		for i := range positions {
			if has(&positions[i]) {
				g.Members = append(g.Members, i)
			}
		}
		return g
	}
	quiet := group("quiet", func(p *Position) bool { return p.Quiet })
	contested := group("quiet, contested", func(p *Position) bool {
		return p.Quiet && p.Expected >= leastContested && p.Expected <= mostContested
	})
	contested.Whole = quiet.Members
	groups := []Group{group("all", func(*Position) bool { return true }), quiet, contested}
	sources := map[string]bool{}
	for i := range positions {
		sources[positions[i].Source] = true
	}
	delete(sources, "")
	for _, source := range slices.Sorted(maps.Keys(sources)) {
		groups = append(groups, group(source, func(p *Position) bool { return p.Source == source }))
	}
	for n := range phases {
		groups = append(groups, group(fmt.Sprintf("quiet, %d-%d pieces", max(8*n+1, 2), 8*n+8),
			func(p *Position) bool { return p.Quiet && phase(&p.Position) == n }))
	}
	return slices.DeleteFunc(groups, func(g Group) bool { return len(g.Members) == 0 })
}

// Of returns the error of the group's positions, of which the scores are among those of all positions.
func (g Group) Of(positions []Position, scores []int) Error {
	members, theirs := choose(positions, scores, g.Members)
	e := measure(members, theirs)
	if g.Whole != nil {
		e.Scale = measure(choose(positions, scores, g.Whole)).Scale
		e.RMSE = rmse(members, theirs, e.Scale)
	}
	return e
}

// choose returns the positions of the given numbers and their scores.
func choose(positions []Position, scores []int, numbers []int) (chosen []Position, theirs []int) {
	for _, i := range numbers {
		chosen, theirs = append(chosen, positions[i]), append(theirs, scores[i])
	}
	return chosen, theirs
}
