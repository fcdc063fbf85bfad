package worker

import (
	"context"

	"vertigo/eval"
	"vertigo/internal/analysis/answer"
	"vertigo/search"
)

// MaxElo is the rating of the strongest players. They take more time than all others together, and stronger ones would take far
// more.
const MaxElo = 2300

// elos are the ratings of the players.
var elos = []int{search.MinElo, 1000, 1200, 1400, 1600, 1800, 2000, 2150, MaxElo}

// enough is the number of consecutive levels that must succeed in every replay to end the replays: stronger levels would, too.
const enough = 2

// MostReplays bounds the replays of a level.
const MostReplays = 1000

// Players of limited strength try to solve tasks. Nil players do nothing. They are not safe for concurrent use.
type Players struct {
	limited *search.LimitedEngine
	replays int // of each level
}

// NewPlayers returns players that evaluate with the network, nil for the one in the binary. Without replays it returns nil. The
// error says that there is not enough memory for a table.
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

// Close frees the memory of the players.
func (y *Players) Close() {
	if y != nil {
		y.limited.Close()
	}
}

// Rate lets players of every level try a task; succeeds reports whether a player solves it. Each seed makes a player with other
// errors of judgement, and every task has the same seeds. If the context ends early, the rating is invalid.
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
