package analyse

import (
	"testing"

	"vertigo/internal/analysis/worker"
)

// TestWorkerCount checks how many workers search for a number and for auto, which never stands for none.
func TestWorkerCount(t *testing.T) {
	for _, test := range []struct {
		args       []string
		processors int
		want       int
	}{
		{nil, 8, 8},
		{[]string{"--workers", "5"}, 2, 5},
		{[]string{"--workers", "auto"}, 8, 8},
		{[]string{"--threads", "3", "--workers", "auto"}, 8, 2},
		{[]string{"--workers", "auto", "--threads", "3"}, 2, 1},
	} {
		o, err := parseOptions(append([]string{"startpos", "--depth", "1"}, test.args...))
		if err != nil {
			t.Fatal(err)
		}
		if got := worker.Count(o.workers, o.threads, test.processors); got != test.want {
			t.Errorf("%q on %d processors: %d workers, want %d", test.args, test.processors, got, test.want)
		}
	}
	for _, bad := range []string{"0", "many", "1025", ""} {
		if _, err := parseOptions([]string{"startpos", "--depth", "1", "--workers", bad}); err == nil {
			t.Errorf("--workers %q is accepted", bad)
		}
	}
}
