// Command openbench does to the working tree what a worker of OpenBench (https://github.com/AndyGrant/OpenBench) does to an
// engine: it copies it without .git and without the permission to execute, as from a zip archive, builds it with make, runs
// several benches at once, has it make openings, builds it with another network, and sets the numbers of a branch to tune. It
// says what fails.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/system/commandline"
)

const (
	engineName = "Vertigo-ob"     // the worker's name of the binary
	atOnce     = 4                // benches at the same time
	benchLimit = 60 * time.Second // a worker gives up after it
)

func main() {
	root := flag.String("root", ".", "the working tree")
	flag.Parse()
	commandline.Main("openbench", func(out io.Writer) error { return run(*root, out) })
}

// run is the whole command; it reports progress to log.
func run(root string, log io.Writer) error {
	scratch, err := os.MkdirTemp("", "openbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	source := filepath.Join(scratch, "source")
	if err := copyTree(source, root); err != nil {
		return err
	}
	w := &worker{folder: source, log: log}
	steps := []func() error{
		func() error { return w.build() },
		w.benches,
		w.openings,
		w.network,
		w.tune,
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// copyTree copies the regular files below root to a new folder, except those of git and release archives. As with Python's
// zipfile, which a worker uses, no file is executable.
func copyTree(folder, root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case name == ".git" || name == "dist":
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(folder, name), 0o777)
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(folder, name), data, 0o666)
	})
}

// worker works in the folder with the copy.
type worker struct {
	folder string
	log    io.Writer
	nodes  int // the result of the bench
}

// command returns a command in the worker's folder, with a worker's environment.
func (w *worker) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir = w.folder
	c.Env = append(os.Environ(), "CC=go", "CXX=g++")
	return c
}

// engine runs the engine with the given arguments and returns its output.
func (w *worker) engine(args ...string) (string, error) {
	out, err := w.command("./"+engineName, args...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %q: %w\n%s", engineName, args, err, out)
	}
	return string(out), nil
}

// build builds the engine as a worker does, with the variables that it may add.
func (w *worker) build(arguments ...string) error {
	started := time.Now()
	c := w.command("make", append([]string{"-j", "EXE=" + engineName, "CC=go"}, arguments...)...)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", c.Args, err, out)
	}
	if _, err := os.Stat(filepath.Join(w.folder, engineName)); err != nil {
		return fmt.Errorf("make did not put the binary in its folder: %w", err)
	}
	fmt.Fprintf(w.log, "built in %.0f s %s\n", time.Since(started).Seconds(), strings.Join(arguments, " "))
	return nil
}

// benches runs several benches at once and compares their counts.
func (w *worker) benches() error {
	type result struct {
		bench
		err  error
		took time.Duration
	}
	results := make(chan result)
	for range atOnce {
		go func() {
			started := time.Now()
			out, err := w.engine("bench")
			r := result{err: err, took: time.Since(started)}
			if err == nil {
				r.bench, r.err = parseBench(out)
			}
			results <- r
		}()
	}
	var all []result
	for range atOnce {
		all = append(all, <-results)
	}
	for _, r := range all {
		switch {
		case r.err != nil:
			return r.err
		case r.nodes != all[0].nodes:
			return fmt.Errorf("the benches count differently: %d and %d nodes", all[0].nodes, r.nodes)
		}
		fmt.Fprintf(w.log, "bench: %d nodes, %d nodes per second, %.0f s\n", r.nodes, r.speed, r.took.Seconds())
	}
	if slowest := slices.MaxFunc(all, func(a, b result) int { return int(a.took - b.took) }).took; slowest > benchLimit {
		return fmt.Errorf("a bench took %v; a worker gives up after %v", slowest, benchLimit)
	}
	w.nodes = all[0].nodes
	return nil
}

