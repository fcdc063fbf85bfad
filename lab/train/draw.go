package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/source"
	"vertigo/movegen"
)

// draw says which positions of games are drawn. The same draw from the same games gives the same positions in the same order.
type draw struct {
	seed      uint64
	positions int // the most in all
	perGame   int // the most of a game
	fromPly   int // plies of a game before its first position
}

// phases are the parts that positions are sorted into by the number of pieces: 2-8, 9-16, 17-24, 25-32.
const phases = 4

func phase(p *board.Position) int { return min((p.Occupied().Count()-1)/8, phases-1) }

// from draws positions from files of games in PGN, in random order. Their source is the name of the file without its folder and
// its extension. No position is drawn twice, is in check, ends the game, or has castling rights unknown to standard chess. In
// each game, one position of each phase is drawn in turn, so that endgames are not lost among the many positions of middlegames.
// What cannot be read is reported to leftOut and left out.
func (d draw) from(files []string, leftOut func(error)) ([]judged, error) {
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return nil, err
		}
	}
	var drawn []judged
	in := source.NewReader(context.Background(), files, nil, "pgn")
	j, err := in.Next()
	for ; err == nil; j, err = in.Next() {
		g := j.Read()
		for _, fault := range g.Faults() {
			leftOut(errors.New(fault))
		}
		drawn = append(drawn, d.fromGame(g)...)
	}
	if err != io.EOF {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(d.seed, 0))
	rng.Shuffle(len(drawn), func(i, k int) { drawn[i], drawn[k] = drawn[k], drawn[i] })
	seen := map[uint64]bool{}
	drawn = slices.DeleteFunc(drawn, func(p judged) bool {
		again := seen[p.Key()]
		seen[p.Key()] = true
		return again
	})
	if len(drawn) == 0 {
		return nil, errors.New("the games have no position that can be drawn")
	}
	return drawn[:min(d.positions, len(drawn))], nil
}

// fromGame draws the positions of a game.
func (d draw) fromGame(played *game.Game) (drawn []judged) {
	var byPhase [phases][]*board.Position
	seen := map[uint64]bool{}
	for _, position := range played.Positions[min(d.fromPly, len(played.Positions)):] {
		g := position.Game
		p := &g.Position
		if p.InCheck() || seen[p.Key()] || !p.StandardCastling() || movegen.EndOfGame(g) != movegen.Unfinished {
			continue
		}
		seen[p.Key()] = true
		byPhase[phase(p)] = append(byPhase[phase(p)], p)
	}
	name := filepath.Base(played.Source)
	source := strings.TrimSuffix(name, filepath.Ext(name))
	rng := rand.New(rand.NewPCG(d.seed, uint64(played.Number)+1))
	order := rng.Perm(phases)
	for left := true; left && len(drawn) < d.perGame; {
		left = false
		for _, n := range order {
			if len(byPhase[n]) == 0 || len(drawn) == d.perGame {
				continue
			}
			i := rng.IntN(len(byPhase[n]))
			drawn = append(drawn, judged{Position: *byPhase[n][i], source: source})
			byPhase[n] = append(byPhase[n][:i], byPhase[n][i+1:]...)
			left = true
		}
	}
	return drawn
}
