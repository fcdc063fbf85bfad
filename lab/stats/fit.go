// Package stats fits models to measurements, and draws measurements as SVG: lines and dots in panels with axes.
package stats

import (
	"errors"
	"math"
	"slices"
)

// Maximise returns the parameters, from start on, with the greatest log-likelihood, and their covariance. At returns the
// log-likelihood at some parameters, NaN where there is none, its gradient, and the information: its negative second derivatives
// or what is expected of them, a positive definite matrix. The method is Newton's, damped as Levenberg and Marquardt do: a step
// that makes things worse is made shorter. It is an error if there is no value at start, if the steps do not end, or if the
// measurements leave a parameter open.
func Maximise(start []float64, at func(p []float64) (value float64, gradient []float64, information [][]float64)) (
	best []float64, covariance [][]float64, err error) {
	const least = 1e-12 // relative gain of a step that is worth it
	best = start
	value, gradient, information := at(best)
	if math.IsNaN(value) {
		return best, nil, errors.New("the fit cannot begin: its first parameters have no likelihood")
	}
	for damping, step := 1e-3, 1; ; step++ {
		next := slices.Clone(best)
		for i, row := range inverse(information, damping) {
			for j, g := range gradient {
				next[i] += row[j] * g
			}
		}
		v, g, m := at(next)
		if v >= value {
			gained := v - value
			best, value, gradient, information, damping = next, v, g, m, max(damping/10, 1e-12)
			if gained < least*max(1, math.Abs(v)) {
				break
			}
		} else if damping *= 10; damping > 1e12 { // no shorter step helps
			break
		}
		if step == 1000 {
			return best, nil, errors.New("the fit does not converge")
		}
	}
	covariance = inverse(information, 0)
	for i, row := range covariance {
		if !(row[i] > 0 && row[i] < 1/least) {
			return best, nil, errors.New("the measurements do not determine every parameter of the fit")
		}
	}
	return best, covariance, nil
}

// inverse returns the inverse of a positive definite matrix whose diagonal is made larger by a share. A matrix that is not
// positive definite has none: the result has numbers on its diagonal that are negative, huge or none at all.
func inverse(matrix [][]float64, share float64) [][]float64 {
	m, result := make([][]float64, len(matrix)), make([][]float64, len(matrix))
	for i, row := range matrix {
		m[i], result[i] = slices.Clone(row), make([]float64, len(matrix))
		m[i][i] *= 1 + share
		result[i][i] = 1
	}
	for i := range m {
		scale := 1 / m[i][i]
		for k := range m {
			m[i][k] *= scale
			result[i][k] *= scale
		}
		for j := range m {
			if factor := m[j][i]; j != i && factor != 0 {
				for k := range m {
					m[j][k] -= factor * m[i][k]
					result[j][k] -= factor * result[i][k]
				}
			}
		}
	}
	return result
}
