package puzzles

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Rating is the strength at which a player succeeds in half of the replays.
type Rating struct {
	Elo    int // of players of limited strength; 0 if there were no replays
	Side   Side
	Levels []Level // tried by players, the weakest first
}

// Side says on which side of the rating the truth is.
type Side uint8

const (
	Measured Side = iota // it lies between two levels
	AtMost               // the weakest players succeed in half of the replays or more
	AtLeast              // the strongest do not succeed in half of them
)

// Level holds the results of the players of one strength.
type Level struct {
	Elo     int `json:"elo"`
	Found   int `json:"found"` // replays in which every move was right
	Replays int `json:"of"`
}

// RatingJSON is a rating as JSON has it: of puzzles.
type RatingJSON struct {
	Rating      int     `json:"rating,omitempty"`
	RatingBound string  `json:"rating_bound,omitempty"` // upper or lower, where the truth may be below or above it
	Levels      []Level `json:"levels,omitempty"`
}

// JSON returns the rating as JSON has it.
func (r *Rating) JSON() RatingJSON {
	return RatingJSON{r.Elo, [...]string{Measured: "", AtMost: "upper", AtLeast: "lower"}[r.Side], r.Levels}
}

// String returns the rating with a sign that says on which side of it the truth is.
func (r *Rating) String() string {
	return [...]string{Measured: "", AtMost: "<=", AtLeast: ">="}[r.Side] + strconv.Itoa(r.Elo)
}

// Text returns the rating in words, "" if there is none.
func (r *Rating) Text() string {
	if r.Elo == 0 {
		return ""
	}
	return fmt.Sprintf([...]string{Measured: "%d", AtMost: "%d or less", AtLeast: "%d or more"}[r.Side], r.Elo)
}

// newRating returns the rating at which half of the replays would succeed, between the two levels on either side of
// it. Where a stronger level does worse than a weaker one, which is chance, both count as their average.
func newRating(levels []Level) Rating {
	rates := monotone(levels)
	r := Rating{Levels: levels}
	i := slices.IndexFunc(rates, func(rate float64) bool { return rate >= 0.5 })
	switch i {
	case -1:
		r.Elo, r.Side = levels[len(levels)-1].Elo, AtLeast
	case 0:
		r.Elo, r.Side = levels[0].Elo, AtMost
	default:
		below, above := float64(levels[i-1].Elo), float64(levels[i].Elo)
		r.Elo = int(math.Round(below + (above-below)*(0.5-rates[i-1])/(rates[i]-rates[i-1])))
	}
	return r
}

// monotone returns the share of the replays of each level that succeeded, made to rise from level to level: neighbours
// that fall are replaced by their average, until none is left.
func monotone(levels []Level) (rates []float64) {
	type block struct {
		sum  float64
		size int
	}
	var blocks []block
	for _, l := range levels {
		blocks = append(blocks, block{float64(l.Found) / float64(l.Replays), 1})
		for n := len(blocks); n > 1 && blocks[n-2].sum*float64(blocks[n-1].size) > blocks[n-1].sum*float64(blocks[n-2].size); n-- {
			blocks[n-2].sum += blocks[n-1].sum
			blocks[n-2].size += blocks[n-1].size
			blocks = blocks[:n-1]
		}
	}
	for _, b := range blocks {
		for range b.size {
			rates = append(rates, b.sum/float64(b.size))
		}
	}
	return rates
}
