package analyse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/movegen"
	"vertigo/tt"
)

// A results file holds everything that was found, so that any output can be made of it: the journal of an analysis
// that may be interrupted is one, and so is the part that one of several machines has done. It consists of lines, each
// a JSON object: a header, a record for each job in the order of the jobs, and an end. A file without an end belongs
// to an analysis that is not finished; its last line may be torn.

// resultsFormat is the version of the format.
const resultsFormat = 1

// header is the first line of a results file: everything that the results depend on.
type header struct {
	Format  int         `json:"vertigo_results"`
	Engine  string      `json:"engine"`
	Network string      `json:"network"`
	Limits  jsonLimits  `json:"limits"`
	Reading string      `json:"format"` // as --format says
	Shard   string      `json:"shard"`  // as --shard says
	Inputs  []inputMark `json:"inputs"`
}

// record is a line for one job.
type record struct {
	origin
	Results []savedOutcome `json:"results,omitempty"` // one for each position
}

// ending is the last line of a results file.
type ending struct {
	Jobs int `json:"jobs"` // in all inputs, those of other shards included
	Bad  int `json:"bad"`  // those of this shard that could not be read
}

// savedOutcome is an outcome as it stands in a results file. Moves are king takes rook where they castle.
type savedOutcome struct {
	Best       string      `json:"best,omitempty"`
	Nodes      uint64      `json:"nodes"`
	Time       int64       `json:"ns"`
	SolveNodes uint64      `json:"solve_nodes,omitempty"`
	SolveTime  int64       `json:"solve_ns,omitempty"`
	Lines      []savedLine `json:"lines,omitempty"`
}

type savedLine struct {
	Score    int    `json:"score"`           // side-to-move centipawns or mate score
	Bound    string `json:"bound,omitempty"` // lower or upper, for a score that is not exact
	Known    bool   `json:"known,omitempty"` // score is what the tablebases know
	Depth    int    `json:"depth"`
	SelDepth int    `json:"seldepth"`
	Moves    string `json:"pv"`
}

// boundNames are what JSON calls the bounds.
var boundNames = map[tt.Bound]string{tt.Lower: "lower", tt.Upper: "upper"}

// namedBound returns the bound of that name.
func namedBound(name string) tt.Bound {
	for bound, its := range boundNames {
		if its == name {
			return bound
		}
	}
	return tt.Exact
}

// appendLine appends v and the end of a line.
func appendLine(b []byte, v any) []byte {
	text := bytes.NewBuffer(b)
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // cannot happen: every member is a number or a string
	}
	return text.Bytes()
}

// appendRecord appends the line of a finished job.
func appendRecord(b []byte, j *job) []byte {
	r := record{origin: j.origin}
	for i, p := range j.positions {
		r.Results = append(r.Results, j.outcomes[i].save(&p.game.Position))
	}
	return appendLine(b, r)
}

func (o *outcome) save(root *board.Position) savedOutcome {
	s := savedOutcome{Nodes: o.nodes, Time: int64(o.time)}
	if o.solved {
		s.SolveNodes, s.SolveTime = o.solveNodes, int64(o.solveTime)
	}
	if o.best != board.NoMove {
		s.Best = movegen.FormatMove(root, o.best, true)
	}
	for _, l := range o.lines {
		words := make([]string, len(l.moves))
		p := *root
		for i, m := range l.moves {
			words[i] = movegen.FormatMove(&p, m, true)
			var next board.Position
			p.Make(m, &next)
			p = next
		}
		s.Lines = append(s.Lines, savedLine{l.score, boundNames[l.bound], l.known, l.depth, l.selDepth, strings.Join(words, " ")})
	}
	return s
}

// restore gives a job, which has been parsed, the results that were found earlier.
func (j *job) restore(results []savedOutcome) (err error) {
	if len(results) != len(j.positions) {
		return fmt.Errorf("%s: results for %d positions, there are %d", j.where, len(results), len(j.positions))
	}
	for i, p := range j.positions {
		if j.outcomes[i], err = results[i].load(p); err != nil {
			return fmt.Errorf("%s: a result that was found earlier: %w", j.where, err)
		}
	}
	return nil
}

