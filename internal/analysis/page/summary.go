package page

import (
	"slices"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/game"
)

// mostRows bounds the rows of a table of the summary; those with the most games are shown.
const mostRows = 100

// table is a table of the summary.
type table struct {
	game.Grouping
	Title, What string   // of the table, and of its first column
	scores      bool     // the groups have different games or sides
	mistakes    bool     // moves without a mark are in no group
	order       []string // of the names; nil puts those with the most games first
}

// newSummary returns the tables of the summary.
func newSummary(limits game.Limits) []*table {
	by := func(name func(*game.Job, int) string) game.Grouping { return game.Grouping{Name: name} }
	bySide := func(name func(*game.Job, int) string) game.Grouping { return game.Grouping{Name: name, BySide: true} }
	phase := func(j *game.Job, ply int) string { return game.Phase(j.Plies[ply].Root()) }
	family := func(j *game.Job, _ int) string { return j.Opening().Family() }
	color := func(j *game.Job, ply int) string { return game.Sides[j.Plies[ply].Root().Turn()] }
	return []*table{
		{Title: "Players", What: "Player", Grouping: game.ByPlayer(limits), scores: true},
		{Title: "Phases", What: "Phase", Grouping: by(phase), order: []string{"Opening", "Middlegame", "Endgame"}},
		{Title: "Marked moves", What: "Kind", Grouping: by(mistake), mistakes: true, order: mistakeNames},
		{Title: "Time left", What: "On the clock", Grouping: bySide(timeLeft), scores: true, order: clockNames},
		{Title: "Openings", What: "Opening", Grouping: by(family), scores: true},
		{Title: "Colours", What: "Colour", Grouping: bySide(color), scores: true, order: []string{"White", "Black"}},
	}
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
		return best != board.NoMove && !p.Root().IsQuiet(best) && p.Root().SEE(best, material)
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

// rows returns the table as the page has it, nil if there is nothing to compare.
func (t *table) rows() *groupTable {
	list := t.List()
	if len(list) == 0 || len(list) == 1 && t.order == nil && !t.BySide {
		return nil
	}
	if t.order != nil {
		slices.SortFunc(list, func(a, b *game.Group) int { return slices.Index(t.order, a.Name) - slices.Index(t.order, b.Name) })
	}
	out := &groupTable{
		Title: t.Title, What: t.What, Search: t.order == nil, Scores: t.scores, Mistakes: t.mistakes, More: max(len(list)-mostRows, 0),
	}
	var lost float64
	for _, g := range list {
		lost += g.Win
	}
	for _, g := range list[:len(list)-out.More] {
		r := groupRow{g.Name, g.Games, g.Moves, g.Results, g.Percent(), g.AverageLoss(), g.Marks[game.Blunder], 0}
		if lost > 0 {
			r.Lost = 100 * g.Win / lost
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// tables returns the tables of the summary; none for a single game. In the report of one player, that player needs no table.
func (w *Report) tables() (list []*groupTable) {
	if w.games < 2 {
		return nil
	}
	for _, s := range w.summary {
		if t := s.rows(); t != nil && !(w.contents.Player != "" && s.Title == "Players") {
			list = append(list, t)
		}
	}
	return list
}
