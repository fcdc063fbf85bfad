package output

import (
	"fmt"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// entry is a game or a position in the contents.
type entry struct {
	ID     string `json:"id"` // "g1" for the first game, "p1" for the first single position
	Result string `json:"result,omitempty"`
	Event  string `json:"event,omitempty"` // or where a position is in the input
	Link   string `json:"link,omitempty"`  // address of the game

	Players *[board.ColorCount]reportPlayer `json:"players,omitempty"` // nil for a position
	Opening string                          `json:"opening,omitempty"`
	Cut     string                          `json:"cut,omitempty"` // where the game stops being readable, and why
	Moves   int                             `json:"moves,omitempty"`
	Course  []float64                       `json:"course,omitempty"` // White's expected scores at courseSteps equal steps
	Lost    *float64                        `json:"lost,omitempty"`   // points of winPercent lost by the player of the report

	Name  string `json:"name,omitempty"`
	Board string `json:"board,omitempty"` // first field of the FEN
	Score string `json:"score,omitempty"`
	Line  string `json:"line,omitempty"`
}

// reportPlayer holds the figures of one side of a game.
type reportPlayer struct {
	Name     string                `json:"name"`
	Elo      string                `json:"elo"`      // "" if the source does not have it
	Moves    int                   `json:"moves"`    // left by the filters
	Marks    [game.Blunder + 1]int `json:"marks"`    // moves by mark
	Loss     float64               `json:"loss"`     // centipawns per move
	Accuracy float64               `json:"accuracy"` // per cent
}

// courseSteps is how many steps the course of a game has in the list of games.
const courseSteps = 30

func newGameEntry(id string, j *game.Judgement) entry {
	e := entry{
		ID: id, Result: strings.NewReplacer("1/2", "½", "-", "–").Replace(j.Outcome()), Event: j.Event(),
		Link:    game.Address(j.Tags()),
		Players: new([board.ColorCount]reportPlayer), Opening: j.Opening().String(), Cut: j.Cut(),
		Moves: j.FullMoves(func(*game.Ply) bool { return true }),
	}
	names := j.Names()
	if side, only := onlySide(j); only {
		e.Lost = new(game.Round(j.Figures[side].Win, 1))
	}
	for c := range e.Players {
		_, elo := j.Player(board.Color(c))
		f := &j.Figures[c]
		e.Players[c] = reportPlayer{Name: names[c], Elo: elo, Moves: f.Moves, Marks: f.Marks}
		if f.Moves > 0 {
			e.Players[c].Loss, e.Players[c].Accuracy = f.AverageLoss(), f.Percent()
		}
	}
	white, last := .5, len(j.Moves())
	for x := 0; x <= courseSteps && last > 0; x++ {
		if p := j.Plies[x*last/courseSteps]; p.Scope != game.LeftOut {
			white = p.Odds().Expected()
		}
		e.Course = append(e.Course, game.Round(white, 2))
	}
	return e
}

func newPositionEntry(id string, j *game.Judgement) entry {
	p, a := j.Plies[0], j.Plies[0].Answer
	e := entry{
		ID: id, Event: pgn.PlainText(j.Where), Name: pgn.PlainText(p.Name()), Board: Placement(p.Root()),
		Score: ShownFor(board.White, p.Shown()),
	}
	if e.Line = movegen.EndOf(p.Root()).String(); len(a.Lines) > 0 {
		e.Line = p.Top().Numbered()
	}
	if p.Grade.HasSolution {
		if e.Result = "✗ not solved"; p.Grade.Solved {
			e.Result = "✓ solved"
		}
	}
	return e
}

// item is all that the page shows of a game or a single position. The script knows the positions by playing the steps.
type item struct {
	FEN      string `json:"fen"` // of the first position
	Chess960 bool   `json:"chess960"`
	PGN      string `json:"pgn,omitempty"`
	Plies    []ply  `json:"plies"`
	Wanted   string `json:"wanted,omitempty"` // solution of a single position
	Effort   string `json:"effort,omitempty"`
}

// ply is a position, with the move that led to it.
type ply struct {
	Step  string    `json:"step,omitempty"` // as step has it
	SAN   string    `json:"san,omitempty"`
	Mark  game.Mark `json:"mark,omitempty"`
	Lost  float64   `json:"lost,omitempty"`  // points of the chance to win, 0 to 100, rounded down
	Left  *float64  `json:"left,omitempty"`  // seconds on the clock
	Spent *float64  `json:"spent,omitempty"` // seconds for the move

	White  *float64   `json:"white,omitempty"` // expected score; nil if the position was not analysed
	Score  string     `json:"score,omitempty"`
	Over   string     `json:"over,omitempty"`
	Lines  []PageLine `json:"lines,omitempty"`
	Threat *PageLine  `json:"threat,omitempty"`
	Legal  string     `json:"legal,omitempty"` // moves, "e2e4 g1f3", where the reader may look for a better one
}

// newItem returns what the page shows of a job.
func (r *reportRenderer) newItem(j *game.Judgement) item {
	root := j.Plies[0].Root()
	out := item{FEN: root.FEN(), Chess960: !root.StandardCastling()}
	side, _ := onlySide(j)
	for i := range j.Plies {
		out.Plies = append(out.Plies, newPly(j, i, side))
	}
	if j.IsGame() {
		out.PGN = string(r.settings.annotator().Item(nil, j))
		return out
	}
	a := j.Plies[0].Answer
	out.Wanted, out.Effort = j.Plies[0].Wanted(), fmt.Sprintf("%d nodes", a.Nodes)
	if r.settings.Times {
		out.Effort += fmt.Sprintf(" in %.3f s", a.Time.Seconds())
	}
	return out
}

// newPly returns position i of a job, with the scores of that side.
func newPly(j *game.Judgement, i int, side board.Color) (out ply) {
	p := j.Plies[i]
	a := p.Answer
	shown := func(s winrate.Score) string { return ShownFor(side, s) }
	if i > 0 {
		by := j.Plies[i-1]
		out = ply{
			Step: step(by.Root(), p.Root(), by.Move), SAN: by.SAN, Mark: by.Loss.Mark, Lost: by.Loss.Points(1),
			Left: known(by.Clock.Left.Seconds(), by.Clock.HasLeft), Spent: known(by.Clock.Spent.Seconds(), by.Clock.HasSpent),
		}
	}
	if p.Scope == game.LeftOut {
		return out
	}
	out.White, out.Score, out.Over = new(game.Round(p.Odds().Expected(), 3)), shown(p.Shown()), movegen.EndOf(p.Root()).String()
	for n := range a.Lines {
		l := NewPageLine(&a.Lines[n], side)
		l.Good = a.Lines[n].Expected() >= a.Lines[0].Expected()-hardlyWorse
		out.Lines = append(out.Lines, l)
	}
	if i < len(j.Moves()) && p.Loss.Mark != game.Unmarked && squares(p.Root(), p.Move) != squares(p.Root(), a.Best) { // else they look alike
		out.Legal = legalSquares(p.Root())
	}
	if a.Gain() >= game.Serious {
		threat := NewPageLine(a.Threat, side)
		threat.Steps = "-- " + threat.Steps
		out.Threat = &threat
	}
	return out
}

// step returns a move from p to next as the script makes it, which knows no rules. A move is two squares, "e2e4". After them
// stand, if there are any, the piece that a pawn becomes, "a7a8Q"; the square of a pawn taken en passant, "e5d6d5"; or of
// castling the squares between which the rook moves, "e1g1h1f1". A pass is "--". If castling rights change, or if the next move
// may take en passant, these fields of the FEN follow: "e1g1h1f1,kq,-".
func step(p, next *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "--"
	}
	text := squares(p, m)
	switch {
	case m.Flag() == board.Castle:
		_, rook := board.CastlingSquares(p.Turn(), m.From(), m.To())
		text += m.To().String() + rook.String()
	case m.Flag() == board.EnPassant:
		text += (m.To()&7 | m.From()&^7).String()
	case m.IsPromotion():
		text += string(next.At(m.To()).Letter())
	}
	if next.Castling() != p.Castling() || next.EnPassant() != board.NoSquare {
		fields := strings.Fields(next.EPD())
		text += "," + fields[2] + "," + fields[3]
	}
	return text
}

