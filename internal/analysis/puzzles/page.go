package puzzles

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/output"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/movegen"
)

//go:embed puzzles.css
var puzzlesStyle string

//go:embed puzzles.js
var puzzlesScript string

//go:embed puzzles.html
var puzzlesBody string

// htmlForm writes a page to solve the puzzles on.
type htmlForm struct {
	plain
	about
	puzzles int // so far
}

func puzzlesFrame() output.Frame {
	return output.BoardFrame("Chess puzzles", puzzlesStyle, puzzlesScript)
}

func (f *htmlForm) Begin(b []byte) []byte {
	return append(append(append(b, puzzlesFrame().Begin()...), puzzlesBody...), `<template id="puzzles">[`...)
}

// Item appends a puzzle.
func (f *htmlForm) Item(b []byte, p *Puzzle) []byte { return f.append(b, newPagePuzzle(p)) }

func (f *htmlForm) append(b []byte, p *pagePuzzle) []byte {
	if f.puzzles++; f.puzzles > 1 {
		b = append(b, ',')
	}
	text, err := json.Marshal(p) // it leaves no character that means something in HTML
	if err != nil {
		panic(err) // cannot happen: there are only texts, numbers and truth values
	}
	return append(append(b, '\n'), text...)
}

func (f *htmlForm) End(b []byte) []byte {
	limits := fmt.Sprintf("about %d nodes a turn, margin %.2f", f.Settings.Nodes, f.Settings.Margin)
	if f.Settings.Replays > 0 {
		limits += fmt.Sprintf(", %s of each level", cli.Count(f.Settings.Replays, "player"))
	}
	if f.Tablebases != "" {
		limits += ", tablebases: " + f.Tablebases
	}
	b = output.AppendHTML(append(b, "]</template>\n"...),
		"<footer><p>Scores are in pawns, for the solver; # counts the moves to mate.</p><p>%s</p>"+
			"<p><strong>%s</strong> · network %s · %s.</p></footer>\n",
		f.Counts.String(), f.Engine, f.Network, limits)
	return append(b, puzzlesFrame().End()...)
}

// pagePuzzle is a puzzle as the page has it. The page knows no rules of chess: every turn has the moves that are legal and those
// that are right. Moves are in the notation of UCI.
type pagePuzzle struct {
	ID       string     `json:"id"`
	Task     string     `json:"task"`
	Improve  string     `json:"improve,omitempty"` // the move of the game to improve on, as SAN; "" for another goal
	Played   string     `json:"played,omitempty"`  // the solver's move in the game, "" for none
	Black    bool       `json:"black"`             // Black solves it
	Boards   []string   `json:"boards"`            // first fields of FENs: before the first move of the line, and after each move
	Line     []string   `json:"line"`              // the opponent's last move, then solver and opponent in turn
	SAN      []string   `json:"san"`               // the same in standard algebraic notation
	Solution string     `json:"solution"`          // with the numbers of the moves
	Value    string     `json:"value"`             // of the solution for the solver, as output.ShownFor has it
	Turns    []pageTurn `json:"turns"`
	Themes   []string   `json:"themes"`
	Elo      int        `json:"elo"`    // 0 for no rating
	Rating   string     `json:"rating"` // with what is known of it
	Found    string     `json:"found"`  // how often players of limited strength found the line, in words
	Game     string     `json:"game"`   // the players, and more
	Date     string     `json:"date"`   // of the game, "2026-11" or "2026"; "" if it is not known
	Where    string     `json:"where"`  // file and game
	URL      string     `json:"url"`    // of the game, "" for none

	// Others are the boards after the right moves of the last turn that are not in the line.
	Others map[string]string `json:"others,omitempty"`
}

// pageTurn is a position in which the solver has to move.
type pageTurn struct {
	Legal []string                   `json:"legal"`
	Right []string                   `json:"right"`
	Wrong map[string]output.PageLine `json:"wrong,omitempty"` // what other moves lose to
}

// newPagePuzzle returns what the page has of a puzzle.
func newPagePuzzle(p *Puzzle) *pagePuzzle {
	start, list := p.Start(), p.Positions()
	solver := start.Turn()
	out := &pagePuzzle{
		ID: p.ID(), Task: p.Task(), Improve: p.played(), Black: solver == board.Black, Line: uciLine(&p.Before, p.Line),
		SAN: strings.Fields(pgn.Line(&p.Before, p.Line)), Solution: pgn.NumberedLine(&start, p.Solution()),
		Value: output.ShownFor(solver, p.Turns[0].Value), Themes: p.Themes, Elo: p.Rating.Elo, Rating: p.Rating.Text(),
		Found: p.foundText(), Game: p.gameText(), Where: p.Origin.Where, URL: p.gameURL(), Date: p.month(),
		Others: map[string]string{},
	}
	if p.Played != board.NoMove {
		out.Played = uciMoves(&start, []board.Move{p.Played})[0]
	}
	for i := range list {
		out.Boards = append(out.Boards, output.Placement(&list[i]))
	}
	for i, t := range p.Turns {
		at := &list[2*i+1]
		turn := pageTurn{Legal: uciMoves(at, movegen.LegalMoves(at)), Right: uciMoves(at, t.Accepted)}
		if len(t.Wrong) > 0 {
			turn.Wrong = map[string]output.PageLine{}
		}
		for i := range t.Wrong {
			wrong := &t.Wrong[i]
			turn.Wrong[uciMoves(at, wrong.Moves[:1])[0]] = output.NewPageLine(wrong, solver)
		}
		out.Turns = append(out.Turns, turn)
	}
	last := len(p.Line) - 1
	for _, m := range p.Turns[len(p.Turns)-1].Accepted {
		if next := list[last].After(m); m != p.Line[last] {
			out.Others[movegen.FormatMove(&list[last], m, false)] = output.Placement(&next)
		}
	}
	return out
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
	return fmt.Sprintf("Of %s at each UCI_Elo, these numbers found it: %s.", cli.Count(p.Rating.Levels[0].Replays, "player"),
		strings.Join(parts, ", "))
}

// month returns the month of the game, "2026-11", or its year if only that is known, "" for neither.
func (p *Puzzle) month() string {
	known := monthOf.FindStringSubmatch(p.Origin.Tags["Date"])
	if known == nil {
		return ""
	}
	return strings.TrimSuffix(known[1]+"-"+known[2], "-")
}

var monthOf = regexp.MustCompile(`^(\d{4})(?:[.-](\d\d))?`)

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
