package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"vertigo/internal/pgn"
)

// Part is a part of the inputs: the lines and games that begin in it, and the positions. Places are in bytes, and count through
// all inputs as if they were one file, whose size is Size.
type Part struct {
	From int64 // the first place that belongs to the part
	To   int64 // the first one behind it
}

// Span tells what a part has come to. Parts that follow each other have everything once if each begins where the one before
// it ends.
type Span struct {
	From   int64 `json:"from"`   // where the first line or game begins in the part, or the first one behind it if there is none
	To     int64 `json:"to"`     // where the first one behind the part begins
	Input  int   `json:"input"`  // the last input that was read from
	Passed int   `json:"passed"` // its lines or games in the part, empty lines and comments included
	Lines  int   `json:"lines"`  // its lines in the part
}

// errPartEnds tells that reading ended at the end of a part.
var errPartEnds = errors.New("the part ends")

// ReadPart is Read for a part of the inputs, all of which are files or positions. It reads little before the part and nothing
// behind it. In an input that it enters in the middle, nobody knows how many lines or games there are before: the jobs of that
// count from where it was entered, and Origin.Byte is not 0. The first error ends it.
func ReadPart(args []string, format string, part Part, emit func(*Job) bool) (Span, error) {
	s := &reader{format: format, emit: emit, part: &part, span: Span{From: -1}}
	err := s.readParts(args)
	switch err {
	case nil: // to the end of all inputs
		s.span.To = s.before
	case errEnough, errPartEnds:
		err = nil
	}
	if s.span.From < 0 {
		s.span.From = s.span.To
	}
	return s.span, err
}

// begins notes that line or game number begins at a place of the input, in a line of it; both count from where reading began. If the
// place is after the part it returns an error.
func (s *reader) begins(place int64, number, line int) error {
	if s.part == nil {
		return nil
	}
	place += s.before
	if s.span.From < 0 {
		s.span.From = place
	}
	s.span.Input, s.span.Passed, s.span.Lines = s.input, number-1, line-1
	if place >= s.part.To {
		s.span.To = place
		return errPartEnds
	}
	return nil
}

// readParts reads what the arguments have of the part.
func (s *reader) readParts(args []string) error {
	for i, arg := range args {
		s.input, s.name, s.entered = i, Name(arg), false
		size, err := sizeOf(arg)
		if err != nil {
			return err
		}
		if s.before >= s.part.From || s.before+size > s.part.From {
			if err := s.readPart(arg, size); err != nil {
				return err
			}
		}
		s.before += size
	}
	return nil
}

// readPart reads what a file or a position of so many bytes has of the part, some of which is in it or behind it.
func (s *reader) readPart(arg string, size int64) error {
	if s.before >= s.part.To {
		return s.begins(0, 1, 1)
	}
	at := max(0, s.part.From-s.before)
	if at == 0 && s.span.From < 0 {
		s.span.From = s.before
	}
	if IsPosition(arg) {
		if at > 0 {
			return nil
		}
		if err := s.begins(0, 1, 1); err != nil {
			return err
		}
		return s.send(Origin{Kind: "epd", Text: RawText(arg)}, 0, s.before+size)
	}
	f, err := os.Open(arg)
	if err != nil {
		return err
	}
	defer f.Close()
	s.bytes = byteCounter{in: f}
	in, err := s.open()
	if err != nil {
		return err
	}
	defer in.Close()
	if s.packed {
		return fmt.Errorf("%s: it is compressed, and can be read only from its beginning", s.name)
	}
	format := s.formatOf(in.Reader)
	if at == 0 {
		return s.readJobs(in.Reader, format)
	}
	s.entered = true
	find := lineAt
	if format == "pgn" {
		find = pgn.GameAt
	}
	if at, err = find(f, size, at); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	s.bytes = byteCounter{in: io.NewSectionReader(f, at, size-at), n: at}
	return s.readJobs(bufio.NewReaderSize(&s.bytes, 1<<16), format)
}

// lineAt returns where the first line begins that does so at or behind a place in the middle of a file of so many bytes, and
// size if there is none.
func lineAt(file io.ReaderAt, size, place int64) (int64, error) {
	place-- // a line begins after the end of another
	lines := lineReader{in: bufio.NewReaderSize(io.NewSectionReader(file, place, size-place), 1<<16)}
	_, err := lines.next()
	if err == io.EOF || err == errLongLine {
		err = nil
	}
	lines.begin()
	return place + lines.offset, err
}

// Joint tells what the jobs of parts that follow each other are called in the whole.
type Joint struct {
	jobs   int   // of the parts so far
	to     int64 // where they end
	input  int   // the last input that they read from
	passed int   // its lines or games so far
	lines  int   // its lines so far
}

// Number gives a job of the next part the numbers that it would have if everything were read at once.
func (j *Joint) Number(o *Origin) error {
	o.Number += j.jobs
	if o.Byte == 0 {
		return nil
	}
	if o.Input != j.input {
		return fmt.Errorf("job %d is of input %d, but the part before ends in input %d", o.Number, o.Input, j.input)
	}
	if o.Line > 0 {
		o.Line += j.lines
	}
	o.At, o.Byte = o.At+j.passed, 0
	return nil
}

// Add goes on behind a part of so many jobs. It returns an error if that does not begin where the one before it ends.
func (j *Joint) Add(jobs int, s Span) error {
	if s.From != j.to {
		return fmt.Errorf("it begins at byte %d of the inputs, but the part before ends at byte %d: near there, a game is too long to be read, "+
			"so that it is not certain where others begin", s.From, j.to)
	}
	if s.Input != j.input {
		j.input, j.passed, j.lines = s.Input, 0, 0
	}
	j.jobs, j.to, j.passed, j.lines = j.jobs+jobs, s.To, j.passed+s.Passed, j.lines+s.Lines
	return nil
}
