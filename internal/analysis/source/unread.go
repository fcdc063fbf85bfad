package source

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"vertigo/internal/analysis/game"
	"vertigo/internal/system/commandline"
)

// Unread counts the jobs that could not be read, or only in part.
type Unread struct {
	Jobs     int
	partly   bool           // some were read in part
	variants map[string]int // the games that are not of chess, by their variants
}

// Add counts a job if it has faults, and writes them to standard error, after a call of hide. Of another variant than chess, only the
// first game is named.
func (u *Unread) Add(j *game.Job, stderr io.Writer, hide func()) {
	faults := j.Faults()
	if len(faults) == 0 {
		return
	}
	u.Jobs++
	if name, other := j.Variant(); other {
		if u.variants == nil {
			u.variants = map[string]int{}
		}
		if u.variants[name]++; u.variants[name] > 1 {
			return
		}
	} else {
		u.partly = u.partly || j.Err == nil
	}
	hide()
	for _, fault := range faults {
		commandline.Tell(stderr, "%s", fault)
	}
}

// Tell says how many of all jobs could not be read, and returns the exit code.
func (u *Unread) Tell(all int, tolerant bool, say func(format string, args ...any)) int {
	if u.Jobs == 0 {
		return commandline.ExitOK
	}
	others, variants := 0, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(u.variants)) {
		others += u.variants[name]
		variants = append(variants, fmt.Sprintf("%d %s", u.variants[name], game.PlainText(name)))
	}
	if others > 0 {
		say("%d of %d are not chess: %s", others, all, strings.Join(variants, ", "))
	}
	how := "could not be read"
	if u.partly {
		how += ", or only in part"
	}
	if u.Jobs > others {
		say("%d of %d %s", u.Jobs-others, all, how)
	}
	if tolerant {
		return commandline.ExitOK
	}
	return commandline.ExitIncomplete
}
