package game

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// Operation is one operation of an EPD line: an opcode and its operands, quotes removed.
type Operation struct {
	Code     string
	Operands []string
	quoted   []bool // the operands that stood in quotation marks; may be shorter than Operands
}

// Append appends a space and the operation as an EPD line has it. In quotation marks, a backslash precedes quotation marks and
// backslashes; a line end, which a name from JSON may have, becomes a space.
func (op Operation) Append(b []byte) []byte {
	b = append(append(b, ' '), op.Code...)
	for i, operand := range op.Operands {
		operand = lineEnds.Replace(operand)
		b = append(b, ' ')
		if isQuoted(op.Code) || i < len(op.quoted) && op.quoted[i] || operand == "" || strings.ContainsAny(operand, " \t;\"") {
			b = append(append(append(b, '"'), escapes.Replace(operand)...), '"')
		} else {
			b = append(b, operand...)
		}
	}
	return append(b, ';')
}

var (
	lineEnds = strings.NewReplacer("\n", " ", "\r", " ")
	escapes  = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
)

// isQuoted reports whether the standard has strings as the operands of an opcode, which stand in quotation marks: names,
// comments, codes of openings, variations, and who sent and received a message.
func isQuoted(code string) bool {
	switch code {
	case "id", "eco", "nic", "tcri", "tcsi":
		return true
	}
	return len(code) == 2 && (code[0] == 'c' || code[0] == 'v') && code[1] >= '0' && code[1] <= '9'
}

// Position is a position as its source has it, with the move that its game has there.
type Position struct {
	Game        *board.Game
	pgn.Ply                  // the zero value where the game ends, and in a single position
	ID          string       // the name that the source gives it, or its game; "" if none
	before      *Position    // in its game, nil if there is none
	Best        []board.Move // the moves that solve it, bm
	Avoid       []board.Move // the moves that do not, am
	SearchMoves []board.Move // the root moves to search, empty for all
	Operations  []Operation  // everything that an EPD line says
	Dropped     []string     // the parts of the FEN that had to be left out
	Ignored     []string     // the members of its object that are not read, sorted
}

// Root returns the position without those before it.
func (p *Position) Root() *board.Position { return &p.Game.Position }

// Name returns the name that the source gives the position, or its game and the move before it; "" if it has none.
func (p *Position) Name() string {
	if p.before == nil {
		return p.ID
	}
	return p.ID + ", after " + pgn.MoveNumber(p.before.Root()) + " " + p.before.SAN
}

// parseLine reads startpos, a FEN or an EPD line.
func parseLine(text string) (*Position, error) {
	if rest, ok := strings.CutPrefix(text, "startpos"); ok && (rest == "" || strings.ContainsAny(rest[:1], " ;\t")) {
		text = board.StartFEN + rest
	}
	return parseEPD(text)
}

// parseEPD parses a position in Extended Position Description: four fields, possibly two counters, then operations. A FEN is
// one, too. The operation moves, which UCI writes after a position, is played, and the other operations are about the position
// after it. Unknown operations, and remarks that are no operations, are kept and otherwise ignored. With an error, the position has
// only the name, if that can be read.
func parseEPD(line string) (*Position, error) {
	if err := checkVariant(line); err != nil {
		return nil, err
	}
	fen, rest, err := splitFEN(line)
	if err != nil {
		return nil, err
	}
	ops, err := parseOperations(rest)
	if err != nil {
		return nil, err
	}
	p := &Position{}
	for _, op := range ops {
		if op.Code == "id" {
			p.ID = strings.Join(op.Operands, " ")
		}
	}
	root, dropped, err := board.ReadFEN(withCounters(fen, ops))
	if err != nil { // It quotes the FEN with its counters.
		return p, fmt.Errorf("FEN %.100q: %w", line, cmp.Or(errors.Unwrap(err), err))
	}
	p.Game, p.Dropped = board.NewGame(root), dropped
	if p.Operations, err = p.playMoves(ops); err != nil {
		return p, err
	}
	n := pgn.NewSAN(p.Root())
	for _, op := range p.Operations {
		if board.IsLongAlgebraic(op.Code) {
			return p, fmt.Errorf("%s: moves after a position follow the word \"moves\"", op.Code)
		}
		var list *[]board.Move
		switch op.Code {
		case "bm":
			list = &p.Best
		case "am":
			list = &p.Avoid
		case "searchmoves":
			list = &p.SearchMoves
		}
		if list == nil {
			continue
		}
		moves, err := parseMoves(n, op)
		if err != nil {
			return p, err
		}
		*list = append(*list, moves...)
	}
	return p, nil
}

// playMoves plays the operations moves, and returns the others, without the counters of the position before the moves.
func (p *Position) playMoves(ops []Operation) (others []Operation, err error) {
	isMoves := func(op Operation) bool { return op.Code == "moves" }
	if !slices.ContainsFunc(ops, isMoves) {
		return ops, nil
	}
	for _, op := range ops {
		switch op.Code {
		case "hmvc", "fmvn":
		case "moves":
			if err := p.play(op.Operands); err != nil {
				return nil, fmt.Errorf("moves: %w", err)
			}
		default:
			others = append(others, op)
		}
	}
	return others, nil
}

