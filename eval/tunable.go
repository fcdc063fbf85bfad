package eval

// Tunable is a number of the evaluation or the search that the tune build lets a tuner change between searches.
type Tunable struct {
	Name                    string
	Value                   *int
	Default, Min, Max, Step int
}

// Tunables returns the tunable numbers of the evaluation: none in the normal build, where they are constants.
func Tunables() []Tunable { return tunables }
