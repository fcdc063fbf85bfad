package gamedata

import (
	"flag"

	"vertigo/board"
)

// Filter says which positions are fit for training a static evaluation. The zero Filter takes every position that
// has a score; DefaultFilter is what the tools use.
type Filter struct {
	// MinPly leaves out positions with fewer plies before them since the first move of the game: they resemble each other.
	MinPly int
	// ScoreLimit leaves out positions whose score lies at or beyond ± this many centipawns: the win is certain
	// there, and the size of the score says nothing. 0 sets no limit.
	ScoreLimit int
	// QuietOnly leaves out positions in check and those whose best move captures or promotes: their score is that of
	// the position after the exchange, which a static evaluation need not know.
	QuietOnly bool
}

// DefaultFilter returns the filter that export, statistics and training share: from ply 10 on, scores below 2,000
// centipawns, quiet positions only.
func DefaultFilter() Filter { return Filter{MinPly: 10, ScoreLimit: 2000, QuietOnly: true} }

// FilterFlags defines the flags of a filter, with the values of DefaultFilter, and returns the filter that they set.
func FilterFlags(flags *flag.FlagSet) *Filter {
	f := DefaultFilter()
	flags.IntVar(&f.MinPly, "min-ply", f.MinPly, "leave out positions before this `ply` of the game")
	flags.IntVar(&f.ScoreLimit, "score-limit", f.ScoreLimit, "leave out scores of ± this many `centipawns` or more; 0 for no limit")
	flags.BoolVar(&f.QuietOnly, "quiet", f.QuietOnly, "leave out positions in check, and those whose best move captures or promotes")
	return &f
}

// Reason says why a Filter leaves a position out.
type Reason uint8

// The reasons, in the order in which they are looked for, and how many there are.
const (
	Kept        Reason = iota // the position is usable
	TooEarly                  // before MinPly
	Unscored                  // the search was too short: the score is NoScore
	TooClear                  // at or beyond ScoreLimit
	InCheck                   // the side to move is in check
	Tactical                  // the best move captures or promotes
	ReasonCount = 6
)

// String returns a few words for a table.
func (r Reason) String() string {
	return [...]string{"usable", "too early", "not searched for a score", "too clear", "in check", "capture or promotion", "unknown"}[min(r, ReasonCount)]
}

// Judge returns why f leaves out the position p that ply plies of the game came before and in which pl was played, or
// Kept. Game.Positions hands out these three.
func (f *Filter) Judge(p *board.Position, ply int, pl Ply) Reason {
	switch {
	case ply < f.MinPly:
		return TooEarly
	case pl.Score == NoScore:
		return Unscored
	case f.ScoreLimit > 0 && (int(pl.Score) >= f.ScoreLimit || int(pl.Score) <= -f.ScoreLimit):
		return TooClear
	case f.QuietOnly && p.InCheck():
		return InCheck
	case f.QuietOnly && !p.IsQuiet(pl.Move):
		return Tactical
	}
	return Kept
}
