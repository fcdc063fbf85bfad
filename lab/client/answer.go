package client

import (
	"fmt"
	"strconv"
	"strings"

	"vertigo/eval/scores"
)

// Answer is an engine's answer about a position.
type Answer struct {
	Move    string // the best move, as the engine wrote it
	Scored  bool
	Score   int    // for the side to move, in the engine's centipawns, or a mate score of package scores; if Scored
	HasOdds bool   // many engines need the option UCI_ShowWDL
	Odds    [3]int // wins, draws and losses in a thousand games, if HasOdds
}

// parseInfo returns what an info line says, without a move. It is Scored for the best line only, and for exact scores: a bound,
// such as that of an iteration that was broken off, is none.
func parseInfo(line string) (a Answer) {
	words := strings.Fields(line)
	for i, word := range words {
		switch rest := words[i+1:]; word {
		case "string", "pv":
			return a
		case "multipv":
			if len(rest) > 0 && rest[0] != "1" {
				return Answer{}
			}
		case "lowerbound", "upperbound":
			return Answer{}
		case "score":
			a.Score, a.Scored = parseScore(rest)
		case "wdl":
			n, _ := fmt.Sscan(strings.Join(rest, " "), &a.Odds[0], &a.Odds[1], &a.Odds[2])
			a.HasOdds = n == 3 && min(a.Odds[0], a.Odds[1], a.Odds[2]) >= 0 && a.Odds[0]+a.Odds[1]+a.Odds[2] == 1000
		}
	}
	return a
}

// parseScore reads the words after "score".
func parseScore(words []string) (score int, ok bool) {
	if len(words) < 2 {
		return 0, false
	}
	n, err := strconv.Atoi(words[1])
	switch {
	case err != nil:
		return 0, false
	case words[0] == "cp":
		return n, true
	case words[0] == "mate" && n > 0:
		return scores.Mate - 2*n + 1, true
	case words[0] == "mate":
		return -scores.Mate - 2*n, true
	}
	return 0, false
}
