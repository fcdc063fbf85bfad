// Package results writes and reads the files that hold answers. A results file has all answers of an analysis, or of one of its
// shards, so any output can be made of it. It consists of lines, each a JSON object: a header, a record for each job in the order
// of the jobs, and an end with the number of records. Every line has a checksum. A Store has answers alone, in any order.
package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/files"
)

// FormatVersion is that of the format of results files.
const FormatVersion = 5

// beginning is that of every results file.
const beginning = `{"vertigo_results":`

// Header is the first line of a results file: everything that the results depend on.
type Header struct {
	Format  int                  `json:"vertigo_results"`
	Engine  string               `json:"engine"`
	Build   string               `json:"build,omitempty"` // of the engine, see cli.Program; "" if it is not known
	Network string               `json:"network"`
	Limits  game.Limits          `json:"limits"`
	Reading string               `json:"format"`         // as --format says
	Shard   string               `json:"shard"`          // as --shard says
	Skip    int                  `json:"skip,omitempty"` // jobs at the beginning that are left out, as --skip says
	Inputs  []source.Fingerprint `json:"inputs"`
	NoTimes bool                 `json:"no_times,omitempty"` // as --no-times says: all times are 0
}

// EngineBuild returns the version of the engine, with its build if the file says which it was.
func (h *Header) EngineBuild() string {
	if h.Build == "" {
		return h.Engine
	}
	return h.Engine + " (" + h.Build + ")"
}

// Result is an answer as files have it, with the scope that the filters gave to its position. Nothing else is known of a position
// that was left out.
type Result struct {
	Scope game.Scope `json:"scope,omitempty"`
	game.Answer
}

// Record is a line for one job.
type Record struct {
	game.Origin
	Results []Result `json:"results,omitempty"` // one for each position
	LeftOut bool     `json:"out,omitempty"`     // the filters leave nothing of the game, and there are no results
	Passed  bool     `json:"passed,omitempty"`  // by its tags, so that its moves were not played
}

// Footer is the last line of a results file.
type Footer struct {
	Jobs    int `json:"jobs"`    // in all inputs, for every shard
	Bad     int `json:"bad"`     // those of this shard that could not be read
	Records int `json:"records"` // in the file, one for each job of the shard
	Answers int `json:"answers"` // in these
}

// judge judges a game by the answers that its record has.
func (r *Record) judge(g *game.Game) (*game.Judgement, error) {
	if r.LeftOut {
		return g.Unasked().Judge(), nil
	}
	if len(r.Results) != len(g.Positions) {
		return nil, fmt.Errorf("%s: the number of results is %d, and that of positions %d", g.Where, len(r.Results), len(g.Positions))
	}
	a := g.Unasked()
	for i, p := range g.Positions {
		a.Selection[i], a.List[i] = r.Results[i].Scope, r.Results[i].Answer
		if err := a.List[i].SetRoot(p.Root()); err != nil {
			return nil, fmt.Errorf("%s: a result that was found earlier: %w", g.Where, err)
		}
	}
	return a.Judge(), nil
}

// Renderer is an output.Form that writes a results file.
type Renderer struct {
	Header *Header
	Footer Footer // known at the end, without the numbers of records and answers
	lines  lines
}

// Begin appends the header.
func (r *Renderer) Begin(b []byte) []byte {
	r.lines = newLines()
	return r.lines.append(b, r.Header)
}

// Item appends the record of a job, or nothing if it would be longer than readers read.
func (r *Renderer) Item(b []byte, j *game.Judgement) []byte {
	after := r.lines
	text := after.appendRecord(b, j, !r.Header.NoTimes)
	if len(text)-len(b) > maxRecord {
		return b
	}
	r.lines = after
	return text
}

// TooLong returns a job of which Item has appended nothing as one that cannot be read.
func TooLong(j *game.Judgement) *game.Judgement {
	const reason = "left out: in a results file it would be a line of more than %d MiB"
	return j.Refuse(fmt.Sprintf(reason, maxRecord>>20))
}

// Fault appends the record of a job that could not be read.
func (r *Renderer) Fault(b []byte, j *game.Judgement) []byte { return r.Item(b, j) }

// End appends the last line.
func (r *Renderer) End(b []byte) []byte { return r.lines.appendFooter(b, r.Footer) }

