package analyse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"vertigo/board"
	"vertigo/movegen"
)

// job is what one line or one game of the input asks for.
type job struct {
	origin
	source    string // the file, or what else the input is called
	where     string // the place in it, for messages
	positions []*position
	game      *gameText    // the game that the positions belong to, nil if there is none
	moves     []board.Move // of the game; each leads from one position to the next
	err       error        // why it cannot be read; there are no positions then
	end       int64        // bytes of all inputs up to the end of this job

	outcomes []outcome      // one for each position, each written by the worker that searched it
	pending  sync.WaitGroup // positions still to be searched
	restored bool           // an earlier run has searched them
}

// origin is everything that the input says about a job. Two jobs of the same origin are the same job.
type origin struct {
	Number int      `json:"job"`             // from 0, over all inputs
	Input  int      `json:"input"`           // which of the inputs, from 0
	At     int      `json:"at,omitempty"`    // the line or the game of the input, from 1; 0 if it is a position
	Kind   string   `json:"kind"`            // epd, json or pgn
	Text   rawText  `json:"text,omitempty"`  // the line
	Game   *rawGame `json:"game,omitempty"`  // the game
	Error  rawText  `json:"error,omitempty"` // why the input could not be cut into lines or games here
}

// maxLine bounds the lines of the input in bytes.
const maxLine = 1 << 20

// detectSize is how much of a file is looked at to find out what it is.
const detectSize = 4096

