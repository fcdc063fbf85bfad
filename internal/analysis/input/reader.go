package input

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"vertigo/internal/analysis/notation"
)

// maxLine bounds the lines of the input in bytes.
const maxLine = 1 << 20

// blanks are what may stand before a line or game, among them the byte order mark with which a file may begin: where files were
// written one behind the other it stands before any line.
const blanks = " \t\r\n" + notation.Mark

// detectSize is how much of a file is looked at to find out what it is.
const detectSize = 4096

// reader reads the jobs of the inputs one after the other.
type reader struct {
	name   string
	format string
	emit   func(*Job) bool // false means that no more jobs are wanted

	input  int   // which of the inputs it is
	number int   // of the next job
	before int64 // bytes of the inputs before this one
	bytes  byteCounter

	part    *Part // what is read, nil for everything
	span    Span  // of the part
	entered bool  // this input was entered in the middle
}

// byteCounter counts what is read through it.
type byteCounter struct {
	in io.Reader
	n  int64
}

func (c *byteCounter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// errEnough tells that reading ended because no more jobs are wanted.
var errEnough = errors.New("no more jobs are wanted")

// IsPosition reports whether an argument is a position and not the name of a file.
func IsPosition(arg string) bool {
	return arg == "startpos" || strings.Count(arg, "/") == 7 && len(strings.Fields(arg)) >= 4
}

// Name returns what messages call an argument.
func Name(arg string) string {
	switch {
	case IsPosition(arg):
		return "argument"
	case arg == "-":
		return "standard input"
	}
	return arg
}

// Read reads every input: args are names of files, "-" for stdin, and positions. Format is auto, epd, pgn or json. Emit
// takes the jobs, which are not parsed yet, in their order; when it returns false no more are read. An input that cannot
// be read does not keep Read from the others.
func Read(args []string, stdin io.Reader, format string, emit func(*Job) bool) error {
	s := &reader{format: format, emit: emit}
	err := s.readArguments(args, stdin)
	if err == errEnough {
		return nil
	}
	return err
}

func (s *reader) readArguments(args []string, stdin io.Reader) error {
	var errs error
	for i, arg := range args {
		s.input, s.name = i, Name(arg)
		err := s.readArgument(arg, stdin)
		if err == errEnough {
			return err
		}
		errs = errors.Join(errs, err)
	}
	return errs
}

// readArgument reads a file, standard input if arg is "-", or the position that arg is.
func (s *reader) readArgument(arg string, stdin io.Reader) error {
	switch {
	case IsPosition(arg):
		s.before += int64(len(arg))
		return s.send(Origin{Kind: "epd", Text: RawText(arg)}, 0, s.before)
	case arg == "-":
		return s.read(stdin)
	}
	f, err := os.Open(arg)
	if err != nil {
		return err
	}
	defer f.Close()
	return s.read(f)
}

func (s *reader) read(r io.Reader) error {
	s.bytes = byteCounter{in: r}
	defer func() { s.before += s.bytes.n }()
	in := bufio.NewReaderSize(&s.bytes, 1<<16)
	return s.readJobs(in, s.formatOf(in))
}

// formatOf returns the format of an input that begins as in does.
func (s *reader) formatOf(in *bufio.Reader) string {
	if s.format == "auto" {
		return detect(in)
	}
	return s.format
}

// readJobs makes the jobs of an input.
func (s *reader) readJobs(in *bufio.Reader, format string) error {
	read := s.readLines
	if format == "pgn" {
		read = s.readGames
	}
	err := read(in, format)
	if err != nil && err != errEnough && err != errPartEnds {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return err
}

// place returns how much of the input has been read, in bytes.
func (s *reader) place(in *bufio.Reader) int64 { return s.bytes.n - int64(in.Buffered()) }

// detect tells the format of a text by its first line. It waits for no more than that: who sends positions through a
// pipe may want the answer to the first before sending the second.
func detect(in *bufio.Reader) string {
	for size := 1; ; size = max(size+1, in.Buffered()) {
		head, err := in.Peek(min(size, detectSize))
		text := bytes.TrimLeft(head, blanks)
		if end := bytes.IndexByte(text, '\n'); end >= 0 || err != nil || size >= detectSize {
			switch {
			case len(text) == 0:
				return "epd"
			case text[0] == '{':
				if json.Valid(bytes.TrimSpace(bytes.Split(text, []byte("\n"))[0])) {
					return "json"
				}
				return "pgn"
			case text[0] == '[', text[0] == '%', text[0] == ';', bytes.HasPrefix(text, []byte("1.")):
				return "pgn"
			}
			return "epd"
		}
	}
}

// send makes a job that begins at a place in the input, in bytes, and hands it on. End is the place in the inputs behind it.
func (s *reader) send(o Origin, begin, end int64) error {
	o.Number, o.Input = s.number, s.input
	if s.entered {
		o.Byte = begin
	}
	s.number++
	if !s.emit(NewJob(o, s.name, end)) {
		return errEnough
	}
	return nil
}

// readLines makes one job of each line. Empty lines and lines that begin with # are passed over.
func (s *reader) readLines(in *bufio.Reader, kind string) error {
	if kind == "auto" {
		kind = "epd"
	}
	for number := 1; ; number++ {
		begin := s.place(in)
		if err := s.begins(begin, number); err != nil {
			return err
		}
		line, err := readLine(in)
		text := strings.TrimSpace(strings.TrimLeft(string(line), blanks))
		o := Origin{At: number, Kind: kind, Text: RawText(text)}
		switch {
		case err == errLongLine:
			o.Text, o.Error = "", RawText(err.Error())
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("line %d: %w", number, err)
		case text == "" || text[0] == '#':
			continue
		}
		if err := s.send(o, begin, s.before+s.place(in)); err != nil {
			return err
		}
	}
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// readLine reads one line with its end, which the last one may lack. One that is too long is read and not returned.
// At the end of the input the error is io.EOF, together with a last line that lacks its end none.
func readLine(in *bufio.Reader) (line []byte, err error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			line, long = line[:0], true
		}
		switch {
		case err == bufio.ErrBufferFull:
		case long && (err == nil || err == io.EOF):
			return nil, errLongLine
		case err == io.EOF && len(line) > 0:
			return line, nil
		default:
			return line, err
		}
	}
}

// readGames makes one job of each game: all its positions.
func (s *reader) readGames(in *bufio.Reader, kind string) error {
	games := notation.NewReader(in)
	if s.entered {
		games = notation.Resume(in)
	}
	for number := 1; ; number++ {
		games.SkipBlanks()
		begin := s.place(in)
		if err := s.begins(begin, number); err != nil {
			return err
		}
		g, err := games.Next()
		if err == io.EOF {
			return nil
		}
		if g == nil {
			return err
		}
		o := Origin{At: number, Kind: kind}
		if err != nil {
			o.Error = RawText(err.Error())
		} else {
			o.Text = RawText(g.String())
		}
		if err := s.send(o, begin, s.before+s.place(in)); err != nil {
			return err
		}
	}
}
