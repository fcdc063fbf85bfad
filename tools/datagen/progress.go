package main

import (
	"fmt"
	"sync"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/internal/training/gamedata"
)

// running counts the games and positions of a run.
type running struct {
	mu      sync.Mutex
	start   time.Time
	total   uint64 // games that the file is to have
	before  uint64 // of them, those that it had
	workers int
	tally
}

// tally counts games and positions.
type tally struct {
	games     uint64
	results   [3]uint64
	positions uint64
	verdicts  [gamedata.ReasonCount]uint64
}

// add counts a game, and calls usable for each of its plies that training can use.
func (t *tally) add(g *gamedata.Game, usable func(gamedata.Ply)) {
	t.games++
	t.results[g.Result]++
	t.positions += uint64(len(g.Plies))
	g.Positions(func(p *board.Position, ply int, pl gamedata.Ply) bool {
		reason := gamedata.Judge(p, ply, pl)
		if t.verdicts[reason]++; reason == gamedata.Kept {
			usable(pl)
		}
		return true
	})
}

// percent returns n as a part of the whole in per cent, 0 of nothing.
func percent(n, whole uint64) float64 { return 100 * float64(n) / float64(max(whole, 1)) }

// outcomes returns how often each side has won.
func (t *tally) outcomes() string {
	return fmt.Sprintf("White %.1f%% draws %.1f%% Black %.1f%%", percent(t.results[gamedata.WhiteWins], t.games),
		percent(t.results[gamedata.Draw], t.games), percent(t.results[gamedata.BlackWins], t.games))
}

func (p *running) add(g *gamedata.Game) {
	p.mu.Lock()
	p.tally.add(g, func(gamedata.Ply) {})
	p.mu.Unlock()
}

// line returns the progress in one line: games, results, positions (one for each move), their speed in all and for each worker,
// that of positions usable for training, and the time left.
func (p *running) line(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	seconds := max(now.Sub(p.start).Seconds(), 1e-3)
	speed, usable := float64(p.positions)/seconds, float64(p.verdicts[gamedata.Kept])/seconds
	done := p.before + p.games
	return fmt.Sprintf("games %d/%d (%.1f%%), %s, %.1f plies; positions %d, %.0f/s (%.0f/s per worker), usable %.0f/s (%.0f/s)%s",
		done, p.total, percent(done, p.total), p.outcomes(), float64(p.positions)/float64(max(p.games, 1)),
		p.positions, speed, speed/float64(p.workers), usable, usable/float64(p.workers),
		cli.Left(now.Sub(p.start), float64(p.games), float64(p.total-min(p.before, p.total))))
}
