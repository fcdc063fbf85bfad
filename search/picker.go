package search

import (
	"math"

	"vertigo/board"
	"vertigo/movegen"
)

// stage is where a picker stands. The stages follow one another in this order; each is begun only when the moves of
// the one before did not suffice, so that most nodes never generate their quiet moves.
type stage uint8

const (
	stageRoot   stage = iota // the root's moves, which the thread keeps in order
	stageTTMove              // the move from the transposition table
	stageGenerateCaptures
	stageGoodCaptures // captures that do not lose material, by victim and history
	stageKiller       // the quiet move that last beat alpha at this ply
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
	frame     *frame     // of the picker's node
	histories *histories // of the thread

	stage     stage
	afterGood stage // the stage after the good captures
	threshold int   // what a good capture wins at least by static exchange
	ttMove    board.Move
	killer    board.Move
	index     int          // of the next move of the list in use
	bad       int          // bad captures so far
	moves     movegen.List // captures, in check all moves; bad captures gather at its front while the good ones are handed out
	quiets    movegen.List
	scores    [movegen.MaxMoves + 3]int32 // of the list in use, each with its index (see packScore), and three to end it
}

// start sets the picker up for a node of the search proper.
func (k *picker) start(ttMove, killer board.Move) {
	k.stage, k.afterGood, k.threshold = stageTTMove, stageKiller, 0
	k.ttMove, k.killer = ttMove, killer
	if ttMove == board.NoMove {
		k.stage = k.firstStage()
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
	k.afterGood = stageDone
	if checks {
		k.afterGood = stageGenerateChecks
	}
}

// startProbCut sets the picker up for ProbCut, outside check: for the captures that win at least threshold by static exchange.
func (k *picker) startProbCut(ttMove board.Move, threshold int) {
	if ttMove != board.NoMove && !k.frame.position.SEE(ttMove, threshold) {
		ttMove = board.NoMove
	}
	k.startQuiescence(ttMove, withoutChecks)
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
		case stageGenerateCaptures:
			movegen.Generate(p, &k.moves, movegen.Captures)
			k.scoreCaptures()
			k.index, k.bad, k.stage = 0, 0, stageGoodCaptures
		case stageGoodCaptures:
			if m := k.goodCapture(); m != board.NoMove {
				return m
			}
			k.index, k.stage = 0, k.afterGood
		case stageKiller:
			k.stage = stageGenerateQuiets
			if m := k.killer; m != k.ttMove && movegen.IsLegal(p, m) && p.IsQuiet(m) {
				return m
			}
			k.killer = board.NoMove
		case stageGenerateQuiets:
			movegen.Generate(p, &k.quiets, movegen.Quiets)
			k.scoreQuiets()
			k.index, k.stage = 0, stageQuiets
		case stageQuiets:
			for k.index < k.quiets.N {
				if m := k.best(&k.quiets); m != k.ttMove && m != k.killer {
					return m
				}
			}
			k.index, k.stage = 0, stageBadCaptures
		case stageBadCaptures:
			if k.index < k.bad {
				k.index++
				return k.moves.Moves[k.index-1]
			}
			k.stage = stageDone
		case stageGenerateChecks:
			movegen.GenerateQuietChecks(p, &k.frame.checks, &k.quiets)
			k.index, k.stage = 0, stageChecks
		case stageChecks:
			for k.index < k.quiets.N {
				k.index++
				if m := k.quiets.Moves[k.index-1]; p.SEE(m, 0) {
					return m
				}
			}
			k.stage = stageDone
		case stageGenerateEvasions:
			movegen.Generate(p, &k.moves, movegen.Evasions)
			k.scoreEvasions()
			k.index, k.stage = 0, stageEvasions
		case stageEvasions:
			for k.index < k.moves.N {
				if m := k.best(&k.moves); m != k.ttMove {
					return m
				}
			}
			k.stage = stageDone
		default:
			return board.NoMove
		}
	}
}

// isLosing reports whether the capture or promotion m, which next has just returned, loses material by static exchange. The stage
// tells, except for root moves and evasions, which are not sorted by static exchange. The TT move, which comes first, never
// counts as losing.
func (k *picker) isLosing(m board.Move) bool {
	if k.stage == stageRoot || k.stage == stageEvasions {
		return !k.frame.position.SEE(m, 0)
	}
	return k.stage == stageBadCaptures
}

// skipQuiets makes the picker leave out the quiet moves that it has not yet handed out. Evasions are not affected.
func (k *picker) skipQuiets() {
	k.afterGood = stageBadCaptures
	if k.stage >= stageKiller && k.stage <= stageQuiets {
		k.index, k.stage = 0, stageBadCaptures
	}
}

// best removes the move with the highest score from the rest of l, the first among equals. Few moves of a list are
// ever asked for, so selecting beats sorting.
func (k *picker) best(l *movegen.List) board.Move {
	rest := k.scores[k.index:][:(l.N-k.index+3)&^3]
	top := maxScore(rest)
	i := indexOf(top)
	m := l.Moves[i]
	l.Moves[i] = l.Moves[k.index]
	k.scores[i] = rest[0]&^(movegen.MaxMoves-1) | top&(movegen.MaxMoves-1)
	k.index++
	return m
}

