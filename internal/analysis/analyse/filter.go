package analyse

import (
	"fmt"
	"slices"
	"strconv"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/analysis/game"
	"vertigo/internal/engine/book"
)

// filter chooses moves of games by its conditions, with what these need.
type filter struct {
	game.Filter
	book      *book.Book      // that of the condition Known
	evaluator *nnue.Evaluator // says which games are decided before they are analysed; nil unless that is asked for

	unrated int    // games that MinElo has left out since a rating is no number
	rating  string // one of these
}

// open gives the filter its evaluator, of that network, and the book of that name, if there are such.
func (f *filter) open(network *eval.Network, bookFile string) (err error) {
	if network != nil && f.Decided > 0 {
		f.evaluator = nnue.New(network, 0)
	}
	if bookFile == "" {
		return nil
	}
	if f.book, err = book.Open(bookFile); err != nil {
		return fmt.Errorf("--skip-book: %w", err)
	}
	f.Known = fmt.Sprintf("%s (%016x)", bookFile, f.book.Fingerprint())
	return nil
}

// isFor reports whether there are conditions for a job. Only games are filtered.
func (f *filter) isFor(g *game.Game) bool { return f.String() != "" && g.IsGame() }

// choose returns what is to be searched of a job.
func (f *filter) choose(g *game.Game) game.Selection {
	last := len(g.Positions) - 1
	if last < 0 || !f.isFor(g) {
		return game.SelectAll(last+1, game.Whole)
	}
	s := game.Select(f.moves(g, f.static(g)))
	if !s.IsEmpty() && s[last] == game.LeftOut && endsEarly(g) {
		s[last] = game.ForLoss
	}
	return s
}

// endsEarly reports whether a game ended by a decision or a clock, so that only its last position tells how the players stood.
func endsEarly(g *game.Game) bool {
	switch g.Termination {
	case game.ByResignation, game.OnTime, game.ByAgreement:
		return true
	}
	return false
}

// wants reports whether the tags of a game leave something of it, so that its moves must be played. A game of another variant is
// no game to choose from: playing it says so.
func (f *filter) wants(g *game.Game) bool {
	if !f.Chosen() && f.MinElo == 0 {
		return true
	}
	_, other := g.PGN.OtherVariant()
	return other || f.players(g) != [board.ColorCount]bool{}
}

// moves reports of each move of a game whether it is chosen. Score is that of each position for the side to move, as far as it is
// known.
func (f *filter) moves(g *game.Game, score scoreOf) []bool {
	wanted := make([]bool, len(g.Played()))
	players := f.players(g)
	if players == [board.ColorCount]bool{} {
		return wanted
	}
	for i := f.bookEnd(g); i < len(wanted); i++ {
		before := g.Positions[i].Root()
		wanted[i] = players[before.Turn()] && f.Moves.Has(before.FullMove())
	}
	if f.Decided > 0 && slices.Contains(wanted, true) {
		for i, isDecided := range f.decided(g, score) {
			wanted[i] = wanted[i] && !isDecided
		}
	}
	return wanted
}

// players reports whose moves are chosen.
func (f *filter) players(g *game.Game) (wanted [board.ColorCount]bool) {
	for c := range wanted {
		_, rating := g.Player(board.Color(c))
		if elo, err := strconv.Atoi(rating); f.MinElo > 0 && (err != nil || elo < f.MinElo) {
			if err != nil && rating != "" {
				f.unrated, f.rating = f.unrated+1, rating
			}
			return [board.ColorCount]bool{}
		}
	}
	return f.Of(g)
}

// bookEnd returns the first half-move of a game that is not left out as a part of its opening.
func (f *filter) bookEnd(g *game.Game) int {
	moves := g.Played()
	if f.book == nil {
		return min(2*f.Book, len(moves))
	}
	for i, p := range moves {
		if !slices.ContainsFunc(f.book.Moves(p.Root()), func(e book.Entry) bool { return e.Move == p.Move }) {
			return i
		}
	}
	return len(moves)
}
