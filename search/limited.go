package search

import (
	"context"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
)

// Limited is a player of limited strength. It has a thread and a small table of its own, beside those of whoever plays at
// full strength: what a strong search has found is nothing that a weaker player could know, and the other way round a
// limited search leaves no trace. It asks no tablebases. It is for one goroutine at a time.
type Limited struct {
	pool  *Pool
	level Level
	seed  uint64 // decides the bias in the game in progress
}

// limitedHash is the size of the limited player's table in MiB. The levels were measured with it.
const limitedHash = 8

// NewLimited returns a player with the rating MinElo. Players with the same seed have the same bias in their first game, in
// their second, and so on.
func NewLimited(seed uint64) (*Limited, error) {
	pool, err := NewPool(limitedHash, 1)
	if err != nil {
		return nil, err
	}
	pool.restless = true
	return &Limited{pool: pool, level: LevelOf(MinElo), seed: nextSeed(seed)}, nil
}

// nextSeed returns the seed of the game after one with the given seed.
func nextSeed(seed uint64) uint64 {
	return xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, seed))
}

// SetElo sets the rating, MinElo to MaxElo. When it changes, what was found with another judgement is forgotten.
func (p *Limited) SetElo(elo int) { p.SetLevel(LevelOf(elo)) }

// SetLevel sets the level itself, which need not be one of those that were measured, as SetElo does.
func (p *Limited) SetLevel(v Level) {
	if v != p.level {
		p.level = v
		p.pool.NewGame()
	}
}

// SetNetwork lets the player evaluate with a valid network and forget what was found with another.
func (p *Limited) SetNetwork(network *eval.Network) { p.pool.SetNetwork(network) }

// ClearHash empties the table.
func (p *Limited) ClearHash() { p.pool.ClearHash() }

// NewGame forgets everything that earlier searches have learned, and begins a game with another bias.
func (p *Limited) NewGame() {
	p.pool.NewGame()
	p.seed = nextSeed(p.seed)
}

// Reset forgets everything and begins the first game of a player with the given seed, as NewLimited does, but keeps the
// rating and the memory.
func (p *Limited) Reset(seed uint64) {
	p.pool.NewGame()
	p.seed = nextSeed(seed)
}

// Close ends the player and gives the memory of the table back.
func (p *Limited) Close() { p.pool.Close() }

// Search searches as Pool.Search does, and as a player with the rating would. All limits hold.
func (p *Limited) Search(ctx context.Context, g *board.Game, l Limits, r Reporter) Result {
	level := p.level.against(&g.Position)
	p.pool.bias = bias{seed: p.seed, error: level.Error}
	p.pool.attention = attention{seed: p.seed, blind: level.Blind, queens: level.Elo >= seesQueens}
	if level.isCautious() {
		l.heedQueens(&g.Position, func(moves []board.Move) board.Move {
			r := p.pool.Search(ctx, g, Limits{SearchMoves: moves, SoftNodes: uint64(level.Nodes)}, Reporter{})
			if r.Score < scores.MateBound {
				return board.NoMove
			}
			return r.Best
		})
	}
	l.handicap(level, &g.Position)
	return p.pool.Search(ctx, g, l, r)
}
