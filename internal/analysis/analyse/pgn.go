package analyse

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

// gameReader reads one game after the other in Portable Game Notation. Comments, variations and annotations are
// passed over.
type gameReader struct {
	in        *bufio.Reader
	lineStart bool // the next byte begins a line
}

// gameText is what one game of a file says.
type gameText struct {
	tags   map[string]string
	names  []string // of the tags, in their order
	moves  []string // as they are written
	result string   // as it is written behind the moves, "" if it is missing
}

// outcome returns the result of the game, "*" if it is not known.
func (g *gameText) outcome() string {
	for _, result := range []string{g.result, g.tags["Result"]} {
		switch result {
		case "1-0", "0-1", "1/2-1/2":
			return result
		}
	}
	return "*"
}

// next returns the next game, io.EOF if there is none.
func (r *gameReader) next() (*gameText, error) {
	g := &gameText{tags: map[string]string{}}
	for {
		atStart := r.lineStart
		c, err := r.read()
		if err == io.EOF && len(g.tags)+len(g.moves) > 0 {
			return g, nil
		}
		if err != nil {
			return nil, err
		}
		done := false
		switch {
		case c == '[' && atStart && len(g.moves) > 0: // the result is missing, the next game begins
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

func (r *gameReader) read() (byte, error) {
	c, err := r.in.ReadByte()
	r.lineStart = c == '\n' || r.lineStart && (c == ' ' || c == '\t' || c == '\r')
	return c, err
}

// until reads up to and including end and returns the beginning of what was before it. A file may end there.
func (r *gameReader) until(end byte) (string, error) {
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
func (r *gameReader) readTag(g *gameText) error {
	text, err := r.until('\n')
	name, value, ok := strings.Cut(strings.TrimSpace(text), " ")
	value = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "]"))
	if ok && len(value) >= 2 && value[0] == '"' && value[len(value)-1] == '"' {
		if _, again := g.tags[name]; !again {
			g.names = append(g.names, name)
		}
		g.tags[name] = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value[1 : len(value)-1])
	}
	return err
}

// skipVariation passes over a variation, others inside it included, behind its first bracket.
func (r *gameReader) skipVariation() error {
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
func (r *gameReader) readWord(c byte, g *gameText) (done bool, err error) {
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
		g.result = text
		return true, nil
	default:
		if text = withoutNumber(text); text != "" && text[0] != '$' {
			g.moves = append(g.moves, text)
		}
	}
	if len(g.moves) > maxMoves {
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

// positions returns every position of the game, the one before the first move first, and the moves.
func (g *gameText) positions() (list []*position, moves []board.Move, err error) {
	root, err := g.start()
	if err != nil {
		return nil, nil, err
	}
	n, err := newNotation(&root)
	if err != nil {
		return nil, nil, err
	}
	game := board.NewGame(root)
	list = append(list, &position{game: game.Clone()})
	for _, text := range g.moves {
		m, err := n.parse(text)
		if err != nil {
			return nil, nil, fmt.Errorf("move %s: %w", moveNumber(&n.position), err)
		}
		if err := n.play(m); err != nil {
			return nil, nil, err
		}
		game.Play(m)
		list, moves = append(list, &position{game: game.Clone()}), append(moves, m)
	}
	return list, moves, nil
}

// start returns the position that the game starts from.
func (g *gameText) start() (board.Position, error) {
	switch v := strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(g.tags["Variant"])); v {
	case "", "standard", "normal", "chess", "fromposition", "chess960", "fischerandom", "fischerrandom":
	default:
		return board.Position{}, fmt.Errorf("the variant %q is not known", g.tags["Variant"])
	}
	if fen := g.tags["FEN"]; fen != "" {
		return board.ParseFEN(fen)
	}
	return board.StartPosition(), nil
}

// moveNumber returns the number of the next move with its dots: "12." for White, "12..." for Black.
func moveNumber(p *board.Position) string {
	if p.Turn() == board.White {
		return fmt.Sprintf("%d.", p.FullMove())
	}
	return fmt.Sprintf("%d...", p.FullMove())
}
