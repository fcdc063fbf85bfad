package worker

import (
	"context"

	"vertigo/eval"
	"vertigo/internal/analysis/answer"
	"vertigo/search"
)

// MaxElo is the rating of the strongest players that try. They cost more than all others together, and stronger ones would
// cost far more.
const MaxElo = 2300

// elos are the ratings of the players that try.
var elos = []int{search.MinElo, 1000, 1200, 1400, 1600, 1800, 2000, 2150, MaxElo}

// enough levels one after the other whose players succeed in every replay end the replays: stronger ones will, too.
const enough = 2

// MostReplays bounds the replays of a level.
const MostReplays = 1000

// Players try tasks. Nil players do not. They are for one goroutine at a time.
type Players struct {
	limited *search.LimitedEngine
	replays int // of each level
}

// NewPlayers returns players who think with the network, nil for the one in the binary. Without replays there are none. The
// error is that of a table for which there is not enough memory.
func NewPlayers(replays int, network *eval.Network) (*Players, error) {
	if replays == 0 {
		return nil, nil
	}
	limited, err := search.NewLimitedEngine(0)
	if err != nil {
		return nil, err
	}
	if network != nil {
		limited.SetNetwork(network)
	}
	return &Players{limited, replays}, nil
}

// Close gives the memory of the players back.
func (y *Players) Close() {
	if y != nil {
		y.limited.Close()
	}
}

// Rate lets players of every level try a task: succeeds reports whether the player does it. The seeds are the same for
// every task: each is a player with opinions of his own. When the context ends, the rating means nothing.
func (y *Players) Rate(ctx context.Context, succeeds func(player *search.LimitedEngine) bool) answer.Rating {
	if y == nil {
		return answer.Rating{}
	}
	var levels []answer.Level
	row := 0
	for _, elo := range elos {
		y.limited.SetElo(elo)
		l := answer.Level{Elo: elo, Replays: y.replays}
		for seed := range uint64(y.replays) {
			if ctx.Err() != nil {
				return answer.Rating{}
			}
			y.limited.Reset(seed)
			if succeeds(y.limited) {
				l.Found++
			}
		}
		levels = append(levels, l)
		if row++; l.Found < l.Replays {
			row = 0
		}
		if row == enough {
			break
		}
	}
	return answer.NewRating(levels)
}
