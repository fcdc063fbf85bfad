package game

import (
	"fmt"
	"iter"
	"slices"
)

// Scope says whether the filters of an analysis leave a position to be searched.
type Scope uint8

// The scopes. Without filters every position is Whole.
const (
	Whole   Scope = iota // it was searched, and so was the position after the move from here
	ForLoss              // it was searched only for the loss by the move that led here
	LeftOut              // it was not searched
)

// scopeNames are the names of scopes in files.
var scopeNames = []string{Whole: "", ForLoss: "behind", LeftOut: "out"}

// MarshalText returns the name of the scope.
func (s Scope) MarshalText() ([]byte, error) { return []byte(scopeNames[s]), nil }

// UnmarshalText reads the name of a scope.
func (s *Scope) UnmarshalText(text []byte) error {
	i := slices.Index(scopeNames, string(text))
	if i < 0 {
		return fmt.Errorf("%q is not one of %q", text, scopeNames)
	}
	*s = Scope(i)
	return nil
}

// Selection is what the filters leave of a game: the scope of each of its positions.
type Selection []Scope

// SelectAll returns the selection of n positions, all with that scope.
func SelectAll(n int, scope Scope) Selection { return slices.Repeat(Selection{scope}, n) }

// Select returns the selection for the wanted ones of the moves of a game, whose positions are one more.
func Select(wanted []bool) Selection {
	s := SelectAll(len(wanted)+1, LeftOut)
	for i, w := range slices.Backward(wanted) {
		if w {
			s[i], s[i+1] = Whole, min(s[i+1], ForLoss)
		}
	}
	return s
}

// IsEmpty reports whether there are positions, and all are left out.
func (s Selection) IsEmpty() bool {
	return len(s) > 0 && !slices.ContainsFunc(s, func(scope Scope) bool { return scope != LeftOut })
}

// Searched returns the numbers of the positions that are not left out.
func (s Selection) Searched() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, scope := range s {
			if scope != LeftOut && !yield(i) {
				return
			}
		}
	}
}
