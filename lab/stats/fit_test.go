package stats

import (
	"math"
	"strings"
	"testing"
)

// TestMaximise finds the peak of a bell whose axes are oblique, from where a whole step would lead away from it.
func TestMaximise(t *testing.T) {
	best, covariance, err := Maximise([]float64{10, -20}, func(p []float64) (float64, []float64, [][]float64) {
		x, y := p[0]-3, p[1]+1
		u := 2*x*x + 2*x*y + 3*y*y
		return -math.Log(1 + u), []float64{-(4*x + 2*y) / (1 + u), -(2*x + 6*y) / (1 + u)},
			[][]float64{{4 / (1 + u), 2 / (1 + u)}, {2 / (1 + u), 6 / (1 + u)}}
	})
	if err != nil || math.Abs(best[0]-3) > 1e-5 || math.Abs(best[1]+1) > 1e-5 {
		t.Errorf("%v, error %v", best, err)
	}
	if c := covariance; math.Abs(c[0][0]-0.3) > 1e-5 || math.Abs(c[0][1]+0.1) > 1e-5 || math.Abs(c[1][1]-0.2) > 1e-5 {
		t.Errorf("covariance %v", c)
	}
	for name, test := range map[string]func(p []float64) (float64, []float64, [][]float64){
		"does not converge": func(p []float64) (float64, []float64, [][]float64) {
			return p[0], []float64{1, 0}, [][]float64{{1, 0}, {0, 1}}
		},
		"cannot begin": func([]float64) (float64, []float64, [][]float64) { return math.NaN(), nil, nil },
		"do not determine": func(p []float64) (float64, []float64, [][]float64) { // only the sum matters
			u := p[0] + p[1]
			return -u * u / 2, []float64{-u, -u}, [][]float64{{1, 1}, {1, 1}}
		},
	} {
		if best, _, err := Maximise([]float64{5, 1}, test); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, %v", name, best, err)
		}
	}
}
