package output

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
)

// mostRows bounds the rows of a table of the summary; those with the most games are shown.
const mostRows = 100

// table is a table of the summary.
type table struct {
	game.Grouping
	Title, What string   // of the table, and of its first column
	scores      bool     // the groups have different games or sides
	mistakes    bool     // moves without a mark are in no group
	order       []string // of the names; nil puts those with the most games first, and leads to the games instead of the moves
	moves       map[string][]lostMove
}

// lostMove is a marked move of a group.
type lostMove struct {
	groupMove
	points float64
}

// mostMoves bounds the moves to which a row leads; those that lost most are kept.
const mostMoves = 50

// add counts a game, and notes its marked moves. The page calls the game id.
func (t *table) add(j *game.Judgement, id string) {
	t.Add(j)
	if t.order == nil {
		return
	}
	for i, p := range j.Moves() {
		name := t.Name(j, i)
		if name == "" || !p.Chosen() || p.Loss.Mark == game.Unmarked {
			continue
		}
		label := pgn.Numbered(p.Root(), []string{p.SAN + p.Loss.Mark.Symbol()})
		list := append(t.moves[name], lostMove{groupMove{fmt.Sprintf("%sp%d", id, i), label}, p.Loss.Points(2)})
		slices.SortStableFunc(list, func(a, b lostMove) int { return cmp.Compare(b.points, a.points) })
		if t.moves == nil {
			t.moves = map[string][]lostMove{}
		}
		t.moves[name] = list[:min(len(list), mostMoves)]
	}
}

// newSummary returns the tables of the summary.
func newSummary(limits game.Limits) []*table {
	by := func(name func(*game.Judgement, int) string) game.Grouping { return game.Grouping{Name: name} }
	bySide := func(name func(*game.Judgement, int) string) game.Grouping {
		return game.Grouping{Name: name, BySide: true}
	}
	mistake := func(j *game.Judgement, ply int) string { return j.Plies[ply].Mistake }
	phase := func(j *game.Judgement, ply int) string { return game.Phase(j.Plies[ply].Root()) }
	family := func(j *game.Judgement, _ int) string { return j.Opening().Family() }
	color := func(j *game.Judgement, ply int) string { return game.Sides[j.Plies[ply].Root().Turn()] }
	return []*table{
		{Title: "Players", What: "Player", Grouping: game.ByPlayer(limits), scores: true},
		{Title: "Phases", What: "Phase", Grouping: by(phase), order: []string{"Opening", "Middlegame", "Endgame"}},
		{Title: "Marked moves", What: "Kind", Grouping: by(mistake), mistakes: true, order: game.Mistakes},
		{Title: "Time left", What: "On the clock", Grouping: bySide(timeLeft), scores: true, order: clockNames},
		{Title: "Time spent", What: "For the move", Grouping: bySide(timeSpent), scores: true, order: spentNames},
		{Title: "How games ended", What: "End", Grouping: bySide(ending), scores: true, order: endNames},
		{Title: "Openings", What: "Opening", Grouping: by(family), scores: true},
		{Title: "Colours", What: "Colour", Grouping: bySide(color), scores: true, order: []string{"White", "Black"}},
	}
}

// The names of the times, the longest first.
var clockNames = []string{"5 minutes or more", "1 to 5 minutes", "20 to 60 seconds", "less than 20 seconds"}

// timeLeft returns how much time the player had before the move: the clock after their last move.
func timeLeft(j *game.Judgement, ply int) string {
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

// The ways in which games end for a player: "when" is how the player stood.
var endNames = []string{
	"Mated", "Resigned when lost", "Resigned when not lost", "Resigned", "Lost on time when winning", "Lost on time when level",
	"Lost on time when losing", "Lost on time", "Draw agreed when better", "Draw agreed", "Drawn on time", "Draw by the rules",
	"Adjudicated", "Abandoned", "Won by mate", "Won by resignation", "Won on time",
}

// ending returns how a game ended for the player of a move, "" if it has not.
func ending(j *game.Judgement, ply int) string {
	side, outcome := j.Plies[ply].Root().Turn(), j.Outcome()
	won := outcome == [board.ColorCount]string{"1-0", "0-1"}[side]
	expected, known := j.FinalExpected()
	if side == board.Black {
		expected = 1 - expected
	}
	const better, decided = 0.65, 0.9
	switch j.Termination {
	case game.ByMate:
		if won {
			return "Won by mate"
		}
		return "Mated"
	case game.ByResignation:
		switch {
		case won:
			return "Won by resignation"
		case !known:
			return "Resigned"
		case expected <= 1-decided:
			return "Resigned when lost"
		}
		return "Resigned when not lost"
	case game.OnTime:
		switch {
		case outcome == "1/2-1/2": // it is not known whose time was up
			return "Drawn on time"
		case won:
			return "Won on time"
		case !known:
			return "Lost on time"
		case expected >= better:
			return "Lost on time when winning"
		case expected <= 1-better:
			return "Lost on time when losing"
		}
		return "Lost on time when level"
	case game.ByAgreement:
		if known && expected >= better {
			return "Draw agreed when better"
		}
		return "Draw agreed"
	case game.ByRule:
		return "Draw by the rules"
	case game.ByAdjudication:
		return "Adjudicated"
	case game.Abandoned:
		return "Abandoned"
	}
	return ""
}

// The times for a move, the shortest first.
var spentNames = []string{"less than 3 seconds", "3 to 10 seconds", "10 to 30 seconds", "30 to 60 seconds", "more than a minute"}

// timeSpent returns how much time the player took for the move, "" if it is not known.
func timeSpent(j *game.Judgement, ply int) string {
	clock := &j.Plies[ply].Clock
	if !clock.HasSpent {
		return ""
	}
	for i, most := range []time.Duration{3 * time.Second, 10 * time.Second, 30 * time.Second, time.Minute} {
		if clock.Spent < most {
			return spentNames[i]
		}
	}
	return spentNames[len(spentNames)-1]
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
	Lost     float64 `json:"lost"` // of all points that the moves in this table lost, in per cent

	At []groupMove `json:"at,omitempty"` // marked moves, those that lost most first
}

// groupMove is the address of a position, and the move that was played there.
type groupMove [2]string

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
	if len(list) == 0 || len(list) == 1 && t.Title == "Openings" {
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
		r := groupRow{g.Name, g.Games, g.Moves, g.Results, g.Percent(), g.AverageLoss(), g.Marks[game.Blunder], 0, nil}
		for _, m := range t.moves[g.Name] {
			r.At = append(r.At, m.groupMove)
		}
		if lost > 0 {
			r.Lost = 100 * g.Win / lost
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

// tables returns the tables of the summary; none for a single game. In the report of one player, that player needs no table.
func (r *reportRenderer) tables() (list []*groupTable) {
	if r.games < 2 {
		return nil
	}
	for _, s := range r.summary {
		if t := s.rows(); t != nil && !(r.contents.Player != "" && s.Title == "Players") {
			list = append(list, t)
		}
	}
	return list
}
