package puzzles

import (
	"context"
	"slices"
	"sync"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/engine/syzygy"
	"vertigo/movegen"
	"vertigo/search"
)

// What makes a puzzle, as expected scores of the solver.
const (
	winning    = 0.95 // a position that is won
	notWinning = 0.55 // a position that is not: what the best of the other moves may reach where the goal is to win
	holding    = 0.40 // a position that is saved
	saved      = 0.80 // and no more than that: here, the goal would rather be to win
	losing     = 0.05 // a position that is lost: what the best of the other moves may reach where the goal is to save
	jump       = 0.30 // what the mistake must have given the solver

	mostTurns  = 10 // moves of the solver
	wonForGood = 2  // pawns; so much more than at the beginning, after the answer of the opponent, is a safe win
)

// followSlack is how far the expected score may fall below the goal on the way: deeper in the line, searches see more.
const followSlack = 0.05

// othersFactor times the nodes decide that no other move than that of the line achieves the goal.
const othersFactor = 3

// quickShare is the part of the nodes that decides whether the others are worth it, as one part of so many. Its bounds are
// wider by quickSlack.
const (
	quickShare = 8
	quickSlack = 0.15
)

// Settings are what the puzzles of a game depend on.
type Settings struct {
	Nodes     uint64  // of each search for the line, more or less
	ScanNodes uint64  // of each search for candidates
	Margin    float64 // between the best move and the second, in expected score
	Replays   int     // of each level of players, for the rating; 0 for none
	MinMoves  int     // of the solver
	MatesIn1  bool    // these are puzzles, too, however many moves are asked for
	Rescan    bool    // search all positions for candidates, also those with a known score
}

// searcher finds the puzzles of games, one after the other.
type searcher struct {
	settings Settings
	worker   *worker.Worker
	tables   *syzygy.Tables  // nil if there are none
	players  *worker.Players // nil if there are no ratings
	busy     sync.WaitGroup  // with a game
}

// search searches a position with the limits of the worker.
func (s *searcher) search(ctx context.Context, p *answer.Position) answer.Answer {
	return s.worker.Search(ctx, p)
}

// around returns the limits of a search of about so many nodes, at least half and at most twice as many. The search ends with an
// iteration if it can, since the scores of an iteration that is cut short are often only bounds.
func around(nodes uint64, lines int) search.Limits {
	return search.Limits{SoftNodes: max(nodes/2, 1), Nodes: 2 * nodes, MultiPV: lines}
}

// finding is what a search finds out about a position of the solver.
type finding struct {
	Turn
	move        board.Move
	mates       bool // move mates by force
	matesNow    bool // at once
	secondMates bool // and so does another one that is not accepted
	vague       bool // a score is only a bound, on the wrong side
}

// analyse searches for the best move and the best of the others.
func (s *searcher) analyse(ctx context.Context, g *board.Game, nodes uint64) finding {
	root := &g.Position
	mates := matingMoves(root)
	l := finding{}
	if l.Forced = len(legalMoves(root)) == 1; l.Forced {
		nodes /= quickShare // there is nothing to choose, only something to be lost
	}
	s.worker.SetLimits(around(nodes, max(len(mates), 1)+1))
	a := s.search(ctx, &answer.Position{Game: g})
	if len(a.Lines) == 0 {
		return finding{vague: true}
	}
	first := &a.Lines[0]
	l.move, l.Best, l.vague = a.Best, odds(root, &a, 0), first.Bound == answer.Upper
	l.mates, l.Accepted = first.Score >= scores.MateBound, []board.Move{a.Best}
	if l.matesNow = slices.Contains(mates, a.Best); l.matesNow {
		l.Accepted = mates
	}
	if next := len(l.Accepted); next < len(a.Lines) {
		second := &a.Lines[next]
		l.Second, l.secondMates = odds(root, &a, next), second.Score >= scores.MateBound
		l.vague = l.vague || second.Bound == answer.Lower
	} else if next < len(legalMoves(root)) {
		l.vague = true // the search ended before the second line
	}
	return l
}

// confirm analyses a position. If the best move may be the only good one, the others are then searched alone, with more nodes.
func (s *searcher) confirm(ctx context.Context, g *board.Game) finding {
	l := s.analyse(ctx, g, s.settings.Nodes)
	if _, ok := l.goal(s.settings.Margin, 0); !ok && !l.carriesOn(Win, s.settings.Margin) {
		return l
	}
	others := without(legalMoves(&g.Position), l.Accepted...)
	if len(others) == 0 {
		return l
	}
	s.worker.SetLimits(around(othersFactor*s.settings.Nodes, 1))
	a := s.search(ctx, &answer.Position{Game: g, SearchMoves: others})
	if len(a.Lines) == 0 {
		return finding{vague: true}
	}
	best := &a.Lines[0]
	l.Second, l.secondMates = odds(&g.Position, &a, 0), best.Score >= scores.MateBound
	l.vague = best.Bound == answer.Lower || returns(&g.Position, best.Moves) && s.mustReturn(ctx, g, best.Moves)
	return l
}

