package puzzles

import (
	"context"

	"vertigo/eval"
	"vertigo/internal/engine/limited"
)

// maxElo is the rating of the strongest players. They take more time than all others together, and stronger ones would take far
// more.
const maxElo = 2300

// elos are the ratings of the players.
var elos = []int{limited.MinElo, 1000, 1200, 1400, 1600, 1800, 2000, 2150, maxElo}

// enough is the number of consecutive levels that must succeed in every replay to end the replays: stronger levels would, too.
const enough = 2

// mostReplays bounds the replays of a level.
const mostReplays = 1000

// players of limited strength try to solve tasks. Nil players do nothing.
type players struct {
	limited *limited.Player
	replays int // of each level
}

// newPlayers returns players that evaluate with the network, nil for the one in the binary. Without replays it returns nil. The
// error says that there is not enough memory for a table.
func newPlayers(replays int, network *eval.Network) (*players, error) {
	if replays == 0 {
		return nil, nil
	}
	limited, err := limited.New(0)
	if err != nil {
		return nil, err
	}
	if network != nil {
		limited.SetNetwork(network)
	}
	return &players{limited, replays}, nil
}

func (y *players) close() {
	if y != nil {
		y.limited.Close()
	}
}

// try lets players of every level try a task; succeeds reports whether a player solves it. Each seed makes a player with other
// errors of judgement, and every task has the same seeds. Without replays, or if the context ends early, there is no rating.
func (y *players) try(ctx context.Context, succeeds func(player *limited.Player) bool) Rating {
	if y == nil {
		return Rating{}
	}
	var levels []Level
	row := 0
	for _, elo := range elos {
		y.limited.SetElo(elo)
		l := Level{Elo: elo, Replays: y.replays}
		for seed := range uint64(y.replays) {
			if ctx.Err() != nil {
				return Rating{}
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
	return newRating(levels)
}
