package worker

import (
	"context"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/internal/analysis/game"
	"vertigo/internal/engine/limited"
	"vertigo/search"
)

// MaxElo is the rating of the strongest players. They take more time than all others together, and stronger ones would take far
// more.
const MaxElo = 2300

// elos are the ratings of the players.
var elos = []int{limited.MinElo, 1000, 1200, 1400, 1600, 1800, 2000, 2150, MaxElo}

// enough is the number of consecutive levels that must succeed in every replay to end the replays: stronger levels would, too.
const enough = 2

// MostReplays bounds the replays of a level.
const MostReplays = 1000

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

// Try lets players of every level try a task; succeeds reports whether a player solves it. Each seed makes a player with other
// errors of judgement, and every task has the same seeds. Without replays, or if the context ends early, there is no rating.
func (w *Worker) Try(ctx context.Context, succeeds func(player *limited.Player) bool) game.Rating {
	y := w.players
	if y == nil {
		return game.Rating{}
	}
	var levels []game.Level
	row := 0
	for _, elo := range elos {
		y.limited.SetElo(elo)
		l := game.Level{Elo: elo, Replays: y.replays}
		for seed := range uint64(y.replays) {
			if ctx.Err() != nil {
				return game.Rating{}
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
	return game.NewRating(levels)
}

// Rate measures the difficulty of position i of a job, where a good move can be missed. Where the answers do not cover the move of a
// player, a short search of that move with empty tables decides, so the rating depends on nothing else.
func (w *Worker) Rate(ctx context.Context, j *game.Job, i int) {
	p := j.Positions[i]
	found := map[board.Move]bool{}
	rating := w.Try(ctx, func(player *limited.Player) bool {
		m := player.Search(ctx, p.Game, search.Limits{SearchMoves: p.SearchMoves}, search.Reporter{}).Best
		good, known := found[m]
		if !known {
			good = w.finds(ctx, j, i, m)
			found[m] = good
		}
		return good
	})
	if ctx.Err() == nil {
		j.Answers[i].Difficulty = &rating
	}
}

// finds reports whether m is a good move at position i of a job.
func (w *Worker) finds(ctx context.Context, j *game.Job, i int, m board.Move) bool {
	if good, known := j.Finds(i, m); known || ctx.Err() != nil {
		return good
	}
	w.Forget()
	only := w.search(ctx, &game.Position{Game: j.Positions[i].Game, SearchMoves: []board.Move{m}}, ShortLimits(w.limits))
	return j.FindsBy(i, &only)
}
