package output

import (
	"math"
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/results"
	"vertigo/movegen"
)

// jsonRenderer writes one object on each line.
type jsonRenderer struct {
	plain
	engine  string
	network string
	limits  answer.Limits
	times   bool
}

// jsonFailure is the object for a line or game that could not be read.
type jsonFailure struct {
	Source string `json:"source"`
	Error  string `json:"error"`
}

// jsonPosition is the object that --as json writes about a position, on one line.
type jsonPosition struct {
	Source      string             `json:"source"`
	ID          string             `json:"id,omitempty"`
	FEN         string             `json:"fen"`
	ECO         string             `json:"eco,omitempty"`     // of the opening of the game, or of the single position
	Opening     string             `json:"opening,omitempty"` // its name
	PointOfView string             `json:"point_of_view"`
	Best        string             `json:"best,omitempty"`
	Solved      *bool              `json:"solved,omitempty"`
	Nodes       uint64             `json:"nodes"`
	Time        *float64           `json:"time_ms,omitempty"`
	Found       *answer.Point      `json:"found,omitempty"`   // when the best move was the best for the first time
	Stable      *answer.Point      `json:"stable,omitempty"`  // since when it has been the best
	Changes     *int               `json:"changes,omitempty"` // how often another move became the best
	Margin      *float64           `json:"margin,omitempty"`  // of the expected score, over the second line
	Lines       []jsonLine         `json:"lines"`
	Threat      *jsonThreat        `json:"threat,omitempty"`
	Difficulty  *answer.RatingJSON `json:"difficulty,omitempty"` // of finding the best move, or one that is hardly worse
	Over        string             `json:"over,omitempty"`
	Engine      string             `json:"engine"`
	Network     string             `json:"network"`
	Limits      answer.Limits      `json:"limits"`
}

// jsonThreat is the opponent's best line if it were their move, at the position FEN.
type jsonThreat struct {
	FEN  string  `json:"fen"`
	Gain float64 `json:"gain"` // expected score that the opponent would gain; less than 0 in zugzwang
	jsonLine
}

// jsonLine is one of the best lines.
type jsonLine struct {
	winrate.ScoreJSON
	WDL      [3]int   `json:"wdl"` // chances that White wins, draws and loses, in per mille
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	PV       []string `json:"pv"`  // long algebraic notation, as UCI has it
	SAN      string   `json:"san"` // the same line in standard algebraic notation
}

func (r *jsonRenderer) Render(b []byte, j *answer.Job) []byte {
	opening := j.Opening()
	for i := range j.Searched() {
		result := r.position(j, j.Positions[i], &j.Answers[i])
		result.ECO, result.Opening = opening.ECO, opening.Name
		b = results.AppendLine(b, result)
	}
	return b
}

func (r *jsonRenderer) Failure(b []byte, j *answer.Job) []byte {
	return results.AppendLine(b, jsonFailure{j.Where, j.Err.Error()})
}

func (r *jsonRenderer) position(j *answer.Job, p *answer.Position, a *answer.Answer) jsonPosition {
	result := jsonPosition{
		Source: j.Where, ID: p.ID, FEN: a.Root.FEN(), PointOfView: "white", Nodes: a.Nodes,
		Lines: []jsonLine{}, Over: movegen.EndOf(a.Root).String(), Engine: r.engine, Network: r.network, Limits: r.limits,
	}
	if j.PGN == nil {
		result.Limits.Chunk, result.Limits.Verify, result.Limits.Filters = 0, 0, ""
	}
	if a.Graded {
		result.Solved = &a.Solved
	}
	if r.times {
		ms := float64(a.Time.Microseconds()) / 1000
		result.Time = &ms
	}
	if t, ok := a.Stability(); ok {
		result.Found, result.Stable, result.Changes = &t.Found, &t.Stable, &t.Changes
	}
	if margin, ok := a.Margin(); ok {
		margin = rounded(margin)
		result.Margin = &margin
	}
	for i := range a.Lines {
		result.Lines = append(result.Lines, lineJSON(&a.Lines[i]))
	}
	if a.Threat != nil {
		result.Threat = &jsonThreat{a.Threat.Root.FEN(), rounded(a.Gain()), lineJSON(a.Threat)}
	}
	if a.Difficulty != nil {
		rating := a.Difficulty.JSON()
		result.Difficulty = &rating
	}
	if a.Best != board.NoMove {
		result.Best = movegen.FormatMove(a.Root, a.Best, !a.Root.StandardCastling())
	}
	return result
}

// rounded returns a difference of expected scores with four digits.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

func lineJSON(l *answer.Line) jsonLine {
	odds := l.Odds()
	return jsonLine{
		ScoreJSON: l.Shown().JSON(), WDL: [...]int{odds.Win, odds.Draw, odds.Loss}, Depth: l.Depth, SelDepth: l.SelDepth, PV: l.UCI(), SAN: l.Text(),
	}
}

// lichessRenderer writes each position in the format of Lichess's database of evaluations (database.lichess.org): the first four
// fields of the FEN, and one evaluation with all lines. Scores are for White, castling is king takes rook. Positions without
// a legal move have no evaluation and are left out.
type lichessRenderer struct{ plain }

type lichessPosition struct {
	FEN   string              `json:"fen"`
	Evals []lichessEvaluation `json:"evals"`
}

type lichessEvaluation struct {
	Lines     []lichessLine `json:"pvs"`
	KiloNodes uint64        `json:"knodes"` // rounded
	Depth     int           `json:"depth"`
}

// lichessLine is one of the best lines.
type lichessLine struct {
	winrate.ScoreJSON
	Line answer.Moves `json:"line"`
}

func (r *lichessRenderer) Render(b []byte, j *answer.Job) []byte {
	for i := range j.Searched() {
		a := &j.Answers[i]
		if len(a.Lines) == 0 {
			continue
		}
		e := lichessEvaluation{KiloNodes: (a.Nodes + 500) / 1000, Depth: a.Lines[0].Depth}
		for n := range a.Lines {
			e.Lines = append(e.Lines, lichessLine{a.Lines[n].Shown().JSON(), a.Lines[n].Moves})
		}
		b = results.AppendLine(b, lichessPosition{strings.Join(strings.Fields(a.Root.FEN())[:4], " "), []lichessEvaluation{e}})
	}
	return b
}
