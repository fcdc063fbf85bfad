package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// fastchess plays games. What it has played of a match lies in a folder below state, so that a match can be continued.
type fastchess struct {
	path, book, state string
	concurrency       int
}

// match says which games fastchess plays.
type match struct {
	sides [2]side
	limit string   // as in the log; of a number of nodes, the settings of the sides say more
	hash  int      // MiB of both sides
	seed  uint64   // of the order of the openings
	games int      // an even number: each opening is played twice
	more  []string // arguments
}

// side is an engine and its settings, such as option.Hash=8.
type side struct {
	name, path string
	settings   []string
}

// result is what fastchess says of a match, from the view of the first side.
type result struct {
	wins, losses, draws int
	elo, margin         string // rounded to whole numbers; empty if they have no bound
	llr                 float64
	warnings            []string // and games that an engine lost by a fault, such as a loss on time
}

func (r result) String() string {
	return fmt.Sprintf("%d won, %d lost, %d drawn", r.wins, r.losses, r.draws)
}

func (r result) games() int { return r.wins + r.losses + r.draws }

// row returns what a row of the log says of the games of a match.
func (f *fastchess) row(m match, r result) map[string]string {
	return map[string]string{
		"date": time.Now().UTC().Format(time.DateOnly), "limit": m.limit, "hash": strconv.Itoa(m.hash),
		"book":        strings.ReplaceAll(strings.TrimSuffix(filepath.Base(f.book), filepath.Ext(f.book)), "_", " "),
		"adjudicated": "yes", "games": strconv.Itoa(r.games()),
		"wins": strconv.Itoa(r.wins), "draws": strconv.Itoa(r.draws), "losses": strconv.Itoa(r.losses),
		"elo": r.elo, "error": r.margin,
	}
}

// play plays the games that the match lacks, until over reports that it has ended. Games that both sides take for won or drawn
// are adjudicated. Fastchess saves its progress after every 20 games, and when it is interrupted.
func (f *fastchess) play(ctx context.Context, m match, out io.Writer, over func(result) bool) (r result, err error) {
	program, err := programPath(f.path)
	if err != nil {
		return r, err
	}
	args, err := f.arguments(m)
	if err != nil {
		return r, err
	}
	match := xxhash.New()
	_, _ = match.WriteString(strings.Join(args, "\n")) // it has no errors
	for _, side := range m.sides {
		engine, err := files.ReadFile(side.path) // another build plays another match
		if err != nil {
			return r, err
		}
		_, _ = match.Write(engine)
	}
	folder := filepath.Join(f.state, fmt.Sprintf("%016x", match.Sum64()))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return r, err
	}
	output, err := files.OpenFile(filepath.Join(folder, "output"), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, output.Close()) }()
	if err := files.Lock(output); err != nil {
		return r, fmt.Errorf("%s: %w", output.Name(), err)
	}
	read := func() (result, []byte, error) {
		text, err := files.ReadFile(output.Name())
		return readResult(text), text, err
	}
	if r, _, err = read(); err != nil || over(r) {
		return r, err
	}
	if _, err := os.Stat(filepath.Join(folder, "config.json")); err == nil {
		args = []string{"-config", "file=config.json"}
	}
	command := exec.CommandContext(ctx, program, args...)
	command.Dir = folder
	command.Stdout = io.MultiWriter(output, out)
	command.Stderr = command.Stdout
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 10 * time.Second
	failed := command.Run()
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	r, text, err := read()
	if err == nil && (failed != nil || !over(r)) {
		err = fmt.Errorf("%s has not played the match to its end (%v):\n%s", f.path, failed, lastLines(text, 20))
	}
	return r, err
}

// The lines of answers, and of Linux's list of processors.
var (
	benchLine   = regexp.MustCompile(`(?m)^(\d+) nodes \d+ nps`)
	versionLine = regexp.MustCompile(`(?m)^Vertigo (\S+) `)
	kernelsLine = regexp.MustCompile(`evaluating with (\S+)\)`)
	builtLine   = regexp.MustCompile(`Compilation settings include:\s+(.+)`)
	modelLine   = regexp.MustCompile(`(?m)^model name\s*: (.+)`)
)

// ask returns what a program answers to a command: the part of its output that the pattern of the line has in parentheses.
func ask(program, question string, line *regexp.Regexp) (string, error) {
	output, err := exec.Command(program, question).Output()
	if found := line.FindSubmatch(output); err == nil && found != nil {
		return string(found[1]), nil
	}
	return "", fmt.Errorf("%s does not answer %s as it should (%v): %q", program, question, err, output)
}

