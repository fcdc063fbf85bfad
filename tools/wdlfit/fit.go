package main

import (
	"errors"
	"math"

	"vertigo/eval/winrate"
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

// fit returns the valid model that makes the games most likely. It is found by Fisher's scoring, which is Newton's method
// with the expected curvature in place of the observed one, damped as Levenberg and Marquardt do: a step that makes
// things worse is made shorter.
func (t table) fit() (winrate.Model, error) {
	if sum := t.all(); sum.sum() < leastPositions {
		return winrate.Model{}, errors.New("there are too few positions with a score")
	}
	model := winrate.Model{A: winrate.Polynomial{150}, B: winrate.Polynomial{75}}
	best, damping := t.logLoss(model), 1e-3
	for range 1000 {
		gradient, information := t.derivatives(model)
		for i := range information {
			information[i][i] *= 1 + damping
		}
		step, ok := solve(information, gradient)
		next := model
		for i := range winrate.Terms {
			next.A[i] += step[i]
			next.B[i] += step[winrate.Terms+i]
		}
		if ok && next.IsValid() {
			if l := t.logLoss(next); l <= best {
				if best-l < 1e-12 {
					return next, nil
				}
				model, best, damping = next, l, max(damping/10, 1e-12)
				continue
			}
		}
		if damping *= 10; damping > 1e12 { // no shorter step helps: this is the best
			return model, nil
		}
	}
	return model, errors.New("the fit does not converge")
}

// derivatives returns the gradient of the log likelihood and its expected curvature by the parameters.
func (t table) derivatives(m winrate.Model) (gradient [parameters]float64, information [parameters][parameters]float64) {
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

// solve returns the solution of m x = y by Gauss's elimination with pivoting, or false if there is none.
func solve(m [parameters][parameters]float64, y [parameters]float64) (x [parameters]float64, ok bool) {
	for i := range parameters {
		pivot := i
		for j := i + 1; j < parameters; j++ {
			if math.Abs(m[j][i]) > math.Abs(m[pivot][i]) {
				pivot = j
			}
		}
		m[i], m[pivot], y[i], y[pivot] = m[pivot], m[i], y[pivot], y[i]
		if math.Abs(m[i][i]) < 1e-300 {
			return x, false
		}
		for j := i + 1; j < parameters; j++ {
			f := m[j][i] / m[i][i]
			for k := i; k < parameters; k++ {
				m[j][k] -= f * m[i][k]
			}
			y[j] -= f * y[i]
		}
	}
	for i := parameters - 1; i >= 0; i-- {
		x[i] = y[i]
		for k := i + 1; k < parameters; k++ {
			x[i] -= m[i][k] * x[k]
		}
		x[i] /= m[i][i]
	}
	return x, true
}
