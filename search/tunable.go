package search

//go:generate go run vertigo/internal/build/paramgen

// Tunable is a number of the search that the tune build lets a tuner change between searches.
type Tunable struct {
	Name                    string
	Value                   *int
	Default, Min, Max, Step int
}
