package output

import (
	"strconv"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// schema is the number of the form of JSON, which docs/schema.json describes. It changes when a member goes or gets another
// meaning.
const schema = 2

// jsonRenderer writes one object on each line: for each game, followed by its positions, for each position, and at the end for
// each player of a game. Where Lichess's API has a member, it has its name.
type jsonRenderer struct {
	plain
	players game.Grouping
	engine  string
	network string
	limits  game.Limits
	times   bool
}

// newJSONRenderer returns the renderer for the settings.
func newJSONRenderer(s Settings) form {
	return &jsonRenderer{players: game.ByPlayer(s.Limits), engine: s.engine(), network: s.Network, limits: s.Limits, times: s.Times}
}

// jsonKind says what an object is about.
type jsonKind struct {
	Kind   string `json:"kind"`   // game, position, player, or error
	Schema int    `json:"schema"` // see schema
}

// jsonTotal is the object for a player, with the totals of all games.
type jsonTotal struct {
	jsonKind
	Name     string        `json:"name"`
	Games    int           `json:"games"` // with a move of the player that the filters leave
	Won      int           `json:"won"`
	Drawn    int           `json:"drawn"`
	Lost     int           `json:"lost"`
	Judged   int           `json:"judged"` // moves that the filters leave
	Analysis *jsonAnalysis `json:"analysis"`
}

// jsonFailure is the object for a line or game that could not be read.
type jsonFailure struct {
	jsonKind
	Source string `json:"source"`
	Error  string `json:"error"`
}

// jsonGame is the object for a game.
type jsonGame struct {
	jsonKind
	Source  string            `json:"source"`
	Players jsonPlayers       `json:"players"`
	Winner  string            `json:"winner,omitempty"` // white or black
	Result  string            `json:"result"`           // as PGN has it
	Ended   game.Termination  `json:"termination,omitempty"`
	Opening *jsonOpening      `json:"opening,omitempty"`
	Moves   string            `json:"moves"` // in standard algebraic notation
	Tags    map[string]string `json:"tags"`
	Engine  string            `json:"engine"`
	Network string            `json:"network"`
	Limits  game.Limits       `json:"limits"`
}

type jsonPlayers struct {
	White jsonPlayer `json:"white"`
	Black jsonPlayer `json:"black"`
}

type jsonPlayer struct {
	User     *jsonUser     `json:"user,omitempty"` // if the name is known
	Rating   int           `json:"rating,omitempty"`
	Analysis *jsonAnalysis `json:"analysis,omitempty"` // if the filters leave a move
}

type jsonUser struct {
	Name string `json:"name"`
}

// jsonAnalysis says how well a player played: moves with each mark, average loss in centipawns, accuracy in per cent.
type jsonAnalysis struct {
	Inaccuracy  int     `json:"inaccuracy"`
	Mistake     int     `json:"mistake"`
	Blunder     int     `json:"blunder"`
	AverageLoss float64 `json:"acpl"`
	Accuracy    float64 `json:"accuracy"`
}

type jsonOpening struct {
	ECO  string `json:"eco,omitempty"`
	Name string `json:"name,omitempty"`
}

// jsonMove is what the object of a position says of the move that was played there.
type jsonMove struct {
	Played   string        `json:"played,omitempty"` // long algebraic notation, as UCI has it
	SAN      string        `json:"played_san,omitempty"`
	LostCP   *int          `json:"lost_cp,omitempty"` // these four only if the filters leave the move
	LostWin  *float64      `json:"lost_win,omitempty"`
	Accuracy *float64      `json:"accuracy,omitempty"`
	Judgment *jsonJudgment `json:"judgment,omitempty"` // if it is marked
	Clock    *int64        `json:"clock,omitempty"`    // centiseconds left after the move
	Spent    *int64        `json:"spent,omitempty"`    // centiseconds for the move
}

type jsonJudgment struct {
	Name string `json:"name"` // Inaccuracy, Mistake or Blunder
}

// jsonPosition is the object for a position.
type jsonPosition struct {
	jsonKind
	Source string `json:"source"`
	ID     string `json:"id,omitempty"`
	FEN    string `json:"fen"`
	Ply    *int   `json:"ply,omitempty"`  // half-moves of the game before it
	Eval   *int   `json:"eval,omitempty"` // what it is worth, in centipawns; or
	Mate   *int   `json:"mate,omitempty"` // moves to mate
	WDL    [3]int `json:"wdl"`

	Expected float64 `json:"expected"` // score of the side to move, 0 to 1
	jsonMove
	Opening     *jsonOpening `json:"opening,omitempty"` // of the game, or of the single position
	PointOfView string       `json:"point_of_view"`
	Best        string       `json:"best,omitempty"`
	BestSAN     string       `json:"best_san,omitempty"`
	Solved      *bool        `json:"solved,omitempty"`
	Nodes       uint64       `json:"nodes"`
	Time        *float64     `json:"time_ms,omitempty"`
	Found       *game.Point  `json:"found,omitempty"`   // when the best move was the best for the first time
	Stable      *game.Point  `json:"stable,omitempty"`  // since when it has been the best
	Changes     *int         `json:"changes,omitempty"` // how often another move became the best
	Margin      *float64     `json:"margin,omitempty"`  // of the expected score, over the second line
	Lines       []jsonLine   `json:"lines"`
	Threat      *jsonThreat  `json:"threat,omitempty"`
	Over        string       `json:"over,omitempty"`
	Engine      string       `json:"engine"`
	Network     string       `json:"network"`
	Limits      game.Limits  `json:"limits"`
}

// jsonThreat is the opponent's best line if it were their move, at the position FEN.
type jsonThreat struct {
	FEN  string  `json:"fen"`
	Gain float64 `json:"gain"` // expected score that the opponent would gain; less than 0 in zugzwang
	jsonLine
}

// jsonLine is one of the best lines.
type jsonLine struct {
	game.ScoreJSON
	WDL      [3]int   `json:"wdl"` // chances that White wins, draws and loses, in per mille
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	PV       []string `json:"pv"`     // long algebraic notation, as UCI has it
	SAN      string   `json:"pv_san"` // the same line in standard algebraic notation
}

func (r *jsonRenderer) Item(b []byte, j *game.Judgement) []byte {
	if j.IsGame() && !j.LeftOut() {
		b = game.AppendLine(b, r.game(j))
		r.players.Add(j)
	}
	opening := openingJSON(j)
	for i, p := range j.Searched() {
		result := r.position(j, p)
		result.Opening = opening
		shown, odds := game.NewScoreJSON(p.Shown()), p.Odds()
		result.Eval, result.Mate, result.WDL = shown.Centipawns, shown.Mate, [...]int{odds.Win, odds.Draw, odds.Loss}
		if j.IsGame() {
			result.Ply = &i
			if i < len(j.Moves()) {
				result.jsonMove = newJSONMove(p)
			}
		}
		b = game.AppendLine(b, result)
	}
	return b
}

func (r *jsonRenderer) game(j *game.Judgement) jsonGame {
	var moves []string
	for _, p := range j.Moves() {
		moves = append(moves, p.SAN)
	}
	g := jsonGame{
		jsonKind: jsonKind{"game", schema}, Source: j.Where, Result: j.Outcome(), Ended: j.Termination,
		Moves: strings.Join(moves, " "), Tags: j.Tags(),
		Engine: r.engine, Network: r.network, Limits: r.limits,
	}
	g.Winner = map[string]string{"1-0": "white", "0-1": "black"}[g.Result]
	g.Opening = openingJSON(j)
	for c, player := range []*jsonPlayer{&g.Players.White, &g.Players.Black} {
		name, elo := j.Player(board.Color(c))
		if name != "" {
			player.User = &jsonUser{name}
		}
		player.Rating, _ = strconv.Atoi(elo) // 0 for no number
		player.Analysis = analysisJSON(&j.Figures[c])
	}
	return g
}

// openingJSON returns the opening of a job, nil if it has no name.
func openingJSON(j *game.Judgement) *jsonOpening {
	o := j.Opening()
	if o.String() == "" {
		return nil
	}
	return &jsonOpening{o.ECO, o.Name}
}

// analysisJSON returns how well the moves were played, nil without moves.
func analysisJSON(f *game.Figures) *jsonAnalysis {
	if f.Moves == 0 {
		return nil
	}
	return &jsonAnalysis{f.Marks[game.Inaccuracy], f.Marks[game.Mistake], f.Marks[game.Blunder], game.Round(f.AverageLoss(), 2),
		game.Round(f.Percent(), 2)}
}

// End writes the totals of the players.
func (r *jsonRenderer) End(b []byte) []byte {
	for _, t := range r.players.List() {
		b = game.AppendLine(b, jsonTotal{jsonKind{"player", schema}, t.Name, t.Games, t.Results[0], t.Results[1], t.Results[2], t.Moves,
			analysisJSON(&t.Figures)})
	}
	return b
}

// newJSONMove returns what is said of the move of a game.
func newJSONMove(p *game.Ply) jsonMove {
	root := p.Root()
	m := jsonMove{
		Played: movegen.FormatMove(root, p.Move, false), SAN: p.SAN,
		Clock: known(p.Clock.Left.Milliseconds()/10, p.Clock.HasLeft), Spent: known(p.Clock.Spent.Milliseconds()/10, p.Clock.HasSpent),
	}
	if p.Chosen() {
		m.LostCP, m.LostWin, m.Accuracy = &p.Loss.Centipawns, new(p.Loss.Points(2)), new(game.Round(p.Loss.Accuracy(), 2))
		if p.Loss.Mark != game.Unmarked {
			m.Judgment = &jsonJudgment{p.Loss.Mark.Name()}
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

func (r *jsonRenderer) Fault(b []byte, j *game.Judgement) []byte {
	return game.AppendLine(b, jsonFailure{jsonKind{"error", schema}, j.Where, j.Err.Error()})
}

func (r *jsonRenderer) position(j *game.Judgement, p *game.Ply) jsonPosition {
	a, root := p.Answer, p.Root()
	result := jsonPosition{
		jsonKind: jsonKind{"position", schema}, Source: j.Where, ID: game.PlainText(p.Name()), FEN: root.FEN(),
		PointOfView: "white", Nodes: a.Nodes, Expected: game.Round(p.Expected(), 4),
		Lines: []jsonLine{}, Over: movegen.EndOf(root).String(), Engine: r.engine, Network: r.network, Limits: r.limits,
	}
	if !j.IsGame() {
		result.Limits = result.Limits.OfPosition()
	}
	if p.Grade.HasSolution {
		result.Solved = &p.Grade.Solved
	}
	if r.times {
		result.Time = new(float64(a.Time.Microseconds()) / 1000)
	}
	if t, ok := a.Stability(); ok {
		result.Found, result.Stable, result.Changes = &t.Found, &t.Stable, &t.Changes
	}
	if margin, ok := a.Margin(); ok {
		result.Margin = new(game.Round(margin, 4))
	}
	for i := range a.Lines {
		result.Lines = append(result.Lines, lineJSON(&a.Lines[i]))
	}
	if a.Threat != nil {
		result.Threat = &jsonThreat{a.Threat.Root.FEN(), game.Round(a.Gain(), 4), lineJSON(a.Threat)}
	}
	if a.Best != board.NoMove {
		result.Best, result.BestSAN = movegen.FormatMove(root, a.Best, false), a.SAN(root)
	}
	return result
}

func lineJSON(l *game.Line) jsonLine {
	odds := l.Odds()
	return jsonLine{
		ScoreJSON: game.NewScoreJSON(l.Shown()), WDL: [...]int{odds.Win, odds.Draw, odds.Loss}, Depth: l.Depth, SelDepth: l.SelDepth,
		PV: l.UCI(), SAN: l.Text(),
	}
}
