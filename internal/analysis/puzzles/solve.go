package puzzles

import (
	"context"
	"slices"
	"sync"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/motif"
	"vertigo/internal/engine/limited"
	"vertigo/internal/engine/syzygy"
	"vertigo/movegen"
	"vertigo/search"
)

// Bounds of a puzzle, as expected scores of the solver, 0 to 1.
const (
	jump       = 0.30 // least gain of the solver by the mistake
	winning    = 0.90 // a position that is won
	besideMate = 0.95 // most that other moves, and the position before the mistake, may be worth if the solver mates
	holding    = 0.40 // a position that is saved
	losing     = 0.10 // most that other moves may be worth if the goal is to save the game

	improvement = 0.15 // least gain over the move that was played
	worthTrying = 0.30 // least value of the better move: nobody looks for the best way to lose
	beyond      = 0.10 // least gain over all moves that are not accepted
	asGood      = 0.03 // most that another move may be worth less than the best one to be accepted
	mostAsGood  = 2    // moves that may be accepted

	mostTurns = 10 // moves of the solver
)

// followSlack is how far the expected score may fall below the goal within the line, where searches see more.
const followSlack = 0.05

// quickShare divides the nodes for a first, quick search, whose bounds are wider by quickSlack.
const (
	quickShare = 8
	quickSlack = 0.25
)

// refuteShare divides the nodes for the search of a wrong move, whose refutation is shown; there are some thirty at each turn.
const (
	refuteShare = 32
	mostRefutes = 8 // moves of the line
)

// othersFactor multiplies the nodes of the search that confirms that no other move is as good.
const othersFactor = 4

// Settings are the settings that the puzzles of a game depend on.
type Settings struct {
	Nodes     uint64  // of each search for the line, about
	ScanNodes uint64  // of each search for candidates
	Margin    float64 // between the best move and the second, in expected score
	Replays   int     // of each level of players, for the rating; 0 for none
	MinMoves  int     // of the solver
	Rescan    bool    // search all positions for candidates, also those with a known score
}

// searcher finds the puzzles of games, one after the other.
type searcher struct {
	settings Settings
	worker   *analyse.Worker
	players  *players       // nil without replays
	refutes  bool           // puzzles say what wrong moves lose to
	tables   *syzygy.Tables // nil if there are none
	busy     sync.WaitGroup // with a game
}

// search searches a position for about that number of nodes, half to twice as many. The search ends with an
// iteration if it can, since one that is cut short is lost. Moves, if there are any, are the only ones to search.
func (s *searcher) search(ctx context.Context, g *board.Game, nodes uint64, lines int, moves ...board.Move) game.Answer {
	s.worker.SetLimits(search.Limits{SoftNodes: max(nodes/2, 1), Nodes: 2 * nodes, MultiPV: lines})
	return s.worker.Search(ctx, &game.Position{Game: g, SearchMoves: moves})
}

// finding is the result of a search at a turn of the solver.
type finding struct {
	Turn
	move    board.Move
	mates   bool // move mates by force
	unclear bool // the search ended early, or the second move may only take a detour
}

// analyse searches for the best move and the second best.
func (s *searcher) analyse(ctx context.Context, g *board.Game, nodes uint64) finding {
	root := &g.Position
	mates := matingMoves(root)
	l := finding{}
	if l.Forced = len(movegen.LegalMoves(root)) == 1; l.Forced {
		nodes /= quickShare // there is no choice, and the move can only lose
	}
	a := s.search(ctx, g, nodes, max(len(mates), 1)+1)
	if len(a.Lines) == 0 {
		return finding{unclear: true}
	}
	first := &a.Lines[0]
	l.move, l.Best, l.Value = a.Best, first.Expected(), first.Shown()
	l.mates, l.Accepted = first.Score >= scores.MateBound, []board.Move{a.Best}
	if slices.Contains(mates, a.Best) {
		l.Accepted = mates
	}
	if next := len(l.Accepted); next < len(a.Lines) {
		second := &a.Lines[next]
		l.Second = second.Expected()
		l.unclear = isDetour(second)
	} else if next < len(movegen.LegalMoves(root)) {
		l.unclear = true // the search ended before the second line
	}
	return l
}

