package analyse

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"vertigo/internal/analysis/output"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/testfiles"
)

// quietly runs analyse or merge, and fails unless it succeeds.
func quietly(b *testing.B, run func(cli.Program, []string) int, args ...string) {
	b.Helper()
	c := cli.Program{Version: "test", Out: io.Discard, Err: io.Discard}
	if code := run(c, args); code != cli.ExitOK {
		b.Fatalf("%q: exit code %d", args, code)
	}
}

// analysed analyses games a number of times, each of their positions with that many nodes, and returns the results file and the
// number of positions.
func analysed(b *testing.B, times, nodes int) (file string, positions int) {
	b.Helper()
	games := strings.Repeat(string(testfiles.Read(b, "pgn", "kasparov-deep-blue-1997.pgn"))+"\n\n", times)
	dir := b.TempDir()
	file = filepath.Join(dir, "games.results")
	input, store := testfiles.Write(b, "games.pgn", games), filepath.Join(dir, "store")
	quietly(b, Run, input, "--nodes", fmt.Sprint(nodes), "--store", store, "--out", file)
	rows := filepath.Join(dir, "rows.csv")
	quietly(b, Merge, file, "--as", "csv", "--out", rows)
	return file, strings.Count(testfiles.Text(b, rows), "\n") - 1
}

// BenchmarkForms writes an analysis in each form. Results, which are only copied, show what reading them takes.
func BenchmarkForms(b *testing.B) {
	file, positions := analysed(b, 10, 2000)
	for _, form := range cli.FormNames(output.Forms()) {
		b.Run(form, func(b *testing.B) {
			for b.Loop() {
				quietly(b, Merge, file, "--as", form, "--out", filepath.Join(b.TempDir(), "out"))
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*positions), "µs/position")
		})
	}
}

// BenchmarkWorkers analyses with one worker, two, four and so on, up to one for each processor.
func BenchmarkWorkers(b *testing.B) {
	_, positions := analysed(b, 1, 1)
	games := testfiles.Path(b, "pgn", "kasparov-deep-blue-1997.pgn")
	for workers := 1; workers <= runtime.NumCPU(); workers *= 2 {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				quietly(b, Run, games, "--nodes", "2000", "--quiet", "--as", "json", "--workers", fmt.Sprint(workers))
			}
			b.ReportMetric(float64(b.N*positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
