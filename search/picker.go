package search

import (
	"vertigo/board"
	"vertigo/movegen"
)

// stage is where a picker stands. The stages follow one another in this order; each is begun only when the moves of
// the one before did not suffice, so that most nodes never generate their quiet moves. A stage that generates moves stands
// directly before the one that hands them out.
type stage uint8

const (
	stageRoot   stage = iota // the root's moves, which the thread keeps in order
	stageTTMove              // the move from the transposition table
	stageGenerateCaptures
	stageGoodCaptures // captures that do not lose material, by victim and history
	stageKiller       // the quiet move that refuted a sibling
	stageGenerateQuiets
	stageQuiets      // by history
	stageBadCaptures // captures that lose material
	stageGenerateChecks
	stageChecks // quiescence: quiet moves that give check and lose no material
	stageGenerateEvasions
	stageEvasions // in check: everything at once
	stageDone
)

// picker hands out the moves of a node one by one, the most promising first.
type picker struct {
	stage    stage
	goodOnly bool // quiescence: good captures are all that is wanted,
	checks   bool // and quiet checks
	noQuiets bool // the quiet moves are not wanted
	ttMove   board.Move
	killer   board.Move
	captures movegen.List // bad captures gather at its front while the good ones are handed out
	quiets   movegen.List
	scores   [movegen.MaxMoves]int32 // of the list in use, each with its place (see ranked)
	next     int
	bad      int
}

// start sets the picker up for a node of the search proper.
func (k *picker) start(ttMove, killer board.Move, inCheck bool) {
	k.stage, k.goodOnly, k.noQuiets = stageTTMove, false, false
	k.ttMove, k.killer = ttMove, killer
	if ttMove == board.NoMove {
		k.stage = firstStage(inCheck)
	}
	if inCheck {
		k.killer = board.NoMove
	}
}

// startRoot sets the picker up for the root, whose moves it hands out as they are.
func (k *picker) startRoot(roots []rootMove) {
	k.stage, k.next, k.quiets.N = stageRoot, 0, len(roots)
	for i := range roots {
		k.quiets.Moves[i] = roots[i].move
	}
}

// startQuiescence sets the picker up for a node of the quiescence search: for the captures that lose no material and, with
// checks, the quiet checks that do not; in check, for all moves.
func (k *picker) startQuiescence(ttMove board.Move, inCheck, checks bool) {
	k.start(ttMove, board.NoMove, inCheck)
	k.goodOnly, k.checks = !inCheck, checks
}

func firstStage(inCheck bool) stage {
	if inCheck {
		return stageGenerateEvasions
	}
	return stageGenerateCaptures
}

// nextMove returns the next move to search in f, or NoMove when there is none left. All are legal.
func (t *thread) nextMove(f *frame) board.Move {
	k := &f.picker
	for {
		switch k.stage {
		case stageRoot:
			if k.next < k.quiets.N {
				k.next++
				return k.quiets.Moves[k.next-1]
			}
			k.stage = stageDone
		case stageTTMove:
			k.stage = firstStage(f.inCheck)
			return k.ttMove
		case stageGenerateCaptures, stageGenerateQuiets, stageGenerateChecks, stageGenerateEvasions:
			t.generate(f)
		case stageGoodCaptures:
			if m := k.goodCapture(&f.position); m != board.NoMove {
				return m
			}
			k.leaveGoodCaptures()
		case stageKiller:
			k.stage = stageGenerateQuiets
			if m := k.killer; m != k.ttMove && movegen.IsLegal(&f.position, m) && f.position.IsQuiet(m) {
				return m
			}
			k.killer = board.NoMove
		case stageQuiets:
			for k.next < k.quiets.N {
				if m := k.best(&k.quiets); m != k.ttMove && m != k.killer {
					return m
				}
			}
			k.next = 0
			k.stage = stageBadCaptures
		case stageBadCaptures:
			if k.next < k.bad {
				k.next++
				return k.captures.Moves[k.next-1]
			}
			k.stage = stageDone
		case stageChecks:
			if m := f.safeCheck(); m != board.NoMove {
				return m
			}
			k.stage = stageDone
		case stageEvasions:
			for k.next < k.captures.N {
				if m := k.best(&k.captures); m != k.ttMove {
					return m
				}
			}
			k.stage = stageDone
		default:
			return board.NoMove
		}
	}
}

// generate fills and scores the list of moves that the stage at hand is there for, and goes on to the stage that hands them out.
func (t *thread) generate(f *frame) {
	k := &f.picker
	switch k.stage {
	case stageGenerateCaptures:
		movegen.Generate(&f.position, &k.captures, movegen.Captures)
		t.scoreCaptures(f)
		k.bad = 0
	case stageGenerateQuiets:
		movegen.Generate(&f.position, &k.quiets, movegen.Quiets)
		t.scoreQuiets(f, &k.quiets)
	case stageGenerateChecks:
		movegen.GenerateQuietChecks(&f.position, &f.checks, &k.quiets)
	case stageGenerateEvasions:
		movegen.Generate(&f.position, &k.captures, movegen.Evasions)
		t.scoreEvasions(f)
	}
	k.next = 0
	k.stage++
}

// leaveGoodCaptures goes on from the good captures to whatever else is wanted.
func (k *picker) leaveGoodCaptures() {
	switch {
	case k.goodOnly && k.checks:
		k.stage = stageGenerateChecks
	case k.goodOnly:
		k.stage = stageDone
	case k.noQuiets:
		k.next, k.stage = 0, stageBadCaptures
	default:
		k.stage = stageKiller
	}
}

