package page

import (
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/eco"
	"vertigo/internal/analysis/verdict"
	"vertigo/internal/pgn"
)

// ReportSettings are the settings in the foot of a report.
type ReportSettings struct {
	Engine  string // name and version
	Network string // name of the one that evaluates
	Limits  string // how each position was searched
}

// Game is a game with the analysis of its positions.
type Game struct {
	Where     string // its place in the input
	PGN       string // the annotated game
	Tags      map[string]string
	Result    string // "1-0", "0-1", "1/2-1/2" or "*"
	Opening   eco.Opening
	Cut       string // where the game stops being readable, and why; "" if all of it is
	Players   [board.ColorCount]Player
	Unnamed   [board.ColorCount]bool // the game does not say who the player is; the name is the side
	Positions []Position             // before the first move, and after each
	Moves     []Move                 // each leads from one position to the next
}

// Event returns the place and date of the game by its tags, "" if there are none.
func (g *Game) Event() string {
	date := strings.TrimSuffix(strings.ReplaceAll(g.Tags["Date"], ".??", ""), "????")
	return joined(g.Tags["Event"], g.Tags["Site"], date, g.Tags["Round"])
}

// Player holds the figures of one side of a game.
type Player struct {
	Name     string
	Moves    int     // that were judged
	Loss     float64 // centipawns per move
	Accuracy float64 // per cent
}

// Move is a move of a game.
type Move struct {
	Move     board.Move
	SAN      string
	Loss     verdict.Loss // its loss
	Accuracy verdict.Accuracy
	Clock    pgn.Clock // its time in the source

	LeftOut bool // it was not judged
}

// Position is a position with its analysis.
type Position struct {
	Board   board.Position
	Where   string  // its place in the input
	Name    string  // what the source calls it, "" if nothing
	LeftOut bool    // it was not searched; nothing else is known of it
	Lines   []Line  // the best lines, the best first; empty only if there is no legal move
	Score   string  // of the best line, for White
	White   float64 // the expected score of White, 0 to 1
	Over    string  // "checkmate" or "stalemate", else ""
	Nodes   uint64
	Time    string // in seconds, "" if times are left out
	Trust   string // how the search came to its best move, in words, "" if there is none
	Judged  bool   // the source names best moves or moves to avoid
	Solved  bool   // and the move found agrees
	Wanted  string // the moves of the source
	Suite   string // the suite that the verdict counts for
	Theme   string // the part of the suite, "" if it has none

	Threat        *Line  // the opponent's threat, nil if it is not serious or not known
	ThreatSquares string // of its first move, as Squares has them

	Difficulty string // of finding the best move, or one that is hardly worse, in words; "" if unknown
}

// best returns the squares of the best move, "" if there is none.
func (p *Position) best() string {
	if len(p.Lines) == 0 || len(p.Lines[0].Moves) == 0 {
		return ""
	}
	return Squares(&p.Board, p.Lines[0].Moves[0])
}

// Line is one of the best lines.
type Line struct {
	Score    string // as Position.Score
	Depth    int    // plies
	SelDepth int    // plies of the longest line searched
	SAN      string // with the numbers of the moves
	Moves    []board.Move
}
