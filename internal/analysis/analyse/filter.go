package analyse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/engine/book"
)

// filter chooses moves of games. A move must pass every condition that is set; the zero value chooses all.
type filter struct {
	Player  string      // the mover's name has every word of this, in any order and case; "" for any player
	Color   string      // of the mover: "white" or "black", "" for both
	Moves   moveRange   // numbers of moves, as the game counts them
	Book    int         // moves of either player that are left out at the beginning of the game
	Known   *book.Book  // leave out the moves at the beginning that this book has, nil for none
	Decided int         // centipawns from which on a game is decided, whose moves are left out; 0 for none
	MinElo  int         // both players have at least this rating; 0 for any game
	Judge   *evaluation // says which games are decided; needed if Decided is set

	bookName string // of Known, with its fingerprint
}

// moveRange is a range of numbers of moves, both ends included. 0 stands for no bound.
type moveRange struct{ First, Last int }

// parseRange reads "10-40", "10-" or "-40".
func parseRange(text string) (r moveRange, err error) {
	first, last, isRange := strings.Cut(text, "-")
	if !isRange || first == "" && last == "" {
		return r, fmt.Errorf("%q is not a range of moves such as 10-40, 10- or -40", text)
	}
	for _, end := range []struct {
		text   string
		target *int
	}{{first, &r.First}, {last, &r.Last}} {
		if end.text == "" {
			continue
		}
		if *end.target, err = strconv.Atoi(end.text); err != nil || *end.target < 1 {
			return moveRange{}, fmt.Errorf("%q is not the number of a move", end.text)
		}
	}
	if r.Last > 0 && r.First > r.Last {
		return moveRange{}, fmt.Errorf("%q ends before it begins", text)
	}
	return r, nil
}

// String returns the range as parseRange reads it, "" if it has no bounds.
func (r moveRange) String() string {
	if r == (moveRange{}) {
		return ""
	}
	end := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	return end(r.First) + "-" + end(r.Last)
}

func (r moveRange) has(number int) bool {
	return number >= r.First && (r.Last == 0 || number <= r.Last)
}

// OpenBook reads the book Known.
func (f *filter) OpenBook(name string) (err error) {
	if f.Known, err = book.Open(name); err == nil {
		f.bookName = fmt.Sprintf("%s (%016x)", name, f.Known.Fingerprint())
	}
	return err
}

// UseNetwork sets the network that decides which games are decided.
func (f *filter) UseNetwork(net *eval.Network) { f.Judge = newEvaluation(net) }

// String returns the conditions as flags of the command, "" if there are none. Different filters have different texts.
func (f *filter) String() string {
	var parts []string
	add := func(set bool, format string, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add(f.Player != "", "--player %q", strings.Join(words(f.Player), " "))
	add(f.Color != "", "--color %s", f.Color)
	add(f.Moves != moveRange{}, "--moves %s", f.Moves)
	add(f.Book > 0, "--skip-book %d", f.Book)
	add(f.Known != nil, "--skip-book %s", f.bookName)
	add(f.Decided > 0, "--skip-decided %d", f.Decided)
	add(f.MinElo > 0, "--min-elo %d", f.MinElo)
	return strings.Join(parts, " ")
}

// Scopes returns the scope of each position of a job. Only games are filtered.
func (f *filter) Scopes(j *answer.Job) []answer.Scope {
	scopes := make([]answer.Scope, len(j.Positions))
	if f.String() == "" || j.PGN == nil {
		return scopes
	}
	wanted := f.moves(j)
	for i := range scopes {
		switch {
		case i < len(wanted) && wanted[i]:
			scopes[i] = answer.Whole
		case i > 0 && wanted[i-1]:
			scopes[i] = answer.Behind
		default:
			scopes[i] = answer.LeftOut
		}
	}
	return scopes
}

// moves reports of each move of a game whether it is chosen.
func (f *filter) moves(j *answer.Job) []bool {
	wanted := make([]bool, len(j.Moves))
	players := f.players(j.PGN.Tags())
	if players == [board.ColorCount]bool{} {
		return wanted
	}
	begin := f.bookEnd(j)
	for i := begin; i < len(wanted); i++ {
		before := &j.Positions[i].Game.Position
		wanted[i] = players[before.Turn()] && f.Moves.has(before.FullMove())
	}
	if f.Decided > 0 && slices.Contains(wanted, true) {
		for i, decided := range f.Judge.decided(j, f.Decided) {
			wanted[i] = wanted[i] && !decided
		}
	}
	return wanted
}

// players reports by the tags whose moves are chosen.
func (f *filter) players(tags map[string]string) (wanted [board.ColorCount]bool) {
	for c, name := range [...]string{"White", "Black"} {
		elo, err := strconv.Atoi(strings.TrimSpace(tags[name+"Elo"]))
		if f.MinElo > 0 && (err != nil || elo < f.MinElo) {
			return [board.ColorCount]bool{}
		}
		wanted[c] = (f.Color == "" || strings.EqualFold(f.Color, name)) && hasWords(tags[name], f.Player)
	}
	return wanted
}

// hasWords reports whether a name has every word of another, in any order.
func hasWords(name, wanted string) bool {
	list := words(name)
	for _, w := range words(wanted) {
		if !slices.Contains(list, w) {
			return false
		}
	}
	return true
}

// words returns the words of a name in lower case. Text that is not UTF-8 is taken for Latin-1.
func words(name string) []string {
	return strings.FieldsFunc(strings.ToLower(answer.PlainText(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
	})
}

// bookEnd returns the first half-move of a game that is not left out as a part of its opening.
func (f *filter) bookEnd(j *answer.Job) int {
	end := min(2*f.Book, len(j.Moves))
	if f.Known == nil {
		return end
	}
	for end = 0; end < len(j.Moves); end++ {
		if !slices.ContainsFunc(f.Known.Moves(&j.Positions[end].Game.Position), func(e book.Entry) bool { return e.Move == j.Moves[end] }) {
			break
		}
	}
	return end
}
