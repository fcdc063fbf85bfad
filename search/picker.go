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
	stageKiller       // the quiet move that failed high in a sibling
	stageGenerateQuiets
	stageQuiets      // by history
	stageBadCaptures // captures that lose material
	stageGenerateChecks
	stageChecks // quiescence: quiet moves that give check and lose no material
	stageGenerateEvasions
	stageEvasions // in check: everything at once
	stageDone
)

// picker hands out the moves of a node one by one, the most promising first. Each frame has one.
type picker struct {
	frame     *frame     // that of the picker
	histories *histories // of the thread

	stage       stage
	quiescence  bool // good captures only,
	quietChecks bool // and quiet checks
	threshold   int  // what a good capture wins at least by static exchange
	noQuiets    bool // leave the quiet moves out
	ttMove      board.Move
	killer      board.Move
	captures    movegen.List // bad captures gather at its front while the good ones are handed out
	quiets      movegen.List
	scores      [movegen.MaxMoves]int32 // of the list in use, each with its index (see packScore)
	index       int                     // of the next move of the list in use
	bad         int                     // bad captures so far
}

// start sets the picker up for a node of the search proper.
func (k *picker) start(ttMove, killer board.Move) {
	k.stage, k.quiescence, k.noQuiets, k.threshold = stageTTMove, false, false, 0
	k.ttMove, k.killer = ttMove, killer
	if ttMove == board.NoMove {
		k.stage = k.firstStage()
	}
	if k.frame.position.InCheck() {
		k.killer = board.NoMove
	}
}

// startRoot sets the picker up for the root, whose moves it hands out as they are.
func (k *picker) startRoot(roots []rootMove) {
	k.stage, k.index, k.quiets.N = stageRoot, 0, len(roots)
	for i := range roots {
		k.quiets.Moves[i] = roots[i].move
	}
}

// startQuiescence sets the picker up for a node of the quiescence search: for the captures that lose no material and, with
// checks, the quiet checks that do not; in check, for all moves.
func (k *picker) startQuiescence(ttMove board.Move, checks bool) {
	k.start(ttMove, board.NoMove)
	k.quiescence, k.quietChecks = !k.frame.position.InCheck(), checks
}

// startProbCut sets the picker up for ProbCut, outside check: for the captures that win at least threshold by static exchange.
func (k *picker) startProbCut(ttMove board.Move, threshold int) {
	if ttMove != board.NoMove && !k.frame.position.SEE(ttMove, threshold) {
		ttMove = board.NoMove
	}
	k.startQuiescence(ttMove, false)
	k.threshold = max(threshold, 0)
}

// firstStage returns the stage after the TT move.
func (k *picker) firstStage() stage {
	if k.frame.position.InCheck() {
		return stageGenerateEvasions
	}
	return stageGenerateCaptures
}

