package stats

import (
	"math"
	"strings"
	"testing"
)

// TestMaximise finds the peak of a bell whose axes are oblique, from where a whole step would lead away from it.
func TestMaximise(t *testing.T) {
	best, covariance, err := Maximise([]float64{10, -20}, func(p []float64) float64 {
		x, y := p[0]-3, p[1]+1
		return -math.Log(1 + 2*x*x + 2*x*y + 3*y*y)
	})
	if err != nil || math.Abs(best[0]-3) > 1e-5 || math.Abs(best[1]+1) > 1e-5 {
		t.Errorf("%v, error %v", best, err)
	}
	if c := covariance; math.Abs(c[0][0]-0.3) > 1e-4 || math.Abs(c[0][1]+0.1) > 1e-4 || math.Abs(c[1][1]-0.2) > 1e-4 {
		t.Errorf("covariance %v", c)
	}
	for name, value := range map[string]func(p []float64) float64{
		"does not converge": func(p []float64) float64 { return math.Log(p[0]) + math.Log(p[1]) },
		"cannot begin":      func([]float64) float64 { return math.NaN() },
		"do not determine":  func(p []float64) float64 { return -(p[0] + p[1]) * (p[0] + p[1]) / 2 }, // only the sum matters
	} {
		if best, _, err := Maximise([]float64{5, 1}, value); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, %v", name, best, err)
		}
	}
}