// confirm analyses a position. If only one move seems good, the others are searched without it, with more nodes: short searches
// overlook second good moves.
func (s *searcher) confirm(ctx context.Context, g *board.Game) finding {
	l := s.analyse(ctx, g, s.settings.Nodes)
	others := slices.DeleteFunc(movegen.LegalMoves(&g.Position), func(m board.Move) bool { return slices.Contains(l.Accepted, m) })
	if len(others) == 0 || l.check(l.goal(), s.settings.Margin, 0) != isPuzzle {
		return l
	}
	a := s.search(ctx, g, othersFactor*s.settings.Nodes, 1, others...)
	if len(a.Lines) == 0 {
		return finding{unclear: true}
	}
	second := &a.Lines[0]
	l.Second, l.unclear = second.Expected(), isDetour(second)
	return l
}

// isDetour reports whether the second best line leads back to where it begins. To the search, such a line is a draw. But its
// first move may spoil nothing: if the opponent has to go back, the solver can still play the right one.
func isDetour(second *game.Line) bool {
	return !second.Known && slices.ContainsFunc(second.Positions()[1:],
		func(p board.Position) bool { return p.Key() == second.Root.Key() })
}

// least returns the expected score that reaches the goal.
func (g Goal) least() float64 { return [...]float64{Win: winning, Save: holding, Improve: 0}[g] }

// goal returns the goal of a puzzle that begins at the position.
func (l *finding) goal() Goal {
	if l.Best >= winning {
		return Win
	}
	return Save
}

// check returns why a position does not belong to a puzzle with the goal, or isPuzzle: the best move alone reaches it, by the
// margin. Slack widens the bounds.
func (l *finding) check(g Goal, margin, slack float64) reason {
	most := l.Best - margin
	switch {
	case l.mates:
		most = besideMate
	case g == Save:
		most = min(most, losing)
	}
	switch {
	case l.unclear:
		return unclear
	case l.Best < g.least()-slack:
		return notEnough
	case !l.Forced && l.Second > most+slack:
		return severalMoves
	}
	return isPuzzle
}

// puzzles finds the puzzles of a game, and counts its moves by reason. Solves says of a ply whether its move may be asked for;
// ownMistakes adds the moves that could have been better to the mistakes of the opponent. When the context ends early, some may
// be missing.
func (s *searcher) puzzles(
	ctx context.Context, j *game.Judgement, solves func(*game.Ply) bool, ownMistakes bool,
) (list []*Puzzle, counts tally) {
	expected := known(j)
	if s.settings.Rescan {
		for i := range expected {
			expected[i] = unknown
		}
	}
	s.scan(ctx, j.Positions, expected)
	found := candidates(expected)
	add := func(p *Puzzle, why reason, ply int) {
		if counts[why]++; why == isPuzzle {
			p.Origin = newOrigin(j.Game, ply)
			p.Themes = p.themes(s.tables)
			if s.refutes {
				s.refute(ctx, p)
			}
			p.Rating = s.players.try(ctx, func(player *limited.Player) bool { return p.isFoundBy(ctx, player) })
			list = append(list, p)
		}
	}
	for i, p := range j.Moves() {
		if ctx.Err() != nil { // clearing the table for another candidate would take long
			break
		}
		solved := i+1 < len(j.Plies) && solves(j.Plies[i+1])
		punished := solved && slices.Contains(found, i+1)
		if ownMistakes && i > 0 && solves(j.Plies[i]) && p.Move != board.NoMove && j.Plies[i-1].Move != board.NoMove &&
			isOwnMistake(j, i, expected) {
			if puzzle, why := s.improve(ctx, j, i); why == isPuzzle || !punished {
				add(puzzle, why, i-1)
				continue
			}
		}
		switch {
		case p.Move == board.NoMove: // a pass is no mistake
			counts[noMistake]++
		case punished:
			winner := board.NoMove
			if i+1 < len(j.Moves()) && expected[i+2] <= 1-winning {
				winner = j.Plies[i+1].Move
			}
			puzzle, why := s.solve(ctx, p.Root(), p.Move, winner)
			if why == isPuzzle && i+1 < len(j.Moves()) {
				puzzle.Played = j.Plies[i+1].Move
			}
			add(puzzle, why, i)
		case solved || ownMistakes && solves(j.Plies[i]):
			counts[noMistake]++
		}
	}
	return list, counts
}

