package analyse

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/analysis/game"
	"vertigo/internal/engine/book"
)

// filter chooses moves of games. A move must pass every condition that is set; the zero value chooses all.
type filter struct {
	Players   []string        // the mover's name has every word of one of these, in any order and case; none for any player
	Color     string          // of the mover: "white" or "black", "" for both
	Moves     moveRange       // numbers of moves, as the game counts them
	Book      int             // moves of either player that are left out at the beginning of the game
	Known     *book.Book      // leave out the moves at the beginning that this book has, nil for none
	Decided   int             // centipawns from which on a game is decided, whose moves are left out; 0 for none
	MinElo    int             // both players have at least this rating; 0 for any game
	Evaluator *nnue.Evaluator // says which games are decided before they are analysed; nil unless the filter needs it

	bookName string // of Known, with its fingerprint
	unrated  int    // games that MinElo has left out since a rating is no number
	rating   string // one of these
}

// moveRange is a range of numbers of moves, both ends included. 0 stands for no bound.
type moveRange struct{ First, Last int }

var rangeOfMoves = regexp.MustCompile(`^(|[1-9]\d{0,5})-(|[1-9]\d{0,5})$`)

// parseRange reads "10-40", "10-" or "-40".
func parseRange(text string) (r moveRange, err error) {
	ends := rangeOfMoves.FindStringSubmatch(text)
	if ends == nil || ends[1] == "" && ends[2] == "" {
		return r, fmt.Errorf("%q is not a range of moves such as 10-40, 10- or -40", text)
	}
	r.First, _ = strconv.Atoi(ends[1]) // 0 for no digits
	r.Last, _ = strconv.Atoi(ends[2])
	if r.Last > 0 && r.First > r.Last {
		return moveRange{}, fmt.Errorf("%q ends before it begins", text)
	}
	return r, nil
}

// String returns the range as parseRange reads it, "-" if it has no bounds.
func (r moveRange) String() string {
	text := fmt.Sprintf("%d-%d", r.First, r.Last)
	if r.First == 0 {
		text = text[1:]
	}
	if r.Last == 0 {
		text = strings.TrimSuffix(text, "0")
	}
	return text
}

func (r moveRange) has(number int) bool {
	return number >= r.First && (r.Last == 0 || number <= r.Last)
}

// open gives the filter its evaluator, of that network, and the book of that name, if there are such.
func (f *filter) open(network *eval.Network, bookFile string) (err error) {
	if network != nil && f.Decided > 0 {
		f.Evaluator = nnue.New(network, 0)
	}
	if bookFile == "" {
		return nil
	}
	if f.Known, err = book.Open(bookFile); err != nil {
		return fmt.Errorf("--skip-book: %w", err)
	}
	f.bookName = fmt.Sprintf("%s (%016x)", bookFile, f.Known.Fingerprint())
	return nil
}

// String returns the conditions as flags of the command, "" if there are none. Different filters have different texts.
func (f *filter) String() string {
	var parts []string
	add := func(set bool, format string, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	for _, name := range f.Players {
		add(true, "--player %q", strings.Join(game.NameWords(name), " "))
	}
	add(f.Color != "", "--color %s", f.Color)
	add(f.Moves != moveRange{}, "--moves %s", f.Moves)
	add(f.Book > 0, "--skip-book %d", f.Book)
	add(f.Known != nil, "--skip-book %s", f.bookName)
	add(f.Decided > 0, "--skip-decided %d", f.Decided)
	add(f.MinElo > 0, "--min-elo %d", f.MinElo)
	return strings.Join(parts, " ")
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
	if len(f.Players) == 0 && f.Color == "" && f.MinElo == 0 {
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
		wanted[i] = players[before.Turn()] && f.Moves.has(before.FullMove())
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
	return game.Players{Names: f.Players, Color: f.Color}.Of(g)
}

// bookEnd returns the first half-move of a game that is not left out as a part of its opening.
func (f *filter) bookEnd(g *game.Game) int {
	moves := g.Played()
	if f.Known == nil {
		return min(2*f.Book, len(moves))
	}
	for i, p := range moves {
		if !slices.ContainsFunc(f.Known.Moves(p.Root()), func(e book.Entry) bool { return e.Move == p.Move }) {
			return i
		}
	}
	return len(moves)
}
