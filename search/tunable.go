package search

import (
	"slices"

	"vertigo/eval"
)

//go:generate go run vertigo/internal/build/paramgen

// Tunable is a number that the tune build lets a tuner change between searches.
type Tunable = eval.Tunable

// Tunables returns the tunable numbers of the search and of the evaluation: none in the normal build, where they are
// constants.
func Tunables() []Tunable { return slices.Concat(tunables, eval.Tunables()) }
