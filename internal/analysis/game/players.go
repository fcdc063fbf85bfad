package game

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vertigo/board"
	"vertigo/internal/pgn"
)

// Person is somebody, by the names that they have: they are called so if a name has every word of one of these, in any order and
// case, with accents or without. A Person without names is anybody.
type Person []string

// Add adds a name, or returns an error for one without a word, which would fit everybody.
func (p *Person) Add(name string) error {
	if len(nameWords(name)) == 0 {
		return fmt.Errorf("the name %q has no words", name)
	}
	*p = append(*p, name)
	return nil
}

// IsCalled reports whether somebody with that name is the person.
func (p Person) IsCalled(name string) bool {
	list := nameWords(name)
	return len(p) == 0 || slices.ContainsFunc(p, func(one string) bool {
		return !slices.ContainsFunc(nameWords(one), func(w string) bool { return !slices.Contains(list, w) })
	})
}

// String returns the flags of a command that ask for the person, with the words alone that count.
func (p Person) String() string {
	var flags []string
	for _, name := range p {
		flags = append(flags, fmt.Sprintf("--player %q", strings.Join(nameWords(name), " ")))
	}
	return strings.Join(flags, " ")
}

// Distance returns how many letters the words of the person's names are from the nearest words of a name. A word that the name
// contains is at distance 0. Letters counts the letters by which two words differ.
func (p Person) Distance(name string, letters func(a, b string) int) (sum int) {
	parts := nameWords(name)
	for _, wanted := range p {
		for _, w := range nameWords(wanted) {
			if strings.Contains(strings.Join(parts, ""), w) {
				continue
			}
			least := len(w)
			for _, part := range parts {
				least = min(least, letters(w, part))
			}
			sum += least
		}
	}
	return sum
}

// nameWords returns the words of a name in plain small letters. A hyphen or an underscore ends a word, as a space does.
func nameWords(name string) []string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(pgn.PlainText(name)))
	return strings.FieldsFunc(undecomposed.Replace(bare), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// undecomposed replaces the Latin letters that Unicode does not decompose into a plain one and an accent.
var undecomposed = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ß", "ss", "æ", "ae", "œ",
	"oe", "þ", "th")

// Players are players of games: a person, with one color or both. The zero Players are all.
type Players struct {
	Person
	Color string // "white" or "black", "" for both
}

// Chosen reports whether only some players are chosen.
func (p Players) Chosen() bool { return len(p.Person) > 0 || p.Color != "" }

// Of reports which players of a game are chosen.
func (p Players) Of(g *Game) (chosen [board.ColorCount]bool) {
	for c, side := range Sides {
		name, _ := g.Player(board.Color(c))
		chosen[c] = (p.Color == "" || strings.EqualFold(p.Color, side)) && p.IsCalled(name)
	}
	return chosen
}

// Spellings are the names under which a person played, with the number of their games.
type Spellings map[string]int

// Names returns the names, the most frequent first.
func (s Spellings) Names() []string {
	return slices.SortedFunc(maps.Keys(s), func(a, b string) int { return cmp.Or(s[b]-s[a], strings.Compare(a, b)) })
}

// String joins the names.
func (s Spellings) String() string { return strings.Join(s.Names(), " / ") }
