package client

import (
	"strconv"
	"strings"

	"vertigo/eval/scores"
)

// Answer is an engine's answer about a position.
type Answer struct {
	Move string // the best move, as the engine wrote it
	Evaluation
	Scored bool // there is an evaluation
}

// Evaluation is an engine's evaluation of a position, for the side to move.
type Evaluation struct {
	Score int    // in its centipawns, or a mate score of package scores
	Odds  [3]int // wins, draws and losses in a thousand games, if HasOdds
	// HasOdds says that the engine gives the odds, for which many need the option UCI_ShowWDL.
	HasOdds bool
}

// parseInfo returns the evaluation of an info line. It is ok for the best line only, and for exact scores: a bound, such as
// that of an iteration that was broken off, is none.
func parseInfo(line string) (o Evaluation, ok bool) {
	words := strings.Fields(line)
	for i, word := range words {
		switch rest := words[i+1:]; word {
		case "string", "pv":
			return o, ok
		case "multipv":
			if len(rest) > 0 && rest[0] != "1" {
				return Evaluation{}, false
			}
		case "lowerbound", "upperbound":
			return Evaluation{}, false
		case "score":
			if o.Score, ok = parseScore(rest); !ok {
				return Evaluation{}, false
			}
		case "wdl":
			o.Odds, o.HasOdds = parseOdds(rest)
		}
	}
	return o, ok
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

// parseOdds reads the words after "wdl".
func parseOdds(words []string) (odds [3]int, ok bool) {
	if len(words) < len(odds) {
		return odds, false
	}
	sum := 0
	for i := range odds {
		n, err := strconv.Atoi(words[i])
		if err != nil || n < 0 {
			return [3]int{}, false
		}
		odds[i] = n
		sum += n
	}
	return odds, sum == 1000
}
