package game

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// Sides are the names of the sides, as tags begin with them and as players without a name are called.
var Sides = [board.ColorCount]string{"White", "Black"}

// Game is a job that has been read: a game, or a single position. It never changes, so several goroutines may use it.
type Game struct {
	Job
	Positions []*Position // from the first one of the game to the last, or the single one; none if Passed or Err is set
	Err       error       // why the job cannot be read
	ID        string      // the name that the source gives a single position, as far as it can be read; "" if none
	Passed    bool        // it was passed over by its tags: its moves are not played

	// Over says whether the rules end the game in its last position, and Termination how the game ended.
	Over        movegen.End
	Termination Termination

	tags    map[string]string
	opening func() Opening
}

// Reading says how a job is read. The zero Reading reads everything.
type Reading struct {
	// SearchMoves are the root moves of positions that do not name their own.
	SearchMoves []string

	// Wants reports whether the moves of a game are to be played, of which only the tags are known. Without it, all are.
	Wants func(*Game) bool
}

// Read reads everything that the job has. If that fails, the game has Err.
func (j *Job) Read() *Game { return j.ReadAs(Reading{}) }

// ReadAs reads the job in that way. If that fails, the game has Err.
func (j *Job) ReadAs(r Reading) *Game {
	g := &Game{Job: *j}
	g.opening = sync.OnceValue(g.findOpening)
	if g.Err = g.read(r); g.Err != nil {
		g.Positions = nil
	}
	if n := len(g.Positions); n > 0 {
		if g.Over = movegen.EndOfGame(g.Positions[n-1].Game); g.IsGame() {
			g.Termination = g.termination()
		}
	}
	return g
}

// read fills the game.
func (g *Game) read(r Reading) (err error) {
	switch {
	case g.Error != "":
		return errors.New(string(g.Error))
	case g.Kind == "pgn":
		err = g.readWords(r.Wants)
	case g.Kind == "json":
		err = g.add(parseJSON(string(g.Text)))
	default:
		err = g.add(parseLine(string(g.Text)))
	}
	if err == nil && len(r.SearchMoves) > 0 {
		err = g.searchOnly(r.SearchMoves)
	}
	return err
}

// add adds a position unless there is an error, which it returns: of p, only the name counts then.
func (g *Game) add(p *Position, err error) error {
	if p != nil {
		g.ID = p.ID
	}
	if err == nil {
		g.Positions = []*Position{p}
	}
	return err
}

// readWords reads the words of a game and, if it is wanted, plays its moves.
func (g *Game) readWords(wants func(*Game) bool) (err error) {
	if g.PGN == nil {
		if g.PGN, err = pgn.Parse(string(g.Text)); err != nil {
			return err
		}
	}
	g.tags = g.PGN.Tags()
	if g.Passed = wants != nil && !wants(g); g.Passed {
		return nil
	}
	start, moves, err := g.PGN.Replay()
	if err != nil {
		return err
	}
	g.play(start, moves)
	return nil
}

// play finds every position of the game.
func (g *Game) play(start board.Position, moves []pgn.Ply) {
	played := board.NewGame(start)
	// All positions at once, as games are long.
	positions, games := make([]Position, len(moves)+1), make([]board.Game, len(moves)+1)
	g.Positions = make([]*Position, len(positions))
	keys := make([]uint64, 0, len(moves)) // of all positions; the earlier ones of each are the last ones before it
	for i := range positions {
		p, at := &positions[i], &games[i]
		at.Position, at.Keys = played.Position, slices.Clip(keys[len(keys)-len(played.Keys):])
		if p.Game, p.ID = at, g.game(); i > 0 {
			p.before = &positions[i-1]
		}
		if g.Positions[i] = p; i == len(moves) {
			break
		}
		p.Ply = moves[i]
		keys = append(keys, played.Position.Key())
		played.Play(p.Move)
	}
	positions[0].ID += ", start"
	g.computeSpent()
}

// searchOnly sets the root moves of positions that do not name their own.
func (g *Game) searchOnly(words []string) (err error) {
	for _, p := range g.Positions {
		if len(p.SearchMoves) == 0 {
			if p.SearchMoves, err = parseMoves(pgn.NewSAN(p.Root()), Operation{Code: "--searchmoves", Operands: words}); err != nil {
				return err
			}
		}
	}
	return nil
}

