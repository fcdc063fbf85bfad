package main

import (
	"math"

	"vertigo/lab/stats"
)

// A result is the score of games between two sides.
type result struct {
	a, b                side
	wins, draws, losses int // of a
}

func (r result) games() int { return r.wins + r.draws + r.losses }

// side is one player of a result: a row of the table or, where that is known, a player whose rating is known.
type side struct {
	row   int
	ahead float64 // by how much Elo the player is better than the row's numbers in the table; the rating of a known player
}

// rating returns the rating of the side if the rows have these.
func (s side) rating(elo []float64) float64 {
	if s.row == known {
		return s.ahead
	}
	return s.ahead + elo[s.row]
}

// known is the row of sides whose rating is not to be found.
const known = -1

// What is believed before any game: a row has the rating it says, give or take priorError, which hardly matters once there are
// games, and a step makes it better by stepElo.
const (
	priorError = 400
	stepElo    = 250
)

// ratings are the result of a fit: the rating of each row with the table's numbers, and the covariance of these.
type ratings struct {
	elo        []float64
	covariance [][]float64
}

// at returns the rating of a row whose player is moved by some steps, and half the width of the 95 % interval.
func (r *ratings) at(row int, steps float64) (elo, error95 float64) {
	return r.elo[row] + stepElo*steps, 1.96 * math.Sqrt(r.covariance[row][row])
}

// steps returns by how many steps the player of a row has to be moved to have the rating.
func (r *ratings) steps(row int, elo float64) float64 { return (elo - r.elo[row]) / stepElo }

// findRatings finds the most likely ratings of all rows at once, given the results and the prior. Wanted are the ratings that the
// rows should have. The likelihood is that of Bradley and Terry.
func findRatings(wanted []float64, results []result) (r *ratings, err error) {
	r = &ratings{}
	r.elo, r.covariance, err = stats.Maximise(wanted, func(elo []float64) float64 { return likelihood(elo, wanted, results) })
	return r, err
}

// likelihood returns the logarithm of the likelihood of ratings.
func likelihood(elo, wanted []float64, results []result) (value float64) {
	for i := range elo {
		from := wanted[i] - elo[i]
		value -= from * from / (2 * priorError * priorError)
	}
	for _, s := range results {
		difference := math.Ln10 / 400 * (s.a.rating(elo) - s.b.rating(elo))
		points := float64(s.wins) + float64(s.draws)/2
		value -= points*math.Log1p(math.Exp(-difference)) + (float64(s.games())-points)*math.Log1p(math.Exp(difference))
	}
	return value
}
