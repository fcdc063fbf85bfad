package main

import (
	"errors"
	"math"

	"vertigo/eval/winrate"
	"vertigo/lab/stats"
)

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
	best, _, err := stats.Maximise([]float64{0: 150, winrate.Terms: 75, 2*winrate.Terms - 1: 0}, func(p []float64) float64 {
		m := modelOf(p)
		if !m.IsValid() {
			return math.NaN()
		}
		return -t.logLoss(m) * float64(sum.sum())
	})
	return modelOf(best), err
}

// modelOf returns the model with these parameters: the coefficients of A, then those of B.
func modelOf(p []float64) (m winrate.Model) {
	copy(m.A[:], p)
	copy(m.B[:], p[winrate.Terms:])
	return m
}
