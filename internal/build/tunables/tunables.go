// Package tunables reads and changes the table of tunable numbers, search/tunables.txt.
package tunables

import (
	"fmt"
	"strconv"
	"strings"
)

// Tunable is one line of the table: a number that only matches can choose. Its JSON is what the state of a tuning depends on.
type Tunable struct {
	Package         string `json:"-"`
	Name            string // also that of the UCI option in the tune build
	Value           int    `json:"Start"` // the default
	Least, Greatest int
	Step            int    // a sensible first perturbation for a tuner
	Text            string `json:"-"`
}

// Parse reads a table. Lines that are empty or start with # are comments; a name in brackets is the package that the
// numbers below it belong to.
func Parse(text string) ([]Tunable, error) {
	var all []Tunable
	seen := map[string]bool{}
	pkg := ""
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if name, ok := strings.CutPrefix(fields[0], "["); ok {
			if pkg, ok = strings.CutSuffix(name, "]"); !ok || pkg == "" || len(fields) > 1 {
				return nil, fmt.Errorf("line %d: %q is not a package in brackets", i+1, line)
			}
			continue
		}
		if pkg == "" {
			return nil, fmt.Errorf("line %d: no package in brackets stands above it", i+1)
		}
		if len(fields) < 6 {
			return nil, fmt.Errorf("line %d: %d fields, want a name, four numbers and a text", i+1, len(fields))
		}
		var numbers [4]int
		for j := range numbers {
			n, err := strconv.Atoi(fields[1+j])
			if err != nil {
				return nil, fmt.Errorf("line %d: %q is not a number", i+1, fields[1+j])
			}
			numbers[j] = n
		}
		t := Tunable{pkg, fields[0], numbers[0], numbers[1], numbers[2], numbers[3], strings.Join(fields[5:], " ")}
		switch {
		case seen[t.Name]:
			return nil, fmt.Errorf("line %d: %s occurs twice", i+1, t.Name)
		case t.Least > t.Value || t.Value > t.Greatest:
			return nil, fmt.Errorf("line %d: %s = %d lies outside %d..%d", i+1, t.Name, t.Value, t.Least, t.Greatest)
		}
		seen[t.Name] = true
		all = append(all, t)
	}
	return all, nil
}

// SetValues returns the table with other defaults for the numbers that values names. Nothing else of the text changes but the
// blanks around a default, so that columns stay where they are as far as they can.
func SetValues(text string, values map[string]int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		fields := strings.Fields(line)
		if len(fields) < 2 || strings.HasPrefix(line, "#") {
			continue
		}
		value, ok := values[fields[0]]
		if !ok {
			continue
		}
		start := len(fields[0]) + strings.Index(line[len(fields[0]):], fields[1])
		end := start + len(fields[1])
		room := strings.TrimRight(line[:start], " ")
		width := max(end-len(room), len(strconv.Itoa(value))+1)
		lines[i] = fmt.Sprintf("%s%*d%s", room, width, value, line[end:])
	}
	return strings.Join(lines, "\n")
}
