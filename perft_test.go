package vertigo_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// The rules of chess from end to end: the number of lines of a given length, counted by the generator that the
// engine plays with, against numbers that other programs have agreed on for years.
//
//	go test . -perft.nodes 10e9            go deeper, up to a count of ten billion nodes for a position
//	go test . -perft.epd 'suites/*.epd'    count the positions of other files
var (
	perftEPD   = flag.String("perft.epd", "", "count the positions of the EPD files that match this `pattern`, not those of testdata/perft")
	perftNodes = flag.Float64("perft.nodes", 0,
		"count the nodes of a depth if there are at most this many (default 5e6, or 50e3 with -short)")
)

// budget is the largest number of nodes to count for a depth of a position.
func budget() uint64 {
	switch {
	case *perftNodes > 0:
		return uint64(*perftNodes)
	case testing.Short():
		return 50e3
	}
	return 5e6
}

// checkCounts counts from shallow to deep, so that a fault shows where it is small, as far as the budget allows.
func checkCounts(t *testing.T, fen string, counts map[int]uint64) {
	t.Helper()
	p := must.Get(board.ParseFEN(fen))(t)
	for depth := 1; ; depth++ {
		want, ok := counts[depth]
		if !ok || want > budget() {
			return
		}
		if got, ok := movegen.Perft(&p, depth, nil); got != want || !ok {
			t.Fatalf("%s: perft %d = %d, want %d", fen, depth, got, want)
		}
	}
}

// TestPerft counts every line of the EPD files as deep as the budget allows.
func TestPerft(t *testing.T) {
	pattern := *perftEPD
	if pattern == "" {
		pattern = filepath.Join(testfiles.Path(t, "perft"), "*.epd")
	}
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := must.Get(os.Open(path))(t)
			defer f.Close()
			lines := bufio.NewScanner(f)
			n := 0
			for lines.Scan() {
				if n++; strings.TrimSpace(lines.Text()) == "" || lines.Text()[0] == '#' {
					continue
				}
				fen, counts, err := parseEPD(lines.Text())
				must.Do(t, err, path, n)
				t.Run(strconv.Itoa(n), func(t *testing.T) {
					t.Parallel()
					checkCounts(t, fen, counts)
				})
			}
			must.Do(t, lines.Err())
			if n == 0 {
				t.Errorf("%s is empty", path)
			}
		})
	}
}

// parseEPD reads a line such as "FEN ;D1 20 ;D2 400".
func parseEPD(line string) (fen string, counts map[int]uint64, err error) {
	parts := strings.Split(line, ";")
	counts = map[int]uint64{}
	for _, part := range parts[1:] {
		var depth int
		var nodes uint64
		if _, err := fmt.Sscanf(strings.TrimSpace(part), "D%d %d", &depth, &nodes); err != nil {
			return "", nil, fmt.Errorf("%q: %w", part, err)
		}
		counts[depth] = nodes
	}
	if counts[1] == 0 {
		return "", nil, fmt.Errorf("%q has no count for depth 1", line)
	}
	return strings.TrimSpace(parts[0]), counts, nil
}
