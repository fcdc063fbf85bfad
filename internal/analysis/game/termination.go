package game

import (
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// Termination is how a game ended; "" stands for a game that goes on, or of which it is not known.
type Termination string

// The ways in which games end.
const (
	ByMate         Termination = "mate"
	ByResignation  Termination = "resignation"
	OnTime         Termination = "time"
	ByAgreement    Termination = "agreement"
	ByRule         Termination = "rules" // a draw: stalemate, repetition, fifty moves, too little material
	ByAdjudication Termination = "adjudication"
	Abandoned      Termination = "abandoned"
)

// terminations are words in the tag Termination as Lichess, Chess.com, CuteChess and fastchess write it, the first that fits.
var terminations = []struct {
	word string
	how  Termination
}{
	{"abandon", Abandoned}, {"stall", Abandoned}, {"disconnect", Abandoned}, {"unterminated", ""}, {"infraction", ByAdjudication},
	{"illegal", ByAdjudication}, {"adjudication", ByAdjudication}, {"time", OnTime}, {"resign", ByResignation},
	{"agreement", ByAgreement},
	{"repetition", ByRule}, {"stalemate", ByRule}, {"insufficient", ByRule}, {"50", ByRule},
}

// termination returns how the game ended, by its last position, its result and the tag Termination. If the tag says that it ended
// normally, a decisive game was resigned and a drawn one agreed, unless the last position is mate or a draw by the rules.
func (g *Game) termination() Termination {
	outcome := g.Outcome()
	switch {
	case outcome == "*":
		return ""
	case g.Over == movegen.Checkmate:
		return ByMate
	case g.Over != movegen.Unfinished && outcome == "1/2-1/2":
		return ByRule // a repetition, which may have to be claimed, can be the last position of a lost game
	}
	tag := strings.ToLower(g.tags["Termination"])
	if _, how, ok := strings.Cut(tag, " won "); ok {
		tag = how // Chess.com begins with the name of the winner, which may be any word
	}
	for _, t := range terminations {
		if strings.Contains(tag, t.word) {
			return t.how
		}
	}
	switch {
	case tag != "normal" || g.Cut() != "": // the part that cannot be read may end in mate
		return ""
	case outcome == "1/2-1/2":
		return ByAgreement
	}
	return ByResignation
}

// computeSpent computes the times for the moves of which no remark has one: from the clocks and the increment in the tag
// TimeControl. If a clock has gained more than the increment, by a second or more, it does not follow that tag. A player who goes
// berserk on Lichess has half the time and no increment, and the clock stands still until the second move.
func (g *Game) computeSpent() {
	base, increment, ok := pgn.TimeControl(g.tags["TimeControl"])
	if !ok {
		return
	}
	half := (base / 2).Truncate(time.Second)
	berserk := func(first int) bool {
		c := g.Positions[first].Clock
		return half > 0 && c.HasLeft && c.Left == half
	}
	for i, p := range g.Positions {
		if p.Clock.HasSpent || !p.Clock.HasLeft || p.Move == board.NoMove {
			continue
		}
		before, gain := base, increment // whether the increment comes before or after the first move, sites disagree
		if berserk(i % 2) {
			before, gain = half, 0
		}
		if i >= 2 {
			if !g.Positions[i-2].Clock.HasLeft {
				continue
			}
			before = g.Positions[i-2].Clock.Left + gain
		}
		if d := before - p.Clock.Left; d >= -max(gain, time.Second) {
			p.Clock.Spent, p.Clock.HasSpent = max(d, 0), true
		}
	}
}
