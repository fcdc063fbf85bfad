package game

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// Answers are what searches said about the positions of a game that a selection leaves.
type Answers struct {
	*Game
	Selection Selection
	List      []Answer // one for each position; the zero Answer where it is left out
}

// Ask returns the answers about a game, none of which is known yet.
func (g *Game) Ask(s Selection) *Answers { return &Answers{g, s, make([]Answer, len(g.Positions))} }

// Unasked returns the answers about a game of which nothing is to be searched.
func (g *Game) Unasked() *Answers { return g.Ask(SelectAll(len(g.Positions), LeftOut)) }

// LeftOut reports whether the filters leave nothing of the game.
func (a *Answers) LeftOut() bool { return a.Passed || a.Selection.IsEmpty() }

// isChosen reports whether the filters leave the move at position i; a pass is none.
func (a *Answers) isChosen(i int) bool {
	return a.Selection[i] == Whole && a.Positions[i].Move != board.NoMove
}

// top returns the best line at position i; where the game is over, one without moves.
func (a *Answers) top(i int) *Line { return a.List[i].Top(a.Positions[i].Root()) }

// First is the result of the first of two searches of a position.
type First struct {
	Score int        `json:"score"` // for the side to move
	Best  board.Move `json:"best"`
}

// IsDoubtful reports whether the first searches would mark the move at position i, so that a longer search should decide. The
// answers about the positions before and after it must be known. Moves that seem to lose less hardly ever turn out to deserve a
// mark.
func (a *Answers) IsDoubtful(i int) bool { return a.isChosen(i) && a.firstSearchesMark(i) != Unmarked }

// Rivals returns position i with the moves that a longer search is to compare: the best ones and the one of the game.
func (a *Answers) Rivals(i int) *Position {
	p := *a.Positions[i]
	p.SearchMoves = nil
	for _, l := range a.List[i].Lines {
		if l.Moves[0] != p.Move {
			p.SearchMoves = append(p.SearchMoves, l.Moves[0])
		}
	}
	p.SearchMoves = append(p.SearchMoves, p.Move)
	return &p
}

// Verify replaces the lines of answer i by those of a search of the Rivals, and so the values that follow from them. It changes
// nothing if that search ended before it had found a line for each.
func (a *Answers) Verify(i int, longer *Answer) {
	now := &a.List[i]
	for n := range longer.Lines {
		if longer.Lines[n].Moves[0] == a.Positions[i].Move {
			now.Played = &longer.Lines[n]
		}
	}
	if now.Played != nil {
		now.First, now.Lines = &First{a.top(i).Score, now.Best}, longer.Lines[:min(len(now.Lines), len(longer.Lines))]
		now.Best = now.Lines[0].Moves[0]
		now.Nodes, now.Time = now.Nodes+longer.Nodes, now.Time+longer.Time
	}
}

// estimate is what a single search found at a position.
type estimate struct {
	Value
	best board.Move
}

// rule returns the value of the last position of a game if the rules end the game there.
func (a *Answers) rule(i int) (v Value, ok bool) {
	switch {
	case i < len(a.Positions)-1 || a.Over == movegen.Unfinished:
		return v, false
	case a.Over == movegen.Checkmate:
		return Value{-scores.Mate, true}, true
	}
	return Value{scores.Draw, true}, true
}

// firstSearch returns what the first search of position i found.
func (a *Answers) firstSearch(i int) estimate {
	if v, ok := a.rule(i); ok {
		return estimate{v, board.NoMove}
	}
	if first := a.List[i].First; first != nil {
		l := Line{Root: a.Positions[i].Root(), Score: first.Score}
		return estimate{l.value(), first.Best}
	}
	return estimate{a.top(i).value(), a.List[i].Best}
}

// longestSearch returns what the longest search found that has looked at position i: its own one, unless only the move that led
// there was searched again.
func (a *Answers) longestSearch(i int) estimate {
	v, ok := a.rule(i)
	switch {
	case ok:
		return estimate{v, board.NoMove}
	case i == 0 || a.List[i].First != nil || a.List[i-1].Played == nil:
		return estimate{a.top(i).value(), a.List[i].Best}
	}
	played := a.List[i-1].Played
	v = played.value()
	e := estimate{Value{-scores.ToTable(v.Score, 1), v.Known}, board.NoMove}
	if len(played.Moves) > 1 {
		e.best = played.Moves[1]
	}
	return e
}

// firstSearchesMark returns the mark of move i by the first searches of the positions before and after it.
func (a *Answers) firstSearchesMark(i int) Mark {
	before := a.firstSearch(i)
	if before.best == a.Positions[i].Move {
		return Unmarked
	}
	return lossOf(before.Score, a.firstSearch(i+1).before().Score).Mark
}

// comparedMark returns the mark of move i by a comparison with the best move in searches of the same length. A move deserves a
// mark if both the first searches and, if there was one, the longer search give it. The longer search decides alone if it is
// certain who wins.
func (a *Answers) comparedMark(i int) Mark {
	longer := Blunder
	if line := a.List[i].Played; line != nil {
		best, played := a.top(i).value(), line.value()
		longer = lossOf(best.Score, played.Score).Mark
		if scores.IsDecisive(best.Score) || scores.IsDecisive(played.Score) {
			return longer
		}
	}
	return min(a.firstSearchesMark(i), longer)
}
