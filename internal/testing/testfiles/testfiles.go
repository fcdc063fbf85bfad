// Package testfiles finds the files that the tests of several packages share: tablebases, books, positions and games. They
// are in the folder testdata at the top of the module, whose README names their sources. It also writes and reads the files
// of a single test, and says which tests .ci/run alone runs.
package testfiles

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/testing/must"
)

// Path returns the absolute path of a file or folder in testdata, given by its elements. The test fails at once if it is
// not there.
func Path(tb testing.TB, elements ...string) string {
	tb.Helper()
	path := filepath.Join(append([]string{root(tb), "testdata"}, elements...)...)
	must.Get(os.Stat(path))(tb)
	return path
}

// Read returns the content of a file in testdata, given by the elements of its path.
func Read(tb testing.TB, elements ...string) []byte {
	tb.Helper()
	return must.Get(os.ReadFile(Path(tb, elements...)))(tb)
}

// Write writes a file with the given name into a new folder that goes with the test, and returns its path.
func Write(tb testing.TB, name, text string) string {
	tb.Helper()
	return Put(tb, filepath.Join(tb.TempDir(), name), text)
}

// Put writes a file, and the folders that it is in, and returns its path.
func Put[T string | []byte](tb testing.TB, path string, content T) string {
	tb.Helper()
	must.Do(tb, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(tb, os.WriteFile(path, []byte(content), 0o666))
	return path
}

// As is the variable in the environment that makes a test binary another program, which Main runs with its value.
const As = "VERTIGO_TEST_AS"

// Main runs the tests of a package or, where a test starts the test binary as another program, that one.
func Main(tests func() int, program func(how string)) {
	if how := os.Getenv(As); how != "" {
		program(how)
		os.Exit(0)
	}
	ObeySignals()
	os.Exit(tests())
}

// ObeySignals sees to it that programs which tests start do not ignore the signals that this process ignores, as one in the
// background of a script does.
func ObeySignals() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s) // a signal that is caught is not ignored by children
		}
	}
}

// Self returns the path of the test binary, which a test starts as another program.
func Self(tb testing.TB) string {
	tb.Helper()
	return must.Get(os.Executable())(tb)
}

// Text returns the content of the file at path, which a test has written.
func Text(tb testing.TB, path string) string {
	tb.Helper()
	return string(must.Get(os.ReadFile(path))(tb))
}

// root returns the folder of the module: the nearest one with a go.mod, from the folder of the test's package upwards.
func root(tb testing.TB) string {
	tb.Helper()
	folder := must.Get(os.Getwd())(tb)
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			tb.Fatal("no go.mod in the folder of the test or above it")
		}
		folder = parent
	}
}

// sum is the checksum at the end of a line of results.
var sum = regexp.MustCompile(`,"sum":"[0-9a-f]{16}"\}$`)

// Sums returns results or a store, which were changed, with the checksums that they should have. Those of a store are of each
// line alone.
func Sums(text string) string {
	hash := xxhash.New()
	var b strings.Builder
	for line := range strings.Lines(text) {
		line, end := strings.CutSuffix(line, "\n")
		if !end {
			return b.String() + line
		}
		line = strings.TrimSuffix(sum.ReplaceAllString(line, "}"), "}")
		if strings.HasPrefix(text, `{"vertigo_store":`) {
			hash.Reset()
		}
		_, _ = hash.WriteString(line)
		line = fmt.Sprintf("%s,\"sum\":\"%016x\"}\n", line, hash.Sum64())
		_, _ = hash.WriteString(strings.TrimPrefix(line, line[:strings.LastIndex(line, `,"sum"`)]))
		b.WriteString(line)
	}
	return b.String()
}
