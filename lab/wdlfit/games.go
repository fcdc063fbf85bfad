package main

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
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

// readGames returns the sample of games whose moves carry comments as fastchess writes them, such as {+0.35/12 0.051s}. The
// engine has shown centipawns by the model shown, which turns them into the scores of its search; scores beyond ± furthest are
// counted only.
func readGames(ctx context.Context, paths []string, stdin io.Reader, shown winrate.Model) (*sample, error) {
	s, in := newSample(), source.NewReader(ctx, paths, stdin, "pgn")
	defer in.Close()
	for {
		j, err := in.Next()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == io.EOF:
			return s, nil
		case err != nil:
			return nil, err
		}
		if g := j.Read(); len(g.Faults()) > 0 {
			s.unreadable++
		} else {
			s.addGame(g, shown)
		}
	}
}

// addGame adds every position of a game that ended by the rules of chess or by adjudication.
func (s *sample) addGame(g *game.Game, shown winrate.Model) {
	if len(g.Played()) == 0 {
		return
	}
	white, ok := map[string]int{"1-0": win, "1/2-1/2": draw, "0-1": loss}[g.Outcome()]
	if end, reported := g.Tags()["Termination"]; !ok || reported && end != "normal" && end != "adjudication" {
		s.unfinished++
		return
	}
	s.games++
	for _, p := range g.Played() {
		if score := p.Engine; score.Mate {
			s.certain++
		} else if score.Known {
			material, outcome := winrate.Material(p.Root()), white
			if p.Root().Turn() == board.Black {
				outcome = loss - white
			}
			if at := (cell{int(math.Round(shown.Score(100*score.Value, material))), material}); max(at.score, -at.score) > furthest {
				s.far++
			} else {
				s.add(at, outcome)
			}
		}
	}
}
