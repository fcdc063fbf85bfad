package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// match plays the games of a step.
type match struct {
	fastchess, engine, book string // paths
	concurrency             int
}

// result counts games from the view of the first side.
type result struct{ Wins, Losses, Draws int }

func (r result) String() string {
	return fmt.Sprintf("%d won, %d lost, %d drawn", r.Wins, r.Losses, r.Draws)
}

// play lets a side with the numbers plus play against one with the numbers minus. Clear wins and
// draws are adjudicated.
func (m *match) play(ctx context.Context, s *settings, step int, plus, minus map[string]int) (result, error) {
	dir, err := os.MkdirTemp("", "spsa") // fastchess leaves files where it is started
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	args, err := m.arguments(s, step, plus, minus)
	if err != nil {
		return result{}, err
	}
	program, err := exec.LookPath(m.fastchess)
	if err == nil {
		program, err = filepath.Abs(program) // it is started in another folder
	}
	if err != nil {
		return result{}, err
	}
	command := exec.CommandContext(ctx, program, args...)
	command.Dir = dir
	output, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return result{}, ctx.Err()
	}
	r, ok := readResult(output)
	if err != nil || !ok || r.Wins+r.Losses+r.Draws != s.Games {
		return result{}, fmt.Errorf("%s has not played %d games (%v):\n%s", m.fastchess, s.Games, err, lastLines(output, 20))
	}
	return r, nil
}

func (m *match) arguments(s *settings, step int, plus, minus map[string]int) ([]string, error) {
	engine, err := filepath.Abs(m.engine)
	if err != nil {
		return nil, err
	}
	book, err := filepath.Abs(m.book)
	if err != nil {
		return nil, err
	}
	var args []string
	for _, side := range []struct {
		name    string
		numbers map[string]int
	}{{"plus", plus}, {"minus", minus}} {
		args = append(args, "-engine", "cmd="+engine, "name="+side.name)
		for _, name := range slices.Sorted(maps.Keys(side.numbers)) {
			args = append(args, "option."+name+"="+strconv.Itoa(side.numbers[name]))
		}
	}
	return append(args, "-each", "tc=inf", "nodes="+strconv.Itoa(s.Nodes), "option.Hash=8",
		"-openings", "file="+book, "format=epd", "order=random", "-srand", strconv.FormatUint(s.Seed*1_000_003+uint64(step), 10),
		"-rounds", strconv.Itoa(s.Games/2), "-repeat", "-concurrency", strconv.Itoa(m.concurrency),
		"-draw", "movenumber=40", "movecount=8", "score=10", "-resign", "movecount=4", "score=600"), nil
}

var resultLine = regexp.MustCompile(`Games: \d+, Wins: (\d+), Losses: (\d+), Draws: (\d+)`)

// readResult reads the last count of games that fastchess has written.
func readResult(output []byte) (r result, ok bool) {
	all := resultLine.FindAllSubmatch(output, -1)
	if len(all) == 0 {
		return r, false
	}
	last := all[len(all)-1]
	for i, target := range []*int{&r.Wins, &r.Losses, &r.Draws} {
		*target, _ = strconv.Atoi(string(last[i+1]))
	}
	return r, true
}

// lastLines returns the last n lines of output at most.
func lastLines(output []byte, n int) []byte {
	lines := bytes.Split(bytes.TrimSpace(output), []byte("\n"))
	return bytes.Join(lines[max(len(lines)-n, 0):], []byte("\n"))
}
