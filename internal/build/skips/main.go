// Command skips reads what go test -json writes, from standard input. It prints the results of the packages, the output of
// the tests that failed, and every test that was skipped. It fails if a test failed, or was skipped without being on the
// list of tests that may be:
//
//	go test -json ./... | go run ./internal/build/skips .ci/skips
//
// A line of the list names a package, a test, which stands for its subtests too, and the reason:
//
//	vertigo/cmd/vertigo TestOldProcessor needs QEMU
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"vertigo/internal/system/commandline"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go test -json ./... | skips LIST")
		os.Exit(2)
	}
	commandline.Main("skips", func(out io.Writer) error { return run(os.Args[1], os.Stdin, out) })
}

// test names a test; without a name it stands for the package itself.
type test struct{ pkg, name string }

func (t test) String() string { return t.pkg + " " + t.name }

// event is a line of go test -json. `go doc test2json` describes it.
type event struct {
	Action, Package, Test, Output string
}

// results holds the results of the events so far.
type results struct {
	out     io.Writer
	output  map[test]string // of the tests that are running
	ran     map[test]bool
	skipped map[test]string // to the last line of the test's own output: the reason
	failed  int             // tests and packages
}

// run is the whole command: it reads events from in and the list from the file of that name.
func run(listName string, in io.Reader, out io.Writer) error {
	text, err := os.ReadFile(listName)
	if err != nil {
		return err
	}
	list, err := parseList(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", listName, err)
	}
	r := results{out: out, output: map[test]string{}, ran: map[test]bool{}, skipped: map[test]string{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		r.add(line)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	return r.judge(list)
}

// parseList reads the list and returns the reason of each test on it.
func parseList(text string) (map[test]string, error) {
	list := map[test]string{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("%q does not name a package, a test and a reason", strings.TrimSpace(line))
		}
		list[test{fields[0], fields[1]}] = strings.Join(fields[2:], " ")
	}
	return list, nil
}

// add takes a line in. What is not an event, such as the command that make prints, goes to the output as it is.
func (r *results) add(line string) {
	var e event
	if json.Unmarshal([]byte(line), &e) != nil {
		io.WriteString(r.out, line)
		return
	}
	t := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		io.WriteString(r.out, e.Output)
	case "output":
		r.output[t] += e.Output
	case "pass", "fail", "skip":
		r.end(t, e.Action)
	}
}

// end takes in that a test or a package has ended.
func (r *results) end(t test, action string) {
	output := r.output[t]
	delete(r.output, t)
	r.ran[t] = true
	switch {
	case action == "fail":
		r.failed++
		io.WriteString(r.out, output)
	case t.name == "":
		io.WriteString(r.out, lastLine(output)+"\n")
	case action == "skip":
		r.skipped[t] = reason(output)
	}
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndex(text, "\n")+1:]
}

// reason returns the line of a skipped test's output that says why: the last one that is not of go test itself.
func reason(output string) string {
	why := "for no reason"
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "---") {
			why = line
		}
	}
	return why
}

// judge prints the tests that were skipped and returns an error unless all is well. A line of the list that belongs to no
// test is an error too, for a package that was tested: the test has been renamed or removed.
func (r *results) judge(list map[test]string) error {
	var errs []error
	if r.failed > 0 {
		errs = append(errs, fmt.Errorf("%d tests and packages failed", r.failed))
	}
	if len(r.ran) == 0 {
		errs = append(errs, errors.New("no tests were run"))
	}
	compare := func(a, b test) int { return strings.Compare(a.String(), b.String()) }
	for _, t := range slices.SortedFunc(maps.Keys(r.skipped), compare) {
		top, _, _ := strings.Cut(t.name, "/")
		_, expected := list[test{t.pkg, top}]
		if _, itself := list[t]; expected || itself {
			fmt.Fprintf(r.out, "skipped: %v: %s\n", t, r.skipped[t])
		} else {
			errs = append(errs, fmt.Errorf("%v was skipped and is not on the list: %s", t, r.skipped[t]))
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(list), compare) {
		if r.ran[test{pkg: t.pkg}] && !r.ran[t] {
			errs = append(errs, fmt.Errorf("the list has %v, but there is no such test", t))
		}
	}
	return errors.Join(errs...)
}