// next returns the next move to search, or NoMove when there is none left. All are legal.
func (k *picker) next() board.Move {
	p := &k.frame.position
	for {
		switch k.stage {
		case stageRoot:
			if k.index < k.quiets.N {
				k.index++
				return k.quiets.Moves[k.index-1]
			}
			k.stage = stageDone
		case stageTTMove:
			k.stage = k.firstStage()
			return k.ttMove
		case stageGenerateCaptures, stageGenerateQuiets, stageGenerateChecks, stageGenerateEvasions:
			k.generate()
		case stageGoodCaptures:
			if m := k.goodCapture(); m != board.NoMove {
				return m
			}
			k.leaveGoodCaptures()
		case stageKiller:
			k.stage = stageGenerateQuiets
			if m := k.killer; m != k.ttMove && movegen.IsLegal(p, m) && p.IsQuiet(m) {
				return m
			}
			k.killer = board.NoMove
		case stageQuiets:
			for k.index < k.quiets.N {
				if m := k.best(&k.quiets); m != k.ttMove && m != k.killer {
					return m
				}
			}
			k.index = 0
			k.stage = stageBadCaptures
		case stageBadCaptures:
			if k.index < k.bad {
				k.index++
				return k.captures.Moves[k.index-1]
			}
			k.stage = stageDone
		case stageChecks:
			if m := k.safeCheck(); m != board.NoMove {
				return m
			}
			k.stage = stageDone
		case stageEvasions:
			for k.index < k.captures.N {
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

// generate fills and scores the list of moves of its stage, and goes on to the stage that hands them out.
func (k *picker) generate() {
	p := &k.frame.position
	switch k.stage {
	case stageGenerateCaptures:
		movegen.Generate(p, &k.captures, movegen.Captures)
		k.scoreCaptures()
		k.bad = 0
	case stageGenerateQuiets:
		movegen.Generate(p, &k.quiets, movegen.Quiets)
		k.scoreQuiets()
	case stageGenerateChecks:
		movegen.GenerateQuietChecks(p, &k.frame.checks, &k.quiets)
	case stageGenerateEvasions:
		movegen.Generate(p, &k.captures, movegen.Evasions)
		k.scoreEvasions()
	}
	k.index = 0
	k.stage++
}

// leaveGoodCaptures goes on from the good captures to the next stage.
func (k *picker) leaveGoodCaptures() {
	switch {
	case k.quiescence && k.quietChecks:
		k.stage = stageGenerateChecks
	case k.quiescence:
		k.stage = stageDone
	case k.noQuiets:
		k.index, k.stage = 0, stageBadCaptures
	default:
		k.stage = stageKiller
	}
}

// skipQuiets makes the picker leave out the quiet moves that it has not yet handed out. Evasions are not affected.
func (k *picker) skipQuiets() {
	k.noQuiets = true
	if k.stage >= stageKiller && k.stage <= stageQuiets {
		k.index = 0
		k.stage = stageBadCaptures
	}
}

// best removes the move with the highest score from the rest of l, the first among equals. Few moves of a list are
// ever asked for, so selecting beats sorting.
func (k *picker) best(l *movegen.List) board.Move {
	rest := k.scores[k.index&(movegen.MaxMoves-1) : l.N]
	top := maxScore(rest)
	i := indexOf(top)
	m := l.Moves[i]
	l.Moves[i] = l.Moves[k.index]
	k.scores[i] = rest[0]&^(movegen.MaxMoves-1) | top&(movegen.MaxMoves-1)
	k.index++
	return m
}

// maxScore returns the greatest of the scores, of which there must be one. Four at a time, so that no comparison waits for the
// one before. It must not be inlined: in best, where an address follows from the result, the compiler would use branches
// instead of conditional moves, and the processor would guess them wrong at each new maximum. That takes several times as long.
//
//go:noinline
func maxScore(scores []int32) int32 {
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

// packScore joins the score of a move, which must lie within ±2^22, and its index in the list.
func packScore(score, index int) int32 { return int32(score)<<8 | int32(movegen.MaxMoves-1-index) }

// indexOf returns the index that packScore joined with a score.
func indexOf(packed int32) int { return movegen.MaxMoves - 1 - int(packed&(movegen.MaxMoves-1)) }

// goodCapture returns the next capture that does not lose material, setting the others aside.
func (k *picker) goodCapture() board.Move {
	p := &k.frame.position
	for k.index < k.captures.N {
		m := k.best(&k.captures)
		if m == k.ttMove {
			continue
		}
		if p.SEE(m, k.threshold) {
			return m
		}
		k.captures.Moves[k.bad] = m
		k.bad++
	}
	return board.NoMove
}

// safeCheck returns the next quiet check that does not lose material.
func (k *picker) safeCheck() board.Move {
	for k.index < k.quiets.N {
		k.index++
		if m := k.quiets.Moves[k.index-1]; k.frame.position.SEE(m, 0) {
			return m
		}
	}
	return board.NoMove
}

// captureScore orders captures and promotions by what they win, then by history.
func (k *picker) captureScore(m board.Move) int {
	p := &k.frame.position
	score := int(*k.histories.captureHistory(p, m))
	if captured := p.Captured(m); captured != board.NoPiece {
		score += victimScore * board.SEEValue(captured.Type())
	}
	if m.IsPromotion() {
		score += victimScore * board.SEEValue(m.Promotion())
	}
	return score
}

func (k *picker) scoreCaptures() {
	for i, m := range k.captures.Slice() {
		k.scores[i] = packScore(k.captureScore(m), i)
	}
}

func (k *picker) scoreQuiets() {
	lesser := k.lesserThreats()
	for i, m := range k.quiets.Slice() {
		k.scores[i] = packScore(k.histories.quietScore(k.frame, m)+k.quietBonus(m, &lesser), i)
	}
}

// lesserThreats returns for each type of piece the squares where a lesser piece of the opponent attacks it.
func (k *picker) lesserThreats() [board.PieceTypeCount]board.Bitboard {
	t := &k.frame.threats
	minor := t.ByPawn | t.ByKnight | t.ByBishop
	return [...]board.Bitboard{
		board.Knight: t.ByPawn, board.Bishop: t.ByPawn, board.Rook: minor, board.Queen: minor | t.ByRook, board.King: 0,
	}
}

// quietBonus returns the value of a quiet move beside its history: of a check that does not lose material, or of a piece
// that leaves the reach of a lesser one, or enters it.
func (k *picker) quietBonus(m board.Move, lesser *[board.PieceTypeCount]board.Bitboard) (bonus int) {
	f := k.frame
	p := &f.position
	piece := p.At(m.From()).Type()
	if p.GivesCheck(m, &f.checks) && p.SEE(m, -checkSEEMargin) {
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
func (k *picker) scoreEvasions() {
	const captureBonus = 1 << 20
	for i, m := range k.captures.Slice() {
		if k.frame.position.IsQuiet(m) {
			k.scores[i] = packScore(k.histories.quietScore(k.frame, m), i)
		} else {
			k.scores[i] = packScore(k.captureScore(m)+captureBonus, i)
		}
	}
}