// instructions returns what a Vertigo is built for, and which vector instructions it evaluates with: "amd64 v3 with avx2".
func instructions(engine string) string {
	built := goBuild(engine)
	if kernels, err := ask(engine, "version", kernelsLine); err == nil { // early versions do not say it
		built += " with " + kernels
	}
	return built
}

// goBuild returns what a program in Go is built for, such as "amd64 v1", and "" of any other.
func goBuild(path string) string {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return ""
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	return strings.TrimSpace(set["GOARCH"] + " " + set["GO"+strings.ToUpper(set["GOARCH"])])
}

// machine returns, for the notes of a row, the processor, as far as the system names it, and the instructions of both sides.
func machine(ours, theirs string) string {
	text, _ := files.ReadFile("/proc/cpuinfo") // only Linux has it
	notes := "; Vertigo: " + ours
	if theirs != "" {
		notes += "; opponent: " + theirs
	}
	if model := modelLine.FindSubmatch(text); model != nil {
		notes += "; on " + string(model[1])
	}
	return notes
}

// programPath returns the absolute path of a program that is found as a shell finds it.
func programPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
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
	clock := m.limit
	if strings.HasSuffix(clock, " nodes") {
		clock = "inf"
	}
	args = append(args, "-each", "tc="+clock, fmt.Sprintf("option.Hash=%d", m.hash),
		"-openings", "file="+book, "format=epd", "order=random", "-srand", strconv.FormatUint(m.seed, 10),
		"-rounds", strconv.Itoa(m.games/2), "-repeat", "-concurrency", strconv.Itoa(f.concurrency), "-autosaveinterval", "20",
		"-draw", "movenumber=40", "movecount=8", "score=10", "-resign", "movecount=4", "score=600", "twosided=true")
	return append(args, m.more...), nil
}

var (
	gamesLine = regexp.MustCompile(`Games: \d+, Wins: (\d+), Losses: (\d+), Draws: (\d+)`)
	eloLine   = regexp.MustCompile(`(?m)^Elo: (\S+) \+/- (\S+),`)
	faultLine = regexp.MustCompile(`(?m)^Finished game \d+ \((.*) vs (.*)\): \S+ ` +
		`\{(?:(White)|Black)('s connection stalls| disconnects| loses on time.*| makes an illegal move)\}`)
	llrLine     = regexp.MustCompile(`(?m)^LLR: (\S+) `)
	warningLine = regexp.MustCompile(`(?m)Warning; (.*)$`)
)

// readResult reads the last count of games that fastchess has written, all its warnings, and the games lost by a fault.
func readResult(output []byte) (r result) {
	last := func(line *regexp.Regexp) (values []string) {
		if all := line.FindAllSubmatch(output, -1); len(all) > 0 {
			for _, value := range all[len(all)-1][1:] {
				values = append(values, string(value))
			}
		}
		return values
	}
	if counts := last(gamesLine); counts != nil {
		for i, count := range []*int{&r.wins, &r.losses, &r.draws} {
			*count, _ = strconv.Atoi(counts[i])
		}
	}
	if values := last(eloLine); values != nil {
		elo, errElo := strconv.ParseFloat(values[0], 64)
		margin, errMargin := strconv.ParseFloat(values[1], 64)
		if errElo == nil && elo-elo == 0 {
			r.elo = fmt.Sprintf("%.0f", elo)
			if errMargin == nil && margin-margin == 0 {
				r.margin = fmt.Sprintf("%.0f", margin)
			}
		}
	}
	if values := last(llrLine); values != nil {
		r.llr, _ = strconv.ParseFloat(values[0], 64)
	}
	for _, warning := range warningLine.FindAllSubmatch(output, -1) {
		r.warnings = append(r.warnings, string(warning[1]))
	}
	for _, game := range faultLine.FindAllSubmatch(output, -1) {
		name := game[2]
		if len(game[3]) > 0 {
			name = game[1]
		}
		r.warnings = append(r.warnings, string(name)+string(game[4]))
	}
	return r
}

// lastLines returns the last n lines of output at most.
func lastLines(output []byte, n int) []byte {
	lines := bytes.Split(bytes.TrimSpace(output), []byte("\n"))
	return bytes.Join(lines[max(len(lines)-n, 0):], []byte("\n"))
}
