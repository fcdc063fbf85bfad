// Package gamedata keeps self-play games in packed files: the training data of the evaluation network. A file holds
// whole games in compressed blocks with checksums, so that a killed run loses at most the games that it had
// not written, and damage destroys one block only. See format.go for the layout bit by bit.
package gamedata

import (
	"fmt"

	"vertigo/board"
	"vertigo/movegen"
)

// Result is the outcome of a game: White's score in half points.
type Result int8

// The outcomes.
const (
	BlackWins Result = iota
	Draw
	WhiteWins
)

// String returns "0-1", "1/2-1/2" or "1-0".
func (r Result) String() string { return [...]string{"0-1", "1/2-1/2", "1-0"}[r] }

// MaxScore bounds the score of a ply in centipawns. Scores beyond it, such as mates, are cut to it.
const MaxScore = 20000

// NoScore is the score of a ply whose move was chosen by a search that is too short to learn from.
const NoScore = MaxScore + 1

// Ply is a move with the score of the search that chose it: centipawns for the side to move, before the move, within
// ±MaxScore, or NoScore.
type Ply struct {
	Move  board.Move
	Score int16
}

// ClampScore returns the score of a search as a Ply keeps it.
func ClampScore(score int) int16 { return int16(max(-MaxScore, min(score, MaxScore))) }

// Game is a game from the position that followed its random opening moves. Those count in Start's move number.
type Game struct {
	ID     uint64 // number of the game in the run that played it
	Start  board.Position
	Plies  []Ply
	Result Result

	LinePlies int // plies after a search for a score that may share it; a Reader takes it from the text of the file
}

// FirstPly returns how many plies were played before Start, by its move number.
func (g *Game) FirstPly() int { return 2*(g.Start.FullMove()-1) + int(g.Start.Turn()) }

// Positions calls visit for each ply of the game in order, with the position before its move and the number of plies
// played before it since the first move of the game, and stops when visit returns false. The position is valid until
// visit returns. The moves must be legal, which they are in a game that a Reader gave out.
func (g *Game) Positions(visit func(p *board.Position, ply int, pl Ply) bool) {
	var frames [2]board.Position
	frames[0] = g.Start
	first := g.FirstPly()
	for i, pl := range g.Plies {
		p := &frames[i&1]
		if !visit(p, first+i, pl) {
			return
		}
		p.Make(pl.Move, &frames[i&1^1])
	}
}

// Check returns an error if a Writer cannot take g: for an illegal move, a score beyond MaxScore, a wrong result, too many
// plies, or a start that FEN cannot express.
func (g *Game) Check() error {
	if len(g.Plies) > maxPlies {
		return fmt.Errorf("game %d: %d plies, at most %d are possible", g.ID, len(g.Plies), maxPlies)
	}
	if _, err := pack(&g.Start).unpack(); err != nil {
		return fmt.Errorf("game %d: start: %w", g.ID, err)
	}
	return g.checkPlies()
}

// checkPlies is Check without the start.
func (g *Game) checkPlies() error {
	if g.Result < BlackWins || g.Result > WhiteWins {
		return fmt.Errorf("game %d: result %d", g.ID, g.Result)
	}
	var frames [2]board.Position
	frames[0] = g.Start
	for i, pl := range g.Plies {
		p := &frames[i&1]
		if !movegen.IsLegal(p, pl.Move) {
			return fmt.Errorf("game %d: ply %d: %s is not legal in %s", g.ID, g.FirstPly()+i, movegen.FormatMove(p, pl.Move, true),
				p.FEN())
		}
		if (pl.Score > MaxScore || pl.Score < -MaxScore) && pl.Score != NoScore {
			return fmt.Errorf("game %d: ply %d: score %d is beyond ±%d", g.ID, g.FirstPly()+i, pl.Score, MaxScore)
		}
		p.Make(pl.Move, &frames[i&1^1])
	}
	return nil
}
