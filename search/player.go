package search

import (
	"context"
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval"
)

// Player is a Pool that can also play below its strength, which it does where Limits.Elo asks for it. The weaker play has
// a thread and a small table of its own: what the strong search has found is nothing that a weaker player could know,
// and the other way round a limited search leaves no trace in later ones at full strength, which are those of the Pool
// alone. A limited player has one thread, whatever the number is otherwise, and asks no tablebases.
//
// The rules for the use of a Pool hold for a Player.
type Player struct {
	*Pool

	limited *Pool
	seed    uint64 // decides the bias of the limited player in the game in progress
	elo     int    // the rating of the last limited search since the limited player has learned anything, 0 for none
}

// limitedHash is the size of the limited player's table in MiB. It is enough for the nodes of the best level.
const limitedHash = 8

// NewPlayer returns a player with a table of hash MiB and the given number of threads. Players with the same seed that
// are asked for the same are equally biased in their first game, in their second, and so on.
func NewPlayer(hash, threads int, seed uint64) (*Player, error) {
	limited, err := NewPool(limitedHash, 1)
	if err != nil {
		return nil, err
	}
	full, err := NewPool(hash, threads) // last, as it may need more of GOMAXPROCS
	if err != nil {
		limited.Close()
		return nil, err
	}
	return &Player{Pool: full, limited: limited, seed: nextSeed(seed)}, nil
}

// nextSeed returns the seed of the game after one with the given seed.
func nextSeed(seed uint64) uint64 {
	return xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, seed))
}

// SetNetwork lets the player evaluate with a valid network and forget what was found with another.
func (p *Player) SetNetwork(network *eval.Network) {
	p.Pool.SetNetwork(network)
	p.limited.SetNetwork(network)
	p.elo = 0
}

// ClearHash empties the tables.
func (p *Player) ClearHash() {
	p.Pool.ClearHash()
	p.limited.ClearHash()
}

// NewGame forgets everything that earlier searches have learned. The limited player begins a game with another bias.
func (p *Player) NewGame() {
	p.Pool.NewGame()
	p.forget()
	p.seed = nextSeed(p.seed)
}

// forget clears what the limited player has learned, if anything.
func (p *Player) forget() {
	if p.elo != 0 {
		p.limited.NewGame()
		p.elo = 0
	}
}

// Close ends the threads and gives the memory of the tables back.
func (p *Player) Close() {
	p.Pool.Close()
	p.limited.Close()
}

// Search searches the present position of g as Pool.Search does.
func (p *Player) Search(ctx context.Context, g *board.Game, l Limits, r Reporter) Result {
	if l.Elo == 0 {
		return p.Pool.Search(ctx, g, l, r)
	}
	if l.Elo != p.elo {
		p.forget() // what was found with another judgement
		p.elo = l.Elo
	}
	l.handicap(&g.Position, p.seed)
	return p.limited.Search(ctx, g, l, r)
}
