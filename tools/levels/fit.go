package main

import (
	"math"
	"slices"
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
	ahead float64 // Elo that the player is better than the row's numbers in the table; the rating of a known player
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

// fit finds the most likely ratings of all rows at once, given the results and the prior. Wanted are the ratings that the rows
// should have. The likelihood is that of Bradley and Terry; its logarithm is concave, so Newton's method finds the only
// maximum.
func fit(wanted []float64, results []result) *ratings {
	r := &ratings{elo: slices.Clone(wanted)}
	for range 100 {
		gradient, information := r.derivatives(wanted, results)
		r.covariance = inverse(information)
		longest := 0.0
		move := make([]float64, len(wanted))
		for i := range move {
			for j, g := range gradient {
				move[i] += r.covariance[i][j] * g
			}
			longest = max(longest, math.Abs(move[i]))
		}
		for i := range move {
			r.elo[i] += move[i] * min(1, 100/longest)
		}
		if longest < 0.01 {
			break
		}
	}
	return r
}

// derivatives returns the gradient of the logarithm of the likelihood, and the information matrix, its negative second
// derivatives.
func (r *ratings) derivatives(wanted []float64, results []result) (gradient []float64, information [][]float64) {
	gradient, information = make([]float64, len(wanted)), make([][]float64, len(wanted))
	for i := range wanted {
		information[i] = make([]float64, len(wanted))
		gradient[i] = (wanted[i] - r.elo[i]) / (priorError * priorError)
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
			difference += t.sign * r.elo[t.row]
		}
		p := 1 / (1 + math.Exp(-unit*difference))
		for _, t := range terms {
			gradient[t.row] += unit * t.sign * (float64(s.wins) + float64(s.draws)/2 - float64(s.games())*p)
			for _, u := range terms {
				information[t.row][u.row] += unit * unit * t.sign * u.sign * float64(s.games()) * p * (1 - p)
			}
		}
	}
	return gradient, information
}

// inverse returns the inverse of a positive definite matrix, which it destroys.
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	result := make([][]float64, n)
	for i := range result {
		result[i] = make([]float64, n)
		result[i][i] = 1
	}
	for i := range n { // no pivot is near zero, as the matrix is positive definite
		scale := 1 / m[i][i]
		for k := range n {
			m[i][k] *= scale
			result[i][k] *= scale
		}
		for j := range n {
			if factor := m[j][i]; j != i && factor != 0 {
				for k := range n {
					m[j][k] -= factor * m[i][k]
					result[j][k] -= factor * result[i][k]
				}
			}
		}
	}
	return result
}
