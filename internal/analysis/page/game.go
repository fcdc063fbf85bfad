package page

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/verdict"
	"vertigo/internal/pgn"
)

// entry is a game in the table of contents.
type entry struct {
	ID                                   int
	White, Black, Result, Event, Opening string
	Moves, Width                         int
	Spark                                string // the course in small, as a path
	Accuracy, Loss, Blunders             string

	accuracy, loss [board.ColorCount]*float64 // nil without moves
	blunders       [board.ColorCount]int
}

// gameView is a game as the page shows it.
type gameView struct {
	ID           int
	Game         *Game
	Event        string
	White, Black Player
	HasMoves     bool
	Sides        []sideView
	Marks        []verdict.Mark
	Result       string
	Graph        graph
	Clock        *clockGraph // nil if no times are known
	FirstBoard   template.HTML
	Pairs        []pair
	Turns        []turn
	Threats      bool // some of the turns have one
	Difficulties bool // that of some of the turns is known
	Rows         []row
}

// sideView is a player in the summary.
type sideView struct {
	Player
	Class                  string
	AccuracyText, LossText string
	Counts                 []markCount
}

// markCount is the number of moves of a player that have a mark.
type markCount struct {
	Class string
	N     int
}

// pair is a line of the list of moves: White's and Black's. Nil stands for a move that is not there.
type pair struct {
	Number string
	Cells  []*cell
}

// cell is a move in the list of moves.
type cell struct {
	ID, Number, SAN string
	Mark            verdict.Mark
}

// turn is a turning point: a marked move with its board.
type turn struct {
	cell
	At                      string // the name of the position before the move
	Board                   template.HTML
	Before, After, LostText string
	Better, Answer, Trust   string
	Difficulty              string
	Threat                  *Line
}

// row is a position in the table of all positions, named by the move that led to it.
type row struct {
	cell
	FEN, Squares, Best, White string
	Clock, Trust, Difficulty  string
	Threat                    *Line
	ThreatSquares             string
	ThreatSteps               string
	Score, Over               string
	LeftOut                   bool
	Lines                     []lineView
}

// Game writes the section of a game.
func (w *Report) Game(b []byte, g *Game) []byte {
	b = w.closeList(b)
	v := gameView{
		ID: len(w.games) + 1, Game: g, White: g.Players[board.White], Black: g.Players[board.Black],
		Event:    g.Event(),
		HasMoves: len(g.Moves) > 0, Graph: newGraph(g), Clock: newClockGraph(g), FirstBoard: Diagram(&g.Positions[0].Board),
	}
	v.Marks = []verdict.Mark{verdict.Inaccuracy, verdict.Mistake, verdict.Blunder}
	v.Result = strings.NewReplacer("1/2", "½", "-", "–").Replace(g.Result)
	v.Sides = []sideView{newSide(g, board.White), newSide(g, board.Black)}
	v.addMoves()
	v.addRows()
	w.games = append(w.games, v.entry())
	for _, s := range w.summary {
		s.add(g)
	}
	return w.add(b, v)
}

// plyID returns the name of the position after n half-moves.
func (v *gameView) plyID(n int) string { return fmt.Sprintf("g%dp%d", v.ID, n) }

func newSide(g *Game, c board.Color) sideView {
	p := g.Players[c]
	s := sideView{Player: p, Class: "disc-" + c.String(), AccuracyText: fmt.Sprintf("%.1f%%", p.Accuracy), LossText: fmt.Sprintf("%.0f", p.Loss)}
	for m := verdict.Inaccuracy; m <= verdict.Blunder; m++ {
		s.Counts = append(s.Counts, markCount{m.Class(), g.count(c, m)})
	}
	return s
}

// count returns the number of moves of c with the mark.
func (g *Game) count(c board.Color, mark verdict.Mark) (n int) {
	for i, m := range g.Moves {
		if m.Loss.Mark == mark && g.Positions[i].Board.Turn() == c {
			n++
		}
	}
	return n
}