// skipQuiets makes the picker leave out the quiet moves that it has not yet handed out. Evasions are not affected.
func (k *picker) skipQuiets() {
	k.noQuiets = true
	if k.stage >= stageKiller && k.stage <= stageQuiets {
		k.next = 0
		k.stage = stageBadCaptures
	}
}

// best removes the move with the highest score from the rest of l, the first among equals. Few moves of a list are
// ever asked for, so selecting beats sorting.
func (k *picker) best(l *movegen.List) board.Move {
	rest := k.scores[k.next&(movegen.MaxMoves-1) : l.N]
	top := greatest(rest)
	i := placeOf(top)
	m := l.Moves[i]
	l.Moves[i] = l.Moves[k.next]
	k.scores[i] = rest[0]&^(movegen.MaxMoves-1) | top&(movegen.MaxMoves-1)
	k.next++
	return m
}

// greatest returns the greatest of the scores, of which there must be one. Four at a time, so that no comparison waits for the one
// before. It must not be inlined: in best, where an address follows from the result, the compiler would use branches instead of
// conditional moves, and the processor would guess them wrong at each new maximum. That takes several times as long.
//
//go:noinline
func greatest(scores []int32) int32 {
	a := scores[0]
	b, c, d := a, a, a
	for ; len(scores) >= 4; scores = scores[4:] {
		a, b, c, d = max(a, scores[0]), max(b, scores[1]), max(c, scores[2]), max(d, scores[3])
	}
	for _, score := range scores {
		a = max(a, score)
	}
	return max(a, b, c, d)
}

// ranked joins the score of a move, which must lie within ±2^22, and its place in the list.
func ranked(score, place int) int32 { return int32(score)<<8 | int32(movegen.MaxMoves-1-place) }

// placeOf is the place that ranked joined with a score.
func placeOf(r int32) int { return movegen.MaxMoves - 1 - int(r&(movegen.MaxMoves-1)) }

// goodCapture returns the next capture that does not lose material, setting the others aside.
func (k *picker) goodCapture(p *board.Position) board.Move {
	for k.next < k.captures.N {
		m := k.best(&k.captures)
		if m == k.ttMove {
			continue
		}
		if p.SEE(m, 0) {
			return m
		}
		k.captures.Moves[k.bad] = m
		k.bad++
	}
	return board.NoMove
}

// safeCheck returns the next quiet check that does not lose material.
func (f *frame) safeCheck() board.Move {
	k := &f.picker
	for k.next < k.quiets.N {
		k.next++
		if m := k.quiets.Moves[k.next-1]; f.isSafe(m, 0) {
			return m
		}
	}
	return board.NoMove
}

// isSafe reports whether the move m of f loses no more than margin by static exchange, or is a double check: what that seems
// to lose cannot be taken, but by the king.
func (f *frame) isSafe(m board.Move, margin int) bool {
	return f.position.SEE(m, -margin) || f.position.GivesDoubleCheck(m, &f.checks)
}

// captureScore orders captures and promotions by what they win, then by history.
func (t *thread) captureScore(p *board.Position, m board.Move) int {
	score := int(*t.history.captureHistory(p, m))
	if captured := p.Captured(m); captured != board.NoPiece {
		score += victimScore * board.SEEValue(captured.Type())
	}
	if m.IsPromotion() {
		score += victimScore * board.SEEValue(m.Promotion())
	}
	return score
}

func (t *thread) scoreCaptures(f *frame) {
	for i, m := range f.picker.captures.Slice() {
		f.picker.scores[i] = ranked(t.captureScore(&f.position, m), i)
	}
}

func (t *thread) scoreQuiets(f *frame, l *movegen.List) {
	lesser := f.lesserThreats()
	for i, m := range l.Slice() {
		f.picker.scores[i] = ranked(t.quietHistoryScore(f, m)+f.quietBonus(m, &lesser), i)
	}
}

// lesserThreats returns for each type of piece the squares where a lesser piece of the opponent attacks it.
func (f *frame) lesserThreats() [board.PieceTypeCount]board.Bitboard {
	t := &f.threats
	return [...]board.Bitboard{
		board.Knight: t.ByPawn, board.Bishop: t.ByPawn, board.Rook: t.ByMinor, board.Queen: t.ByRook, board.King: 0,
	}
}

// quietBonus returns what a quiet move is worth beside its history: a check that does not lose material, a piece that leaves
// the reach of a lesser one, or enters it.
func (f *frame) quietBonus(m board.Move, lesser *[board.PieceTypeCount]board.Bitboard) (bonus int) {
	p := &f.position
	piece := p.At(m.From()).Type()
	if p.GivesCheck(m, &f.checks) && f.isSafe(m, checkSEEMargin) {
		bonus += checkBonus
	}
	if m.Flag() == board.Castle {
		return bonus
	}
	if lesser[piece].Has(m.From()) {
		bonus += threatBonus(piece)
	}
	if lesser[piece].Has(m.To()) {
		bonus -= threatBonus(piece)
	}
	return bonus
}

// threatBonus returns how much it matters that a lesser piece attacks one of type t.
func threatBonus(t board.PieceType) int {
	switch t {
	case board.Knight, board.Bishop:
		return minorThreatBonus
	case board.Rook:
		return rookThreatBonus
	case board.Queen:
		return queenThreatBonus
	}
	return 0
}

// scoreEvasions orders the answers to a check: captures first.
func (t *thread) scoreEvasions(f *frame) {
	const captureBonus = 1 << 20
	for i, m := range f.picker.captures.Slice() {
		if f.position.IsQuiet(m) {
			f.picker.scores[i] = ranked(t.quietHistoryScore(f, m), i)
		} else {
			f.picker.scores[i] = ranked(t.captureScore(&f.position, m)+captureBonus, i)
		}
	}
}
