package diff

import (
	"fmt"
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/output"
	"vertigo/movegen"
)

// entry is the answer about a position in one of the two files.
type entry struct {
	Where    string // its place in the input
	ID       string // what the input calls it, "" if nothing
	FEN      string
	Best     board.Move // NoMove where the game is over
	Line     []board.Move
	Score    answer.Score
	Expected float64 // of White, 0 to 1
	Depth    int     // plies
	Nodes    uint64

	order int // in its file
}

// newEntry returns the entry of an answer about position i of a job.
func newEntry(j *answer.Job, i int) *entry {
	a := &j.Answers[i]
	l := a.Top()
	return &entry{
		Where: answer.PlainText(j.Where), ID: answer.PlainText(j.Positions[i].ID), FEN: a.Root.FEN(), Best: a.Best, Line: l.Moves,
		Score: l.Shown(), Expected: l.Odds().Expected(), Depth: l.Depth, Nodes: a.Nodes,
	}
}

// readEntry returns the entry of a line of JSON, and makes sure that its position and moves are legal.
func readEntry(r *output.JSONResult) (*entry, error) {
	root, err := board.ParseFEN(r.FEN)
	if err != nil {
		return nil, fmt.Errorf("fen: %w", err)
	}
	e := &entry{Where: r.Source, ID: r.ID, FEN: root.FEN(), Nodes: r.Nodes}
	if len(r.Lines) == 0 {
		return e, e.over(&root)
	}
	l := &r.Lines[0]
	e.Depth, e.Expected = l.Depth, winrate.Odds{Win: l.WDL[0], Draw: l.WDL[1], Loss: l.WDL[2]}.Expected()
	if e.Expected < 0 || e.Expected > 1 {
		return nil, fmt.Errorf("wdl: %v are not chances in per mille", l.WDL)
	}
	switch {
	case (l.Centipawns == nil) == (l.Mate == nil):
		return nil, fmt.Errorf("a line has cp or mate, and not both")
	case l.Mate != nil:
		e.Score = answer.Score{Score: winrate.Score{Mate: true, N: *l.Mate}}
	default:
		e.Score = answer.Score{Score: winrate.Score{N: *l.Centipawns}}
	}
	e.Score.Bound = l.Bound
	if e.Best, err = movegen.ParseMove(&root, r.Best); err != nil {
		return nil, fmt.Errorf("best: %w", err)
	}
	at := root
	for _, word := range l.PV {
		m, err := movegen.ParseMove(&at, word)
		if err != nil {
			return nil, fmt.Errorf("pv: %w", err)
		}
		var next board.Position
		at.Make(m, &next)
		at, e.Line = next, append(e.Line, m)
	}
	return e, nil
}

// over makes e that of a position where the game is over.
func (e *entry) over(root *board.Position) error {
	switch movegen.EndOf(root) {
	case movegen.Unfinished:
		return fmt.Errorf("no line, but there are legal moves in %s", e.FEN)
	case movegen.Checkmate:
		e.Score.Mate = true
		if root.Turn() == board.Black {
			e.Expected = 1
		}
	case movegen.Stalemate:
		e.Expected = .5
	}
	return nil
}

// position returns the position of the entry.
func (e *entry) position() board.Position {
	p, err := board.ParseFEN(e.FEN)
	if err != nil {
		panic(err) // cannot happen: the text comes from a position
	}
	return p
}

// place returns the place of the position and its name.
func (e *entry) place() string { return answer.Place(e.Where, e.ID) }

// key holds the properties by which entries are paired. The move number does not count, since no answer depends on it.
type key struct{ fen, id string }

func (e *entry) key() key { return key{e.FEN[:strings.LastIndexByte(e.FEN, ' ')], e.ID} }

// sameAnswer reports whether the two entries have the same best move and score.
func sameAnswer(a, b *entry) bool { return a.Best == b.Best && a.Score == b.Score }