// Format returns the format of results files among other inputs. Their jobs come with answers.
func Format() source.Format {
	return source.Format{
		Name: "results",
		Is: func(line []byte, _ *bufio.Reader) bool {
			return bytes.HasPrefix(line, []byte(beginning)) || bytes.HasPrefix(line, []byte(storeBeginning))
		},
		Jobs: func(all *source.Reader, in *bufio.Reader) func() (*game.Job, error) {
			name := all.Name()
			r, failed := newReader(name, newAsWritten(in))
			return func() (*game.Job, error) {
				if failed != nil {
					return nil, fmt.Errorf("%s: %w", name, failed)
				}
				judged, err := r.Next()
				if err != nil {
					return nil, err
				}
				j := judged.Job
				j.Judged, j.End = judged, all.End(r.valid)
				return &j, nil
			}
		},
	}
}

// Refused returns the format of results files for a command that does not read them.
func Refused() source.Format {
	f := Format()
	f.Jobs = func(all *source.Reader, in *bufio.Reader) func() (*game.Job, error) {
		return func() (*game.Job, error) {
			if begin, _ := in.Peek(len(storeBeginning)); string(begin) == storeBeginning {
				return nil, fmt.Errorf("%s: this is a store: name it after --store", all.Name())
			}
			return nil, fmt.Errorf("%s: this is a results file: \"vertigo merge\" makes any output of it", all.Name())
		}
	}
	return f
}

// asWritten reads results as they were written, even if a redirection in PowerShell has changed their line ends and encoding.
type asWritten struct{ in io.Reader }

func newAsWritten(in io.Reader) asWritten {
	narrow, _ := source.Narrow(bufio.NewReader(in))
	return asWritten{narrow}
}

// Read leaves out carriage returns, which no line of results has.
func (w asWritten) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		n, err = w.in.Read(p)
		if bytes.IndexByte(p[:n], '\r') >= 0 {
			n = len(slices.DeleteFunc(p[:n], func(c byte) bool { return c == '\r' }))
		}
	}
	return n, err
}

// Reader reads a results file and checks that it is as it was written. Its memory does not grow with the file.
type Reader struct {
	Name   string // of the file
	file   io.Closer
	in     *bufio.Reader
	Header Header
	End    *Footer // after the last record, nil before it has been read
	Shard  Shard   // of the header
	valid  int64   // bytes up to and including the last record that was returned
	lines  lines   // likewise
	line   int     // number of the line that was read last, from 1
}

// ErrTorn says that a results file ends without an end, or in the middle of a line.
var ErrTorn = errors.New("the results are not complete")

// errDamaged says that a results file is not as it was written.
type errDamaged struct{ error }

func (e errDamaged) Unwrap() error { return e.error }

// Open opens a results file and reads its header.
func Open(name string) (*Reader, error) {
	openFile := files.Open
	if strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/") { // a pipe of the shell
		openFile = os.Open
	}
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	r, err := newReader(name, newAsWritten(f))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	r.file = f
	return r, nil
}

// Close closes a file that Open has opened.
func (r *Reader) Close() { _ = r.file.Close() } // it was only read

