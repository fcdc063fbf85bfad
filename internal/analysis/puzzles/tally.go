package puzzles

import (
	"fmt"
	"strings"
)

// reason is why a move of a game leaves no puzzle.
type reason int

const (
	isPuzzle     reason = iota // it leaves one
	noMistake                  // another move was hardly better
	oneLegal                   // there is no choice
	notEnough                  // the best move neither wins nor saves the game
	severalMoves               // so do others
	unclear                    // searches disagree, or end too soon
	recapture                  // the best move only takes back
	tooShort                   // the solver has fewer moves to find than are asked for
	seenBefore                 // an earlier puzzle has the same position
	reasons
)

// reasonTexts describe moves that gave no puzzle.
var reasonTexts = [reasons]string{
	noMistake: "lost too little", oneLegal: "left one legal move", notEnough: "left nothing that wins or saves the game",
	severalMoves: "left several good moves", unclear: "left no clear score", recapture: "could just be taken back",
	tooShort: "left too few moves to find", seenBefore: "led to a position of an earlier puzzle",
}

// tally counts moves by reason.
type tally [reasons]int

func (t *tally) add(other tally) {
	for r, n := range other {
		t[r] += n
	}
}

// String says how many moves were examined, and why some gave no puzzle.
func (t *tally) String() string {
	moves, parts := 0, []string(nil)
	for r, n := range t {
		if moves += n; n > 0 && reason(r) != isPuzzle {
			parts = append(parts, fmt.Sprintf("%d %s", n, reasonTexts[r]))
		}
	}
	text := fmt.Sprintf("Moves examined: %d. Puzzles: %d.", moves, t[isPuzzle])
	if len(parts) > 0 {
		text += " Other moves: " + strings.Join(parts, ", ") + "."
	}
	return text
}