func (s *savedOutcome) load(p *position) (o outcome, err error) {
	o = outcome{
		nodes: s.Nodes, time: time.Duration(s.Time), solveNodes: s.SolveNodes, solveTime: time.Duration(s.SolveTime),
		judged: len(p.best)+len(p.avoid) > 0,
	}
	if s.Best != "" {
		if o.best, err = exactMove(&p.game.Position, s.Best); err != nil {
			return o, err
		}
		o.solved = o.judged && p.isRight(o.best)
	}
	for _, saved := range s.Lines {
		l := line{score: saved.Score, bound: namedBound(saved.Bound), known: saved.Known, depth: saved.Depth, selDepth: saved.SelDepth}
		at := p.game.Position
		for _, word := range strings.Fields(saved.Moves) {
			m, err := exactMove(&at, word)
			if err != nil {
				return o, err
			}
			var next board.Position
			at.Make(m, &next)
			at, l.moves = next, append(l.moves, m)
		}
		o.lines = append(o.lines, l)
	}
	return o, nil
}

// exactMove returns the legal move that is written so with castling as king takes rook.
func exactMove(p *board.Position, word string) (board.Move, error) {
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	for _, m := range list.Slice() {
		if movegen.FormatMove(p, m, true) == word {
			return m, nil
		}
	}
	return board.NoMove, fmt.Errorf("%s is not legal in %s", word, p.FEN())
}

// resultsRenderer writes a results file to where no journal is kept.
type resultsRenderer struct {
	header *header
	ending ending // known at the end
}

func (r *resultsRenderer) begin(b []byte) []byte           { return appendLine(b, r.header) }
func (r *resultsRenderer) render(b []byte, j *job) []byte  { return appendRecord(b, j) }
func (r *resultsRenderer) failure(b []byte, j *job) []byte { return appendRecord(b, j) }
func (r *resultsRenderer) end(b []byte) []byte             { return appendEnding(b, r.ending) }

func appendEnding(b []byte, e ending) []byte { return appendLine(b, map[string]ending{"end": e}) }

// resultsReader reads a results file. Its memory does not grow with the file.
type resultsReader struct {
	in     *bufio.Reader
	header header
	end    *ending // behind the last record
	valid  int64   // bytes up to and including the last record that next has returned
}

// errTorn tells that a results file ends without an end, or in the middle of a line.
var errTorn = errors.New("the results are not complete")

// newResultsReader reads the header.
func newResultsReader(in io.Reader) (*resultsReader, error) {
	r := &resultsReader{in: bufio.NewReaderSize(in, 1<<16)}
	line, err := r.in.ReadBytes('\n')
	if err == io.EOF {
		return nil, errTorn
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(line, &r.header); err != nil || r.header.Format == 0 {
		return nil, errors.New("this is no results file of vertigo analyse")
	}
	if r.header.Format != resultsFormat {
		return nil, fmt.Errorf("results of format %d, only %d is known", r.header.Format, resultsFormat)
	}
	r.valid = int64(len(line))
	return r, nil
}

// next returns the next record, io.EOF behind the last one of a complete file, and errTorn where a file that is not
// complete ends.
func (r *resultsReader) next() (*record, error) {
	if r.end != nil {
		return nil, io.EOF
	}
	line, err := r.in.ReadBytes('\n')
	if err == io.EOF {
		return nil, errTorn
	}
	if err != nil {
		return nil, err
	}
	var either struct {
		record
		Number *int    `json:"job"` // hides that of the record: without it the line is none
		End    *ending `json:"end"`
	}
	switch err := json.Unmarshal(line, &either); {
	case err == nil && either.End != nil:
		r.end = either.End
		return nil, io.EOF
	case err != nil || either.Number == nil || either.Kind == "" || either.Kind == "pgn" && either.Game == nil:
		return nil, errTorn // what was written last before the power failed
	}
	either.record.Number = *either.Number
	r.valid += int64(len(line))
	return &either.record, nil
}
