package train

import "math"

// Scales that a training accepts, in centipawns.
const (
	leastScale = 20
	mostScale  = 2000
)

// fitSamples is how many samples a scale is fitted to at most.
const fitSamples = 2_000_000

// FitScale returns the scale, in centipawns, with which the scores of the samples for training best foretell the results of
// the games: the K for which 1/(1+exp(-score/K)) gives the results the greatest likelihood. Where results do not follow
// scores at all, it is the nearest scale that a training accepts.
//
// With a scale far above it, a training spends its effort on decided positions: to tell +5 pawns from +8 would change the
// expected result as much as to tell -0.3 from +0.3.
func FitScale(samples *Samples) float64 {
	n := min(samples.Training(), fitSamples)
	slope, low, high := 1.0/leastScale, 1.0/mostScale, 1.0/leastScale // slope is 1/K
	for range 50 {
		first, second := 0.0, 0.0 // derivatives of the log likelihood, which is concave
		for at := 0; at < n; at++ {
			s := (*sample)(samples.at(at, 1))
			score := float64(s.score())
			p := sigmoid(slope * score)
			first += score * (s.result() - p)
			second += score * score * p * (1 - p)
		}
		if first > 0 {
			low = slope
		} else {
			high = slope
		}
		next := (low + high) / 2
		if newton := slope + first/second; newton > low && newton < high {
			next = newton
		}
		if math.Abs(next-slope) < 1e-4*slope {
			break
		}
		slope = next
	}
	return 1 / slope
}
