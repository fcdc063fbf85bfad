package output

import (
	"fmt"
	"math"

	"github.com/rivo/uniseg"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// summaryRenderer writes what people ask first about their games: who played, how well, and which moves were bad, with the better
// lines. Single positions have the rows of a table.
type summaryRenderer struct {
	tableRenderer
	limits string // of each search
	report string // the command that writes a report of the same inputs, "" for none

	games, moves int           // left by the filters
	all          game.Grouping // of the players
}

// newSummaryRenderer returns the renderer for the settings.
func newSummaryRenderer(s Settings) form {
	return &summaryRenderer{tableRenderer: *newTableRenderer(s), limits: s.Limits.Each(), report: s.Report,
		all: game.ByPlayer(s.Limits)}
}

func (r *summaryRenderer) Item(b []byte, j *game.Judgement) []byte {
	if !j.IsGame() || j.LeftOut() {
		return r.tableRenderer.Item(b, j)
	}
	b = r.title(b, j)
	r.games++
	if len(j.Moves()) == 0 {
		b = append(r.gap(b), "  This game has no moves.\n"...)
		if *j.Plies[0].Root() == board.StartPosition() {
			return b
		}
		return r.positions(b, j)
	}
	r.all.Add(j)
	r.moves += j.FullMoves((*game.Ply).Chosen)
	b = r.players(r.gap(b), j)
	return r.marks(r.gap(b), j)
}

// players appends how both players did.
func (r *summaryRenderer) players(b []byte, j *game.Judgement) []byte {
	var list []player
	for c, name := range j.Names() {
		if _, elo := j.Player(board.Color(c)); elo != "" {
			name += " (" + elo + ")"
		}
		list = append(list, player{name, &j.Figures[c]})
	}
	return r.table(b, list)
}

// mostTotals bounds the players in the table of all games.
const mostTotals = 20

// totals appends how the players did in all games, if there are several of one.
func (r *summaryRenderer) totals(b []byte) []byte {
	list := r.all.List()
	if len(list) == 0 || list[0].Games < 2 {
		return b
	}
	var rows []player
	for _, t := range list[:min(len(list), mostTotals)] {
		rows = append(rows, player{fmt.Sprintf("%s: %s", t.Name, cli.Count(t.Games, "game")), &t.Figures})
	}
	return r.table(append(r.gap(b), "All games\n"...), rows)
}

// player is a row of a table of players.
type player struct {
	name string
	*game.Figures
}

// table appends a table of how well players did.
func (r *summaryRenderer) table(b []byte, list []player) []byte {
	const figures = "%9s %13s"
	width := 0
	for i := range list {
		list[i].name = cut(files.OneLine(list[i].name), r.screen.left(len("  ")+len(fmt.Sprintf(figures, "", ""))+3*len("   ??")))
		width = max(width, uniseg.StringWidth(list[i].name))
	}
	b = append(b, "  "+pad("", width)+r.screen.paint(faint, fmt.Sprintf(figures, "accuracy", "average loss"))...)
	for mark := game.Inaccuracy; mark <= game.Blunder; mark++ {
		b = append(b, r.screen.paint(markStyles[mark], fmt.Sprintf("%5s", mark.Symbol()))...)
	}
	b = append(b, '\n')
	for _, p := range list {
		b = append(b, "  "+pad(p.name, width)...)
		if p.Moves == 0 { // none was judged
			b = fmt.Appendf(b, figures+"%5s%5s%5s\n", "-", "-", "-", "-", "-")
			continue
		}
		b = fmt.Appendf(b, figures, fmt.Sprintf("%.1f%%", p.Percent()), fmt.Sprintf("%.0f", math.Round(p.AverageLoss())))
		for mark := game.Inaccuracy; mark <= game.Blunder; mark++ {
			b = fmt.Appendf(b, "%5d", p.Marks[mark])
		}
		b = append(b, '\n')
	}
	return b
}

// marks appends the moves that have a mark, with the scores before and after them and the better lines.
func (r *summaryRenderer) marks(b []byte, j *game.Judgement) []byte {
	const row = "  %s%8s %8s  "
	width := 0
	var moves []string
	for i, p := range j.Moves() {
		moves = append(moves, pgn.MoveNumber(p.Root())+" "+p.SAN+p.Loss.Mark.Symbol())
		if p.Loss.Mark != game.Unmarked {
			width = max(width, len(moves[i]))
		}
	}
	if width == 0 {
		return append(b, "  No move is marked.\n"...)
	}
	heading := fmt.Sprintf(row, pad("move", width), "before", "after") + "better line (scores for White)"
	b = r.screen.appendHeading(b, heading)
	for i, move := range moves {
		p := j.Plies[i]
		if p.Loss.Mark == game.Unmarked {
			continue
		}
		start := fmt.Sprintf(row, pad(move, width), p.Shown(), j.Plies[i+1].Shown())
		line := cutLine(p.Top().Numbered(), r.screen.left(len(start)))
		mark := len("  " + move)
		b = append(b, r.screen.paint(markStyles[p.Loss.Mark], start[:mark])+start[mark:]+line+"\n"...)
	}
	return b
}

// End appends how much was analysed, and where more would be had.
func (r *summaryRenderer) End(b []byte) []byte {
	if r.games == 0 {
		return b
	}
	b = r.totals(b)
	b = fmt.Appendf(r.gap(b), "%s, %s; %s\n", cli.Count(r.games, "game"), cli.Count(r.moves, "move"), r.limits)
	if r.report != "" {
		b = append(b, "For a report with boards: "+r.screen.paint(bold, files.OneLine(r.report))+"\n"...)
	}
	return b
}