// PageLine is a line as the scripts of pages read it.
type PageLine struct {
	Score string `json:"score"`           // as ShownFor has it
	Depth int    `json:"depth,omitempty"` // plies
	SAN   string `json:"san"`             // with the numbers of the moves
	Steps string `json:"steps"`           // as step has them, separated by spaces
	Good  bool   `json:"good,omitempty"`  // as good as the best one, or hardly worse
}

// hardlyWorse is how far, in expected score, a line may fall short of the best one and still count as equally good in a try.
const hardlyWorse = 0.03

// NewPageLine returns a line with its score for a side.
func NewPageLine(l *game.Line, side board.Color) PageLine {
	at, steps := l.Positions(), make([]string, len(l.Moves))
	for i, m := range l.Moves {
		steps[i] = step(&at[i], &at[i+1], m)
	}
	return PageLine{Score: ShownFor(side, l.Shown()), Depth: l.Depth, SAN: l.Numbered(), Steps: strings.Join(steps, " ")}
}

// ShownFor returns a score of White's as pages write it for a side: "+0.35", "#−3".
func ShownFor(side board.Color, s winrate.Score) string {
	if side == board.Black {
		s.N = -s.N
	}
	return strings.ReplaceAll(s.String(), "-", "−")
}

// onlySide returns the only side of a game whose moves were judged; White and false if it is both or neither.
func onlySide(j *game.Judgement) (side board.Color, only bool) {
	white, black := j.Figures[board.White].Moves > 0, j.Figures[board.Black].Moves > 0
	if black && !white {
		return board.Black, true
	}
	return board.White, white && !black
}

// squares returns the squares between which a piece moves, the king where it castles.
func squares(p *board.Position, m board.Move) string {
	to := m.To()
	if m.Flag() == board.Castle {
		to, _ = board.CastlingSquares(p.Turn(), m.From(), m.To())
	}
	return m.From().String() + to.String()
}

// legalSquares returns the legal moves at p as squares has them.
func legalSquares(p *board.Position) string {
	var words []string
	for _, m := range movegen.LegalMoves(p) {
		if word := squares(p, m); !slices.Contains(words, word) { // a pawn that promotes has four
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}
