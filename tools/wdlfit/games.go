package main

import (
	"cmp"
	"io"
	"math"
	"slices"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/pgn"
)

// The outcomes of a game for the side that gave a score.
const (
	win = iota
	draw
	loss
	outcomes
)

// cell is where positions are counted: those with the same score of the search, for the side to move, and the same
// material.
type cell struct{ score, material int }

// counts are the positions of a cell by the outcome of their games.
type counts [outcomes]int

func (c *counts) sum() int { return c[win] + c[draw] + c[loss] }

// furthest bounds the scores of the search that are fitted: beyond it a game is decided.
const furthest = 1500

// sample holds the counts of the games. Its size depends on the range of the scores, not on the number of games.
type sample struct {
	cells     map[cell]*counts
	games     int // the number of games that were used
	positions int // in cells

	unfinished int // games without a result, or that the clock or a broken rule decided
	unreadable int // games
	certain    int // positions with a mate
	far        int // positions with scores beyond furthest
}

func newSample() *sample { return &sample{cells: map[cell]*counts{}} }

func (s *sample) add(at cell, outcome int) {
	if s.cells[at] == nil {
		s.cells[at] = new(counts)
	}
	s.cells[at][outcome]++
	s.positions++
}

// table is a sample in a fixed order, so that sums over it are the same in every run.
type table []row

type row struct {
	cell
	counts
}

func (s *sample) table() table {
	rows := make(table, 0, len(s.cells))
	for at, n := range s.cells {
		rows = append(rows, row{at, *n})
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.material, b.material), cmp.Compare(a.score, b.score))
	})
	return rows
}

// all returns the counts of all rows together.
func (t table) all() (sum counts) {
	for i := range t {
		for k, n := range t[i].counts {
			sum[k] += n
		}
	}
	return sum
}

// read adds the games in Portable Game Notation whose moves carry comments as fastchess writes them, such as {+0.35/12 0.051s}.
// The engine has shown centipawns by the model shown, which turns them into the scores of its search; scores beyond
// ± furthest are counted only. One game after the other is held in memory.
func (s *sample) read(in io.Reader, shown winrate.Model) error {
	for games := pgn.NewReader(in); ; {
		g, err := games.Next()
		if err == io.EOF {
			return nil
		}
		if g == nil {
			return err
		}
		var start board.Position
		var moves []pgn.Ply
		if err == nil {
			start, moves, err = g.Replay()
		}
		if err != nil || len(g.Faults) > 0 {
			s.unreadable++
			continue
		}
		s.addGame(g, start, moves, shown)
	}
}

// addGame adds every position of a game that ended by the rules of chess or by adjudication.
func (s *sample) addGame(g *pgn.Game, start board.Position, moves []pgn.Ply, shown winrate.Model) {
	if len(moves) == 0 {
		return
	}
	white, ok := map[string]int{"1-0": win, "1/2-1/2": draw, "0-1": loss}[g.Outcome()]
	if end, reported := g.Tags()["Termination"]; !ok || reported && end != "normal" && end != "adjudication" {
		s.unfinished++
		return
	}
	s.games++
	p := start
	for _, m := range moves {
		if score := m.Engine; score.Mate {
			s.certain++
		} else if score.Known {
			s.addPosition(&p, shown.Score(100*score.Value, winrate.Material(&p)), white)
		}
		if m.Move == board.NoMove { // engines do not pass
			return
		}
		var next board.Position
		p.Make(m.Move, &next)
		p = next
	}
}

// addPosition adds a position with its score, from a game with the outcome for White.
func (s *sample) addPosition(p *board.Position, score float64, white int) {
	at := cell{int(math.Round(score)), winrate.Material(p)}
	if max(at.score, -at.score) > furthest {
		s.far++
		return
	}
	outcome := white
	if p.Turn() == board.Black {
		outcome = loss - white
	}
	s.add(at, outcome)
}
