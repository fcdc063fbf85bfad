package notation

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"vertigo/board"
)

// maxWord bounds the words of a game in bytes, so that a file that is no PGN at all does not fill the memory.
const maxWord = 1 << 16

// maxMoves bounds the half-moves of a game. No real one comes near; the seventy-five-move rule allows some 12,000.
const maxMoves = 20000

// Reader reads one game after the other in Portable Game Notation. Comments, variations and annotations are
// passed over.
type Reader struct {
	in        *bufio.Reader
	lineStart bool // the next byte begins a line
}

// NewReader returns a reader of the games in in.
func NewReader(in *bufio.Reader) *Reader { return &Reader{in: in, lineStart: true} }

// Game is what one game of a file says.
type Game struct {
	Tags   map[string]string
	Names  []string // of the tags, in their order
	Moves  []string // as they are written
	Result string   // as it is written behind the moves, "" if it is missing
}

// Outcome returns the result of the game, "*" if it is not known.
func (g *Game) Outcome() string {
	for _, result := range []string{g.Result, g.Tags["Result"]} {
		switch result {
		case "1-0", "0-1", "1/2-1/2":
			return result
		}
	}
	return "*"
}

// Next returns the next game, io.EOF if there is none.
func (r *Reader) Next() (*Game, error) {
	g := &Game{Tags: map[string]string{}}
	for {
		atStart := r.lineStart
		c, err := r.read()
		if err == io.EOF && len(g.Tags)+len(g.Moves) > 0 {
			return g, nil
		}
		if err != nil {
			return nil, err
		}
		done := false
		switch {
		case c == '[' && atStart && len(g.Moves) > 0: // the result is missing, the next game begins
			r.lineStart = true
			return g, r.in.UnreadByte()
		case c == '[':
			err = r.readTag(g)
		case c == '%' && atStart, c == ';':
			_, err = r.until('\n')
		case c == '{':
			_, err = r.until('}')
		case c == '(':
			err = r.skipVariation()
		case c <= ' ' || c == ')' || c == '}' || c == ']':
		default:
			done, err = r.readWord(c, g)
		}
		if err != nil && err != io.EOF || done {
			return g, err
		}
	}
}

func (r *Reader) read() (byte, error) {
	c, err := r.in.ReadByte()
	r.lineStart = c == '\n' || r.lineStart && (c == ' ' || c == '\t' || c == '\r')
	return c, err
}

// until reads up to and including end and returns the beginning of what was before it. A file may end there.
func (r *Reader) until(end byte) (string, error) {
	var text []byte
	for {
		c, err := r.read()
		if err != nil || c == end {
			return string(text), err
		}
		if len(text) < maxWord {
			text = append(text, c)
		}
	}
}

// readTag reads a tag behind its bracket. What is no tag is passed over.
func (r *Reader) readTag(g *Game) error {
	text, err := r.until('\n')
	name, value, ok := strings.Cut(strings.TrimSpace(text), " ")
	value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "]"))
	if ok && len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
		if _, again := g.Tags[name]; !again {
			g.Names = append(g.Names, name)
		}
		g.Tags[name] = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value[1 : len(value)-1])
	}
	return err
}

// skipVariation passes over a variation, others inside it included, behind its first bracket.
func (r *Reader) skipVariation() error {
	for open := 1; open > 0; {
		c, err := r.read()
		switch c {
		case '(':
			open++
		case ')':
			open--
		case '{':
			_, err = r.until('}')
		case ';':
			_, err = r.until('\n')
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readWord reads a word of the movetext that begins with c. Done tells that it is the result, which ends the game.
func (r *Reader) readWord(c byte, g *Game) (done bool, err error) {
	word := []byte{c}
	for len(word) < maxWord {
		next, err := r.in.Peek(1)
		if err != nil || next[0] <= ' ' || strings.IndexByte("{}();[]$", next[0]) >= 0 {
			break
		}
		_, _ = r.read() // it was there a moment ago
		word = append(word, next[0])
	}
	switch text := string(word); text {
	case "1-0", "0-1", "1/2-1/2", "1/2", "*":
		g.Result = text
		return true, nil
	default:
		if text = withoutNumber(text); text != "" && text[0] != '$' {
			g.Moves = append(g.Moves, text)
		}
	}
	if len(g.Moves) > maxMoves {
		return true, errors.New("the game has no end")
	}
	return false, nil
}

// withoutNumber removes the number of the move from the beginning of a word, and annotations that stand alone.
func withoutNumber(word string) string {
	rest := strings.TrimLeft(word, "0123456789")
	if rest == "" || rest[0] == '.' {
		word = strings.TrimLeft(rest, ".")
	}
	if strings.Trim(word, "!?+-=#/\\") == "" && word != "--" {
		return ""
	}
	return word
}

// Line returns the position that the game starts from and its moves.
func (g *Game) Line() (start board.Position, moves []board.Move, err error) {
	if start, err = g.start(); err != nil {
		return start, nil, err
	}
	n, err := NewSAN(&start)
	if err != nil {
		return start, nil, err
	}
	for _, text := range g.Moves {
		m, err := n.Parse(text)
		if err != nil {
			return start, nil, fmt.Errorf("move %s: %w", MoveNumber(&n.Position), err)
		}
		if err := n.Play(m); err != nil {
			return start, nil, err
		}
		moves = append(moves, m)
	}
	return start, moves, nil
}

// start returns the position that the game starts from.
func (g *Game) start() (board.Position, error) {
	switch v := strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(g.Tags["Variant"])); v {
	case "", "standard", "normal", "chess", "fromposition", "chess960", "fischerandom", "fischerrandom":
	default:
		return board.Position{}, fmt.Errorf("the variant %q is not known", g.Tags["Variant"])
	}
	if fen := g.Tags["FEN"]; fen != "" {
		return board.ParseFEN(fen)
	}
	return board.StartPosition(), nil
}

// AppendTag appends a tag, with its line.
func AppendTag(b []byte, name, value string) []byte {
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	return fmt.Appendf(b, "[%s \"%s\"]\n", name, value)
}

// AppendWrapped appends words in lines of at most 80 characters.
func AppendWrapped(b []byte, words []string) []byte {
	column := 0
	for _, word := range strings.Fields(strings.Join(words, " ")) {
		switch {
		case column == 0:
		case column+1+len(word) > 80:
			b, column = append(b, '\n'), 0
		default:
			b, column = append(b, ' '), column+1
		}
		b, column = append(b, word...), column+len(word)
	}
	return append(b, '\n')
}
