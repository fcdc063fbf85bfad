package main

import (
	"fmt"
	"sync"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/lab/gamedata"
)

// running counts the games and positions of a run.
type running struct {
	mu      sync.Mutex
	start   time.Time
	total   uint64 // games that the file is to have
	before  uint64 // of them, those that it had
	workers int

	games     uint64
	results   [3]uint64
	positions uint64
	usable    uint64 // of them, those that training can use
}

// add counts a game.
func (p *running) add(g *gamedata.Game) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games++
	p.results[g.Result]++
	p.positions += uint64(len(g.Plies))
	g.Judged(func(_ *board.Position, _ gamedata.Ply, why gamedata.Reason) bool {
		if why == gamedata.Kept {
			p.usable++
		}
		return true
	})
}

// percent returns n as a part of the whole in per cent, 0 of nothing.
func percent(n, whole uint64) float64 { return 100 * float64(n) / float64(max(whole, 1)) }

// line returns the progress in one line: games, results, positions (one for each move), their speed in all and for each worker,
// that of positions usable for training, and the time left.
func (p *running) line(now time.Time) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	seconds := max(now.Sub(p.start).Seconds(), 1e-3)
	speed, usable := float64(p.positions)/seconds, float64(p.usable)/seconds
	done := p.before + p.games
	return fmt.Sprintf("games %d/%d (%.1f%%), White %.1f%% draws %.1f%% Black %.1f%%, %.1f plies; "+
		"positions %d, %.0f/s (%.0f/s per worker), usable %.0f/s (%.0f/s)%s",
		done, p.total, percent(done, p.total), percent(p.results[gamedata.WhiteWins], p.games),
		percent(p.results[gamedata.Draw], p.games), percent(p.results[gamedata.BlackWins], p.games),
		float64(p.positions)/float64(max(p.games, 1)),
		p.positions, speed, speed/float64(p.workers), usable, usable/float64(p.workers),
		cli.Left(now.Sub(p.start), float64(p.games), float64(p.total-min(p.before, p.total))))
}
