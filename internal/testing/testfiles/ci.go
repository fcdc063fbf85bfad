package testfiles

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// InCI reports whether .ci/run runs the tests. It sets the environment variable VERTIGO_CI.
func InCI() bool { return os.Getenv("VERTIGO_CI") != "" }

// OnlyInCI skips the test unless .ci/run runs it or the flag -run names it. With -short it is always skipped. It is for tests
// that a developer need not wait for: they repeat a step of .ci/release, need programs that few have, take long, or change with
// every change of the search.
func OnlyInCI(t *testing.T) {
	t.Helper()
	named := strings.Contains(flag.Lookup("test.run").Value.String(), t.Name())
	if testing.Short() || !InCI() && !named {
		t.Skipf("runs in .ci/run, or with -run %s", t.Name())
	}
}

// NoRace skips the test under the race detector, which makes a search ten times slower: it runs nothing at the same time, or only
// what other tests run as well.
func NoRace(t *testing.T) {
	t.Helper()
	if race {
		t.Skip("has nothing for the race detector")
	}
}
