package page

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/game"
)

// mostRows bounds the rows of a table of the summary; those with the most games are shown.
const mostRows = 100

// tally sums up a group of moves and counts the results of their games.
type tally struct {
	game.Figures
	games             int
	wins, draws, lost int // games with a result, from the point of view of the player, or of White where the moves of both count
}

// addResult counts the result of a game for c.
func (t *tally) addResult(result string, c board.Color) {
	switch {
	case result == "1/2-1/2":
		t.draws++
	case result == "1-0" && c == board.White, result == "0-1" && c == board.Black:
		t.wins++
	case result == "1-0", result == "0-1":
		t.lost++
	}
}

// grouping counts the moves of all games by one of their properties.
type grouping struct {
	Title, What string // of the table, and of its first column
	name        func(j *game.Job, ply int) string
	bySide      bool     // the players of a game count separately
	scores      bool     // the groups have different games or sides
	mistakes    bool     // name returns "" for moves without a mark
	order       []string // of the names; nil puts those with the most games first
	groups      map[string]*tally
}

// newSummary returns the groupings of the summary.
func newSummary() []*grouping {
	list := []*grouping{
		{Title: "Players", What: "Player", bySide: true, scores: true, name: playerName},
		{Title: "Phases", What: "Phase", name: func(j *game.Job, ply int) string { return game.Phase(j.Plies[ply].Answer.Root) }, order: []string{"Opening", "Middlegame", "Endgame"}},
		{Title: "Marked moves", What: "Kind", mistakes: true, name: mistake, order: mistakeNames},
		{Title: "Time left", What: "On the clock", bySide: true, scores: true, name: timeLeft, order: clockNames},
		{Title: "Openings", What: "Opening", scores: true, name: func(j *game.Job, _ int) string { return j.Opening().Family() }},
		{Title: "Colours", What: "Colour", bySide: true, scores: true, order: []string{"White", "Black"},
			name: func(j *game.Job, ply int) string { return game.Sides[turn(j, ply)] }},
	}
	for _, g := range list {
		g.groups = map[string]*tally{}
	}
	return list
}

// turn returns the side that makes the move with that number, from 0.
func turn(j *game.Job, ply int) board.Color { return j.Plies[ply].Answer.Root.Turn() }

// playerName returns the name of the player of a move, "" if it is not known: unnamed players may be anybody.
func playerName(j *game.Job, ply int) string {
	name, _ := j.Player(turn(j, ply))
	return name
}

// The names of the times, the longest first.
var clockNames = []string{"5 minutes or more", "1 to 5 minutes", "20 to 60 seconds", "less than 20 seconds"}

// timeLeft returns how much time the player had before the move: the clock after their last move.
func timeLeft(j *game.Job, ply int) string {
	if ply < 2 || !j.Plies[ply-2].Clock.HasLeft {
		return ""
	}
	for i, least := range []time.Duration{5 * time.Minute, time.Minute, 20 * time.Second} {
		if j.Plies[ply-2].Clock.Left >= least {
			return clockNames[i]
		}
	}
	return clockNames[len(clockNames)-1]
}

// The kinds of marked moves, by what they gave away.
var mistakeNames = []string{missedMate, allowedMate, lostMaterial, missedMaterial, otherMistake}

const (
	missedMate     = "Missed a mate"
	allowedMate    = "Allowed a mate"
	lostMaterial   = "Left material to take"
	missedMaterial = "Missed material to take"
	otherMistake   = "Other"
)

// material is the least gain of a capture by static exchange, in centipawns, for which a mistake is named.
const material = 150

// mistake returns what kind of mistake a move is, "" if it is not marked.
func mistake(j *game.Job, ply int) string {
	p, next := j.Plies[ply], j.Plies[ply+1]
	takes := func(p *game.Ply) bool {
		best := p.Answer.Best
		return best != board.NoMove && !p.Answer.Root.IsQuiet(best) && p.Answer.Root.SEE(best, material)
	}
	switch {
	case p.Loss.Mark == game.Unmarked:
		return ""
	case scores.IsMate(next.Value.Score) && next.Value.Score > 0:
		return allowedMate
	case scores.IsMate(p.Value.Score) && p.Value.Score > 0:
		return missedMate
	case takes(next):
		return lostMaterial
	case takes(p):
		return missedMaterial
	}
	return otherMistake
}

