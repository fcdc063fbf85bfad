// Package results reads and writes results files. A results file holds everything that was found, so that any output
// can be made of it: the journal of an analysis that may be interrupted is one, and so is the part that one of several
// machines has done. It consists of lines, each a JSON object: a header, a record for each job in the order of the jobs,
// and an end. A file without an end belongs to an analysis that is not finished; its last line may be torn.
package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
)

// Format is the version of the format.
const Format = 4

// Beginning is how every results file begins.
const Beginning = `{"vertigo_results":`

// Header is the first line of a results file: everything that the results depend on.
type Header struct {
	Format  int           `json:"vertigo_results"`
	Engine  string        `json:"engine"`
	Build   string        `json:"build,omitempty"` // of the engine, as package executable describes it; "" if it is not known
	Network string        `json:"network"`
	Limits  answer.Limits `json:"limits"`
	Reading string        `json:"format"` // as --format says
	Shard   string        `json:"shard"`  // as --shard says, and how the work is divided
	Inputs  []input.Mark  `json:"inputs"`
}

// EngineBuild returns the version of the engine, with its build if the file says which it was.
func (h *Header) EngineBuild() string {
	if h.Build == "" {
		return h.Engine
	}
	return h.Engine + " (" + h.Build + ")"
}

// Record is a line for one job.
type Record struct {
	input.Origin
	Results []answer.Saved `json:"results,omitempty"` // one for each position
	LeftOut bool           `json:"out,omitempty"`     // the filters leave nothing of the game, and there are no results
}

// Ending is the last line of a results file.
type Ending struct {
	Jobs int         `json:"jobs"`           // in all inputs, for every shard, or in the part of the bytes that the shard has
	Bad  int         `json:"bad"`            // those of this shard that could not be read
	Span *input.Span `json:"span,omitempty"` // the part of the bytes that this shard has
}

// AppendLine appends v and the end of a line.
func AppendLine(b []byte, v any) []byte {
	text := bytes.NewBuffer(b)
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // cannot happen: every member is a number or a string
	}
	return text.Bytes()
}

// appendRecord appends the line of a finished job.
func appendRecord(b []byte, j *answer.Job) []byte {
	r := Record{Origin: j.Origin, LeftOut: j.LeftOut()}
	if r.LeftOut {
		return AppendLine(b, r)
	}
	for i, p := range j.Positions {
		r.Results = append(r.Results, j.Answers[i].Save(&p.Game.Position))
	}
	return AppendLine(b, r)
}

// Restore gives a job, which has been parsed, the answers that the record has.
func (r *Record) Restore(j *answer.Job) (err error) {
	j.Answers = make([]answer.Answer, len(j.Positions))
	if r.LeftOut {
		for i := range j.Answers {
			j.Answers[i].Scope = answer.LeftOut
		}
		return nil
	}
	if len(r.Results) != len(j.Positions) {
		return fmt.Errorf("%s: results for %d positions, there are %d", j.Where, len(r.Results), len(j.Positions))
	}
	for i, p := range j.Positions {
		if j.Answers[i], err = r.Results[i].Load(p); err != nil {
			return fmt.Errorf("%s: a result that was found earlier: %w", j.Where, err)
		}
	}
	return nil
}

// Renderer is an output.Renderer that writes a results file, to where no journal is kept.
type Renderer struct {
	Header *Header
	Ending Ending // known at the end
}

// Begin appends the header.
func (r *Renderer) Begin(b []byte) []byte { return AppendLine(b, r.Header) }

// Render appends the record of a job.
func (r *Renderer) Render(b []byte, j *answer.Job) []byte { return appendRecord(b, j) }

// Failure appends the record of a job that could not be read.
func (r *Renderer) Failure(b []byte, j *answer.Job) []byte { return appendRecord(b, j) }

// End appends the ending.
func (r *Renderer) End(b []byte) []byte { return appendEnding(b, r.Ending) }

func appendEnding(b []byte, e Ending) []byte { return AppendLine(b, map[string]Ending{"end": e}) }

// Reader reads a results file. Its memory does not grow with the file.
type Reader struct {
	in     *bufio.Reader
	Header Header
	End    *Ending // behind the last record, nil before it has been read
	valid  int64   // bytes up to and including the last record that Next has returned
	line   int     // number of the line that was read last, from 1
}

// ErrTorn tells that a results file ends without an end, or in the middle of a line.
var ErrTorn = errors.New("the results are not complete")

// NewReader reads the header.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 1<<16), line: 1}
	line, err := r.in.ReadBytes('\n')
	if err == io.EOF {
		return nil, ErrTorn
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(line, &r.Header); err != nil || r.Header.Format == 0 {
		return nil, errors.New("this is not a results file of vertigo analyse")
	}
	if r.Header.Format != Format {
		return nil, fmt.Errorf("results of format %d, but this version reads format %d", r.Header.Format, Format)
	}
	r.valid = int64(len(line))
	return r, nil
}

// Next returns the next record, io.EOF behind the last one of a complete file, and ErrTorn where a file that is not
// complete ends.
func (r *Reader) Next() (*Record, error) {
	if r.End != nil {
		return nil, io.EOF
	}
	r.line++
	line, err := r.in.ReadBytes('\n')
	if err == io.EOF {
		return nil, ErrTorn
	}
	if err != nil {
		return nil, err
	}
	var either struct {
		Record
		Number *int    `json:"job"` // hides that of the record: a line without it is not a record
		End    *Ending `json:"end"`
	}
	switch err := json.Unmarshal(line, &either); {
	case err == nil && either.End != nil:
		r.End = either.End
		return nil, io.EOF
	case err != nil || either.Number == nil || either.Kind == "":
		return nil, ErrTorn // what was written last before the power failed
	}
	either.Record.Number = *either.Number
	r.valid += int64(len(line))
	return &either.Record, nil
}

// Line returns the number of the line that was read last, counted from 1: the one that an error is about.
func (r *Reader) Line() int { return r.line }

// Job makes the job of a record, with the answers that the record has.
func (h *Header) Job(r *Record) (*answer.Job, error) {
	if r.Input < 0 || r.Input >= len(h.Inputs) {
		return nil, fmt.Errorf("job %d is of input %d, but there are %d inputs", r.Number, r.Input, len(h.Inputs))
	}
	j := &answer.Job{Job: input.NewJob(r.Origin, input.Name(h.Inputs[r.Input].Name), 0)}
	j.Parse()
	if words := strings.Fields(h.Limits.SearchMoves); len(words) > 0 && j.Err == nil {
		j.SearchOnly("--searchmoves", words)
	}
	return j, r.Restore(j)
}

// Finished returns the end of a complete results file of the analysis with the header h, nil if there is no file of that
// name. Any other file is an error.
func Finished(name string, h *Header) (*Ending, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := NewReader(f)
	if err == nil {
		if list := r.Header.Differences(h); len(list) > 0 {
			err = differentSettings(list)
		}
	}
	for err == nil {
		_, err = r.Next()
	}
	if err != io.EOF {
		return nil, fmt.Errorf("%s: %w; --restart would overwrite it", name, err)
	}
	return r.End, nil
}
