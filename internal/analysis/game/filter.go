package game

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Filter chooses moves of games. A move must pass every condition that is set; the zero Filter chooses all.
type Filter struct {
	Players           // the mover is one of them
	Moves   MoveRange // numbers of moves, as the game counts them
	Book    int       // moves of either player that are left out at the beginning of the game
	Known   string    // the name and the fingerprint of a book whose moves are left out at the beginning; "" for none
	Decided int       // centipawns from which on a game is decided, whose moves are left out; 0 for none
	MinElo  int       // both players have at least this rating; 0 for any game

	other string // conditions that this version does not know
}

// String returns the conditions as flags of the command, "" if there are none. Different filters have different texts.
func (f *Filter) String() string {
	var parts []string
	add := func(set bool, format string, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add(len(f.Person) > 0, "%s", f.Person)
	add(f.Color != "", "--color %s", f.Color)
	add(f.Moves != MoveRange{}, "--moves %s", f.Moves)
	add(f.Book > 0, "--skip-book %d", f.Book)
	add(f.Known != "", "--skip-book %s", f.Known)
	add(f.Decided > 0, "--skip-decided %d", f.Decided)
	add(f.MinElo > 0, "--min-elo %d", f.MinElo)
	add(f.other != "", "%s", f.other)
	return strings.Join(parts, " ")
}

// filterText matches a filter as String writes it, up to the next one.
var filterText = regexp.MustCompile(`(?s)^((?: ?--player "(?:[^"\\]|\\.)*")*)(?: ?--color (\w+))?(?: ?--moves (\S+))?` +
	`(?: ?--skip-book (\d+))?(?: ?--skip-book (.+? \([0-9a-f]{16}\)))?(?: ?--skip-decided (\d+))?(?: ?--min-elo (\d+))?` +
	`(?:` + thenFilter + `|$)`)

// playerText matches a name in it.
var playerText = regexp.MustCompile(`--player ("(?:[^"\\]|\\.)*")`)

// parseFilter reads a filter as String writes it, and returns the text of those that follow.
func parseFilter(text string) (f Filter, rest string) {
	part := filterText.FindStringSubmatch(text)
	if part == nil {
		return Filter{other: text}, ""
	}
	for _, player := range playerText.FindAllStringSubmatch(part[1], -1) {
		name, _ := strconv.Unquote(player[1])
		f.Person = append(f.Person, name)
	}
	f.Color, f.Known = part[2], part[5]
	f.Moves, _ = ParseMoveRange(part[3])
	for i, n := range map[int]*int{4: &f.Book, 6: &f.Decided, 7: &f.MinElo} {
		*n, _ = strconv.Atoi(part[i])
	}
	if strings.TrimSuffix(part[0], thenFilter) != f.String() {
		return Filter{other: text}, ""
	}
	return f, text[len(part[0]):]
}

// Filters are filters each of which chooses among the moves that the ones before it leave. In files and outputs they are text.
type Filters []Filter

// thenFilter stands between two filters.
const thenFilter = " AND "

// And adds a filter, unless it chooses all.
func (l Filters) And(f Filter) Filters {
	if f.String() == "" {
		return l
	}
	return append(l[:len(l):len(l)], f)
}

// Names returns how many names of one person the filters ask for.
func (l Filters) Names() (most int) {
	for i := range l {
		most = max(most, len(l[i].Person))
	}
	return most
}

// String returns the filters as flags.
func (l Filters) String() string {
	var parts []string
	for i := range l {
		parts = append(parts, l[i].String())
	}
	return strings.Join(parts, thenFilter)
}

// MarshalText returns the String.
func (l Filters) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText writes. It keeps what it does not understand.
func (l *Filters) UnmarshalText(text []byte) error {
	*l = nil
	for rest := string(text); rest != ""; {
		var f Filter
		f, rest = parseFilter(rest)
		*l = append(*l, f)
	}
	return nil
}

// MoveRange is a range of numbers of moves, both ends included. 0 stands for no bound.
type MoveRange struct{ First, Last int }

var rangeOfMoves = regexp.MustCompile(`^(|[1-9]\d{0,5})-(|[1-9]\d{0,5})$`)

// ParseMoveRange reads "10-40", "10-" or "-40".
func ParseMoveRange(text string) (r MoveRange, err error) {
	ends := rangeOfMoves.FindStringSubmatch(text)
	if ends == nil || ends[1] == "" && ends[2] == "" {
		return r, fmt.Errorf("%q is not a range of moves such as 10-40, 10- or -40", text)
	}
	r.First, _ = strconv.Atoi(ends[1]) // 0 for no digits
	r.Last, _ = strconv.Atoi(ends[2])
	if r.Last > 0 && r.First > r.Last {
		return MoveRange{}, fmt.Errorf("%q ends before it begins", text)
	}
	return r, nil
}

// String returns the range as ParseMoveRange reads it, "-" if it has no bounds.
func (r MoveRange) String() string {
	text := fmt.Sprintf("%d-%d", r.First, r.Last)
	if r.First == 0 {
		text = text[1:]
	}
	if r.Last == 0 {
		text = strings.TrimSuffix(text, "0")
	}
	return text
}

// Has reports whether a number is in the range.
func (r MoveRange) Has(number int) bool {
	return number >= r.First && (r.Last == 0 || number <= r.Last)
}