// add counts a game.
func (s *grouping) add(j *game.Job) {
	parts := map[string]*[board.ColorCount]game.Figures{}
	for i, p := range j.Moves() {
		name := s.name(j, i)
		if !p.Chosen() || name == "" {
			continue
		}
		if parts[name] == nil {
			parts[name] = new([board.ColorCount]game.Figures)
		}
		parts[name][turn(j, i)].AddMove(p)
	}
	for name, sides := range parts {
		total := s.groups[name]
		if total == nil {
			total = new(tally)
			s.groups[name] = total
		}
		both := !s.bySide && sides[board.White].Moves > 0 && sides[board.Black].Moves > 0
		total.games++
		for c := range sides {
			if sides[c].Moves == 0 {
				continue
			}
			total.AddAll(&sides[c])
			if !both || board.Color(c) == board.White {
				total.addResult(j.PGN.Outcome(), board.Color(c))
			}
		}
	}
}

// groupRow is a row of a table of the summary.
type groupRow struct {
	Name     string  `json:"name"`
	Games    int     `json:"games"`
	Moves    int     `json:"moves"`
	Results  [3]int  `json:"results"` // won, drawn and lost
	Accuracy float64 `json:"accuracy"`
	Loss     float64 `json:"loss"` // centipawns per move
	Blunders int     `json:"blunders"`
	Lost     float64 `json:"lost"` // of all points that the moves in the table lost, in per cent
}

// groupTable is a table of the summary.
type groupTable struct {
	Title    string     `json:"title"`
	What     string     `json:"what"`     // the rows are
	Search   bool       `json:"search"`   // the names are in the list of games
	Scores   bool       `json:"scores"`   // the groups have different games or sides, so that their scores differ
	Mistakes bool       `json:"mistakes"` // only marked moves are counted, which have no accuracy worth a comparison
	Rows     []groupRow `json:"rows"`
	More     int        `json:"more"` // groups that are not shown
}

// table returns the table, nil if there is nothing to compare.
func (s *grouping) table() *groupTable {
	names := make([]string, 0, len(s.groups))
	for name := range s.groups {
		names = append(names, name)
	}
	if len(names) == 0 || len(names) == 1 && s.order == nil && !s.bySide {
		return nil
	}
	slices.SortFunc(names, func(a, b string) int {
		if s.order != nil {
			return slices.Index(s.order, a) - slices.Index(s.order, b)
		}
		return cmp.Or(s.groups[b].games-s.groups[a].games, s.groups[b].Moves-s.groups[a].Moves, strings.Compare(a, b))
	})
	out := &groupTable{
		Title: s.Title, What: s.What, Search: s.order == nil, Scores: s.scores, Mistakes: s.mistakes, More: max(len(names)-mostRows, 0),
	}
	var lost float64
	for _, name := range names {
		lost += s.groups[name].Win
	}
	for _, name := range names[:len(names)-out.More] {
		out.Rows = append(out.Rows, s.groups[name].row(name, lost))
	}
	return out
}

// row returns the row of a group, of moves that lost so many points together with those of the other groups.
func (t *tally) row(name string, lost float64) groupRow {
	r := groupRow{
		Name: name, Games: t.games, Moves: t.Moves, Results: [...]int{t.wins, t.draws, t.lost}, Accuracy: t.Percent(), Loss: t.AverageLoss(),
		Blunders: t.Marks[game.Blunder],
	}
	if lost > 0 {
		r.Lost = 100 * t.Win / lost
	}
	return r
}

// tables returns the tables of the summary; none for a single game. In the report of one player, that player needs no table.
func (w *Report) tables() (list []*groupTable) {
	if w.games < 2 {
		return nil
	}
	for _, s := range w.summary {
		if t := s.table(); t != nil && !(w.contents.Player != "" && s.Title == "Players") {
			list = append(list, t)
		}
	}
	return list
}
