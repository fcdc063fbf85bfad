package game

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vertigo/board"
)

// Players chooses players of games; the zero value chooses all.
type Players struct {
	// Names are those of one person: a player has every word of one of them, in any order and case, with accents or without. Without
	// names, it is any player.
	Names []string
	Color string // "white" or "black", "" for both
}

// Chosen reports whether only some players are chosen.
func (p Players) Chosen() bool { return len(p.Names) > 0 || p.Color != "" }

// Of reports which players of a game are chosen.
func (p Players) Of(g *Game) (chosen [board.ColorCount]bool) {
	for c, side := range Sides {
		name, _ := g.Player(board.Color(c))
		chosen[c] = (p.Color == "" || strings.EqualFold(p.Color, side)) && (len(p.Names) == 0 || slices.ContainsFunc(p.Names,
			func(n string) bool { return HasWords(name, n) }))
	}
	return chosen
}

// AddName returns what adds a name of the player to target, or an error for one without a word, which would choose all.
func AddName(target *[]string) func(string) error {
	return func(text string) error {
		if len(NameWords(text)) == 0 {
			return fmt.Errorf("the name %q has no words", text)
		}
		*target = append(*target, text)
		return nil
	}
}

// HasWords reports whether a name has every word of another, in any order.
func HasWords(name, wanted string) bool {
	list := NameWords(name)
	return !slices.ContainsFunc(NameWords(wanted), func(w string) bool { return !slices.Contains(list, w) })
}

// NameWords returns the words of a name in plain small letters. A hyphen or an underscore ends a word, as a space does.
func NameWords(name string) []string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(PlainText(name)))
	return strings.FieldsFunc(undecomposed.Replace(bare), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// undecomposed replaces the Latin letters that Unicode does not decompose into a plain one and an accent.
var undecomposed = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ı", "i", "ß", "ss", "æ", "ae", "œ",
	"oe", "þ", "th")