// play plays moves in long algebraic or standard notation.
func (p *Position) play(words []string) error {
	for _, word := range words {
		m, err := movegen.ParseMove(p.Root(), word)
		if err != nil {
			if m, err = pgn.NewSAN(p.Root()).Parse(word); err != nil {
				return err
			}
		}
		p.Game.Play(m)
	}
	return nil
}

// parseMoves returns the legal moves that the operands of op name in the position of n.
func parseMoves(n *pgn.SAN, op Operation) (moves []board.Move, err error) {
	for _, word := range op.Operands {
		m, err := n.Parse(strings.TrimRight(word, ","))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op.Code, err)
		}
		moves = append(moves, m)
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("%s: the moves are missing", op.Code)
	}
	return moves, nil
}

// checkVariant returns an error for a FEN that is not one of chess, which the text after its fields shows.
func checkVariant(line string) error {
	if _, _, after, found := pgn.CutFEN(line); found && pgn.FENVariant(after) != "" {
		return pgn.VariantError{Variant: pgn.FENVariant(after)}
	}
	return nil
}

// splitFEN splits a line after the fields of the position. What stands where castling rights and en-passant square belong is one
// of the fields, even if it cannot be read.
func splitFEN(line string) (fen []string, rest string, err error) {
	rest = strings.TrimSpace(line)
	if before, whole, after, found := pgn.CutFEN(rest); found && before == "" {
		fen, rest = strings.Fields(whole), strings.TrimLeft(after, ";")
	}
	for rest = strings.TrimSpace(rest); len(fen) < 6 && rest != ""; {
		word, after, _ := strings.Cut(strings.ReplaceAll(rest, "\t", " "), " ")
		if word == "moves" {
			break
		}
		if len(fen) >= 4 {
			if _, err := strconv.Atoi(strings.TrimRight(word, ";")); err != nil {
				break
			}
		}
		fen, rest = append(fen, strings.TrimRight(word, ";")), strings.TrimLeft(after, " ")
	}
	switch {
	case strings.HasPrefix(line, "["):
		return nil, "", errors.New("it begins with a bracket, as games do: --format pgn reads games")
	case len(fen) < 2:
		return nil, "", fmt.Errorf("the pieces or the side to move are missing")
	}
	return fen, rest, nil
}

// withCounters returns the FEN. The counters may stand after the other fields or in the operations hmvc and fmvn; where they are
// missing, the game has just begun.
func withCounters(fen []string, ops []Operation) string {
	counters := [2]string{"0", "1"}
	for _, op := range ops {
		if len(op.Operands) == 1 {
			switch op.Code {
			case "hmvc":
				counters[0] = op.Operands[0]
			case "fmvn":
				counters[1] = op.Operands[0]
			}
		}
	}
	if len(fen) >= 4 {
		fen = append(fen, counters[len(fen)-4:]...)
	}
	return strings.Join(fen, " ")
}

// parseOperations reads operations, each of which ends with a semicolon; the last one may lack it. A semicolon in quotes belongs
// to its operand. The standard has no escapes, but python-chess writes some; a text that makes no sense with them is read
// without.
func parseOperations(text string) (ops []Operation, err error) {
	if strings.Contains(text, `\"`) || strings.Contains(text, `\\`) {
		if ops, err = splitOperations(text, true); err == nil {
			return ops, nil
		}
	}
	return splitOperations(text, false)
}

// escaped are the signs that python-chess writes after a backslash in quotes, with their meanings.
var escaped = map[byte]byte{'"': '"', '\\': '\\', 'n': '\n', 'r': '\r', 't': '\t'}

// splitOperations splits a text into operations, in whose quotes there may be escapes.
func splitOperations(text string, escapes bool) (ops []Operation, err error) {
	var words []string
	var strs []bool // the words that have quotation marks
	var word strings.Builder
	inWord, quoted, isString := false, false, false
	endWord := func() {
		if inWord {
			words, strs = append(words, word.String()), append(strs, isString)
			inWord, isString = false, false
			word.Reset()
		}
	}
	endOperation := func() {
		endWord()
		if len(words) > 0 {
			ops = append(ops, Operation{words[0], words[1:], strs[1:]})
			words, strs = nil, nil
		}
	}
	for i := 0; i < len(text); i++ { // byte by byte: other character sets than UTF-8 stay as they are
		switch c := text[i]; {
		case escapes && quoted && c == '\\' && i+1 < len(text) && escaped[text[i+1]] != 0:
			i++
			word.WriteByte(escaped[text[i]])
		case c == '"':
			quoted, inWord, isString = !quoted, true, true
		case quoted:
			word.WriteByte(c)
		case c == ';':
			endOperation()
		case c == ' ' || c == '\t':
			endWord()
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quoted {
		return nil, errors.New("a quotation mark is not closed")
	}
	endOperation()
	return ops, nil
}
