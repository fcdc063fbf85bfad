package output

import (
	"strings"

	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/results"
)

// lichessRenderer writes each position in the format of Lichess's database of evaluations (database.lichess.org): the first four
// fields of the FEN, and one evaluation with all lines. Scores are for White, castling is king takes rook. Positions without
// a legal move have no evaluation and are left out.
type lichessRenderer struct{}

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

func (r *lichessRenderer) Begin(b []byte) []byte { return b }
func (r *lichessRenderer) End(b []byte) []byte   { return b }

func (r *lichessRenderer) Render(b []byte, j *answer.Job) []byte {
	for i := range j.Answers {
		a := &j.Answers[i]
		if a.Scope == answer.LeftOut || len(a.Lines) == 0 {
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
