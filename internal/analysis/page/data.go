package page

import (
	"fmt"
	"math"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/verdict"
)

// entry is a game or a position in the contents.
type entry struct {
	ID     string `json:"id"` // "g1" for the first game, "p1" for the first single position
	Result string `json:"result,omitempty"`
	Event  string `json:"event,omitempty"` // or where a position is in the input

	Players  *[board.ColorCount]Player `json:"players,omitempty"` // nil for a position
	Opening  string                    `json:"opening,omitempty"`
	Cut      string                    `json:"cut,omitempty"` // where the game stops being readable, and why
	Moves    int                       `json:"moves,omitempty"`
	Course   []float64                 `json:"course,omitempty"` // White's expected scores at courseSteps equal steps
	Blunders [board.ColorCount]int     `json:"blunders"`

	Name  string `json:"name,omitempty"`
	Board string `json:"board,omitempty"` // first field of the FEN
	Score string `json:"score,omitempty"`
	Line  string `json:"line,omitempty"`
}

// item is all that the page shows of a game or a single position. The script knows the positions by playing the steps.
type item struct {
	FEN      string                                      `json:"fen"` // of the first position
	Chess960 bool                                        `json:"chess960"`
	PGN      string                                      `json:"pgn,omitempty"`
	Marks    *[board.ColorCount][verdict.Blunder + 1]int `json:"marks,omitempty"` // moves by mark
	Plies    []ply                                       `json:"plies"`
	Wanted   string                                      `json:"wanted,omitempty"` // solution of a single position
	Effort   string                                      `json:"effort,omitempty"`
}

// ply is a position, with the move that led to it.
type ply struct {
	Step  string       `json:"step,omitempty"` // as steps has it
	SAN   string       `json:"san,omitempty"`
	Mark  verdict.Mark `json:"mark,omitempty"`
	Lost  float64      `json:"lost,omitempty"`  // points of the chance to win, 0 to 100
	Left  *float64     `json:"left,omitempty"`  // seconds on the clock
	Spent *float64     `json:"spent,omitempty"` // seconds for the move

	White      *float64 `json:"white,omitempty"` // expected score; nil if the position was not analysed
	Score      string   `json:"score,omitempty"`
	Over       string   `json:"over,omitempty"`
	Lines      []line   `json:"lines,omitempty"`
	Threat     *line    `json:"threat,omitempty"`
	Difficulty string   `json:"difficulty,omitempty"`
}

// line is a line as the script reads it.
type line struct {
	Score string `json:"score"`
	Depth int    `json:"depth"`
	SAN   string `json:"san"`
	Steps string `json:"steps"`
}

func newPly(p *Position) ply {
	if p.LeftOut {
		return ply{}
	}
	white := rounded(p.White, 3)
	out := ply{White: &white, Score: p.Score, Over: p.Over, Difficulty: p.Difficulty}
	for _, l := range p.Lines {
		out.Lines = append(out.Lines, line{l.Score, l.Depth, l.SAN, steps(&p.Board, l.Moves)})
	}
	if p.Threat != nil {
		out.Threat = &line{p.Threat.Score, p.Threat.Depth, p.Threat.SAN, threatSteps(&p.Board, p.Threat)}
	}
	return out
}

func rounded(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale) / scale
}

func newGameItem(g *Game) item {
	first := &g.Positions[0].Board
	out := item{FEN: first.FEN(), Chess960: !first.StandardCastling(), PGN: g.PGN, Marks: new([board.ColorCount][verdict.Blunder + 1]int)}
	for i := range g.Positions {
		p := newPly(&g.Positions[i])
		if i > 0 {
			before, m := &g.Positions[i-1].Board, &g.Moves[i-1]
			p.Step, p.SAN, p.Mark, p.Lost = steps(before, []board.Move{m.Move}), m.SAN, m.Loss.Mark, math.Round(m.Loss.Win)
			p.Left, p.Spent = inSeconds(m.Clock.Left, m.Clock.HasLeft), inSeconds(m.Clock.Spent, m.Clock.HasSpent)
			out.Marks[before.Turn()][p.Mark]++
		}
		out.Plies = append(out.Plies, p)
	}
	return out
}

// inSeconds returns a time, nil if it is not known.
func inSeconds(d time.Duration, known bool) *float64 {
	if !known {
		return nil
	}
	s := d.Seconds()
	return &s
}

func newPositionItem(p *Position) item {
	out := item{FEN: p.Board.FEN(), Chess960: !p.Board.StandardCastling(), Plies: []ply{newPly(p)}, Wanted: p.Wanted, Effort: fmt.Sprintf("%d nodes", p.Nodes)}
	if p.Time != "" {
		out.Effort += fmt.Sprintf(" in %s s", p.Time)
	}
	return out
}

// courseSteps is how many steps the course of a game has in the list of games.
const courseSteps = 30

func newEntry(id string, g *Game) entry {
	e := entry{
		ID: id, Result: strings.NewReplacer("1/2", "½", "-", "–").Replace(g.Result), Event: g.Event(),
		Players: &g.Players, Opening: g.Opening.String(), Cut: g.Cut, Moves: (len(g.Moves) + 1) / 2,
	}
	white, last := .5, len(g.Positions)-1
	for x := 0; x <= courseSteps && last > 0; x++ {
		if p := &g.Positions[x*last/courseSteps]; !p.LeftOut {
			white = p.White
		}
		e.Course = append(e.Course, rounded(white, 2))
	}
	for i := range g.Moves {
		if g.Moves[i].Loss.Mark == verdict.Blunder {
			e.Blunders[g.turn(i)]++
		}
	}
	return e
}

func newPositionEntry(id string, p *Position) entry {
	e := entry{ID: id, Event: p.Where, Name: p.Name, Board: Placement(&p.Board), Score: p.Score, Line: p.Over}
	if len(p.Lines) > 0 {
		e.Line = p.Lines[0].SAN
	}
	if p.Judged {
		if e.Result = "✗ not solved"; p.Solved {
			e.Result = "✓ solved"
		}
	}
	return e
}