// source reads the jobs of the inputs one after the other.
type source struct {
	name   string
	format string
	emit   func(*job) bool // false means that no more jobs are wanted

	input  int   // which of the inputs it is
	number int   // of the next job
	before int64 // bytes of the inputs before this one
	bytes  byteCounter
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

// isPositionArgument reports whether an argument is a position and not the name of a file.
func isPositionArgument(arg string) bool {
	return arg == "startpos" || strings.Count(arg, "/") == 7 && len(strings.Fields(arg)) >= 4
}

// inputName returns what messages call an argument.
func inputName(arg string) string {
	switch {
	case isPositionArgument(arg):
		return "argument"
	case arg == "-":
		return "standard input"
	}
	return arg
}

// readArguments reads every input. One that cannot be read does not keep it from the others.
func (s *source) readArguments(args []string, stdin io.Reader) error {
	var errs error
	for i, arg := range args {
		s.input, s.name = i, inputName(arg)
		err := s.readArgument(arg, stdin)
		if err == errEnough {
			return err
		}
		errs = errors.Join(errs, err)
	}
	return errs
}

// readArgument reads a file, standard input if arg is "-", or the position that arg is.
func (s *source) readArgument(arg string, stdin io.Reader) error {
	switch {
	case isPositionArgument(arg):
		s.before += int64(len(arg))
		return s.send(origin{Kind: "epd", Text: rawText(arg)}, s.before)
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

func (s *source) read(r io.Reader) error {
	s.bytes = byteCounter{in: r}
	defer func() { s.before += s.bytes.n }()
	in := bufio.NewReaderSize(&s.bytes, 1<<16)
	if mark, _ := in.Peek(1); string(mark) == "\xef" {
		if mark, _ = in.Peek(3); string(mark) == "\xef\xbb\xbf" {
			_, _ = in.Discard(3) // they were there a moment ago
		}
	}
	format := s.format
	if format == "auto" {
		format = detect(in)
	}
	var err error
	if format == "pgn" {
		err = s.readGames(in)
	} else {
		err = s.readLines(in, format)
	}
	if err != nil && err != errEnough {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return err
}

// detect tells the format of a text by its first line. It waits for no more than that: who sends positions through a
// pipe may want the answer to the first before sending the second.
func detect(in *bufio.Reader) string {
	for size := 1; ; size = max(size+1, in.Buffered()) {
		head, err := in.Peek(min(size, detectSize))
		text := bytes.TrimLeft(head, " \t\r\n")
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

// send makes a job and hands it on. End is the place in the inputs behind it in bytes.
func (s *source) send(o origin, end int64) error {
	o.Number, o.Input = s.number, s.input
	s.number++
	if !s.emit(newJob(o, s.name, end)) {
		return errEnough
	}
	return nil
}

// newJob makes the job of that origin. It is not parsed yet.
func newJob(o origin, source string, end int64) *job {
	j := &job{origin: o, source: source, where: source, end: end}
	switch {
	case o.Kind == "pgn":
		j.where = fmt.Sprintf("%s: game %d", source, o.At)
	case o.At > 0:
		j.where = fmt.Sprintf("%s:%d", source, o.At)
	}
	return j
}

// parse finds out which positions the job asks for.
func (j *job) parse() {
	switch {
	case j.Error != "":
		j.err = errors.New(string(j.Error))
	case j.Kind == "pgn":
		j.game = j.Game.text()
		j.positions, j.moves, j.err = j.game.positions()
		for i, p := range j.positions {
			p.id = fmt.Sprintf("game %d, after %d half-moves", j.At, i)
		}
	case j.Kind == "json":
		j.positions, j.err = onePosition(parseJSON(string(j.Text)))
	default:
		j.positions, j.err = onePosition(parseLine(string(j.Text)))
	}
	j.outcomes = make([]outcome, len(j.positions))
}

func onePosition(p *position, err error) ([]*position, error) {
	if err != nil {
		return nil, err
	}
	return []*position{p}, nil
}

// readLines makes one job of each line. Empty lines and lines that begin with # are passed over.
func (s *source) readLines(in *bufio.Reader, kind string) error {
	if kind == "auto" {
		kind = "epd"
	}
	for number := 1; ; number++ {
		line, err := readLine(in)
		text := strings.TrimSpace(string(line))
		o := origin{At: number, Kind: kind, Text: rawText(text)}
		switch {
		case err == errLongLine:
			o.Text, o.Error = "", rawText(err.Error())
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("line %d: %w", number, err)
		case text == "" || text[0] == '#':
			continue
		}
		if err := s.send(o, s.before+s.bytes.n-int64(in.Buffered())); err != nil {
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

// parseLine reads startpos, a FEN or an EPD line.
func parseLine(text string) (*position, error) {
	if rest, ok := strings.CutPrefix(text, "startpos"); ok && (rest == "" || strings.ContainsAny(rest[:1], " ;\t")) {
		text = board.StartFEN + rest
	}
	return parseEPD(text)
}

// parseJSON reads an object with the members fen, moves (in long algebraic notation, to be played from there), id, and
// searchmoves (in either notation). Others are ignored; without fen it is the starting position.
func parseJSON(text string) (*position, error) {
	var in struct {
		FEN   string   `json:"fen"`
		Moves []string `json:"moves"`
		ID    string   `json:"id"`

		SearchMoves []string `json:"searchmoves"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, err
	}
	if in.FEN == "" || in.FEN == "startpos" {
		in.FEN = board.StartFEN
	}
	root, err := board.ParseFEN(in.FEN)
	if err != nil {
		return nil, err
	}
	p := &position{game: board.NewGame(root), id: in.ID}
	for _, word := range in.Moves {
		m, err := movegen.ParseMove(&p.game.Position, word)
		if err != nil {
			return nil, err
		}
		p.game.Play(m)
	}
	if len(in.SearchMoves) == 0 {
		return p, nil
	}
	n, err := newNotation(&p.game.Position)
	if err == nil {
		p.searchMoves, err = parseMoves(n, operation{"searchmoves", in.SearchMoves})
	}
	return p, err
}

// readGames makes one job of each game: all its positions.
func (s *source) readGames(in *bufio.Reader) error {
	games := &gameReader{in: in, lineStart: true}
	for number := 1; ; number++ {
		g, err := games.next()
		if err == io.EOF {
			return nil
		}
		if g == nil {
			return err
		}
		o := origin{At: number, Kind: "pgn", Game: g.raw()}
		if err != nil {
			o.Error = rawText(err.Error())
		}
		if err := s.send(o, s.before+s.bytes.n-int64(in.Buffered())); err != nil {
			return err
		}
	}
}