// maxScore returns the greatest of the scores, whose number is a multiple of four. Four at a time, so that no comparison waits
// for the one before, and from the end, so that the slice stays where it begins. It must not be inlined: in best, where an
// address follows from the result, the compiler would use branches instead of conditional moves, and the processor would
// guess them wrong at each new maximum. That takes several times as long.
//
//go:noinline
func maxScore(scores []int32) int32 {
	a := int32(math.MinInt32)
	b, c, d := a, a, a
	for len(scores) >= 4 {
		four := scores[len(scores)-4:]
		a, b, c, d = max(a, four[0]), max(b, four[1]), max(c, four[2]), max(d, four[3])
		scores = scores[:len(scores)-4]
	}
	return max(a, b, c, d)
}

// endScores marks the end of n scores with three that are lower than all: so maxScore may read on to a multiple of four.
func (k *picker) endScores(n int) {
	end := k.scores[n:][:3]
	end[0], end[1], end[2] = math.MinInt32, math.MinInt32, math.MinInt32
}

// packScore joins the score of a move, which must lie within ±2^22, and its index in the list.
func packScore(score, index int) int32 { return int32(score)<<8 | int32(movegen.MaxMoves-1-index) }

// indexOf returns the index that packScore joined with a score.
func indexOf(packed int32) int { return movegen.MaxMoves - 1 - int(packed&(movegen.MaxMoves-1)) }

// goodCapture returns the next capture that does not lose material, setting the others aside.
func (k *picker) goodCapture() board.Move {
	p := &k.frame.position
	for k.index < k.moves.N {
		m := k.best(&k.moves)
		if m == k.ttMove {
			continue
		}
		if p.SEE(m, k.threshold) {
			return m
		}
		k.moves.Moves[k.bad] = m
		k.bad++
	}
	return board.NoMove
}

// captureScore orders captures and promotions by what they win, then by history.
func (k *picker) captureScore(m board.Move) int {
	p := &k.frame.position
	score := int(*k.histories.captureHistory(p, m)) + victimScore*board.SEEValue(p.Captured(m).Type())
	if m.IsPromotion() {
		score += victimScore * board.SEEValue(m.Promotion())
	}
	return score
}

func (k *picker) scoreCaptures() {
	for i, m := range k.moves.Slice() {
		k.scores[i] = packScore(k.captureScore(m), i)
	}
	k.endScores(k.moves.N)
}

// scoreQuiets orders quiet moves by history, by the threats of lesser pieces, and by checks that do not lose material. The calls
// in its loop, which is the hottest of the search, are short enough to be inlined, or rare.
func (k *picker) scoreQuiets() {
	f, threatened := k.frame, k.frame.threatened()
	for i, m := range k.quiets.Slice() {
		piece := f.position.At(m.From())
		score := int(*f.quietHistory(m)) + f.pieceToScore(pieceTo(piece, m.To())) + threatened[piece.Type()&7].bonus(m)
		if f.checks.MayCheck(piece.Type(), m) {
			score += f.checkBonus(m)
		}
		k.scores[i] = packScore(score, i)
	}
	k.endScores(k.quiets.N)
}

// threatened are the squares where a lesser piece of the opponent attacks a piece, and how much that matters.
type threatened struct {
	squares board.Bitboard
	value   int
}

// threatened returns, by type of piece, the squares on which a lesser enemy piece attacks such a piece, and the bonus for leaving
// them. There are none for pawns and kings.
func (f *frame) threatened() (t [8]threatened) {
	minor := f.threats.ByPawn | f.threats.ByKnight | f.threats.ByBishop
	t[board.Knight] = threatened{f.threats.ByPawn, minorThreatBonus}
	t[board.Bishop] = t[board.Knight]
	t[board.Rook] = threatened{minor, rookThreatBonus}
	t[board.Queen] = threatened{minor | f.threats.ByRook, queenThreatBonus}
	return t
}

// bonus returns the value of a move of the piece that leaves the squares, and minus that of one that enters them.
func (t *threatened) bonus(m board.Move) int {
	return t.value * (int(t.squares>>m.From()&1) - int(t.squares>>m.To()&1))
}

// checkBonus returns the value of a quiet move that gives check and does not lose material.
func (f *frame) checkBonus(m board.Move) int {
	if f.position.GivesCheck(m, &f.checks) && !f.loses(m, checkSEEMargin) {
		return checkBonus
	}
	return 0
}

// loses reports whether the quiet move m loses more than margin centipawns by static exchange. The exchange need not be played
// out where the opponent attacks neither square: not the one that the piece reaches, and not through the one that it leaves.
func (f *frame) loses(m board.Move, margin int) bool {
	return (f.threats.All.Has(m.From()) || f.threats.All.Has(m.To())) && !f.position.SEE(m, -margin)
}

// scoreEvasions orders the answers to a check: captures first.
func (k *picker) scoreEvasions() {
	const captureBonus = 1 << 20
	for i, m := range k.moves.Slice() {
		if k.frame.position.IsQuiet(m) {
			k.scores[i] = packScore(k.frame.quietScore(m), i)
		} else {
			k.scores[i] = packScore(k.captureScore(m)+captureBonus, i)
		}
	}
	k.endScores(k.moves.N)
}
