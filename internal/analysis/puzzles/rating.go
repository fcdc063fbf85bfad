package puzzles

import (
	"context"
	"slices"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
	"vertigo/search"
)

// rate lets players of every level try the puzzle.
func rate(ctx context.Context, players *worker.Players, p *Puzzle) answer.Rating {
	return players.Rate(ctx, func(player *search.LimitedEngine) bool { return p.isFoundBy(ctx, player) })
}

// isFoundBy reports whether the player plays every move of the solver.
func (p *Puzzle) isFoundBy(ctx context.Context, player *search.LimitedEngine) bool {
	g := board.NewGame(p.Start())
	moves := p.Solution()
	for i, turn := range p.Turns {
		if !turn.Forced {
			played := player.Search(ctx, g, search.Limits{}, search.Reporter{}).Best
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
