// Package source reads what jobs are made of: lists of positions and collections of games. It makes a job of each line or game.
// Files may have any size; one line or one game is in memory at a time.
package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// maxLine bounds the lines of the input in bytes.
const maxLine = 1 << 20

// spaces may stand before a line or game. The byte order mark at the beginning of a file is one of them: in files that were
// concatenated, it stands before any line.
const spaces = " \t\r\n" + pgn.Mark

// endOfFile is the sign that ends the text files of CP/M and DOS, Ctrl-Z.
const endOfFile = "\x1a"

// detectSize is the size, in bytes, of the part of a file that its format is recognised by.
const detectSize = 1 << 15

// Reader reads the jobs of inputs one after the other.
type Reader struct {
	ctx    context.Context // ends waiting for a pipe
	inputs []string        // those that have not been opened
	stdin  io.Reader
	format string
	others []Format // besides those of positions and games
	errs   error    // of inputs that could not be read

	name   string                    // of the input that was opened last
	jobs   func() (*game.Job, error) // returns its next job, nil if none is open; the error at its end is io.EOF
	close  func()                    // closes it
	input  int                       // how many have been opened
	number int                       // of the next job
	queue  []*game.Job               // other games of the last object
	more   int                       // games of this input so far that were not the first of their object
	before int64                     // bytes of the inputs before this one
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

// IsPosition reports whether an argument is a position and not the name of a file: it begins with one, and there is no such file.
func IsPosition(arg string) bool {
	before, _, _, found := pgn.CutFEN(arg)
	if !(found && beforeFEN.MatchString(before)) && startpos(arg) == "" {
		return false
	}
	_, err := os.Stat(arg)
	return err != nil
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
	if target, err = files.Find(name); err != nil {
		return target, fmt.Errorf("--out: %w", err)
	}
	if err = target.CheckInputs(inputs...); err != nil {
		return target, cli.UsageError("--out: " + err.Error())
	}
	if extension := filepath.Ext(target.Name); extension == ".rtbw" || extension == ".rtbz" {
		return target, cli.UsageError("--out: " + name + " has the name of a tablebase")
	}
	return target, nil
}

// NewReader returns a reader of the inputs: names of files, "-" for stdin, and positions. The format is the name of one, or
// "auto". Other formats than those of positions and games, which are recognised too, follow. When the context has ended, the
// reader does not wait for stdin or a pipe any longer: Next returns the context's error.
func NewReader(ctx context.Context, inputs []string, stdin io.Reader, format string, others ...Format) *Reader {
	return &Reader{ctx: ctx, inputs: inputs, stdin: stdin, format: format, others: others, close: func() {}}
}

// Next returns the next job. After an input that cannot be read, Next
// continues with the others. At the end it returns the errors of all these inputs, io.EOF if there are none.
func (r *Reader) Next() (*game.Job, error) {
	for {
		if len(r.queue) > 0 {
			j := r.queue[0]
			r.queue = r.queue[1:]
			return j, nil
		}
		if r.jobs != nil {
			j, err := r.jobs()
			if err == nil {
				return j, nil
			}
			if err != io.EOF {
				r.errs = errors.Join(r.errs, err)
			}
			r.Close()
		}
		if len(r.inputs) == 0 {
			return nil, cmp.Or(r.errs, io.EOF)
		}
		arg := r.inputs[0]
		r.inputs, r.input, r.name = r.inputs[1:], r.input+1, Name(arg)
		if IsPosition(arg) {
			r.before += int64(len(arg))
			return r.job(game.Origin{Kind: "epd", Text: game.RawText(positionText(arg))}, nil, 0), nil
		}
		if err := r.openArgument(arg); err != nil {
			r.errs = errors.Join(r.errs, err)
		}
	}
}

// Close closes the input that is open, if there is one.
func (r *Reader) Close() {
	r.close()
	r.before, r.bytes = r.before+r.bytes.n, byteCounter{}
	r.jobs, r.close, r.more = nil, func() {}, 0
}

// openArgument opens a file, or standard input if arg is "-".
func (r *Reader) openArgument(arg string) error {
	if arg == "-" {
		return r.open(&until{ctx: r.ctx, in: r.stdin, arrived: make(chan int, 1)})
	}
	if info, err := os.Stat(arg); err == nil && info.Mode().Type() == fs.ModeNamedPipe {
		return r.open(&until{ctx: r.ctx, in: &pipe{name: arg}, arrived: make(chan int, 1)})
	}
	f, err := os.Open(arg)
	if err != nil {
		return err
	}
	r.close = func() { _ = f.Close() } // it is only read
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return r.open(&watched{f, info})
	}
	return r.open(f)
}

