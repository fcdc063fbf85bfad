package source

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/analysis/game"
	"vertigo/internal/system/commandline"
)

// Unread counts the jobs that could not be read, or only in part, and games that occur more than once.
type Unread struct {
	Jobs     int
	partly   bool           // some were read in part
	variants map[string]int // the games that are not of chess, by their variants

	games  map[uint64]string // the places of the games so far, by their hashes
	copies int               // games that are there already
	copy   string            // the first of them, and the game that it repeats
}

// addGame looks for an earlier game with the same moves and tags, the players among them.
func (u *Unread) addGame(j *game.Job) {
	tags := j.Tags()
	if j.Err != nil || len(j.Plies) < 2 || j.LeftOut() || tags["White"] == "" && tags["Black"] == "" {
		return
	}
	hash := xxhash.New()
	for _, name := range [...]string{"Event", "Site", "Date", "Round", "White", "Black", "FEN", "UTCDate", "UTCTime"} {
		_, _ = hash.WriteString(tags[name] + "\x00") // it has no errors
	}
	for _, p := range j.Moves() {
		_, _ = hash.WriteString(p.SAN + " ")
	}
	if u.games == nil {
		u.games = map[uint64]string{}
	}
	earlier, found := u.games[hash.Sum64()]
	switch {
	case !found:
		u.games[hash.Sum64()] = j.Where
	case u.copies == 0:
		u.copy = fmt.Sprintf("%s is %s again", game.PlainText(j.Where), game.PlainText(earlier))
		fallthrough
	default:
		u.copies++
	}
}

// Add counts a job if it has faults, and writes them to standard error, after a call of hide. Of another variant than chess, only the
// first game is named.
func (u *Unread) Add(j *game.Job, stderr io.Writer, hide func()) {
	u.addGame(j)
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

// Tell says how many of all jobs could not be read, and returns the exit code. Games of another variant are skipped, which is no fault
// of the input unless there are no others.
func (u *Unread) Tell(all int, tolerant bool, say func(format string, args ...any)) int {
	if u.copies > 0 {
		say("%d of %d occurred before: %s", u.copies, all, u.copy)
	}
	if u.Jobs == 0 {
		return commandline.ExitOK
	}
	others, variants := 0, []string(nil)
	for _, name := range slices.Sorted(maps.Keys(u.variants)) {
		others += u.variants[name]
		variants = append(variants, fmt.Sprintf("%d %s", u.variants[name], game.PlainText(name)))
	}
	if others > 0 {
		say("%d of %d games skipped: %s", others, all, strings.Join(variants, ", "))
	}
	how := "could not be read"
	if u.partly {
		how += ", or only in part"
	}
	if u.Jobs > others {
		say("%d of %d %s", u.Jobs-others, all, how)
	}
	if tolerant || u.Jobs == others && others < all { // games of another variant are no damage
		return commandline.ExitOK
	}
	return commandline.ExitIncomplete
}
