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
	source    string // the file, or what else the input is called
	where     string // the place in it, for messages
	positions []*position
	game      *gameText    // the game that the positions belong to, nil if there is none
	moves     []board.Move // of the game; each leads from one position to the next
	err       error        // why it cannot be read; there are no positions then

	outcomes []outcome      // one for each position, each written by the worker that searched it
	pending  sync.WaitGroup // positions still to be searched
}

// maxLine bounds the lines of the input in bytes.
const maxLine = 1 << 20

// detectSize is how much of a file is looked at to find out what it is.
const detectSize = 4096

// source reads the jobs of one input.
type source struct {
	name   string
	format string
	emit   func(*job) bool // false means that no more jobs are wanted
}

// errEnough tells that reading ended because no more jobs are wanted.
var errEnough = errors.New("no more jobs are wanted")

// isPositionArgument reports whether an argument is a position and not the name of a file.
func isPositionArgument(arg string) bool {
	return arg == "startpos" || strings.Count(arg, "/") == 7 && len(strings.Fields(arg)) >= 4
}

// readArgument reads a file, standard input if arg is "-", or the position that arg is.
func (s *source) readArgument(arg string, stdin io.Reader) error {
	switch {
	case isPositionArgument(arg):
		s.name = "argument"
		return s.send(s.name, func() ([]*position, error) { return onePosition(parseLine(arg)) })
	case arg == "-":
		s.name = "standard input"
		return s.read(stdin)
	}
	f, err := os.Open(arg)
	if err != nil {
		return err
	}
	defer f.Close()
	s.name = arg
	return s.read(f)
}

func (s *source) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	if mark, _ := in.Peek(3); string(mark) == "\xef\xbb\xbf" {
		_, _ = in.Discard(3) // they were there a moment ago
	}
	format := s.format
	if format == "auto" {
		format = detect(in)
	}
	var err error
	switch format {
	case "pgn":
		err = s.readGames(in)
	case "json":
		err = s.readLines(in, parseJSON)
	default:
		err = s.readLines(in, parseLine)
	}
	if err != nil && err != errEnough {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return err
}

// detect tells the format of a text by its beginning. A pipe that has not yet delivered a whole line would only be
// known too late, so the first line decides.
func detect(in *bufio.Reader) string {
	for size := 64; ; size *= 2 {
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

// send makes a job of what parse returns and hands it on.
func (s *source) send(where string, parse func() ([]*position, error)) error {
	j := &job{source: s.name, where: where}
	j.positions, j.err = parse()
	if !s.emit(j) {
		return errEnough
	}
	return nil
}

func onePosition(p *position, err error) ([]*position, error) {
	if err != nil {
		return nil, err
	}
	return []*position{p}, nil
}

// readLines reads one position from each line. Empty lines and lines that begin with # are passed over.
func (s *source) readLines(in *bufio.Reader, parse func(string) (*position, error)) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 1<<12), maxLine)
	number := 0
	for lines.Scan() {
		number++
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		where := fmt.Sprintf("%s:%d", s.name, number)
		if err := s.send(where, func() ([]*position, error) { return onePosition(parse(text)) }); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// parseLine reads startpos, a FEN or an EPD line.
func parseLine(text string) (*position, error) {
	if rest, ok := strings.CutPrefix(text, "startpos"); ok && (rest == "" || strings.ContainsAny(rest[:1], " ;\t")) {
		text = board.StartFEN + rest
	}
	return parseEPD(text)
}

// parseJSON reads an object with the members fen, moves (in long algebraic notation, to be played from there) and id.
// Others are ignored; without fen it is the starting position.
func parseJSON(text string) (*position, error) {
	var in struct {
		FEN   string   `json:"fen"`
		Moves []string `json:"moves"`
		ID    string   `json:"id"`
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
	return p, nil
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
		where := fmt.Sprintf("%s: game %d", s.name, number)
		j := &job{source: s.name, where: where, game: g, err: err}
		if err == nil {
			j.positions, j.moves, j.err = g.positions()
		}
		for i, p := range j.positions {
			p.id = fmt.Sprintf("game %d, after %d half-moves", number, i)
		}
		if !s.emit(j) {
			return errEnough
		}
	}
}
