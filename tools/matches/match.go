package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// fastchess plays games.
type fastchess struct {
	path, book  string
	concurrency int
}

// match says which games fastchess plays.
type match struct {
	sides [2]side
	each  []string // settings of both sides, such as tc=inf
	seed  uint64   // of the order of the openings
	first int      // opening in that order, from 1 on
	games int      // an even number: each opening is played twice

	recover bool // a side that crashes loses its game, and the match goes on
}

// side is an engine and its settings, such as option.Hash=8.
type side struct {
	name, path string
	settings   []string
}

// result counts games from the view of the first side.
type result struct {
	Wins, Losses, Draws int
	Pairs               [5]int   `json:",omitzero"` // games of one opening with 0, 0.5, 1, 1.5 and 2 points
	Warnings            []string `json:",omitempty"`
}

func (r result) String() string {
	return fmt.Sprintf("%d won, %d lost, %d drawn", r.Wins, r.Losses, r.Draws)
}

func (r result) games() int { return r.Wins + r.Losses + r.Draws }

func (r *result) add(other result) {
	r.Wins, r.Losses, r.Draws = r.Wins+other.Wins, r.Losses+other.Losses, r.Draws+other.Draws
	for i, n := range other.Pairs {
		r.Pairs[i] += n
	}
	r.Warnings = append(r.Warnings, other.Warnings...)
}

// elo returns the difference in Elo, and half the width of its 95 % interval. The interval is that of the pairs or, where that
// comes near a score of 0 or 1, Wilson's interval of the games.
func (r result) elo() (elo, margin float64) {
	const z = 1.96
	pairs, games := 0.0, float64(r.games())
	for _, n := range r.Pairs {
		pairs += float64(n)
	}
	score := (float64(r.Wins) + float64(r.Draws)/2) / games
	variance := 0.0
	for i, n := range r.Pairs {
		variance += float64(n) / pairs * math.Pow(float64(i)/4-score, 2)
	}
	middle, half := score, z*math.Sqrt(variance/pairs)
	if nearsEnd(score, half) {
		whole := 1 + z*z/games
		middle = (score + z*z/(2*games)) / whole
		half = z * math.Sqrt(score*(1-score)/games+z*z/(4*games*games)) / whole
	}
	return toElo(score), (toElo(middle+half) - toElo(middle-half)) / 2
}

// play plays the games. Those that both sides take for won or drawn are adjudicated.
func (f *fastchess) play(ctx context.Context, m match) (result, error) {
	dir, err := os.MkdirTemp("", "matches") // fastchess leaves files where it is started
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	args, err := f.arguments(m)
	if err != nil {
		return result{}, err
	}
	program, err := exec.LookPath(f.path)
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
	if err != nil || !ok || r.games() != m.games {
		return result{}, fmt.Errorf("%s has not played %d games (%v):\n%s", f.path, m.games, err, lastLines(output, 20))
	}
	return r, nil
}

func (f *fastchess) arguments(m match) ([]string, error) {
	book, err := filepath.Abs(f.book)
	if err != nil {
		return nil, err
	}
	var args []string
	for _, side := range m.sides {
		engine, err := filepath.Abs(side.path)
		if err != nil {
			return nil, err
		}
		args = append(append(args, "-engine", "cmd="+engine, "name="+side.name), side.settings...)
	}
	args = append(append(args, "-each"), m.each...)
	if m.recover {
		args = append(args, "-recover")
	}
	return append(args, "-openings", "file="+book, "format=epd", "order=random", "start="+strconv.Itoa(m.first),
		"-srand", strconv.FormatUint(m.seed, 10),
		"-rounds", strconv.Itoa(m.games/2), "-repeat", "-concurrency", strconv.Itoa(f.concurrency),
		"-draw", "movenumber=40", "movecount=8", "score=10", "-resign", "movecount=4", "score=600", "twosided=true"), nil
}

var (
	resultLine  = regexp.MustCompile(`Games: \d+, Wins: (\d+), Losses: (\d+), Draws: (\d+)`)
	pairsLine   = regexp.MustCompile(`Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]`)
	warningLine = regexp.MustCompile(`(?m)Warning; (.*)$`)
)

// readResult reads the last count of games that fastchess has written, and its warnings.
func readResult(output []byte) (r result, ok bool) {
	for line, counts := range map[*regexp.Regexp][]*int{
		resultLine: {&r.Wins, &r.Losses, &r.Draws},
		pairsLine:  {&r.Pairs[0], &r.Pairs[1], &r.Pairs[2], &r.Pairs[3], &r.Pairs[4]},
	} {
		if all := line.FindAllSubmatch(output, -1); len(all) > 0 {
			ok = ok || line == resultLine
			for i, count := range counts {
				*count, _ = strconv.Atoi(string(all[len(all)-1][i+1]))
			}
		}
	}
	for _, warning := range warningLine.FindAllSubmatch(output, -1) {
		r.Warnings = append(r.Warnings, string(warning[1]))
	}
	return r, ok
}

// lastLines returns the last n lines of output at most.
func lastLines(output []byte, n int) []byte {
	lines := bytes.Split(bytes.TrimSpace(output), []byte("\n"))
	return bytes.Join(lines[max(len(lines)-n, 0):], []byte("\n"))
}