// openings asks for openings with and without a book, and checks that each is a position with all six fields, which
// the worker counts on, and that the seed alone decides about them.
func (w *worker) openings() error {
	const count = 4
	if err := os.MkdirAll(filepath.Join(w.folder, "Books"), 0o777); err != nil {
		return err
	}
	line := "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2; fmvn 3;\n"
	if err := os.WriteFile(filepath.Join(w.folder, "Books", "book.epd"), []byte(line), 0o666); err != nil {
		return err
	}
	ask := func(seed int, book string) ([]string, error) {
		out, err := w.engine(fmt.Sprintf("genfens %d seed %d book %s ", count, seed, book), "quit")
		if err != nil {
			return nil, err
		}
		fens := parseGenfens(out)
		if len(fens) != count {
			return nil, fmt.Errorf("%d openings instead of %d in\n%s", len(fens), count, out)
		}
		for _, fen := range fens {
			if _, err := board.ParseFEN(fen); err != nil || len(strings.Fields(fen)) != 6 {
				return nil, fmt.Errorf("the opening %q is not a complete position: %w", fen, err)
			}
		}
		return fens, nil
	}
	for _, book := range []string{"None", filepath.Join("Books", "book.epd")} {
		first, err1 := ask(42, book)
		again, err2 := ask(42, book)
		other, err3 := ask(43, book)
		if err := errors.Join(err1, err2, err3); err != nil {
			return err
		}
		if !slices.Equal(first, again) || slices.Equal(first, other) {
			return fmt.Errorf("book %s: the seed does not decide the openings: %q, %q, %q", book, first, again, other)
		}
		fmt.Fprintf(w.log, "book %s: %d openings, such as %s\n", book, count, first[0])
	}
	return nil
}

// network builds the engine with a network of the worker's, as a test of a network does, and checks that it evaluates with
// that one.
func (w *worker) network() error {
	net := nnue.RandomNetwork(1, 32, 1)
	var file bytes.Buffer
	path := filepath.Join(w.folder, "Networks", "other.nnue")
	if err := errors.Join(net.Write(&file), os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, file.Bytes(), 0o666)); err != nil {
		return err
	}
	if err := w.build("EVALFILE=" + path); err != nil {
		return err
	}
	out, err := w.engine("eval")
	if err != nil {
		return err
	}
	if shape := "2 x 32 neurons"; !strings.Contains(out, shape) {
		return fmt.Errorf("built with a network of %s, but the engine says\n%s", shape, out)
	}
	return nil
}

// tuneBranch makes the source that of a branch to tune: the one line of the Makefile that a developer changes there.
func (w *worker) tuneBranch() error {
	path := filepath.Join(w.folder, "Makefile")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const line = "\nTAGS =\n"
	if bytes.Count(text, []byte(line)) != 1 {
		return errors.New("the Makefile has no line for build tags")
	}
	return os.WriteFile(path, bytes.Replace(text, []byte(line), []byte("\nTAGS = tune\n"), 1), 0o666)
}

// tune builds a branch to tune, sets every number that it declares to its default, and checks that it plays like the normal
// build.
func (w *worker) tune() error {
	if err := errors.Join(w.tuneBranch(), w.build()); err != nil {
		return err
	}
	out, err := w.engine("uci")
	if err != nil {
		return err
	}
	tunables, err := parseTunables(out)
	if err != nil {
		return err
	}
	if len(tunables) == 0 {
		return errors.New("the tune build declares nothing to tune")
	}
	var lines []string
	for _, t := range tunables {
		lines = append(lines, fmt.Sprintf("setoption name %s value %d", t.name, t.value))
	}
	out, err = w.engine(append(lines, "bench")...)
	if err != nil {
		return err
	}
	b, err := parseBench(out)
	switch {
	case err != nil:
		return err
	case strings.Contains(out, "info string"):
		return fmt.Errorf("the tune build complains:\n%s", out)
	case b.nodes != w.nodes:
		return fmt.Errorf("the tune build counts %d nodes, the normal one %d", b.nodes, w.nodes)
	}
	fmt.Fprintf(w.log, "%d tunables, the same count\n", len(tunables))
	return nil
}