// IsGame reports whether the job is a game, also one that cannot be played; else it is a single position.
func (g *Game) IsGame() bool { return g.PGN != nil }

// Played returns the positions in which the game has a move or a pass: all but the last.
func (g *Game) Played() []*Position { return g.Positions[:max(len(g.Positions)-1, 0)] }

// Variant returns the name of the variant if the job is a game that is not one of chess.
func (g *Game) Variant() (name string, ok bool) {
	var other pgn.VariantError
	ok = errors.As(g.Err, &other)
	return other.Variant, ok
}

// Faults returns the faults of the job, each with its place in the input: a line for standard error. In a game of another
// variant, that is the only one.
func (g *Game) Faults() (list []string) {
	if _, other := g.Variant(); g.PGN != nil && !other {
		for _, f := range g.PGN.Faults {
			list = append(list, fmt.Sprintf("%s: %s", g.place(f.Line), f.Text))
		}
	}
	for _, p := range g.Positions {
		for _, part := range p.Dropped {
			list = append(list, fmt.Sprintf("%s: left out %s", g.place(1), part))
		}
	}
	if g.Err != nil {
		line := 1
		if fault := (pgn.Fault{}); errors.As(g.Err, &fault) {
			line = fault.Line
		}
		list = append(list, fmt.Sprintf("%s: %v", g.place(line), g.Err))
	}
	return list
}

// Tags returns the tags of the game. They must not be changed.
func (g *Game) Tags() map[string]string { return g.tags }

// Outcome returns the result of the game as PGN spells it: that of the source or, if it has none, that of the last position.
func (g *Game) Outcome() string {
	switch {
	case g.IsGame() && (g.PGN.HasOutcome() || g.Cut() != ""):
		return g.PGN.Outcome()
	case len(g.Positions) == 0:
		return "*"
	}
	return pgn.OutcomeBy(g.Over, g.Positions[len(g.Positions)-1].Root().Turn())
}

// Player returns the name and the rating of a player, "" for what the game does not have.
func (g *Game) Player(c board.Color) (name, elo string) {
	return known(g.tags[Sides[c]]), known(g.tags[Sides[c]+"Elo"])
}

// Names returns what the players are called: a player without a name is called like the side.
func (g *Game) Names() (names [board.ColorCount]string) {
	for c := range names {
		name, _ := g.Player(board.Color(c))
		names[c] = cmp.Or(name, Sides[c])
	}
	return names
}

// Event returns where, in which round and when the game was played, by its tags, "" if there are none.
func (g *Game) Event() string {
	tags := g.tags
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
func (g *Game) Cut() string {
	cut := g.PGN.Cut
	if cut.Text == "" {
		return ""
	}
	last := "no move can be read"
	if played := g.Played(); len(played) > 0 {
		p := played[len(played)-1]
		last = "read only up to " + pgn.MoveNumber(p.Root()) + " " + p.SAN
	}
	return fmt.Sprintf("Incomplete: %s; line %d, %s", last, max(g.Line, 1)+cut.Line-1, cut.Text)
}

// Opening returns the opening of the game, or of the single position. Where the tags ECO and Opening of the source say
// something, that counts; the list of openings says the rest.
func (g *Game) Opening() Opening { return g.opening() }

// OpeningTags returns the tags ECO and Opening that are known and that the source lacks, or has without a value.
func (g *Game) OpeningTags() (tags []pgn.Word) {
	o := g.Opening()
	for _, tag := range [...]struct{ name, value string }{{"ECO", o.ECO}, {"Opening", o.Name}} {
		if known(g.tags[tag.name]) == "" && tag.value != "" {
			tags = append(tags, pgn.TagWord(tag.name, tag.value))
		}
	}
	return tags
}

// known returns the value of a tag, "" if it says only that the value is unknown.
func known(value string) string {
	if value = strings.TrimSpace(value); value == "?" || value == "-" {
		return ""
	}
	return value
}

// Place returns the name of a position in messages: its place in the input and its id, which may be empty.
func Place(where, id string) string {
	file, game, _ := strings.Cut(where, ": ")
	switch {
	case id == "":
		return where
	case game != "" && strings.HasPrefix(id, game+","): // the name begins with the number of the game
		return file + ": " + id
	}
	return where + " (" + id + ")"
}
