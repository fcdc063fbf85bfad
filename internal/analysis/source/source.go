// Package source reads what jobs are made of: lists of positions, collections of games, and results files. It makes a job of each line,
// game or record. Files may have any size; one line or one game is in memory at a time.
//
// A results file holds all answers of an analysis, so any output can be made of it. The journal of an analysis is one, and so is the
// shard of one of several machines. It consists of lines, each a JSON object: a header, a record for each job in the order of the jobs,
// and an end with the number of records. Every line has a checksum. A file without an end belongs to an unfinished analysis; its last
// line may be torn.
package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/files"
)

// maxLine bounds the lines of the input in bytes.
const maxLine = 1 << 20

// blanks may stand before a line or game. The byte order mark at the beginning of a file is one of them: in files that were
// concatenated, it stands before any line.
const blanks = " \t\r\n" + pgn.Mark

// detectSize is the size, in bytes, of the part of a file that its format is recognised by.
const detectSize = 1 << 15

// reader reads the jobs of the inputs one after the other.
type reader struct {
	name   string
	format string
	emit   func(*game.Job) bool // false means that no more jobs are wanted

	input  int   // which of the inputs it is
	number int   // of the next job
	before int64 // bytes of the inputs before this one
	bytes  byteCounter
	packed bool // this input is compressed
}

// byteCounter counts the bytes that are read through it.
type byteCounter struct {
	in io.Reader
	n  int64
}

func (c *byteCounter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	return n, err
}

// errEnough says that reading ended because no more jobs are wanted.
var errEnough = errors.New("no more jobs are wanted")

// IsPosition reports whether an argument is a position and not the name of a file.
func IsPosition(arg string) bool {
	words := strings.Fields(strings.TrimPrefix(arg, "position "))
	return len(words) > 0 && words[0] == "startpos" || strings.Count(arg, "/") == 7 &&
		(len(words) >= 4 || len(words) >= 2 && (words[1] == "w" || words[1] == "b"))
}

// Name returns the name of an argument in messages.
func Name(arg string) string {
	switch {
	case IsPosition(arg):
		return "argument"
	case arg == "-":
		return "standard input"
	}
	return arg
}

// Output finds the file that --out names, "" for none, and refuses to replace one of the inputs.
func Output(name string, inputs ...string) (target files.Target, err error) {
	if name == "" {
		return target, nil
	}
	if target, err = files.Find(name); err == nil {
		err = target.CheckInputs(inputs...)
	}
	if err != nil {
		err = fmt.Errorf("--out: %w", err)
	}
	return target, err
}

// Read reads every input: args are names of files, "-" for stdin, and positions. Format is auto, epd, pgn or json. Emit takes
// the jobs, which are not parsed yet, in their order; when it returns false, no more are read. After an input that cannot be
// read, Read continues with the others.
func Read(args []string, stdin io.Reader, format string, emit func(*game.Job) bool) error {
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
		return s.send(game.Origin{Kind: "epd", Text: game.RawText(positionText(arg))}, nil, s.before)
	case arg == "-":
		return s.read(stdin)
	}
	f, err := os.Open(arg)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return s.read(&watched{f, info})
	}
	return s.read(f)
}

// read makes the jobs of an input.
func (s *reader) read(r io.Reader) (err error) {
	s.bytes = byteCounter{in: r}
	defer func() {
		s.before += s.bytes.n
		if err != nil && err != errEnough {
			err = fmt.Errorf("%s: %w", s.name, err)
		}
	}()
	in, err := open(&s.bytes)
	if err != nil {
		return err
	}
	defer in.Close()
	s.packed = in.packed
	format := s.format
	if format == "auto" {
		format = detect(in.Reader)
	}
	if format == "pgn" {
		return s.readGames(in.Reader)
	}
	return s.readLines(in.Reader, format)
}

// end returns the offset in all inputs for an offset in this one, or for the compressed bytes read so far.
func (s *reader) end(place int64) int64 {
	if s.packed {
		place = s.bytes.n
	}
	return s.before + place
}

// The beginnings of the formats. A game may begin with a move number.
var (
	jsonBeginning = regexp.MustCompile(`^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}\s*$)|\[\s*[{\["])`)
	openJSON      = regexp.MustCompile(`^[{\[]\s*$`)
	pgnBeginning  = regexp.MustCompile(`^(?:[\[{]|\d+(?:[.):]|\s+[a-hKQRBNO]))`)
)

// isRemark reports whether a line is a remark of a file of positions; those of games may begin with the same characters.
func isRemark(line []byte) bool { return len(line) > 0 && strings.IndexByte("#;%", line[0]) >= 0 }

// detect detects the format of a text by its first line that is no remark. It reads no further, since a program that sends
// positions through a pipe may want the answer to the first before it sends the second.
func detect(in *bufio.Reader) string {
	for size := 1; ; size = max(size+1, in.Buffered()) {
		head, err := in.Peek(min(size, detectSize))
		last := err != nil || size >= detectSize
		line, whole := firstLine(head)
		if !whole && !last {
			continue
		}
		switch {
		case jsonBeginning.Match(line):
			return "json"
		case len(line) > 0 && line[0] != '[' && fenIn.Match(line):
			return "epd"
		case pgnBeginning.Match(line), !isPositionLine(line) && (pgn.BeginsWithMove(string(line)) || hasTag(in)):
			return "pgn"
		}
		return "epd"
	}
}

