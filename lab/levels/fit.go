package main

import (
	"math"
	"slices"

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
	r.elo, r.covariance, err = stats.Maximise(wanted, func(elo []float64) (float64, []float64, [][]float64) {
		return likelihood(elo, wanted, results)
	})
	return r, err
}

// likelihood returns the logarithm of the likelihood of ratings, its gradient, and the information matrix.
func likelihood(elo, wanted []float64, results []result) (value float64, gradient []float64, information [][]float64) {
	gradient, information = make([]float64, len(elo)), make([][]float64, len(elo))
	for i := range elo {
		information[i] = make([]float64, len(elo))
		from := wanted[i] - elo[i]
		value -= from * from / (2 * priorError * priorError)
		gradient[i] = from / (priorError * priorError)
		information[i][i] = 1.0 / (priorError * priorError)
	}
	const unit = math.Ln10 / 400
	for _, s := range results {
		type term struct {
			row  int
			sign float64
		}
		terms := slices.DeleteFunc([]term{{s.a.row, 1}, {s.b.row, -1}}, func(t term) bool { return t.row == known })
		difference := s.a.ahead - s.b.ahead
		for _, t := range terms {
			difference += t.sign * elo[t.row]
		}
		p := 1 / (1 + math.Exp(-unit*difference))
		points := float64(s.wins) + float64(s.draws)/2
		value += points*math.Log(p) + (float64(s.games())-points)*math.Log(1-p)
		for _, t := range terms {
			gradient[t.row] += unit * t.sign * (points - float64(s.games())*p)
			for _, u := range terms {
				information[t.row][u.row] += unit * unit * t.sign * u.sign * float64(s.games()) * p * (1 - p)
			}
		}
	}
	return value, gradient, information
}
