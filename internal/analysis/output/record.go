package output

import (
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// The records are what outputs for programs have: JSON has all of them, columns of CSV are parts. Their tags give the names and,
// with enum and ref, the types in docs/schema.json; their comments are the tables in docs/formats.md, where members without a
// comment share the row of the one before.

// schema is the number of the form of JSON, which docs/schema.json describes. It changes when a member goes or gets another
// meaning.
const schema = 2

// kindOfRecord begins every record.
type kindOfRecord struct {
	Kind   string `json:"kind"`   // `game`, `position`, `player` or `error`
	Schema int    `json:"schema"` // 2
}

// gameRecord is the record of a game.
type gameRecord struct {
	kindOfRecord
	Source string `json:"source"` // the file and the game

	// `white` and `black`, each with `user` (with the `name`) and `rating` if the game has them, and `analysis`: how many of each mark
	// (`inaccuracy`, `mistake`, `blunder`), the average loss in centipawns (`acpl`), and `accuracy`
	Players playersRecord `json:"players"`

	// `white` or `black`; the result as in PGN. Where the source has none, mate, stalemate and too little material give it
	Winner string `json:"winner,omitempty" enum:"white black"`
	Result string `json:"result" enum:"1-0 0-1 1/2-1/2 *"`

	// how the game ended: `mate`, `resignation`, `time`, `agreement`, `rules`, `adjudication`, `abandoned`; absent if neither the last
	// position nor the tag `Termination` says it. A decisive game that ended normally, but not by mate, was resigned; a draw was agreed
	Termination game.Termination `json:"termination,omitempty" enum:"mate resignation time agreement rules adjudication abandoned"`

	Opening *openingRecord    `json:"opening,omitempty"` // `eco` and `name` of the [opening](#openings)
	Moves   string            `json:"moves"`             // in standard notation
	Tags    map[string]string `json:"tags"`              // all tags of the game
	Engine  string            `json:"engine"`            // as below
	Network string            `json:"network"`
	Limits  game.Limits       `json:"limits"`
}

type playersRecord struct {
	White sideRecord `json:"white"`
	Black sideRecord `json:"black"`
}

type sideRecord struct {
	User     *userRecord     `json:"user,omitempty"` // if the name is known
	Rating   int             `json:"rating,omitempty"`
	Analysis *analysisRecord `json:"analysis,omitempty"` // if the filters leave a move

	elo string // as the game has it, also if it is not a number
}

type userRecord struct {
	Name string `json:"name"`
}

// analysisRecord says how well moves were played: those with each mark, average loss in centipawns, accuracy in per cent.
type analysisRecord struct {
	Inaccuracy  int     `json:"inaccuracy"`
	Mistake     int     `json:"mistake"`
	Blunder     int     `json:"blunder"`
	AverageLoss float64 `json:"acpl"`
	Accuracy    float64 `json:"accuracy"`
}

type openingRecord struct {
	ECO  string `json:"eco,omitempty"`
	Name string `json:"name,omitempty"`
}

// positionRecord is the record of a position.
type positionRecord struct {
	kindOfRecord
	Source string `json:"source"`        // the file and the line or game
	ID     string `json:"id,omitempty"`  // the name of the position: `id` of the source, or the game and the last move
	FEN    string `json:"fen"`           // the position
	Ply    *int   `json:"ply,omitempty"` // half-moves of the game before the position

	// the [value](#accuracy-marks-and-loss) of the position, in centipawns or moves to mate
	game.ScoreJSON

	WDL      [3]int  `json:"wdl" ref:"wdl"` // the chances that White wins, draws and loses, in per mille
	Expected float64 `json:"expected"`      // the expected score of the side to move, 0 to 1
	moveRecord
	Opening     *openingRecord `json:"opening,omitempty"`          // `eco` and `name` of the [opening](#openings) of the game, or of a single position
	PointOfView string         `json:"point_of_view" enum:"white"` // `white`: the scores are for White
	Best        string         `json:"best,omitempty" ref:"move"`  // the best move, as UCI writes it (`e2e4`), and in standard notation
	BestSAN     string         `json:"best_san,omitempty"`
	Solved      *bool          `json:"solved,omitempty"` // whether the best move is right, if the source names right or wrong moves
	Nodes       uint64         `json:"nodes"`            // nodes and milliseconds of the search
	Time        *float64       `json:"time_ms,omitempty"`
	Found       *game.Point    `json:"found,omitempty"`   // `depth` and `nodes` at which the best move was first found
	Stable      *game.Point    `json:"stable,omitempty"`  // `depth` and `nodes` from which it stayed best
	Changes     *int           `json:"changes,omitempty"` // how often the best move changed

	// with `--multipv`: the expected score of the best move less that of the second, for the side to move
	Margin *float64 `json:"margin,omitempty"`

	Lines []lineRecord `json:"lines"` // the best lines, the best one first

	// with `--threats`: a line with `fen`, the position if the side to move passes, and `gain`, the expected score that the opponent
	// gains
	Threat *threatRecord `json:"threat,omitempty"`

	Over    string `json:"over,omitempty" enum:"checkmate stalemate"` // `checkmate` or `stalemate`; nothing was searched
	Engine  string `json:"engine"`                                    // the version and the network
	Network string `json:"network"`

	// the settings: `depth`, `nodes`, `movetime_ms`, `mate`, `multipv`, `threads`, `hash_mib`, `chunk`, `verify`, `threats`,
	// `searchmoves`, `tablebases`, `filters`
	Limits game.Limits `json:"limits"`
}

// moveRecord is the part of a positionRecord about the move that was played there.
type moveRecord struct {
	Played string `json:"played,omitempty" ref:"move"` // the move of the game, as UCI writes it, and in standard notation
	SAN    string `json:"played_san,omitempty"`

	// the [loss](#accuracy-marks-and-loss) of that move in centipawns and in points of win-%, rounded down, and its accuracy
	LostCP   *int     `json:"lost_cp,omitempty"`
	LostWin  *float64 `json:"lost_win,omitempty"`
	Accuracy *float64 `json:"accuracy,omitempty"`

	Judgment *judgmentRecord `json:"judgment,omitempty"` // `name`: `Inaccuracy`, `Mistake` or `Blunder`, if the move is marked

	// the time left after that move, and the time for it, from a comment or the clocks, in centiseconds
	Clock *int64 `json:"clock,omitempty"`
	Spent *int64 `json:"spent,omitempty"`
}

type judgmentRecord struct {
	Name string `json:"name" enum:"Inaccuracy Mistake Blunder"`

	symbol string
}

// threatRecord is the opponent's best line if it were their move.
type threatRecord struct {
	FEN  string  `json:"fen"`
	Gain float64 `json:"gain"` // less than 0 in zugzwang
	lineRecord
}

// lineRecord is the record of a line.
type lineRecord struct {
	game.ScoreJSON          // the score
	WDL            [3]int   `json:"wdl" ref:"wdl"` // the chances that White wins, draws and loses, in per mille
	Depth          int      `json:"depth"`         // plies searched; plies of the longest line
	SelDepth       int      `json:"seldepth"`
	PV             []string `json:"pv" ref:"move"` // the moves as UCI writes them, and in standard notation
	SAN            string   `json:"pv_san"`
}

// playerRecord is the record of a player, with the totals of all games.
type playerRecord struct {
	kindOfRecord
	Name string `json:"name"` // as the games spell it; several `--player` names joined by ` / `

	// the games in which a move was judged, and their results; White's where both players have the name
	Games    int             `json:"games"`
	Won      int             `json:"won"`
	Drawn    int             `json:"drawn"`
	Lost     int             `json:"lost"`
	Judged   int             `json:"judged"`   // the moves that were judged
	Analysis *analysisRecord `json:"analysis"` // as in a game, over all games
}

// errorRecord is the record of a line or game that could not be read.
type errorRecord struct {
	kindOfRecord
	Source string `json:"source"`
	ID     string `json:"id,omitempty"` // as that of a position, if it could be read
	Error  string `json:"error"`
}

// game returns the record of a game.
func (s *Settings) game(j *game.Judgement) *gameRecord {
	var moves []string
	for _, p := range j.Moves() {
		moves = append(moves, p.SAN)
	}
	g := &gameRecord{
		kindOfRecord: kindOfRecord{"game", schema}, Source: j.Where, Result: j.Outcome(), Termination: j.Termination,
		Opening: recordOpening(j.Opening()), Moves: strings.Join(moves, " "), Tags: j.Tags(),
		Engine: s.engine(), Network: s.Network, Limits: s.Limits,
	}
	g.Winner = map[string]string{"1-0": "white", "0-1": "black"}[g.Result]
	for c, side := range []*sideRecord{&g.Players.White, &g.Players.Black} {
		name, elo := j.Player(board.Color(c))
		if name != "" {
			side.User = &userRecord{name}
		}
		side.elo = elo
		side.Rating, _ = strconv.Atoi(elo) // 0 for no number
		side.Analysis = recordAnalysis(&j.Figures[c])
	}
	return g
}

// recordOpening returns the record of an opening, nil if it has no name.
func recordOpening(o game.Opening) *openingRecord {
	if o.String() == "" {
		return nil
	}
	return &openingRecord{o.ECO, o.Name}
}

// recordAnalysis returns the record of figures, nil without moves.
func recordAnalysis(f *game.Figures) *analysisRecord {
	if f.Moves == 0 {
		return nil
	}
	return &analysisRecord{f.Marks[game.Inaccuracy], f.Marks[game.Mistake], f.Marks[game.Blunder], game.Round(f.AverageLoss(), 2),
		game.Round(f.Percent(), 2)}
}

// recordPlayers returns the records of players.
func recordPlayers(g *game.Grouping) (list []*playerRecord) {
	for _, t := range g.List() {
		list = append(list, &playerRecord{kindOfRecord{"player", schema}, t.Name, t.Games, t.Results[0], t.Results[1], t.Results[2],
			t.Moves, recordAnalysis(&t.Figures)})
	}
	return list
}

// position returns the record of position i.
func (s *Settings) position(j *game.Judgement, i int) *positionRecord {
	p := j.Plies[i]
	a, root, odds := p.Answer, p.Root(), p.Odds()
	out := &positionRecord{
		kindOfRecord: kindOfRecord{"position", schema}, Source: j.Where, ID: pgn.PlainText(p.Name()), FEN: root.FEN(),
		ScoreJSON: game.NewScoreJSON(p.Shown()), WDL: [...]int{odds.Win, odds.Draw, odds.Loss}, Expected: game.Round(p.Expected(), 4),
		Opening: recordOpening(j.Opening()), PointOfView: "white", Nodes: a.Nodes, Lines: []lineRecord{},
		Over: movegen.EndOf(root).String(), Engine: s.engine(), Network: s.Network, Limits: s.Limits,
	}
	if !j.IsGame() {
		out.Limits = out.Limits.OfPosition()
	} else if out.Ply = &i; i < len(j.Moves()) {
		out.moveRecord = recordMove(p)
	}
	if p.Grade.HasSolution {
		out.Solved = &p.Grade.Solved
	}
	if s.Times {
		out.Time = new(float64(a.Time.Microseconds()) / 1000)
	}
	if t, ok := a.Stability(); ok {
		out.Found, out.Stable, out.Changes = &t.Found, &t.Stable, &t.Changes
	}
	if margin, ok := a.Margin(); ok {
		out.Margin = new(game.Round(margin, 4))
	}
	for i := range a.Lines {
		out.Lines = append(out.Lines, recordLine(&a.Lines[i]))
	}
	if a.Threat != nil {
		out.Threat = &threatRecord{a.Threat.Root.FEN(), game.Round(a.Gain(), 4), recordLine(a.Threat)}
	}
	if a.Best != board.NoMove {
		out.Best, out.BestSAN = movegen.FormatMove(root, a.Best, false), a.SAN(root)
	}
	return out
}

// recordMove returns the record of the move of a game.
func recordMove(p *game.Ply) moveRecord {
	m := moveRecord{
		Played: movegen.FormatMove(p.Root(), p.Move, false), SAN: p.SAN,
		Clock: known(p.Clock.Left.Milliseconds()/10, p.Clock.HasLeft), Spent: known(p.Clock.Spent.Milliseconds()/10, p.Clock.HasSpent),
	}
	if p.Chosen() {
		m.LostCP, m.LostWin, m.Accuracy = &p.Loss.Centipawns, new(p.Loss.Points(2)), new(game.Round(p.Loss.Accuracy(), 2))
		if mark := p.Loss.Mark; mark != game.Unmarked {
			m.Judgment = &judgmentRecord{mark.Name(), mark.Symbol()}
		}
	}
	return m
}

// known returns a value, nil if it is not known.
func known[T any](value T, ok bool) *T {
	if !ok {
		return nil
	}
	return &value
}

// recordLine returns the record of a line.
func recordLine(l *game.Line) lineRecord {
	odds := l.Odds()
	return lineRecord{
		ScoreJSON: game.NewScoreJSON(l.Shown()), WDL: [...]int{odds.Win, odds.Draw, odds.Loss}, Depth: l.Depth, SelDepth: l.SelDepth,
		PV: l.UCI(), SAN: l.Text(),
	}
}
