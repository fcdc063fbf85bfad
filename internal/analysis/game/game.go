package game

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/pgn"
)

// Sides are the names of the sides, as tags begin with them and as players without a name are called.
var Sides = [board.ColorCount]string{"White", "Black"}

// Tags returns the tags of the game as UTF-8. They must not be changed.
func (j *Job) Tags() map[string]string {
	if j.tags == nil {
		j.tags = map[string]string{}
		if j.PGN != nil {
			for name, value := range j.PGN.Tags() {
				j.tags[name] = PlainText(value)
			}
		}
	}
	return j.tags
}

// Player returns the name and the rating of a player, "" for what the game does not have.
func (j *Job) Player(c board.Color) (name, elo string) {
	tags := j.Tags()
	return known(tags[Sides[c]]), known(tags[Sides[c]+"Elo"])
}

// Names returns what the players are called: a player without a name is called like the side.
func (j *Job) Names() (names [board.ColorCount]string) {
	for c := range names {
		name, _ := j.Player(board.Color(c))
		names[c] = cmp.Or(name, Sides[c])
	}
	return names
}

// Event returns where, in which round and when the game was played, by its tags, "" if there are none.
func (j *Job) Event() string {
	tags := j.Tags()
	site, round := tags["Site"], tags["Round"]
	if round != "" && round[0] >= '0' && round[0] <= '9' {
		round = "round " + round
	}
	if strings.Trim(site, "0123456789") == "" || site == tags["Event"] {
		site = "" // a number of the file, or the event once more
	}
	var parts []string
	for _, part := range []string{tags["Event"], site, round, dateInWords(tags["Date"])} {
		if strings.Trim(part, "?.- ") != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}

// Address returns the address of a game with these tags on the site where it was played, "" if they have none.
func Address(tags map[string]string) string {
	for _, name := range []string{"GameURL", "Link", "Site"} {
		at, err := url.Parse(tags[name])
		if err != nil || at.Scheme != "https" && at.Scheme != "http" {
			continue
		}
		if host := at.Hostname(); host != "" && !strings.ContainsAny(host, ` "%<>\^|`) {
			return at.String()
		}
	}
	return ""
}

// FullMoves counts, as people do, the moves for which counts holds: those of both players with the same number are one.
func (j *Job) FullMoves(counts func(*Ply) bool) (n int) {
	last := 0
	for _, p := range j.Moves() {
		if number := p.Root().FullMove(); counts(p) && number != last {
			n, last = n+1, number
		}
	}
	return n
}

// dateInWords returns a date of PGN in words, for example "May 1997" for "1997.05.??". It leaves other texts as they are.
func dateInWords(date string) string {
	for _, form := range [...]struct{ tag, words string }{{"2006.01.02", "2 January 2006"}, {"2006.01.??", "January 2006"},
		{"2006.??.??", "2006"}} {
		if day, err := time.Parse(form.tag, date); err == nil {
			return day.Format(form.words)
		}
	}
	return date
}

// Cut says where the game stops being readable, and why; "" if all of its moves can be read.
func (j *Job) Cut() string {
	cut := j.PGN.Cut
	if cut.Text == "" {
		return ""
	}
	last := "no move can be read"
	if moves := j.Moves(); len(moves) > 0 {
		p := moves[len(moves)-1]
		last = "read only up to " + pgn.MoveNumber(p.Root()) + " " + p.SAN
	}
	return PlainText(fmt.Sprintf("Incomplete: %s; line %d, %s", last, max(j.Line, 1)+cut.Line-1, cut.Text))
}
