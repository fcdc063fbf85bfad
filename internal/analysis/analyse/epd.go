package analyse

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// operation is one operation of an EPD line: an opcode and its operands, quotes removed.
type operation struct {
	code     string
	operands []string
}

// position is a position to be searched and what its source says about it.
type position struct {
	game        *board.Game
	id          string       // the name that the source gives it, "" if none
	best        []board.Move // the moves that solve it, bm
	avoid       []board.Move // the moves that do not, am
	searchMoves []board.Move // the root moves to search, empty for all
	operations  []operation  // everything that an EPD line says
}

// parseEPD reads a position in Extended Position Description, which a plain FEN is too: four fields, possibly two
// counters, then operations. Operations that do not matter here are kept and otherwise ignored, among them remarks
// that are no operations at all.
func parseEPD(line string) (*position, error) {
	fen, rest, err := splitFEN(line)
	if err != nil {
		return nil, err
	}
	ops, err := parseOperations(rest)
	if err != nil {
		return nil, err
	}
	root, err := board.ParseFEN(withCounters(fen, ops))
	if err != nil {
		return nil, err
	}
	p := &position{game: board.NewGame(root), operations: ops}
	n, err := newNotation(&root)
	if err != nil {
		return nil, err
	}
	for _, op := range ops {
		var list *[]board.Move
		switch op.code {
		case "id":
			p.id = strings.Join(op.operands, " ")
		case "bm":
			list = &p.best
		case "am":
			list = &p.avoid
		case "searchmoves":
			list = &p.searchMoves
		}
		if list == nil {
			continue
		}
		if *list, err = parseMoves(n, op); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func parseMoves(n *notation, op operation) (moves []board.Move, err error) {
	for _, word := range op.operands {
		m, err := n.parse(strings.TrimRight(word, ","))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op.code, err)
		}
		moves = append(moves, m)
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("%s: the moves are missing", op.code)
	}
	return moves, nil
}

// splitFEN cuts a line behind the fields of the position.
func splitFEN(line string) (fen []string, rest string, err error) {
	rest = strings.TrimSpace(line)
	for len(fen) < 6 && rest != "" {
		word, after, _ := strings.Cut(strings.ReplaceAll(rest, "\t", " "), " ")
		if len(fen) >= 4 {
			if _, err := strconv.Atoi(strings.TrimRight(word, ";")); err != nil {
				break
			}
			word = strings.TrimRight(word, ";")
		}
		fen, rest = append(fen, strings.TrimRight(word, ";")), strings.TrimLeft(after, " ")
	}
	if len(fen) < 4 {
		return nil, "", fmt.Errorf("%d fields, want at least the 4 of a position", len(fen))
	}
	return fen, rest, nil
}

// withCounters returns the whole FEN. The counters may stand behind the other fields or in the operations hmvc and
// fmvn; where they are missing the game has just begun.
func withCounters(fen []string, ops []operation) string {
	halfMoves, fullMoves := "0", "1"
	for _, op := range ops {
		if len(op.operands) == 1 {
			switch op.code {
			case "hmvc":
				halfMoves = op.operands[0]
			case "fmvn":
				fullMoves = op.operands[0]
			}
		}
	}
	if len(fen) > 4 {
		halfMoves = fen[4]
	}
	if len(fen) > 5 {
		fullMoves = fen[5]
	}
	return strings.Join(append(fen[:4:4], halfMoves, fullMoves), " ")
}

// parseOperations reads operations, each of which ends with a semicolon; the last one may lack it. A semicolon in
// quotes belongs to its operand.
func parseOperations(text string) (ops []operation, err error) {
	var words []string
	var word strings.Builder
	inWord, quoted := false, false
	endWord := func() {
		if inWord {
			words, inWord = append(words, word.String()), false
			word.Reset()
		}
	}
	endOperation := func() {
		endWord()
		if len(words) > 0 {
			ops, words = append(ops, operation{words[0], words[1:]}), nil
		}
	}
	for i := range len(text) { // byte by byte: other character sets than UTF-8 stay as they are
		switch c := text[i]; {
		case c == '"':
			quoted, inWord = !quoted, true
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

// isAnswer reports whether an analysis writes the opcode; an earlier value of it does not survive.
func isAnswer(code string) bool {
	switch code {
	case "acd", "acn", "acs", "ce", "dm", "pv":
		return true
	}
	return false
}

// appendOperation appends one operation with a blank before it.
func appendOperation(b []byte, op operation) []byte {
	b = append(b, ' ')
	b = append(b, op.code...)
	for _, operand := range op.operands {
		b = append(b, ' ')
		if isQuoted(op.code) || operand == "" || strings.ContainsAny(operand, " \t;") {
			b = append(b, '"')
			b = append(b, operand...)
			b = append(b, '"')
		} else {
			b = append(b, operand...)
		}
	}
	return append(b, ';')
}

// isQuoted reports whether the operands of an opcode are strings, which stand in quotation marks: the name and the
// comments.
func isQuoted(code string) bool {
	return code == "id" || len(code) == 2 && code[0] == 'c' && code[1] >= '0' && code[1] <= '9'
}

// hasLegalMove reports whether the side to move can move.
func hasLegalMove(p *board.Position) bool {
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	return list.N > 0
}
