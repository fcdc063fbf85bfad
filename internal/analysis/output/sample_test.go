package output

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

const hostile = `<img src=x onerror=alert(1)></script></textarea>"'&{{.}}`

// parsed returns a job of the input, without answers.
func parsed(t *testing.T, kind, source, text string) *game.Job {
	t.Helper()
	j := game.NewJob(game.Origin{At: 1, Line: 1, Kind: kind, Text: game.RawText(text)}, source, 0)
	j.Parse()
	must.Do(t, j.Err)
	return j
}

// beyondMate stands for so many centipawns that the side to move, or the other one, is mated.
const beyondMate = 10_000

// scoreOf returns the score of the side to move at p that is shown as so many centipawns for White.
func scoreOf(p *board.Position, white int) int {
	own := white
	if p.Turn() == board.Black {
		own = -white
	}
	switch {
	case own >= beyondMate:
		return scores.Mate - 3
	case own <= -beyondMate:
		return -scores.Mate + 4
	}
	return int(math.Round(winrate.Current().Score(float64(own), winrate.Material(p))))
}

// sampleGame returns a game with these tags, besides others, and moves in the notation of UCI. Each position is answered with two lines
// of a legal move other than the one that was played, if there is any; White gives its centipawns for White.
func sampleGame(t *testing.T, tags, moves string, white ...int) *game.Job {
	t.Helper()
	const usual = `[Event "Cup"] [Date "1999.??.??"] [Round "?"] [White "Ada"] [WhiteElo "2700"] [Black "Bob"] [Result "1/2-1/2"] `
	j := parsed(t, "pgn", "games.pgn", usual+tags+"\n\n"+moves)
	if len(j.Plies) != len(white) {
		t.Fatalf("%d positions, but %d scores", len(j.Plies), len(white))
	}
	for i, p := range j.Plies {
		a := &p.Answer
		a.Scope, a.Nodes = game.Whole, 5
		var list movegen.List
		movegen.Generate(p.Root(), &list, movegen.All)
		for _, m := range list.Slice() {
			if len(a.Lines) < 2 && (i == len(j.Moves()) || m != p.Move) {
				a.Lines = append(a.Lines, game.Line{Root: p.Root(), Score: scoreOf(p.Root(), white[i]), Depth: 7 - len(a.Lines), Moves: []board.Move{m}})
				a.Best = a.Lines[0].Moves[0]
			}
		}
	}
	j.Judge()
	return j
}

// match returns a short game of two players, in which White blunders at the third half-move.
func match(t *testing.T, white, black, result string) *game.Job {
	t.Helper()
	tags := `[White "` + strings.ReplaceAll(white, `"`, `\"`) + `"] [Black "` + black + `"] [Result "` + result + `"]`
	return sampleGame(t, tags, "f2f3 e7e5 g2g4 d8h4", 0, -40, -40, -beyondMate, -beyondMate)
}

// lineOf returns a line from p with a score of +0.10.
func lineOf(t *testing.T, p *board.Position, words string) game.Line {
	t.Helper()
	l := game.Line{Root: p, Score: scoreOf(p, 10), Depth: 7}
	at := *p
	for word := range strings.FieldsSeq(words) {
		m := must.Get(movegen.ParseMove(&at, word))(t)
		l.Moves = append(l.Moves, m)
		at = playout.After(&at, m)
	}
	return l
}

// fens returns the FENs of the positions after the moves of lines.
func fens(lines ...game.Line) (list []string) {
	for i := range lines {
		at := lines[i].Positions()
		for n := range at[1:] {
			list = append(list, at[n+1].FEN())
		}
	}
	return list
}

// write returns the report of jobs, whose marks and values are there.
func write(jobs ...*game.Job) string {
	r := New(Settings{
		As: "html", Engine: "1 " + hostile, Network: "net " + hostile, Limits: game.Limits{Depth: 7, Filters: hostile}, Times: true,
	})
	b := r.Begin(nil)
	for _, j := range jobs {
		b = r.Item(b, j)
	}
	return string(r.End(b))
}

// unpack returns what a page says of all games and positions, and what it shows of each.
func unpack(t *testing.T, page string) (all contents, items []item) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(pagetest.Data(t, page)))
	for range strings.Count(page, `<template class="pack"`) {
		var pack []item
		must.Do(t, d.Decode(&pack))
		items = append(items, pack...)
	}
	must.Do(t, d.Decode(&all))
	if len(items) != len(all.Entries) {
		t.Fatalf("%d games and positions, but %d in the contents", len(items), len(all.Entries))
	}
	return all, items
}