// open begins to read an input.
func (r *Reader) open(input io.Reader) error {
	r.bytes = byteCounter{in: input}
	in, err := open(&r.bytes)
	if err != nil {
		r.Close()
		return fmt.Errorf("%s: %w", r.name, err)
	}
	closeInput := r.close
	r.close = func() { in.Close(); closeInput() }
	r.packed = in.packed
	r.jobs = r.detect(in.Reader).Jobs(r, in.Reader)
	return nil
}

// job makes a job; place is the offset after it in the text of the input, and g is nil if it is not a game.
func (r *Reader) job(o game.Origin, g *pgn.Game, place int64) *game.Job {
	o.Number, o.Input = r.number, r.input-1
	r.number++
	j := game.NewJob(o, r.name, r.End(place))
	j.PGN = g
	return j
}

// End returns the offset in all inputs for an offset in the text of this one, or for the compressed bytes read so far.
func (r *Reader) End(place int64) int64 {
	if r.packed {
		return r.before + r.bytes.n
	}
	return r.before + place
}

// Name returns the name of the input that was opened last, in messages.
func (r *Reader) Name() string { return r.name }

// Format is a form of inputs.
type Format struct {
	Name string
	Help string // for the help of --format

	// Is reports whether an input may have this format, by its first line that is no remark.
	Is func(line []byte, in *bufio.Reader) bool

	// Jobs returns a function that returns the next job of an input, and io.EOF at its end.
	Jobs func(*Reader, *bufio.Reader) (next func() (*game.Job, error))
}

// formats returns the formats of positions and games. Of those that an input may have, the last one counts.
func formats() []Format {
	return []Format{
		{"epd", "epd (one FEN or EPD on each line)", func([]byte, *bufio.Reader) bool { return true }, (*Reader).positions},
		{"pgn", "pgn", isGames, (*Reader).games},
		{"json",
			"or json (one object on each line, with fen or moves or both, id, searchmoves; moves are arrays of strings; " +
				"or a game of Lichess's or Chess.com's API)",
			func(line []byte, _ *bufio.Reader) bool { return jsonBeginning.Match(line) }, (*Reader).objects},
	}
}

// Formats returns the names that --format takes, and what its help says of them.
func Formats() (names []string, help string) {
	names, help = []string{"auto"}, "auto"
	for _, f := range formats() {
		names, help = append(names, f.Name), help+", "+f.Help
	}
	return names, help
}

// The beginnings of the formats. A game may begin with a move number.
var (
	jsonBeginning = regexp.MustCompile(`^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}\s*$)|\[\s*[{\["])`)
	openJSON      = regexp.MustCompile(`^[{\[]\s*$`)
	pgnBeginning  = regexp.MustCompile(`^(?:[\[{]|\d+(?:\s*[.):]|\s+[a-hKQRBNO]))`)
)

// isRemark reports whether a line is a remark of a file of positions; those of games may begin with the same characters.
func isRemark(line []byte) bool { return len(line) > 0 && strings.IndexByte("#;%", line[0]) >= 0 }

