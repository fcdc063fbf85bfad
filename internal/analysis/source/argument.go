package source

import (
	"fmt"
	"regexp"
	"strings"

	"vertigo/board"
)

// pieces matches the first field of a FEN. No file has such a name.
var pieces = regexp.MustCompile(`^[pnbrqkPNBRQK1-8]+(/[pnbrqkPNBRQK1-8]+){7}$`)

// fields match the other fields of a FEN in their order.
var fields = []*regexp.Regexp{
	regexp.MustCompile(`^[wb]$`), regexp.MustCompile(`^(-|[A-Ha-hKQkq]{1,4})$`), regexp.MustCompile(`^(-|[a-h][36])$`),
	regexp.MustCompile(`^[0-9]+$`), regexp.MustCompile(`^[0-9]+$`),
}

// Arguments joins the fields of every FEN that was written without quotation marks, and the moves after a position. A FEN without
// the side to move is an error, which shows a complete one.
func Arguments(words []string) (args []string, err error) {
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		fen := strings.Fields(word)
		if len(fen) == 0 || !pieces.MatchString(fen[0]) {
			if word == "startpos" {
				word, words = withMoves(word, words)
			}
			args = append(args, word)
			continue
		}
		if len(fen) == 1 {
			for len(words) > 0 && len(fen) <= len(fields) && fields[len(fen)-1].MatchString(words[0]) {
				fen, words = append(fen, words[0]), words[1:]
			}
		}
		if len(fen) > 3 && strings.ContainsAny(word, " \t") { // EPD has more after the FEN
			args = append(args, word)
			continue
		}
		if len(fen) < 2 {
			return nil, fmt.Errorf("%s: the side to move is missing; write \"%s w - - 0 1\", with w or b and, if castling is still "+
				"possible, KQkq or less in place of the first -", fen[0], fen[0])
		}
		word, words = withMoves(strings.Join(fen, " "), words)
		args = append(args, word)
	}
	return args, nil
}

// withMoves joins the word "moves" and the moves at the beginning of words to a position, and returns the words that are left. Few
// files are called like a move.
func withMoves(position string, words []string) (whole string, left []string) {
	if len(words) == 0 || words[0] != "moves" {
		return position, words
	}
	n := 1
	for n < len(words) && board.IsLongAlgebraic(words[n]) {
		n++
	}
	return position + " " + strings.Join(words[:n], " "), words[n:]
}