// without returns the moves without those in out.
func without(moves []board.Move, out ...board.Move) []board.Move {
	return slices.DeleteFunc(moves, func(m board.Move) bool { return slices.Contains(out, m) })
}

// mustReturn reports whether the opponent must follow a line that leads back to the position in which it begins, once the
// solver has played its first move. To the search the line is a draw. But its first move spoils nothing: the solver can still
// play the right one.
func (s *searcher) mustReturn(ctx context.Context, g *board.Game, line []board.Move) bool {
	next := g.Clone()
	next.Play(line[0])
	others := without(legalMoves(&next.Position), line[1])
	if len(others) == 0 {
		return true
	}
	s.worker.SetLimits(around(s.settings.Nodes, 1))
	a := s.search(ctx, &answer.Position{Game: next, SearchMoves: others})
	return 1-odds(&next.Position, &a, 0) > notWinning
}

// returns reports whether a line leads back to the position p that it begins at.
func returns(p *board.Position, moves []board.Move) bool {
	now := *p
	for _, m := range moves {
		if now = after(&now, m); now.Key() == p.Key() {
			return true
		}
	}
	return false
}

// least returns the lowest expected score that reaches the goal.
func (g Goal) least() float64 { return [...]float64{Win: winning, Save: holding}[g] }

// most returns the highest expected score that does not reach the goal.
func (g Goal) most() float64 { return [...]float64{Win: notWinning, Save: losing}[g] }

// achieves reports whether the best move alone reaches the goal, by the margin. Slack widens the bounds.
func (l *finding) achieves(g Goal, margin, slack float64) bool {
	if l.vague {
		return false
	}
	reached := l.Best >= g.least()-slack && (g == Win || l.Best < saved+slack)
	alone := l.Second <= g.most()+slack && l.Best-l.Second >= margin-2*slack
	return reached && (l.Forced || alone)
}

// goal returns the goal of a position that is a puzzle. It returns false for other positions.
func (l *finding) goal(margin, slack float64) (Goal, bool) {
	for _, g := range []Goal{Win, Save} {
		if !l.Forced && l.achieves(g, margin, slack) {
			return g, true
		}
	}
	return Win, false
}

// puzzles returns the puzzles of a game. When the context ends early, some may be missing.
func (s *searcher) puzzles(ctx context.Context, j *answer.Job) (list []*Puzzle) {
	expected := known(j)
	if s.settings.Rescan {
		for i := range expected {
			expected[i] = unknown
		}
	}
	s.scan(ctx, j.Positions, expected)
	for _, i := range candidates(expected) {
		if j.Moves[i-1] == board.NoMove {
			continue
		}
		if p := s.solve(ctx, &j.Positions[i-1].Game.Position, j.Moves[i-1]); p != nil {
			p.Origin = newOrigin(j, i-1)
			p.Themes = themes(p, s.tables)
			p.Rating = rate(ctx, s.players, p)
			list = append(list, p)
		}
	}
	return list
}

// solve returns the puzzle that the mistake leads to, nil if there is none.
func (s *searcher) solve(ctx context.Context, before *board.Position, mistake board.Move) *Puzzle {
	start := after(before, mistake)
	if len(legalMoves(&start)) < 2 || ctx.Err() != nil {
		return nil
	}
	s.worker.Forget()
	quick := s.analyse(ctx, board.NewGame(start), s.settings.Nodes/quickShare)
	if _, ok := quick.goal(s.settings.Margin, quickSlack); !ok {
		return nil
	}
	first := s.confirm(ctx, board.NewGame(start))
	goal, ok := first.goal(s.settings.Margin, 0)
	if !ok || !s.isMistake(ctx, before, first.Best) {
		return nil
	}
	line := s.follow(ctx, start, goal, first)
	p := &Puzzle{Before: *before, Goal: goal, Line: append([]board.Move{mistake}, line.moves...), Turns: line.turns}
	if len(p.Turns) == 0 || ctx.Err() != nil || p.isRecapture() || p.isShort(s.settings) {
		return nil
	}
	return p
}

