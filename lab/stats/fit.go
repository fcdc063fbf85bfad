// Package stats fits models to measurements, and draws measurements as SVG: lines and dots in panels with axes.
package stats

import (
	"errors"
	"math"
	"slices"
)

// Maximise returns the parameters, from start on, with the greatest log-likelihood, and their covariance. Value returns the
// log-likelihood of parameters, NaN if they have none. The method is Newton's, damped as Levenberg and Marquardt do: a step that
// makes things worse is made shorter. It is an error if there is no value at start, if the steps do not end, or if the
// measurements leave a parameter open.
func Maximise(start []float64, value func(p []float64) float64) (best []float64, covariance [][]float64, err error) {
	const least = 1e-12 // relative gain of a step that is worth it
	best, top := start, value(start)
	if math.IsNaN(top) {
		return best, nil, errors.New("the fit cannot begin: its first parameters have no likelihood")
	}
	gradient, information := derivatives(value, best)
	for damping, step := 1e-3, 1; ; step++ {
		next := slices.Clone(best)
		for i, row := range inverse(information, damping) {
			for j, g := range gradient {
				next[i] += row[j] * g
			}
		}
		if v := value(next); v >= top {
			gained := v - top
			best, top, damping = next, v, max(damping/10, 1e-12)
			gradient, information = derivatives(value, best)
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
		if inflation := row[i] * information[i][i]; !(inflation > 0 && inflation < 1e6) { // that of the variance by the others
			return best, nil, errors.New("the measurements do not determine every parameter of the fit")
		}
	}
	return best, covariance, nil
}

// derivatives returns the gradient and the negative second derivatives at p, from differences over a ten-thousandth of each
// parameter.
func derivatives(value func(p []float64) float64, p []float64) (gradient []float64, information [][]float64) {
	width := func(i int) float64 { return 1e-4 * max(1, math.Abs(p[i])) }
	at := func(i int, a float64, j int, b float64) float64 {
		moved := slices.Clone(p)
		moved[i] += a * width(i)
		moved[j] += b * width(j)
		return value(moved)
	}
	gradient, information = make([]float64, len(p)), make([][]float64, len(p))
	for i := range p {
		gradient[i] = (at(i, 1, i, 0) - at(i, -1, i, 0)) / (2 * width(i))
		information[i] = make([]float64, len(p))
		for j := range i + 1 {
			second := at(i, 1, j, 1) - at(i, 1, j, -1) - at(i, -1, j, 1) + at(i, -1, j, -1)
			information[i][j] = -second / (4 * width(i) * width(j))
			information[j][i] = information[i][j]
		}
	}
	return gradient, information
}

// inverse returns the inverse of a positive definite matrix whose diagonal is made larger by a share of itself. A matrix that is
// not positive definite has none: the result has numbers on its diagonal that are negative, huge or none at all.
func inverse(matrix [][]float64, share float64) [][]float64 {
	m, result := make([][]float64, len(matrix)), make([][]float64, len(matrix))
	for i, row := range matrix {
		m[i], result[i] = slices.Clone(row), make([]float64, len(matrix))
		m[i][i] += share * math.Abs(row[i])
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
