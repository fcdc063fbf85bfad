// Package puzzlepage writes a page on which puzzles are solved: one file that loads nothing, for mouse, finger and keyboard.
// The page knows no rules of chess. Every puzzle carries its positions, and for every turn the moves that are legal and
// those that are right.
package puzzlepage

import (
	_ "embed"
	"encoding/json"

	"vertigo/internal/analysis/diagram"
	"vertigo/internal/analysis/webpage"
)

//go:embed page.css
var style string

//go:embed page.js
var script string

//go:embed page.tmpl
var templateText string

var body = webpage.NewTemplate("puzzles", templateText, nil)

// Puzzle is what the page tells of a puzzle. Moves are in the notation of UCI.
type Puzzle struct {
	ID       string   `json:"id"`
	Task     string   `json:"task"`
	Black    bool     `json:"black"`    // Black solves it
	Boards   []string `json:"boards"`   // first fields of FENs: before the first move of the line, and behind each
	Line     []string `json:"line"`     // the mistake, then solver and opponent in turn
	SAN      []string `json:"san"`      // the same in standard algebraic notation
	Solution string   `json:"solution"` // with the numbers of the moves
	Turns    []Turn   `json:"turns"`
	Themes   []string `json:"themes"`
	Elo      int      `json:"elo"`    // 0 for no rating
	Rating   string   `json:"rating"` // with what is known of it
	Found    string   `json:"found"`  // how often players of limited strength found the line, in words
	Game     string   `json:"game"`   // the players, and more
	Where    string   `json:"where"`  // file and game
	URL      string   `json:"url"`    // of the game, "" for none
}

// Turn is a position in which the solver has to move.
type Turn struct {
	Legal []string `json:"legal"`
	Right []string `json:"right"`
}

// Settings are what the foot of the page tells.
type Settings struct {
	Engine  string // name and version
	Network string // of the engine
	Limits  string // how the puzzles were found, in words
}

// Writer writes one page. Each method appends the next part of it to b and returns it: Begin once, Puzzle as often as there
// are any, End once.
type Writer struct {
	settings Settings
	puzzles  int // so far
}

// New returns the writer of a page.
func New(s Settings) *Writer { return &Writer{settings: s} }

func page() webpage.Page {
	return webpage.Page{Title: "Chess puzzles", Styles: []string{diagram.Style, style}, Scripts: []string{diagram.Script, script}}
}

// Begin writes the page up to its puzzles.
func (w *Writer) Begin(b []byte) []byte {
	b = append(b, page().Begin()...)
	b = body.Append(b, "begin", map[string]any{"Symbols": diagram.Symbols(), "Settings": w.settings})
	return append(b, `<template id="puzzles">[`...)
}

// Puzzle writes one puzzle.
func (w *Writer) Puzzle(b []byte, p *Puzzle) []byte {
	if w.puzzles++; w.puzzles > 1 {
		b = append(b, ',')
	}
	text, err := json.Marshal(p) // it leaves no character that means something in HTML
	if err != nil {
		panic(err) // cannot happen: there are only texts, numbers and truth values
	}
	return append(append(b, '\n'), text...)
}

// End writes the rest of the page.
func (w *Writer) End(b []byte) []byte {
	b = append(b, "]</template>\n"...)
	return append(b, page().End()...)
}
