package main

import "math"

// A result is the score of games between two sides. A side is a row of the table, whose player was moved by some steps, or the
// reference, which has a known rating.
type result struct {
	a, b   side
	games  int
	points float64 // of a, draws counting half
}

// side is one player of a result.
type side struct {
	row   int     // of the table, or known
	steps float64 // that the row's player was better than its numbers in the table
	elo   float64 // rating of a player that is known
}

// known is the row of sides whose rating is not to be found.
const known = -1

// What is believed of a row before any game: that it has the rating it says, give or take priorError, and that a step makes
// it better by slope, give or take slopeError. The first hardly matters once there are games; the second does while all of
// them were played with one set of numbers.
const (
	priorError        = 400
	slope, slopeError = 250, 100
)

// ratings are the result of a fit: for each row the rating with the table's numbers, the gain of a step, and the errors of
// both.
type ratings struct {
	rows       int
	estimate   []float64   // of row i at 2i, and its slope at 2i+1
	covariance [][]float64 // of the estimates
}

// at returns the rating of a row whose player is moved by some steps, and half the width of the 95 % interval.
func (r *ratings) at(row int, steps float64) (elo, error95 float64) {
	i, c := 2*row, r.covariance
	variance := c[i][i] + 2*steps*c[i][i+1] + steps*steps*c[i+1][i+1]
	return r.estimate[i] + steps*r.estimate[i+1], 1.96 * math.Sqrt(variance)
}

// steps returns by how many steps the player of a row has to be moved to have the rating.
func (r *ratings) steps(row int, elo float64) float64 {
	return (elo - r.estimate[2*row]) / r.estimate[2*row+1]
}

// fit finds the most likely ratings of all rows at once, given the results and the prior. Wanted are the ratings that the rows
// should have. The likelihood is that of Bradley and Terry; its logarithm is concave, so Newton's method finds the only
// maximum.
func fit(wanted []float64, results []result) *ratings {
	n := 2 * len(wanted)
	r := &ratings{rows: len(wanted), estimate: make([]float64, n)}
	for i, elo := range wanted {
		r.estimate[2*i], r.estimate[2*i+1] = elo, slope
	}
	for range 100 {
		gradient, information := r.derivatives(wanted, results)
		r.covariance = inverse(information)
		longest := 0.0
		move := make([]float64, n)
		for i := range move {
			for j, g := range gradient {
				move[i] += r.covariance[i][j] * g
			}
			longest = max(longest, math.Abs(move[i]))
		}
		for i := range move {
			r.estimate[i] += move[i] * min(1, 100/longest)
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
	n := 2 * r.rows
	gradient, information = make([]float64, n), make([][]float64, n)
	for i := range information {
		information[i] = make([]float64, n)
		mean, deviation := float64(slope), float64(slopeError)
		if i%2 == 0 {
			mean, deviation = wanted[i/2], priorError
		}
		gradient[i] = (mean - r.estimate[i]) / (deviation * deviation)
		information[i][i] = 1 / (deviation * deviation)
	}
	const unit = math.Ln10 / 400
	for _, s := range results {
		terms := append(s.a.terms(1), s.b.terms(-1)...)
		difference := s.a.elo - s.b.elo
		for _, t := range terms {
			difference += t.factor * r.estimate[t.index]
		}
		p := 1 / (1 + math.Exp(-unit*difference))
		for _, t := range terms {
			gradient[t.index] += unit * t.factor * (s.points - float64(s.games)*p)
			for _, u := range terms {
				information[t.index][u.index] += unit * unit * t.factor * u.factor * float64(s.games) * p * (1 - p)
			}
		}
	}
	return gradient, information
}

// term is the share of an estimate in a difference of ratings: a factor of it.
type term struct {
	index  int
	factor float64
}

// terms returns the estimates that the rating of a side consists of, times a sign; none if that rating is known.
func (s side) terms(sign float64) []term {
	if s.row == known {
		return nil
	}
	return []term{{2 * s.row, sign}, {2*s.row + 1, sign * s.steps}}
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