// detect returns the format of a text, by its first line that is no remark. It reads no further, since a program that sends
// positions through a pipe may want the answer to the first before it sends the second.
func (r *Reader) detect(in *bufio.Reader) Format {
	list := append(formats(), r.others...)
	if i := slices.IndexFunc(list, func(f Format) bool { return f.Name == r.format }); i >= 0 {
		return list[i]
	}
	for size := 1; ; size = max(size+1, in.Buffered()) {
		head, err := in.Peek(min(size, detectSize))
		line, whole := firstLine(head)
		if !whole && err == nil && size < detectSize {
			continue
		}
		for _, f := range slices.Backward(list) {
			if f.Is(line, in) {
				return f
			}
		}
	}
}

// isGames reports whether a text has games, by its first line that is no remark.
func isGames(line []byte, in *bufio.Reader) bool {
	if _, _, _, found := pgn.CutFEN(string(line)); found && line[0] != '[' {
		return false
	}
	return pgnBeginning.Match(line) || !isPositionLine(line) && (pgn.BeginsWithMove(string(line)) || hasTag(in))
}

// firstLine returns the first line of a text that is no remark, and whether it is whole. A line with an opening bracket alone
// goes on with the next ones.
func firstLine(text []byte) (line []byte, whole bool) {
	for {
		line = bytes.TrimLeft(text, spaces)
		end := bytes.IndexAny(line, "\r\n")
		switch {
		case end < 0:
			return line, false
		case openJSON.Match(line[:end]):
			return line, bytes.ContainsAny(bytes.TrimLeft(line[end:], spaces), "\r\n")
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

// positions reads a position from each line.
func (r *Reader) positions(in *bufio.Reader) func() (*game.Job, error) {
	first := true // no line has been found yet
	return r.lines(in, func(o *game.Origin, content string) bool {
		text := positionText(content)
		isHeading := first && isHeading(content) && text == content
		o.Kind, o.Text, first = "epd", game.RawText(text), false
		return !isHeading
	})
}

// objects reads a position, or a game of Lichess's or Chess.com's API, from each line, or an archive of Chess.com.
func (r *Reader) objects(in *bufio.Reader) func() (*game.Job, error) {
	if head, _ := in.Peek(in.Buffered()); archive.Match(head) {
		return r.archived(in)
	} else if isSpread(head) {
		return func() (*game.Job, error) {
			return nil, fmt.Errorf("%s: an object or array goes on in the next line: want one object on each line, as \"jq -c\" "+
				"writes it (of an array, jq -c '.[]')", r.name)
		}
	}
	return r.lines(in, func(o *game.Origin, content string) bool {
		o.Kind, o.Text = "json", game.RawText(content)
		if text := gameText(content); text != "" {
			o.Kind, o.Line, o.Text = "pgn", o.At, game.RawText(text)
		} else if text := pgnMember(content); text != "" {
			o.Kind, o.Text = "pgn", game.RawText(text)
		}
		return true
	})
}

// isSpread reports whether the first line of a text in JSON cannot be an object, since the next one continues it.
func isSpread(text []byte) bool {
	line, _ := firstLine(text)
	if end := bytes.IndexAny(line, "\r\n"); end >= 0 {
		line = line[:end]
	}
	line = bytes.TrimRight(line, spaces)
	return len(line) > 0 && bytes.IndexByte([]byte("{[,"), line[len(line)-1]) >= 0
}

// archive matches the beginning of an archive of Chess.com: the games of a month in one object.
var archive = regexp.MustCompile(`^(?:\s|\x{feff})*\{\s*"games"\s*:\s*\[`)

// archived makes a job of each game of an archive.
func (r *Reader) archived(in *bufio.Reader) func() (*game.Job, error) {
	begin := int64(0)
	for c, err := in.ReadByte(); err == nil && c != '['; c, err = in.ReadByte() {
		begin++
	}
	_ = in.UnreadByte() // the bracket, which archive has matched
	bounded := &boundedReader{in, maxObject}
	objects, number := json.NewDecoder(bounded), 0
	_, failed := objects.Token()
	return func() (*game.Job, error) {
		bounded.left = maxObject
		if failed == nil && !objects.More() {
			switch _, failed = objects.Token(); failed {
			case nil:
				return nil, io.EOF // what follows the games says nothing of them
			case io.EOF:
				failed = io.ErrUnexpectedEOF
			}
		}
		o := game.Origin{At: number + 1, Kind: "pgn"}
		var g struct{ PGN string }
		if failed == nil {
			failed = objects.Decode(&g)
		}
		if failed != nil {
			return nil, fmt.Errorf("%s: game %d: %w", r.name, o.At, failed)
		}
		number++
		if o.Text = game.RawText(g.PGN); g.PGN == "" {
			o.Error = `there are no moves: the member "pgn" is missing`
		}
		return r.object(o, begin+objects.InputOffset()), nil
	}
}

// object makes a job of an object. If its text has several games, each is a job, with a number of its own; Next returns the others
// after the first.
func (r *Reader) object(o game.Origin, place int64) *game.Job {
	if o.Kind != "pgn" {
		return r.job(o, nil, place)
	}
	o.At += r.more
	list := origins(o)
	r.more += len(list) - 1
	first := r.job(list[0], nil, place)
	for _, next := range list[1:] {
		r.queue = append(r.queue, r.job(next, nil, place))
	}
	return first
}

// origins returns the origins of the games in the text of o, o itself if there are not several.
func origins(o game.Origin) (list []game.Origin) {
	for in := pgn.NewReader(strings.NewReader(string(o.Text))); ; {
		g, err := in.Next()
		if g == nil || err == nil && g.IsRemark() {
			break
		}
		next := o
		next.At += len(list)
		if next.Text = game.RawText(in.Text()); err != nil {
			next.Text, next.Error = "", game.RawText(err.Error())
		}
		list = append(list, next)
	}
	if len(list) < 2 {
		return []game.Origin{o}
	}
	return list
}

// maxObject bounds a game in an archive in bytes: the longest game, whose signs may be escaped.
const maxObject = 32 << 20

// boundedReader reads no more than left bytes, which its user sets again for each object.
type boundedReader struct {
	io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, fmt.Errorf("the object is longer than %d MiB", maxObject>>20)
	}
	n, err := b.Reader.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// lines makes a job of each line, whose content fill puts into the origin; it returns false for a line to skip. Empty lines and
// remarks are skipped, too.
func (r *Reader) lines(in *bufio.Reader, fill func(o *game.Origin, content string) bool) func() (*game.Job, error) {
	lines, number := lineReader{in: in}, 0
	return func() (*game.Job, error) {
		for {
			line, err := lines.next()
			content := strings.TrimSpace(strings.Trim(string(line), spaces+endOfFile))
			number++
			o := game.Origin{At: number}
			switch {
			case err == io.EOF:
				return nil, err
			case err != nil && err != errLongLine:
				return nil, fmt.Errorf("%s: line %d: %w", r.name, number, err)
			case err == nil && (content == "" || isRemark([]byte(content))), !fill(&o, content):
				continue
			case err != nil:
				o.Text, o.Error = "", game.RawText(err.Error())
			}
			return r.object(o, lines.offset), nil
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

// games makes a job of each game: all its positions.
func (r *Reader) games(in *bufio.Reader) func() (*game.Job, error) {
	games, number := pgn.NewReader(in), 0
	return func() (*game.Job, error) {
		g, err := games.Next()
		if err == io.EOF || err == nil && g.IsRemark() {
			return nil, io.EOF
		}
		if g == nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		number++
		o := game.Origin{At: number, Line: games.Line(), Kind: "pgn"}
		if err != nil {
			o.Error = game.RawText(err.Error())
		} else {
			o.Text = game.RawText(games.Text())
		}
		if err != nil || len(g.Faults) > 0 {
			g = nil // Its end may depend on what follows it: the text alone counts, as when it is continued or merged.
		}
		return r.job(o, g, games.Offset()), nil
	}
}