// isMistake reports whether the opponent had a better move than the one that gives the solver that expected score.
func (s *searcher) isMistake(ctx context.Context, before *board.Position, given float64) bool {
	s.worker.SetLimits(around(s.settings.Nodes, 1))
	a := s.search(ctx, &answer.Position{Game: board.NewGame(*before)})
	return given-(1-odds(before, &a, 0)) >= jump
}

// line is the part of a solution that has been found.
type line struct {
	moves  []board.Move // of solver and opponent in turn
	turns  []Turn
	strict int // number of turns at the beginning at which no other move reaches the goal
}

// follow returns the line from start, for which first is the finding. The solver's move must be the only one that reaches the
// goal. If it mates by force, other moves may win too, but not mate. The line ends
//
//   - when the game ends by the rules;
//   - when the solver has won as much material as wonForGood, after the opponent's answer;
//   - before a turn at which several moves reach the goal, or before a repetition.
//
// It is empty if deeper searches find that the goal is not reached.
func (s *searcher) follow(ctx context.Context, start board.Position, goal Goal, first finding) line {
	l, now := line{}, first
	g := board.NewGame(start)
	for {
		l.add(&now, now.achieves(goal, s.settings.Margin, 0))
		g.Play(now.move)
		if movegen.EndOfGame(g) != movegen.Unfinished || len(l.turns) == mostTurns {
			break
		}
		reply, expected := s.reply(ctx, g)
		g.Play(reply)
		next := s.confirm(ctx, g)
		if ctx.Err() != nil || min(1-expected, next.Best) < goal.least()-followSlack {
			return line{}
		}
		cashed := goal == Win && !next.mates && lead(&g.Position)-lead(&start) >= wonForGood
		if cashed || g.Repetitions() > 0 || !next.carriesOn(goal, s.settings.Margin) {
			break
		}
		l.moves, now = append(l.moves, reply), next
	}
	l.trim(movegen.EndOf(&g.Position) == movegen.Checkmate && len(l.moves)%2 == 1)
	return l
}

// carriesOn reports whether a later turn of the solver belongs to the line.
func (l *finding) carriesOn(g Goal, margin float64) bool {
	return l.achieves(g, margin, 0) || g == Win && (l.matesNow || l.mates && !l.secondMates && !l.vague)
}

// reply returns the best defence, and the expected score of the side that defends.
func (s *searcher) reply(ctx context.Context, g *board.Game) (board.Move, float64) {
	s.worker.SetLimits(around(s.settings.Nodes, 1))
	a := s.search(ctx, &answer.Position{Game: g})
	return a.Best, odds(&g.Position, &a, 0)
}

// add adds a turn.
func (l *line) add(found *finding, strict bool) {
	if strict && l.strict == len(l.turns) {
		l.strict++
	}
	l.moves, l.turns = append(l.moves, found.move), append(l.turns, found.Turn)
}

// trim removes turns from the end of a line that does not mate: those at which several moves win, and forced moves.
func (l *line) trim(mates bool) {
	if mates {
		return
	}
	n := l.strict
	for n > 0 && l.turns[n-1].Forced {
		n--
	}
	l.turns = l.turns[:n]
	l.moves = l.moves[:max(2*n-1, 0)]
}

// lead returns by how many pawns the side to move is ahead in material.
func lead(p *board.Position) (pawns int) {
	for t := board.Pawn; t < board.King; t++ {
		pawns += worth(t) * (p.Pieces(p.Turn(), t).Count() - p.Pieces(p.Turn().Other(), t).Count())
	}
	return pawns
}

// worth returns the usual value of a piece in pawns; a king is worth more than all else.
func worth(t board.PieceType) int { return [board.PieceTypeCount]int{1, 3, 3, 5, 9, 100}[t] }

// isShort reports whether the solver has fewer moves than are asked for.
func (p *Puzzle) isShort(s Settings) bool {
	return len(p.Turns) < s.MinMoves && !(s.MatesIn1 && len(p.Turns) == 1 && p.Mates())
}

// isRecapture reports whether the solution begins by taking the piece that has just moved, without a sacrifice, or consists of
// recaptures, each on the square of the opponent's move. A solution that mates is never a recapture.
func (p *Puzzle) isRecapture() bool {
	list := p.Positions()
	if m := p.Line[1]; list[1].IsCapture(m) && m.To() == p.Line[0].To() && list[1].SEE(m, 0) && !p.Mates() {
		return true
	}
	for i := 0; i < len(p.Line); i += 2 {
		if !list[i].IsCapture(p.Line[i]) || p.Line[i+1].To() != p.Line[i].To() {
			return false
		}
	}
	return !p.Mates()
}
