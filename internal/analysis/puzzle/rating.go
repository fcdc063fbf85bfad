package puzzle

import (
	"context"
	"math"
	"slices"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/search"
)

// Rating is how strong a player must be to find the line in half of the replays.
type Rating struct {
	Elo    int // of players of limited strength; 0 if there were no replays
	Side   Side
	Levels []Level // that have tried, the weakest first
}

// Side tells what is known of a rating.
type Side uint8

const (
	Measured Side = iota // it lies between two levels
	AtMost               // the weakest players find the line in more than half of the replays
	AtLeast              // the strongest do not find it in half of them
)

// Level is what the players of one strength have found.
type Level struct {
	Elo     int `json:"elo"`
	Found   int `json:"found"` // replays in which every move was right
	Replays int `json:"of"`
}

// elos are the strengths of the players that try. The last one costs more than all others together.
var elos = []int{search.MinElo, 1000, 1200, 1400, 1600, 1800, 2000, 2150, search.MaxElo}

// enough levels one after the other whose players find the line in every replay end the replays: stronger ones will, too.
const enough = 2

// players replay puzzles. A nil one does not.
type players struct {
	limited *search.Limited
	replays int // of each level
}

// newPlayers returns players who think with the network, nil if there are no replays. The error is that of a table for which
// there is not enough memory.
func newPlayers(replays int, network *eval.Network) (*players, error) {
	if replays == 0 {
		return nil, nil
	}
	limited, err := search.NewLimited(0)
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

// rate lets players of every level try the puzzle. The seeds are the same for every puzzle: each is a player with opinions
// of his own.
func (y *players) rate(ctx context.Context, p *Puzzle) Rating {
	if y == nil {
		return Rating{}
	}
	var levels []Level
	row := 0
	for _, elo := range elos {
		y.limited.SetElo(elo)
		l := Level{Elo: elo, Replays: y.replays}
		for seed := range uint64(y.replays) {
			if y.finds(ctx, p, seed) {
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

// finds reports whether the player with that seed plays every move of the solver.
func (y *players) finds(ctx context.Context, p *Puzzle, seed uint64) bool {
	y.limited.Reset(seed)
	g := board.NewGame(p.Start())
	moves := p.Solution()
	for i, turn := range p.Turns {
		if !turn.Forced {
			played := y.limited.Search(ctx, g, search.Limits{}, search.Reporter{}).Best
			if !slices.Contains(turn.Accepted, played) {
				return false
			}
		}
		for _, m := range moves[2*i : min(2*i+2, len(moves))] {
			g.Play(m)
		}
	}
	return true
}

// newRating returns the rating at which half of the replays would find the line, between the two levels on either side of
// it. Where a stronger level does worse than a weaker one, which is chance, both count as their average.
func newRating(levels []Level) Rating {
	rates := monotone(levels)
	r := Rating{Levels: levels}
	i := slices.IndexFunc(rates, func(rate float64) bool { return rate >= 0.5 })
	switch i {
	case -1:
		r.Elo, r.Side = levels[len(levels)-1].Elo, AtLeast
	case 0:
		r.Elo, r.Side = levels[0].Elo, AtMost
	default:
		below, above := float64(levels[i-1].Elo), float64(levels[i].Elo)
		r.Elo = int(math.Round(below + (above-below)*(0.5-rates[i-1])/(rates[i]-rates[i-1])))
	}
	return r
}

// monotone returns the share of the replays of each level that found the line, made to rise from level to level: neighbours
// that fall are replaced by their average, until none is left.
func monotone(levels []Level) (rates []float64) {
	type block struct {
		sum  float64
		size int
	}
	var blocks []block
	for _, l := range levels {
		blocks = append(blocks, block{float64(l.Found) / float64(l.Replays), 1})
		for n := len(blocks); n > 1 && blocks[n-2].sum*float64(blocks[n-1].size) > blocks[n-1].sum*float64(blocks[n-2].size); n-- {
			blocks[n-2].sum += blocks[n-1].sum
			blocks[n-2].size += blocks[n-1].size
			blocks = blocks[:n-1]
		}
	}
	for _, b := range blocks {
		for range b.size {
			rates = append(rates, b.sum/float64(b.size))
		}
	}
	return rates
}
