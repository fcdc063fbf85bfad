package gamedata

import "vertigo/board"

// Positions are fit for training a static evaluation from MinPly on, where they no longer resemble each other, and with scores
// below ScoreLimit centipawns: beyond it the win is certain, and the size of the score says nothing.
const (
	MinPly     = 10
	ScoreLimit = 2000
)

// Reason says why a position is not fit for training.
type Reason uint8

// The reasons, in the order in which they are looked for, and how many there are.
const (
	Kept        Reason = iota // the position is usable
	TooEarly                  // before MinPly
	Unscored                  // the search was too short: the score is NoScore
	TooClear                  // at or beyond ScoreLimit
	InCheck                   // the side to move is in check
	Tactical                  // the best move captures or promotes
	ReasonCount = 6
)

// String returns a few words for a table.
func (r Reason) String() string {
	return [ReasonCount]string{"usable", "too early", "not searched for a score", "too clear", "in check", "capture or promotion"}[r]
}

// Judge returns why the position p is not fit for training, or Kept. Ply is the number of plies played before p, and pl the move
// played in it, with its score. In check, and where the best move captures or promotes, a score is that of the position after the
// exchange, which a static evaluation need not know. Game.Positions hands out the arguments.
func Judge(p *board.Position, ply int, pl Ply) Reason {
	switch {
	case ply < MinPly:
		return TooEarly
	case pl.Score == NoScore:
		return Unscored
	case pl.Score >= ScoreLimit || pl.Score <= -ScoreLimit:
		return TooClear
	case p.InCheck():
		return InCheck
	case !p.IsQuiet(pl.Move):
		return Tactical
	}
	return Kept
}
