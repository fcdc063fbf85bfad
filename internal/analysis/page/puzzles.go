package page

import (
	_ "embed"
	"encoding/json"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
)

//go:embed puzzles.css
var puzzlesStyle string

//go:embed puzzles.js
var puzzlesScript string

//go:embed puzzles.html
var puzzlesBody string

// Puzzle is a puzzle as the page has it. Moves are in the notation of UCI.
type Puzzle struct {
	ID       string   `json:"id"`
	Task     string   `json:"task"`
	Improve  string   `json:"improve,omitempty"` // the move of the game to improve on, in standard algebraic notation; "" where the opponent has made a mistake
	Played   string   `json:"played,omitempty"`  // the solver's move in the game, "" for none
	Black    bool     `json:"black"`             // Black solves it
	Boards   []string `json:"boards"`            // first fields of FENs: before the first move of the line, and after each move
	Line     []string `json:"line"`              // the opponent's last move, then solver and opponent in turn
	SAN      []string `json:"san"`               // the same in standard algebraic notation
	Solution string   `json:"solution"`          // with the numbers of the moves
	Value    string   `json:"value"`             // of the solution, as the report shows scores
	Turns    []Turn   `json:"turns"`
	Themes   []string `json:"themes"`
	Elo      int      `json:"elo"`    // 0 for no rating
	Rating   string   `json:"rating"` // with what is known of it
	Found    string   `json:"found"`  // how often players of limited strength found the line, in words
	Game     string   `json:"game"`   // the players, and more
	Date     string   `json:"date"`   // of the game, "2026-11" or "2026"; "" if it is not known
	Where    string   `json:"where"`  // file and game
	URL      string   `json:"url"`    // of the game, "" for none
}

// Turn is a position in which the solver has to move.
type Turn struct {
	Legal []string        `json:"legal"`
	Right []string        `json:"right"`
	Wrong map[string]Lost `json:"wrong,omitempty"` // what other moves lose to
}

// Lost is a line that begins with a wrong move.
type Lost struct {
	Score string `json:"score"` // as the report shows it
	SAN   string `json:"san"`   // with the numbers of the moves
	Steps string `json:"steps"` // as the script plays them
}

// NewLost returns the line of moves that begins at root, with White's score.
func NewLost(root *board.Position, moves []board.Move, s winrate.Score) Lost {
	l := newLine(&game.Line{Root: root, Moves: moves}, board.White)
	return Lost{shownFor(board.White, s), l.SAN, l.Steps}
}

// Shown returns White's score as pages write it: "+0.35", "#−3".
func Shown(s winrate.Score) string { return shownFor(board.White, s) }

// PuzzlesSettings are the settings in the foot of the page.
type PuzzlesSettings struct {
	Engine  string // name and version
	Network string // of the engine
	Limits  string // how the puzzles were found, in words
}

// Puzzles writes the page of puzzles. Each method appends the next part of it to b and returns it: Begin once, Puzzle as often
// as there are any, End once.
type Puzzles struct {
	settings PuzzlesSettings
	puzzles  int // so far
}

// NewPuzzles returns the writer of a page.
func NewPuzzles(s PuzzlesSettings) *Puzzles { return &Puzzles{settings: s} }

func puzzlesFrame() Frame {
	return Frame{
		Title: "Chess puzzles", Styles: []string{DiagramStyle, moveInputStyle, puzzlesStyle},
		Scripts: []string{DiagramScript, lettersScript, moveInputScript, puzzlesScript},
	}
}

// Begin writes the page up to its puzzles.
func (w *Puzzles) Begin(b []byte) []byte {
	b = append(b, puzzlesFrame().Begin()...)
	return append(append(b, puzzlesBody...), `<template id="puzzles">[`...)
}

// Puzzle writes one puzzle.
func (w *Puzzles) Puzzle(b []byte, p *Puzzle) []byte {
	if w.puzzles++; w.puzzles > 1 {
		b = append(b, ',')
	}
	text, err := json.Marshal(p) // it leaves no character that means something in HTML
	if err != nil {
		panic(err) // cannot happen: there are only texts, numbers and truth values
	}
	return append(append(b, '\n'), text...)
}

// End writes the rest of the page. Counts says in words which moves were looked at.
func (w *Puzzles) End(b []byte, counts string) []byte {
	b = append(b, "]</template>\n"...)
	b = Appendf(b, "<footer><p>%s</p><p><strong>%s</strong> · network %s · %s</p></footer>\n", counts, w.settings.Engine, w.settings.Network, w.settings.Limits)
	return append(b, puzzlesFrame().End()...)
}