// firstLine returns the first line of a text that is no remark, and whether it is whole. A line with an opening bracket alone goes
// on with the next ones.
func firstLine(text []byte) (line []byte, whole bool) {
	for {
		line = bytes.TrimLeft(text, blanks)
		end := bytes.IndexAny(line, "\r\n")
		switch {
		case openJSON.Match(line), end < 0:
			return line, false
		case openJSON.Match(line[:end]):
			return line, bytes.ContainsAny(bytes.TrimLeft(line[end:], blanks), "\r\n")
		case !isRemark(line):
			return line[:end], true
		}
		text = line[end:]
	}
}

// isPositionLine reports whether a line may be a position.
func isPositionLine(line []byte) bool {
	word, _, _ := bytes.Cut(line, []byte(" "))
	return bytes.IndexByte(word, '/') >= 0 || bytes.HasPrefix(word, []byte("startpos"))
}

// tagLine matches a line that begins with a tag of a game.
var tagLine = regexp.MustCompile(`(?:^|[\r\n])\[\w+ "`)

// hasTag reports whether a game begins in the buffered part of an input, after other text such as the head of a mail.
func hasTag(in *bufio.Reader) bool {
	head, _ := in.Peek(min(in.Buffered(), detectSize))
	return tagLine.Match(head)
}

// send makes a job and emits it. End is the offset in all inputs after it, in bytes; g is nil if it is not a game.
func (s *reader) send(o game.Origin, g *pgn.Game, end int64) error {
	o.Number, o.Input = s.number, s.input
	s.number++
	j := game.NewJob(o, s.name, end)
	j.PGN = g
	if !s.emit(j) {
		return errEnough
	}
	return nil
}

// readLines makes one job of each line. It skips empty lines and remarks, and a first line with the names of columns.
func (s *reader) readLines(in *bufio.Reader, kind string) error {
	lines := lineReader{in: in}
	start := s.bytes.n - int64(in.Buffered())
	first := true // no line has been found yet
	for number := 1; ; number++ {
		line, err := lines.next()
		content := strings.TrimSpace(strings.TrimLeft(string(line), blanks))
		o := game.Origin{At: number, Kind: kind, Text: game.RawText(content)}
		switch {
		case err == errLongLine:
			o.Text, o.Error = "", game.RawText(err.Error())
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("line %d: %w", number, err)
		case content == "" || isRemark([]byte(content)):
			continue
		case kind == "json":
			if text := gameText(content); text != "" {
				o.Kind, o.Line, o.Text = "pgn", number, game.RawText(text)
			}
		case first && isHeading(content) && positionText(content) == content:
			first = false
			continue
		default:
			o.Text = game.RawText(positionText(content))
		}
		first = false
		if err := s.send(o, nil, s.end(start+lines.offset)); err != nil {
			return err
		}
	}
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// lineReader reads lines that end with a line feed, a carriage return, or both.
type lineReader struct {
	in       *bufio.Reader
	offset   int64 // bytes that have been read
	carriage bool  // the last line ended with a carriage return, whose line feed may follow
}

// skipLineFeed skips the line feed of the last line if only its carriage return has been read.
func (l *lineReader) skipLineFeed() {
	if l.carriage {
		if next, _ := l.in.Peek(1); len(next) > 0 && next[0] == '\n' {
			_, _ = l.in.Discard(1)
			l.offset++
		}
	}
	l.carriage = false
}

// next reads one line without its line end. A line that is too long is skipped with an error. The error is io.EOF at the end of
// the input, unless a last line without a line end is returned.
func (l *lineReader) next() (line []byte, err error) {
	l.skipLineFeed()
	long := false
	for {
		if _, err := l.in.Peek(1); err != nil {
			switch {
			case long && err == io.EOF:
				return nil, errLongLine
			case err == io.EOF && len(line) > 0:
				return line, nil
			}
			return line, err
		}
		part, _ := l.in.Peek(l.in.Buffered())
		end := bytes.IndexAny(part, "\r\n")
		read := end + 1
		if end < 0 {
			end, read = len(part), len(part)
		}
		if line = append(line, part[:end]...); len(line) > maxLine {
			line, long = line[:0], true
		}
		l.carriage = read > end && part[end] == '\r'
		found := read > end
		_, _ = l.in.Discard(read)
		l.offset += int64(read)
		switch {
		case found && long:
			return nil, errLongLine
		case found:
			return line, nil
		}
	}
}

// readGames makes one job of each game: all its positions.
func (s *reader) readGames(in *bufio.Reader) error {
	start := s.bytes.n - int64(in.Buffered())
	games := pgn.NewReader(in)
	for number := 1; ; number++ {
		g, err := games.Next()
		if err == io.EOF {
			return nil
		}
		if g == nil {
			return err
		}
		o := game.Origin{At: number, Line: games.Line(), Kind: "pgn"}
		if err != nil {
			o.Error = game.RawText(err.Error())
		} else {
			o.Text = game.RawText(games.Text())
		}
		if err != nil || len(g.Faults) > 0 {
			g = nil // where such a game ends may depend on what follows it; its text alone counts, as when it is continued or merged
		}
		if err := s.send(o, g, s.end(start+games.Offset())); err != nil {
			return err
		}
	}
}
