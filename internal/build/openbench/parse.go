package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// bench is what a worker reads from the output of a bench.
type bench struct{ nodes, speed int }

var (
	nodesPattern = regexp.MustCompile(`(?i)(\d+)\s+nodes|nodes\s+(\d+)`)
	speedPattern = regexp.MustCompile(`(?i)(\d+)\s+nps|nps\s+(\d+)`)
)

// parseBench reads nodes and speed as a worker does: each from the last line that looks like it.
func parseBench(out string) (bench, error) {
	nodes, nodesFound := lastNumber(out, nodesPattern)
	speed, speedFound := lastNumber(out, speedPattern)
	if !nodesFound || !speedFound {
		return bench{}, fmt.Errorf("no nodes and speed in\n%s", out)
	}
	return bench{nodes, speed}, nil
}

// lastNumber returns the number that the pattern finds in the last line where it finds one.
func lastNumber(out string, pattern *regexp.Regexp) (n int, found bool) {
	for line := range strings.Lines(out) {
		if match := pattern.FindStringSubmatch(line); match != nil {
			if value, err := strconv.Atoi(match[1] + match[2]); err == nil {
				n, found = value, true
			}
		}
	}
	return n, found
}

// parseGenfens returns the openings that the output of genfens holds.
func parseGenfens(out string) (fens []string) {
	for line := range strings.Lines(out) {
		if fen, ok := strings.CutPrefix(line, "info string genfens "); ok {
			fens = append(fens, strings.TrimRight(fen, "\r\n"))
		}
	}
	return fens
}

// tunable is a number that a tuner may change.
type tunable struct {
	name  string
	value int
}

var spinPattern = regexp.MustCompile(`^option name (\S+) type spin default (-?\d+) min (-?\d+) max (-?\d+)\s*$`)

// standard are the spin options of one word that every build has.
var standard = map[string]bool{
	"Hash": true, "Threads": true, "MultiPV": true, "UCI_Elo": true, "SyzygyProbeDepth": true, "SyzygyProbeLimit": true,
}

// parseTunables returns the spin options beyond the standard ones. A tuner needs their default within their range.
func parseTunables(out string) (list []tunable, err error) {
	for line := range strings.Lines(out) {
		match := spinPattern.FindStringSubmatch(strings.TrimSpace(line))
		if match == nil || standard[match[1]] {
			continue
		}
		var numbers [3]int
		for i := range numbers {
			if numbers[i], err = strconv.Atoi(match[i+2]); err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
		}
		if numbers[0] < numbers[1] || numbers[0] > numbers[2] || numbers[1] >= numbers[2] {
			return nil, fmt.Errorf("%s has a default out of its range", match[1])
		}
		list = append(list, tunable{match[1], numbers[0]})
	}
	return list, nil
}
