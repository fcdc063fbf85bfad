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
	Shallow                   // the score is that of a Tactical position before, whose search is short
	ReasonCount = 7
)

// String returns a few words for a table.
func (r Reason) String() string {
	return [ReasonCount]string{"usable", "too early", "not searched for a score", "too clear", "in check", "capture or promotion",
		"in the line of a capture or promotion"}[r]
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

// Judged calls visit for each ply of the game as Positions does, with the reason why its position is not fit for training, or
// Kept. A position whose score is that of a search a few plies before is told from one that was searched itself by its score: it
// is the same, for the side to move.
func (g *Game) Judged(visit func(p *board.Position, pl Ply, why Reason) bool) {
	var score int16 // of the last position that was searched for one, for the side to move
	left, tactical := 0, false
	g.Positions(func(p *board.Position, ply int, pl Ply) bool {
		why := Judge(p, ply, pl)
		score = -score
		left--
		switch {
		case pl.Score == NoScore:
		case left < 0 || pl.Score != score:
			score, left, tactical = pl.Score, g.LinePlies, !p.IsQuiet(pl.Move)
		case tactical && why == Kept:
			why = Shallow
		}
		return visit(p, pl, why)
	})
}
