package search

import (
	"context"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
)

// LimitedEngine is a player of limited strength. It has a thread and a small table of its own, beside those of whoever plays at
// full strength: what a strong search has found is nothing that a weaker player could know, and the other way round a
// limited search leaves no trace. It asks no tablebases. It is for one goroutine at a time.
type LimitedEngine struct {
	engine *Engine
	level  Level
	seed   uint64 // decides the bias in the game in progress
}

// limitedHash is the size of the limited player's table in MiB. The levels were measured with it.
const limitedHash = 8

// NewLimitedEngine returns a player with the rating MinElo. Players with the same seed have the same bias in their first game, in
// their second, and so on.
func NewLimitedEngine(seed uint64) (*LimitedEngine, error) {
	engine, err := NewEngine(limitedHash, 1)
	if err != nil {
		return nil, err
	}
	engine.restless = true
	return &LimitedEngine{engine: engine, level: LevelOf(MinElo), seed: nextSeed(seed)}, nil
}

// nextSeed returns the seed of the game after one with the given seed.
func nextSeed(seed uint64) uint64 {
	return xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, seed))
}

// SetElo sets the rating, MinElo to MaxElo. When it changes, what was found with another judgement is forgotten.
func (p *LimitedEngine) SetElo(elo int) { p.SetLevel(LevelOf(elo)) }

// SetLevel sets the level itself, which need not be one of those that were measured, as SetElo does.
func (p *LimitedEngine) SetLevel(v Level) {
	if v != p.level {
		p.level = v
		p.engine.NewGame()
	}
}

// SetNetwork lets the player evaluate with a valid network and forget what was found with another.
func (p *LimitedEngine) SetNetwork(network *eval.Network) { p.engine.SetNetwork(network) }

// ClearHash empties the table.
func (p *LimitedEngine) ClearHash() { p.engine.ClearHash() }

// NewGame forgets everything that earlier searches have learned, and begins a game with another bias.
func (p *LimitedEngine) NewGame() {
	p.engine.NewGame()
	p.seed = nextSeed(p.seed)
}

// Reset forgets everything and begins the first game of a player with the given seed, as NewLimitedEngine does, but keeps the
// rating and the memory.
func (p *LimitedEngine) Reset(seed uint64) {
	p.engine.NewGame()
	p.seed = nextSeed(seed)
}

// Close ends the player and gives the memory of the table back.
func (p *LimitedEngine) Close() { p.engine.Close() }

// Search searches as Engine.Search does, and as a player with the rating would. All limits hold.
func (p *LimitedEngine) Search(ctx context.Context, g *board.Game, l Limits, r Reporter) Result {
	level := p.level.against(&g.Position)
	p.engine.bias = bias{seed: p.seed, error: level.Error}
	p.engine.attention = attention{seed: p.seed, blind: level.Blind, queens: level.Elo >= seesQueens}
	if level.isCautious() {
		l.heedQueens(&g.Position, func(moves []board.Move) board.Move {
			r := p.engine.Search(ctx, g, Limits{SearchMoves: moves, SoftNodes: uint64(level.Nodes)}, Reporter{})
			if r.Score < scores.MateBound {
				return board.NoMove
			}
			return r.Best
		})
	}
	l.handicap(level, &g.Position)
	return p.engine.Search(ctx, g, l, r)
}
