package analyse

import (
	"errors"
	"slices"
	"strconv"

	"vertigo/internal/system/commandline"
)

// mostMoves bounds the numbers of moves on the command line.
const mostMoves = 10_000

func (o *options) filterFlags() []commandline.Flag {
	return []commandline.Flag{
		{Name: "player", Argument: "NAME", Brief: "Only the moves of this player.", Help: "Only the moves of the player whose name has all words of NAME, in any order.",
			Set: commandline.NotEmpty(&o.filter.Player, "name")},
		{Name: "color", Also: "colour", Argument: "C", Values: []string{"white", "black"}, Brief: "Only the moves of white or black.", Help: "Only the moves of white or black. With --player, only games in which the player\n" +
			"has that colour.",
			Set: commandline.Word(&o.filter.Color, "white", "black")},
		{Name: "moves", Argument: "A-B", Help: "Only the moves with these numbers. 10- and -40 leave the other end open.",
			Set: func(v string) (err error) { o.filter.Moves, err = parseRange(v); return err }},
		{Name: "skip-book", Argument: "N|FILE", Help: "Leave out the first N moves of both players, or the moves at the beginning of a\n" +
			"game that the Polyglot book FILE has.",
			Set: o.setSkipBook},
		{Name: "skip-decided", Argument: "CP", Help: "Leave out moves in decided games: before the move and after each of the next four\n" +
			"half-moves, the network alone sees the same side CP centipawns or more ahead.",
			Set: commandline.Int(&o.filter.Decided, 1, 20000)},
		{Name: "min-elo", Argument: "N", Help: "Only games whose tags WhiteElo and BlackElo are both N or more.",
			Set: commandline.Int(&o.filter.MinElo, 1, 9999)},
	}
}

// setSkipBook reads a number of moves or the name of a book.
func (o *options) setSkipBook(text string) error {
	if text == "" {
		return errors.New("give a number of moves or the name of a book")
	}
	if _, err := strconv.Atoi(text); err != nil {
		o.bookFile, o.filter.Book = text, 0
		return nil
	}
	o.bookFile = ""
	return commandline.Int(&o.filter.Book, 1, mostMoves)(text)
}

// isFilter reports whether a flag of that name is a filter.
func isFilter(name string) bool {
	return slices.ContainsFunc(new(options).filterFlags(), func(f commandline.Flag) bool { return f.Name == name })
}
