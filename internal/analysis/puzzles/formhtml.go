package puzzles

import (
	"fmt"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/page"
	"vertigo/internal/pgn"
)

// htmlForm writes a page to solve the puzzles on.
type htmlForm struct{ page *page.Puzzles }

func newHTMLForm(a about) *htmlForm {
	limits := fmt.Sprintf("about %d nodes at every turn, margin %.2f", a.Settings.Nodes, a.Settings.Margin)
	if a.Settings.Replays > 0 {
		limits += fmt.Sprintf(", %d replays of each level", a.Settings.Replays)
	}
	if a.Tablebases != "" {
		limits += ", tablebases: " + a.Tablebases
	}
	return &htmlForm{page.NewPuzzles(page.PuzzlesSettings{Engine: a.Engine, Network: a.Network, Limits: limits + "."})}
}

func (f *htmlForm) begin(b []byte) []byte { return f.page.Begin(b) }
func (f *htmlForm) end(b []byte) []byte   { return f.page.End(b) }

func (f *htmlForm) puzzle(b []byte, p *Puzzle) []byte {
	start, list := p.Start(), p.Positions()
	out := page.Puzzle{
		ID: p.ID(), Task: p.Task(), Black: start.Turn() == board.Black, Line: uciLine(&p.Before, p.Line),
		SAN: strings.Fields(pgn.Line(&p.Before, p.Line)), Solution: pgn.NumberedLine(&start, p.Solution()), Themes: p.Themes,
		Elo: p.Rating.Elo, Rating: p.Rating.Text(), Found: p.foundText(), Game: p.gameText(), Where: p.Origin.Where, URL: p.gameURL(),
	}
	for i := range list {
		out.Boards = append(out.Boards, page.Placement(&list[i]))
	}
	for i, t := range p.Turns {
		at := &list[2*i+1]
		out.Turns = append(out.Turns, page.Turn{Legal: uciMoves(at, legalMoves(at)), Right: uciMoves(at, t.Accepted)})
	}
	return f.page.Puzzle(b, &out)
}

// foundText says how many players of each level found the line, "" if none tried.
func (p *Puzzle) foundText() string {
	if len(p.Rating.Levels) == 0 {
		return ""
	}
	var parts []string
	for _, l := range p.Rating.Levels {
		parts = append(parts, fmt.Sprintf("%d: %d", l.Elo, l.Found))
	}
	return fmt.Sprintf("Of %d players of each UCI_Elo, so many found it: %s.", p.Rating.Levels[0].Replays, strings.Join(parts, ", "))
}

// gameText names the game.
func (p *Puzzle) gameText() string {
	tags := p.Origin.Tags
	known := func(name string) string {
		if value := strings.TrimSpace(tags[name]); strings.Trim(value, "?. ") != "" {
			return value
		}
		return ""
	}
	var parts []string
	if white, black := known("White"), known("Black"); white != "" || black != "" {
		parts = append(parts, white+" – "+black)
	}
	for _, name := range []string{"Event", "Date"} {
		if value := known(name); value != "" {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, ", ")
}
