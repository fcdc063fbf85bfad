package main

import (
	"errors"
	"math"

	"vertigo/eval/winrate"
	"vertigo/lab/stats"
)

// parameters is the number of coefficients of a model: those of A, then those of B.
const parameters = 2 * winrate.Terms

// leastChance keeps the logarithm of a chance finite where a game went as it never should.
const leastChance = 1e-9

// chances returns the probabilities of the three outcomes.
func chances(m winrate.Model, at cell) (p [outcomes]float64) {
	p[win], p[loss] = m.Chances(float64(at.score), at.material)
	p[draw] = 1 - p[win] - p[loss]
	for i := range p {
		p[i] = max(p[i], leastChance)
	}
	return p
}

// logLoss returns the average of -ln p over the positions, where p is the model's chance of the actual outcome.
func (t table) logLoss(m winrate.Model) float64 {
	total := 0.0
	for i := range t {
		for k, p := range chances(m, t[i].cell) {
			total -= float64(t[i].counts[k]) * math.Log(p)
		}
	}
	sum := t.all()
	return total / float64(sum.sum())
}

// leastPositions is how many positions a fit needs at least.
const leastPositions = 1000

// fit returns the valid model that makes the games most likely.
func (t table) fit() (winrate.Model, error) {
	sum := t.all()
	if sum.sum() < leastPositions {
		return winrate.Model{}, errors.New("there are too few positions with a score")
	}
	best, _, err := stats.Maximise([]float64{0: 150, winrate.Terms: 75, parameters - 1: 0}, func(p []float64) (float64, []float64,
		[][]float64) {
		m := modelOf(p)
		if !m.IsValid() {
			return math.NaN(), nil, nil
		}
		gradient, information := t.derivatives(m)
		return -t.logLoss(m) * float64(sum.sum()), gradient, information
	})
	return modelOf(best), err
}

// modelOf returns the model with these parameters.
func modelOf(p []float64) (m winrate.Model) {
	copy(m.A[:], p)
	copy(m.B[:], p[winrate.Terms:])
	return m
}

// derivatives returns the gradient of the log likelihood and its expected curvature by the parameters.
func (t table) derivatives(m winrate.Model) (gradient []float64, information [][]float64) {
	gradient, information = make([]float64, parameters), make([][]float64, parameters)
	for i := range information {
		information[i] = make([]float64, parameters)
	}
	for r := range t {
		at, n := t[r].cell, &t[r].counts
		p := chances(m, at)
		a, b := m.A.At(at.material), m.B.At(at.material)
		up, down := (float64(at.score)-a)/b, (-float64(at.score)-a)/b
		var by [2][outcomes]float64 // the derivatives of the chances by a and by b
		w, l := -p[win]*(1-p[win])/b, -p[loss]*(1-p[loss])/b
		by[0] = [...]float64{win: w, draw: -w - l, loss: l}
		by[1] = [...]float64{win: w * up, draw: -w*up - l*down, loss: l * down}

		basis := winrate.Basis(at.material)
		for i := range parameters {
			di, xi := &by[i/winrate.Terms], basis[i%winrate.Terms]
			for k := range p {
				gradient[i] += float64(n[k]) / p[k] * di[k] * xi
			}
			for j := range parameters {
				dj, xj := &by[j/winrate.Terms], basis[j%winrate.Terms]
				for k := range p {
					information[i][j] += float64(n.sum()) / p[k] * di[k] * xi * dj[k] * xj
				}
			}
		}
	}
	return gradient, information
}