// newReader reads the header of the file with that name from in.
func newReader(name string, in io.Reader) (*Reader, error) {
	r := &Reader{Name: name, in: bufio.NewReader(in), lines: newLines(), line: 1}
	line, err := readLine(r.in, maxRecord)
	if n := min(len(line), len(beginning)); err == io.EOF && string(line[:n]) == beginning[:n] {
		return nil, ErrTorn
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	if bytes.HasPrefix(line, []byte(storeBeginning)) {
		return nil, errors.New("this is a store: \"vertigo analyse\" with --store and --out x.results makes a results file of it, " +
			"without a search")
	}
	if err := json.Unmarshal(line, &r.Header); err != nil || r.Header.Format == 0 {
		return nil, errors.New("this is not a results file, which vertigo analyse writes with --as results")
	}
	if r.Header.Format != FormatVersion {
		return nil,
			fmt.Errorf("results of format %d, but this version of Vertigo reads format %d; analyse again, or turn them into another "+
				"form with vertigo merge of the version that wrote them", r.Header.Format, FormatVersion)
	}
	if err := r.lines.add(line); err != nil {
		return nil, err
	}
	if r.Shard, err = parseShard(r.Header.Shard); err != nil {
		return nil, fmt.Errorf("its shard: %w", err)
	}
	r.valid = int64(len(line))
	return r, nil
}

// record returns the next record, io.EOF after the last one of a complete file, and ErrTorn where a file that is not
// complete ends. Other errors say that the file is not as it was written, or cannot be read.
func (r *Reader) record() (*Record, error) {
	if r.End != nil {
		return nil, io.EOF
	}
	r.line++
	line, err := readLine(r.in, maxRecord)
	if err == io.EOF {
		return nil, ErrTorn
	}
	if err != nil {
		return nil, err
	}
	read := r.lines
	if err := read.add(line); err != nil {
		return nil, errDamaged{err}
	}
	var either struct {
		Record
		Number *int    `json:"job"` // hides the record's own: a line without it is not a record
		End    *Footer `json:"end"`
	}
	if err := json.Unmarshal(line, &either); err != nil {
		return nil, errDamaged{err}
	}
	if either.End != nil {
		return nil, r.ends(either.End)
	}
	if want := r.Shard.number(r.lines.records + r.Header.Skip); either.Number == nil || either.Kind == "" || *either.Number != want {
		return nil, errDamaged{fmt.Errorf("this is not the record of job %d", want)}
	}
	either.Record.Number = *either.Number
	read.count(&either.Record)
	r.lines = read
	r.valid += int64(len(line))
	return &either.Record, nil
}

// ends checks the last line. The error is io.EOF if all is well.
func (r *Reader) ends(e *Footer) error {
	if size := max(r.Shard.Size(e.Jobs)-r.Header.Skip, 0); e.Records != r.lines.records || e.Answers != r.lines.answers ||
		size != r.lines.records {
		return errDamaged{fmt.Errorf("%d jobs with %d answers, but the end counts %d with %d, and %d jobs belong to shard %s",
			r.lines.records, r.lines.answers, e.Records, e.Answers, size, r.Shard)}
	}
	if _, err := r.in.Peek(1); err != io.EOF {
		if err == nil {
			err = errDamaged{errors.New("there is text after the end")}
		}
		return err
	}
	r.End = e
	return io.EOF
}

// Next returns the judgement of the next job, io.EOF after the last one. Other errors name the file and the line.
func (r *Reader) Next() (*game.Judgement, error) {
	record, err := r.record()
	if err == io.EOF {
		return nil, err
	}
	var j *game.Judgement
	if err == nil {
		j, err = r.Header.judgement(record)
	}
	if err != nil {
		return nil, r.locate(err)
	}
	return j, nil
}

// CheckEnd makes sure that the file ends after the job that Next has returned, as those of other shards do.
func (r *Reader) CheckEnd() error {
	switch _, err := r.record(); err {
	case io.EOF:
		return nil
	case nil, ErrTorn:
		return r.locate(errors.Join(err, errors.New("another shard has ended")))
	default:
		return r.locate(err)
	}
}

// locate returns an error that begins with the name of the file and the number of the line that was read last.
func (r *Reader) locate(err error) error { return fmt.Errorf("%s:%d: %w", r.Name, r.line, err) }

// judgement returns the judgement of the job of a record. The moves of a game that was passed over are not played.
func (h *Header) judgement(r *Record) (*game.Judgement, error) {
	if r.Input < 0 || r.Input >= len(h.Inputs) {
		return nil, fmt.Errorf("job %d is of input %d, but there are %d inputs", r.Number, r.Input, len(h.Inputs))
	}
	return r.judge(game.NewJob(r.Origin, source.Name(h.Inputs[r.Input].Name), 0).ReadAs(game.Reading{
		SearchMoves: strings.Fields(h.Limits.SearchMoves), Wants: func(*game.Game) bool { return !r.Passed },
	}))
}

// Finished returns the end of a complete results file of the analysis with the header h, nil if there is no file of that
// name. Any other file is an error.
func Finished(name string, h *Header) (*Footer, error) {
	r, err := Open(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%w; remove it to analyse again", err)
	}
	defer r.Close()
	if err := r.Header.checkSame(h); err != nil {
		return nil, fmt.Errorf("%s: %w; remove it to analyse again", name, err)
	}
	for err == nil {
		_, err = r.record()
	}
	if err != io.EOF {
		return nil, fmt.Errorf("%w; remove it to analyse again", r.locate(err))
	}
	return r.End, nil
}
