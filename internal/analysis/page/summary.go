package page

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"vertigo/board"
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

// addGame counts a game by its result for c.
func (t *tally) addGame(result string, c board.Color) {
	t.games++
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
	order       []string // of the names; nil puts those with the most games first
	groups      map[string]*tally
}

// newSummary returns the groupings of the summary.
func newSummary() []*grouping {
	list := []*grouping{
		{Title: "Players", What: "Player", bySide: true, name: playerName},
		{Title: "Openings", What: "Opening", name: func(j *game.Job, _ int) string { return j.Opening().Family() }},
		{Title: "Phases", What: "Phase", name: phase, order: []string{"Opening", "Middlegame", "Endgame"}},
		{Title: "Colours", What: "Colour", bySide: true, order: []string{"White", "Black"},
			name: func(j *game.Job, ply int) string { return game.Sides[turn(j, ply)] }},
		{Title: "Time left", What: "On the clock", bySide: true, name: timeLeft, order: clockNames},
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

// phase returns the phase of the game in which a move is played: the endgame has at most six pieces besides kings and pawns,
// the opening is the first twelve moves unless more than two of the fourteen pieces are gone.
func phase(j *game.Job, ply int) string {
	p := j.Plies[ply].Answer.Root
	pieces := 0
	for c := range board.ColorCount {
		for _, t := range [...]board.PieceType{board.Knight, board.Bishop, board.Rook, board.Queen} {
			pieces += p.Pieces(board.Color(c), t).Count()
		}
	}
	switch {
	case pieces <= 6:
		return "Endgame"
	case pieces >= 12 && p.FullMove() <= 12:
		return "Opening"
	}
	return "Middlegame"
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
		for c := range sides {
			if sides[c].Moves == 0 {
				continue
			}
			total.AddAll(&sides[c])
			if !both || board.Color(c) == board.White {
				total.addGame(j.PGN.Outcome(), board.Color(c))
			}
		}
	}
}

// groupRow is a row of a table of the summary.
type groupRow struct {
	Name     string  `json:"name"`
	Games    int     `json:"games"`
	Results  [3]int  `json:"results"` // won, drawn and lost
	Accuracy float64 `json:"accuracy"`
	Loss     float64 `json:"loss"`     // centipawns per move
	Blunders float64 `json:"blunders"` // in a hundred moves
	Bar      float64 `json:"bar"`      // the blunders in per cent of the greatest in the table
}

// groupTable is a table of the summary.
type groupTable struct {
	Title  string     `json:"title"`
	What   string     `json:"what"`   // the rows are
	Search bool       `json:"search"` // the names are in the list of games
	Scores bool       `json:"scores"` // the groups have different games or sides, so that their scores differ
	Rows   []groupRow `json:"rows"`
	More   int        `json:"more"` // groups that are not shown
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
		Title: s.Title, What: s.What, Search: s.order == nil, Scores: s.Title != "Phases", More: max(len(names)-mostRows, 0),
	}
	names = names[:len(names)-out.More]
	most := leastFullBar
	for _, name := range names {
		most = max(most, s.groups[name].bar())
	}
	for _, name := range names {
		out.Rows = append(out.Rows, s.groups[name].row(name, most))
	}
	return out
}

// often returns the blunders in a hundred moves.
func (t *tally) often() float64 { return 100 * float64(t.Marks[game.Blunder]) / float64(t.Moves) }

// leastFullBar is the least number of blunders in a hundred moves, as bar counts them, that fills the longest bar of a table.
const leastFullBar = 20.0

// bar returns the blunders in a hundred moves that the bar shows. It adds ten moves without a blunder, so that a single blunder
// in a few moves does not make a long bar.
func (t *tally) bar() float64 { return 100 * float64(t.Marks[game.Blunder]) / float64(t.Moves+10) }

func (t *tally) row(name string, most float64) groupRow {
	return groupRow{
		Name: name, Games: t.games, Results: [...]int{t.wins, t.draws, t.lost}, Accuracy: t.Percent(),
		Loss: t.AverageLoss(), Blunders: t.often(), Bar: 100 * t.bar() / most,
	}
}

// tables returns the tables of the summary; none for a single game.
func (w *Report) tables() (list []*groupTable) {
	if w.games < 2 {
		return nil
	}
	for _, s := range w.summary {
		if t := s.table(); t != nil {
			list = append(list, t)
		}
	}
	return list
}
