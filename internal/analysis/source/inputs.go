package source

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
)

// Inputs are what a command reads. They count the jobs, those that could not be read, or only in part, and games that occur more
// than once, and notice files that change.
type Inputs struct {
	args  []string
	files map[string]fs.FileInfo // the regular files among them, as they were at first
	names names                  // that were asked for

	Seen     int            // jobs so far
	LeftOut  int            // of them, those of which the filters leave nothing
	Part     bool           // they are a part of the jobs
	Unread   int            // jobs
	used     int            // jobs that were read, and of which something is left
	partly   bool           // some were read in part
	ignored  bool           // some had members that are not read, which has been said
	variants map[string]int // the games that are not of chess, by their variants

	games  map[uint64]string // the places of the first games, mostGames at most, by their hashes
	copies int               // games that are there already
	copy   string            // the first of them, and the game that it repeats
}

// mostGames bounds the memory for games that may occur again, about 150 bytes for each.
const mostGames = 100_000

// addGame looks for an earlier game with the same moves and tags, the players among them.
func (in *Inputs) addGame(j *game.Judgement) {
	tags := j.Tags()
	if j.Err != nil || len(j.Positions) < 2 || j.LeftOut() || tags["White"] == "" && tags["Black"] == "" {
		return
	}
	hash := xxhash.New()
	for _, name := range [...]string{"Event", "Site", "Date", "Round", "White", "Black", "FEN", "UTCDate", "UTCTime"} {
		_, _ = hash.WriteString(tags[name] + "\x00") // it has no errors
	}
	for _, p := range j.Played() {
		_, _ = hash.WriteString(p.SAN + " ")
	}
	if in.games == nil {
		in.games = map[uint64]string{}
	}
	earlier, found := in.games[hash.Sum64()]
	switch {
	case !found && len(in.games) == mostGames:
	case !found:
		in.games[hash.Sum64()] = j.Where
	case in.copies == 0:
		in.copy = fmt.Sprintf("%s is %s again", pgn.PlainText(j.Where), pgn.PlainText(earlier))
		fallthrough
	default:
		in.copies++
	}
}

// Add counts a job, of which the filters may leave nothing, and looks for the wanted players. It writes its faults to standard
// error, after a call of hide. Of another variant than chess, only the first game is named, and of JSON lines with members that are
// not read, only the first line.
func (in *Inputs) Add(j *game.Judgement, leftOut bool, wanted game.Person, stderr io.Writer, hide func()) {
	in.Seen++
	switch {
	case j.Err != nil:
	case leftOut:
		in.LeftOut++
	default:
		in.used++
	}
	in.names.add(wanted, j.Game)
	in.addGame(j)
	in.reportIgnored(j.Game, stderr, hide)
	faults := j.Faults()
	if len(faults) == 0 {
		return
	}
	in.Unread++
	if name, other := j.Variant(); other {
		if in.variants == nil {
			in.variants = map[string]int{}
		}
		if in.variants[name]++; in.variants[name] > 1 {
			return
		}
	} else {
		in.partly = in.partly || j.Err == nil
	}
	hide()
	for _, fault := range faults {
		cli.Message(stderr, "%s", fault)
	}
}

// reportIgnored names the members of the first line of JSON that has others than those that are read.
func (in *Inputs) reportIgnored(g *game.Game, stderr io.Writer, hide func()) {
	if g.Kind != "json" || in.ignored || len(g.Positions) == 0 || len(g.Positions[0].Ignored) == 0 {
		return
	}
	in.ignored = true
	hide()
	cli.Message(stderr, "%s: ignored, as in all lines: the members %.200s", g.Where, pgn.PlainText(strings.Join(g.Positions[0].Ignored, ", ")))
}

// Nothing returns why there was nothing to do after skip jobs were skipped, or "" if there was something, or if other parts may
// have what this one lacks. Things says what an empty input has, such as "no games".
func (in *Inputs) Nothing(skip int, things string) string {
	switch missing := in.names.missing(); {
	case in.Part || in.used > 0:
		return ""
	case in.Seen == 0 && skip > 0:
		return "--skip leaves nothing of the input"
	case in.Seen == 0:
		return "the input is empty: it has " + things
	case missing != "":
		return missing
	case in.LeftOut > 0:
		return "the filters leave nothing of the input"
	}
	return ""
}

// Conclude says how many jobs could not be read, which files have changed since they were read, the reason, if any, why there was
// nothing to do, and which player is missing. It returns the exit code: of several, the gravest one. Output names what was made
// of the inputs.
func (in *Inputs) Conclude(output string, tolerant bool, reason string, report func(format string, args ...any)) int {
	code := in.reportUnread(tolerant, report)
	for _, file := range in.changed() {
		report("%s has changed since it was read; the %s are those of its old content", file, output)
		if !tolerant {
			code = cli.ExitIncomplete
		}
	}
	if reason != "" {
		report("%s", reason)
		return cli.ExitEmpty
	}
	if missing := in.names.missing(); missing != "" && !in.Part {
		report("%s", missing)
	}
	return code
}

// Bad returns how many jobs could not be read. Games of another variant are skipped, which is no fault of the input unless
// there are no others.
func (in *Inputs) Bad() int {
	if others := in.others(); others < in.Seen || in.Part {
		return in.Unread - others
	}
	return in.Unread
}

// others returns the number of games of other variants.
func (in *Inputs) others() (n int) {
	for _, games := range in.variants {
		n += games
	}
	return n
}

// reportUnread is the part of Conclude on what could not be read.
func (in *Inputs) reportUnread(tolerant bool, report func(format string, args ...any)) int {
	if in.copies > 0 {
		report("%d of %d occurred before: %s", in.copies, in.Seen, in.copy)
	}
	if in.Unread == 0 {
		return cli.ExitOK
	}
	others, variants := in.others(), []string(nil)
	for _, name := range slices.Sorted(maps.Keys(in.variants)) {
		variants = append(variants, fmt.Sprintf("%d %s", in.variants[name], pgn.PlainText(name)))
	}
	if others > 0 {
		report("%d of %d games skipped: %s", others, in.Seen, strings.Join(variants, ", "))
	}
	how := "could not be read"
	if in.partly {
		how += ", or only in part"
	}
	if in.Unread > others {
		report("%d of %d %s", in.Unread-others, in.Seen, how)
	}
	if tolerant || in.Bad() == 0 {
		return cli.ExitOK
	}
	return cli.ExitIncomplete
}
