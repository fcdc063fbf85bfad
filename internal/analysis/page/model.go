package page

import (
	"strings"
	"time"

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

// Event returns where, in which round and when the game was played, by its tags, "" if there are none.
func (g *Game) Event() string {
	round := g.Tags["Round"]
	if round != "" && round[0] >= '0' && round[0] <= '9' {
		round = "round " + round
	}
	site := g.Tags["Site"]
	if strings.Trim(site, "0123456789") == "" || site == g.Tags["Event"] {
		site = "" // a number of the file, or the event once more
	}
	return joined(g.Tags["Event"], site, round, dateInWords(g.Tags["Date"]))
}

// joined joins the texts that are neither empty nor question marks.
func joined(parts ...string) string {
	var known []string
	for _, part := range parts {
		if strings.Trim(part, "?.- ") != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}

// dateInWords returns a date of PGN in words, for example "May 1997" for "1997.05.??". It leaves other texts as they are.
func dateInWords(date string) string {
	for _, form := range [...]struct{ tag, words string }{{"2006.01.02", "2 January 2006"}, {"2006.01.??", "January 2006"}, {"2006.??.??", "2006"}} {
		if day, err := time.Parse(form.tag, date); err == nil {
			return day.Format(form.words)
		}
	}
	return date
}

// Player holds the figures of one side of a game.
type Player struct {
	Name     string  `json:"name"`
	Elo      string  `json:"elo"`      // "" if the source does not tell it
	Moves    int     `json:"moves"`    // that were judged
	Loss     float64 `json:"loss"`     // centipawns per move
	Accuracy float64 `json:"accuracy"` // per cent
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
	Judged  bool   // the source names best moves or moves to avoid
	Solved  bool   // and the move found agrees
	Wanted  string // the moves of the source
	Suite   string // the suite that the verdict counts for
	Theme   string // the part of the suite, "" if it has none

	Threat     *Line  // the opponent's threat, nil if it is not serious or not known
	Difficulty string // of finding the best move, or one that is hardly worse, in words; "" if unknown
}

// Line is one of the best lines.
type Line struct {
	Score string // as Position.Score
	Depth int    // plies
	SAN   string // with the numbers of the moves
	Moves []board.Move
}
