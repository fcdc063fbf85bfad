package source

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/pgn"
)

// Arguments joins the fields of every FEN that was written without quotation marks, and the moves after a position. A FEN without
// the side to move is an error, which shows a complete one.
func Arguments(words []string) (args []string, err error) {
	for len(words) > 0 {
		word := words[0]
		if fields := joined(words); fields > 1 {
			word, words = strings.Join(words[:fields], " "), words[fields:]
		} else if joined([]string{word, "w"}) > 1 {
			return nil, fmt.Errorf("%s: the side to move is missing; write \"%s w - - 0 1\", with w or b and, if castling is still "+
				"possible, KQkq or less in place of the first -", word, word)
		} else {
			words = words[1:]
		}
		if IsPosition(word) {
			word, words = withMoves(word, words)
		}
		if word == "-" && slices.Contains(args, word) {
			return nil, errors.New("- is named twice: standard input can be read only once")
		}
		args = append(args, word)
	}
	return args, nil
}

// joined returns how many of the first words are the fields of a FEN, 0 if the first one is not a field.
func joined(words []string) int {
	end := slices.IndexFunc(words, func(word string) bool { return strings.ContainsAny(word, " \t") })
	if end < 0 {
		end = len(words)
	}
	before, fen, _, found := pgn.CutFEN(strings.Join(words[:min(end, maxFields)], " "))
	if !found || before != "" {
		return 0
	}
	return strings.Count(fen, " ") + 1
}

// maxFields is the number of fields of a FEN.
const maxFields = 6

// withMoves joins the word "moves" and the moves at the beginning of words to a position, and returns the words that are left.
// Few files are called like a move.
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