// isOwnMistake reports whether move i of a game may have been worth so much less than another one that the player should look for
// it: it is marked by an analysis or, without one, the expected score falls.
func isOwnMistake(j *game.Judgement, i int, expected []float64) bool {
	if p := j.Plies[i]; p.Chosen() {
		return p.Loss.Mark != game.Unmarked
	}
	return expected[i]-(1-expected[i+1]) >= improvement/2 // false for unknown
}

// improve returns the puzzle to find a better move than move i of a game, or the reason why there is none. Moves that are hardly
// worse than the best one are accepted; between them and all others there is a gap as wide as the improvement.
func (s *searcher) improve(ctx context.Context, j *game.Judgement, i int) (*Puzzle, reason) {
	p, before := j.Plies[i], j.Plies[i-1]
	root := p.Root()
	switch {
	case s.settings.MinMoves > 1:
		return nil, tooShort
	case len(movegen.LegalMoves(root)) < 2:
		return nil, oneLegal
	}
	s.worker.Forget()
	played := s.search(ctx, p.Game, othersFactor*s.settings.Nodes, 1, p.Move)
	a := s.search(ctx, p.Game, othersFactor*s.settings.Nodes, mostAsGood+1)
	if ctx.Err() != nil || len(a.Lines) == 0 || len(played.Lines) == 0 {
		return nil, unclear
	}
	best, turn := a.Top(root).Expected(), Turn{}
	for n := range a.Lines {
		if worth := a.Lines[n].Expected(); worth >= best-asGood {
			turn.Accepted = append(turn.Accepted, a.Lines[n].Moves[0])
		} else {
			turn.Second = worth
			break
		}
	}
	turn.Best, turn.Value = best, a.Top(root).Shown()
	switch {
	case best < worthTrying:
		return nil, notEnough
	case slices.Contains(turn.Accepted, p.Move) || best-played.Top(root).Expected() < improvement:
		return nil, noMistake
	case len(turn.Accepted) > mostAsGood || len(turn.Accepted) < len(a.Lines) && turn.Second > best-beyond:
		return nil, severalMoves
	}
	if mates := matingMoves(root); len(mates) > 0 {
		turn.Accepted = mates
	}
	return &Puzzle{
		Before: *before.Root(), Line: []board.Move{before.Move, turn.Accepted[0]}, Goal: Improve, Played: p.Move, Turns: []Turn{turn},
	}, isPuzzle
}