// addMoves adds the list of moves and the turning points.
func (v *gameView) addMoves() {
	for i, m := range v.Game.Moves {
		before := &v.Game.Positions[i].Board
		c := cell{v.plyID(i + 1), pgn.MoveNumber(before), m.SAN, m.Loss.Mark}
		if before.Turn() == board.White || i == 0 {
			v.Pairs = append(v.Pairs, pair{Number: fmt.Sprintf("%d.", before.FullMove())})
		}
		line := &v.Pairs[len(v.Pairs)-1]
		if before.Turn() == board.Black && len(line.Cells) == 0 {
			line.Cells = append(line.Cells, nil)
		}
		line.Cells = append(line.Cells, &c)
		if m.Loss.Mark != verdict.Unmarked {
			v.Turns = append(v.Turns, v.turn(i, c))
		}
	}
}

// turn returns the turning point that is move i.
func (v *gameView) turn(i int, c cell) turn {
	m, before, after := v.Game.Moves[i], &v.Game.Positions[i], &v.Game.Positions[i+1]
	t := turn{cell: c, At: v.plyID(i), Before: before.Score, After: after.Score, LostText: formatLost(m.Loss.Win)}
	arrows := []Arrow{{Move: Squares(&before.Board, m.Move), Kind: "played"}}
	if len(before.Lines) > 0 {
		t.Better, t.Trust = before.Lines[0].SAN, before.Trust
		arrows = append(arrows, Arrow{Move: before.best(), Kind: "best"})
	}
	if t.Threat = before.Threat; t.Threat != nil {
		v.Threats = true
		arrows = append(arrows, Arrow{Move: before.ThreatSquares, Kind: "other"})
	}
	t.Difficulty = before.Difficulty
	v.Difficulties = v.Difficulties || t.Difficulty != ""
	if len(after.Lines) > 0 {
		t.Answer = after.Lines[0].SAN
	}
	t.Board = Diagram(&before.Board, arrows...)
	return t
}

// formatLost returns the points of the chance to win that a move lost, "" for none.
func formatLost(points float64) string {
	if points < 0.5 {
		return ""
	}
	return fmt.Sprintf("−%.0f", points)
}

// addRows adds the table of all positions.
func (v *gameView) addRows() {
	for i := range v.Game.Positions {
		p := &v.Game.Positions[i]
		r := row{
			cell: cell{ID: v.plyID(i), Number: "the start"}, FEN: p.Board.FEN(), White: fmt.Sprintf("%.3f", p.White), Trust: p.Trust,
			LeftOut: p.LeftOut, Score: p.Score, Over: p.Over, Best: p.best(),
			Threat: p.Threat, ThreatSquares: p.ThreatSquares, Difficulty: p.Difficulty,
		}
		if i > 0 {
			before, m := &v.Game.Positions[i-1].Board, v.Game.Moves[i-1]
			r.Number, r.SAN, r.Mark = pgn.MoveNumber(before), m.SAN, m.Loss.Mark
			r.Squares, r.Clock = Squares(before, m.Move), m.formatClock()
		}
		if p.LeftOut {
			r.White = ""
		}
		for _, l := range p.Lines {
			r.Lines = append(r.Lines, newLineView(&p.Board, l))
		}
		if p.Threat != nil {
			r.ThreatSteps = threatSteps(&p.Board, p.Threat)
		}
		v.Rows = append(v.Rows, r)
	}
}

// entry returns what the table of contents says of the game.
func (v *gameView) entry() entry {
	both := func(format string, value func(Player) float64) string {
		var texts [board.ColorCount]string
		for c, p := range v.Game.Players {
			if texts[c] = "–"; p.Moves > 0 {
				texts[c] = fmt.Sprintf(format, value(p))
			}
		}
		return texts[board.White] + " / " + texts[board.Black]
	}
	e := entry{
		ID: v.ID, White: v.White.Name, Black: v.Black.Name, Result: v.Result, Event: v.Event, Opening: v.Game.Opening.String(),
		Moves: (len(v.Game.Moves) + 1) / 2, Width: len(v.Game.Moves), Spark: spark(v.Game),
		Accuracy: both("%.1f", func(p Player) float64 { return p.Accuracy }),
		Loss:     both("%.0f", func(p Player) float64 { return p.Loss }),
	}
	for c, p := range v.Game.Players {
		e.blunders[c] = v.Game.count(board.Color(c), verdict.Blunder)
		if p.Moves > 0 {
			accuracy, loss := math.Round(10*p.Accuracy)/10, math.Round(p.Loss)
			e.accuracy[c], e.loss[c] = &accuracy, &loss
		}
	}
	e.Blunders = fmt.Sprintf("%d / %d", e.blunders[board.White], e.blunders[board.Black])
	return e
}