// solve returns the puzzle after a mistake, or the reason why there is none. If the answer in the game seems to win, it is given:
// what follows it is searched first, as the search of the puzzle may not see so far.
func (s *searcher) solve(ctx context.Context, before *board.Position, mistake, winner board.Move) (*Puzzle, reason) {
	start := board.NewGame(before.After(mistake))
	if len(movegen.LegalMoves(&start.Position)) < 2 {
		return nil, oneLegal
	}
	s.worker.Forget()
	if winner != board.NoMove {
		s.search(ctx, board.NewGame(start.Position.After(winner)), s.settings.Nodes/quickShare, 1)
	}
	quick := s.analyse(ctx, start, s.settings.Nodes/quickShare)
	if why := quick.check(quick.goal(), s.settings.Margin, quickSlack); why != isPuzzle {
		return nil, why
	}
	first := s.confirm(ctx, start)
	goal := first.goal()
	if why := first.check(goal, s.settings.Margin, 0); why != isPuzzle {
		return nil, why
	}
	a := s.search(ctx, board.NewGame(*before), s.settings.Nodes, 1)
	earlier := 1 - a.Top(before).Expected()
	if first.Best-earlier < jump && !(first.mates && earlier <= besideMate) {
		return nil, noMistake
	}
	p := &Puzzle{Before: *before, Goal: goal, Line: []board.Move{mistake}}
	why := s.follow(ctx, p, first)
	switch {
	case ctx.Err() != nil:
		return nil, unclear
	case why != isPuzzle:
		return nil, why
	case p.isRecapture():
		return nil, recapture
	case len(p.Turns) < s.settings.MinMoves:
		return nil, tooShort
	}
	return p, isPuzzle
}

// follow adds the line to a puzzle, for whose start first is the finding. The solver's move must be the only one that reaches
// the goal. The line ends
//
//   - when the game ends by the rules;
//   - when the solver has won as much material as motif.WonForGood, after the opponent's answer;
//   - before a turn at which several moves reach the goal, or before a repetition.
//
// Forced moves at the end are left out. If deeper searches miss the goal, it returns the reason.
func (s *searcher) follow(ctx context.Context, p *Puzzle, now finding) reason {
	g := board.NewGame(p.Start())
	ahead := motif.Lead(&g.Position)
	var reply []board.Move
	for {
		p.Line, p.Turns = append(append(p.Line, reply...), now.move), append(p.Turns, now.Turn)
		g.Play(now.move)
		if movegen.EndOfGame(g) != movegen.Unfinished || len(p.Turns) == mostTurns {
			break
		}
		defence := s.search(ctx, g, s.settings.Nodes, 1)
		held := 1 - defence.Top(&g.Position).Expected()
		g.Play(defence.Best)
		next := s.confirm(ctx, g)
		if ctx.Err() != nil || min(held, next.Best) < p.Goal.least()-followSlack {
			return unclear
		}
		cashed := p.Goal == Win && !next.mates && motif.Lead(&g.Position)-ahead >= motif.WonForGood
		if cashed || g.Repetitions() > 0 || next.check(p.Goal, s.settings.Margin, 0) != isPuzzle {
			break
		}
		reply, now = []board.Move{defence.Best}, next
	}
	for n := len(p.Turns) - 1; n > 0 && p.Turns[n].Forced && !p.Mates(); n-- {
		p.Turns, p.Line = p.Turns[:n], p.Line[:2*n]
	}
	return isPuzzle
}

// refute searches what the wrong moves of a puzzle lose to.
func (s *searcher) refute(ctx context.Context, p *Puzzle) {
	g, list, moves := board.NewGame(p.Start()), p.Positions(), p.Solution()
	for i := range p.Turns {
		t := &p.Turns[i]
		for _, m := range movegen.LegalMoves(&g.Position) {
			if slices.Contains(t.Accepted, m) {
				continue
			}
			if a := s.search(ctx, g, max(s.settings.Nodes/refuteShare, 1), 1, m); len(a.Lines) > 0 {
				line := a.Lines[0]
				line.Root, line.Moves = &list[2*i+1], line.Moves[:min(len(line.Moves), mostRefutes)]
				t.Wrong = append(t.Wrong, line)
			}
		}
		for _, m := range moves[2*i : min(2*i+2, len(moves))] {
			g.Play(m)
		}
	}
}

// isRecapture reports whether the solution only takes back: without a sacrifice, and it does not mate.
func (p *Puzzle) isRecapture() bool {
	start := p.Start()
	return motif.TakesBack(&p.Before, p.Line[0], &start, p.Line[1]) && start.SEE(p.Line[1], 0) && !p.Mates()
}
