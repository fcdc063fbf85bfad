package search

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// Ratings of a limited engine, on the scale of the reference that the levels were measured against.
const (
	MinElo = 800
	MaxElo = 3000
)

// A Level is a measured strength: what a player of that rating sees, and how well they judge it.
//
// People differ from engines in three things. They see less far, so the search of a limited engine begins no further
// iteration once it has visited a number of nodes. They are wrong about positions, always in the same way, because
// their likes and dislikes do not change from move to move: so the evaluation of a limited engine has an error that
// depends on the position and the game alone. And beginners overlook moves of the opponent, see skill.overlooks. All three
// grow smaller from level to level. No move is ever drawn by lot: the search chooses every one, having looked at all moves of
// the root, and takes hanging pieces as well as its errors let it. A mate in one is not missed at any level.
type Level struct {
	Elo   int
	Nodes int // after these no further iteration begins
	Error int // standard deviation of the error of the evaluation in centipawns, in an even position with all pieces
	Blind int // per cent of the least conspicuous moves that are overlooked, 0 to 100
}

// Levels returns the levels that were measured, in ascending order.
func Levels() []Level { return slices.Clone(levels) }

// LevelOf returns the level of a player with the given rating: the nearest ones of the table, mixed. Nodes are mixed by
// their logarithm, as each doubling of them adds about as much strength.
func LevelOf(elo int) Level {
	above := 0
	for above < len(levels) && levels[above].Elo < elo {
		above++
	}
	if above == 0 {
		return levels[0]
	}
	if above == len(levels) {
		return levels[above-1]
	}
	a, b := levels[above-1], levels[above]
	share := float64(elo-a.Elo) / float64(b.Elo-a.Elo)
	return Level{
		Elo:   elo,
		Nodes: int(math.Round(float64(a.Nodes) * math.Pow(float64(b.Nodes)/float64(a.Nodes), share))),
		Error: int(math.Round(float64(a.Error) + float64(b.Error-a.Error)*share)),
		Blind: int(math.Round(float64(a.Blind) + float64(b.Blind-a.Blind)*share)),
	}
}

// techniqueNodes are enough to mate a bare king with a queen, a rook or two bishops.
const techniqueNodes = 10_000

// against returns the level at which a player of level v plays p. Every player knows how to mate a bare king, and nobody
// misjudges such a position.
func (v Level) against(p *board.Position) Level {
	if p.Color(p.Turn().Other()).Count() == 1 {
		v.Nodes, v.Error, v.Blind = max(v.Nodes, techniqueNodes), 0, 0
	}
	return v
}

// LimitedEngine is an engine of limited strength. It has a thread and a small table of its own, beside those of an engine of full
// strength: a weaker player cannot know the results of a strong search, and the other way round a limited search leaves
// no trace. It does not probe tablebases, and is not safe for concurrent use.
type LimitedEngine struct {
	engine   *Engine
	rescorer *Engine // of full strength; it scores the moves that the player has chosen
	level    Level
	seed     uint64 // decides the errors of the game in progress
}

// Sizes of tables in MiB. The levels were measured with that of the limited engine.
const (
	limitedHash = 8
	rescoreHash = 1
)

// rescoreNodes are the nodes of the searches that score the lines of a report anew. A player who visits more errs so little that the
// reports of their own search are true enough.
const rescoreNodes = 5000

// NewLimitedEngine returns an engine with the rating MinElo. Engines with the same seed make the same errors in their first game,
// in their second, and so on.
func NewLimitedEngine(seed uint64) (*LimitedEngine, error) {
	engine, err := NewEngine(limitedHash, 1)
	if err != nil {
		return nil, err
	}
	rescorer, err := NewEngine(rescoreHash, 1)
	if err != nil {
		engine.Close()
		return nil, err
	}
	return &LimitedEngine{engine: engine, rescorer: rescorer, level: LevelOf(MinElo), seed: nextSeed(seed)}, nil
}

// nextSeed returns the seed of the game after one with the given seed.
func nextSeed(seed uint64) uint64 {
	return xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, seed))
}

// SetElo sets the rating, MinElo to MaxElo. If it changes, the engine forgets what it found at another level.
func (e *LimitedEngine) SetElo(elo int) { e.SetLevel(LevelOf(elo)) }

// SetLevel sets the level itself, which need not be one of those that were measured, as SetElo does.
func (e *LimitedEngine) SetLevel(v Level) {
	if v != e.level {
		e.level = v
		e.engine.NewGame()
	}
}

// SetNetwork makes the engine evaluate with a valid network and forget what it found with another.
func (e *LimitedEngine) SetNetwork(network *eval.Network) {
	e.engine.SetNetwork(network)
	e.rescorer.SetNetwork(network)
}

// ClearHash empties the table.
func (e *LimitedEngine) ClearHash() { e.engine.ClearHash() }

// NewGame forgets everything that earlier searches have learned, and begins a game with other errors.
func (e *LimitedEngine) NewGame() {
	e.engine.NewGame()
	e.seed = nextSeed(e.seed)
}

// Reset forgets everything and begins the first game of an engine with the given seed, as NewLimitedEngine does, but keeps the
// rating and the memory.
func (e *LimitedEngine) Reset(seed uint64) {
	e.engine.NewGame()
	e.seed = nextSeed(seed)
}

// Close ends the engine and gives the memory of the tables back.
func (e *LimitedEngine) Close() {
	e.engine.Close()
	e.rescorer.Close()
}

// Search searches as Engine.Search does, at the engine's level. All limits hold. If it reports, its reports and the score and the
// ponder move of the result are the truth about the moves that it chooses, otherwise its own mistaken view of them: see searchRescored.
func (e *LimitedEngine) Search(ctx context.Context, g *board.Game, l Limits, r Reporter) Result {
	level := e.level.against(&g.Position)
	e.engine.skill = skill{
		seed: e.seed, evalError: level.Error, blind: level.Blind, seesQueens: level.Elo >= seesQueensElo, avoidsRepetition: true,
	}
	allowed := allowedMoves(&g.Position, l.SearchMoves)
	l.limitNodes(level.Nodes, len(allowed))
	if level.guardsQueens() {
		l.guardQueens(&g.Position, allowed, func(moves []board.Move) board.Move {
			r := e.engine.Search(ctx, g, Limits{SearchMoves: moves, SoftNodes: uint64(level.Nodes)}, Reporter{})
			if r.Score < scores.MateBound {
				return board.NoMove
			}
			return r.Best
		})
	}
	if r.Info == nil || level.Nodes >= rescoreNodes {
		return e.engine.Search(ctx, g, l, r)
	}
	return e.searchRescored(ctx, g, l, r.Info)
}

// searchRescored searches at the engine's level, in silence, and reports the lines that it has chosen with the scores of a search of
// full strength, in the order of these, and the moves that belong to them. The choice is made by then, so that the second search cannot
// change it: the move to play may begin a lower line than the first.
func (e *LimitedEngine) searchRescored(ctx context.Context, g *board.Game, l Limits, report func(Info)) Result {
	choose := l
	choose.Infinite = false
	if l.PonderHit != nil { // on the opponent's time, of which there is enough for so few nodes
		choose.PonderHit, choose.Clock, choose.MoveTime = nil, false, 0
	}
	var chosen []Info // the lines reported last
	result := e.engine.Search(ctx, g, choose, Reporter{Info: func(i Info) {
		i.PV = slices.Clone(i.PV)
		chosen = append(chosen[:min(i.MultiPV-1, len(chosen))], i)
	}})
	for n := range chosen {
		if len(chosen[n].PV) == 0 {
			break // the side to move has no moves
		}
		r := e.rescore(g, &chosen[n], max(rescoreNodes/len(chosen), rescoreNodes/10))
		if n == 0 {
			result.Score, result.Ponder = r.Score, r.Ponder
		}
	}
	slices.SortStableFunc(chosen, func(a, b Info) int { return cmp.Compare(b.Score, a.Score) })
	for n, i := range chosen {
		i.MultiPV = n + 1
		report(i)
	}
	AwaitRelease(ctx, l.Infinite, l.PonderHit)
	return result
}

// rescore sets the score and the moves of a line to those of a search of full strength that begins with the first move of the
// line. It takes no more than the given nodes, and what is left of the time planned for the move.
func (e *LimitedEngine) rescore(g *board.Game, line *Info, nodes int) Result {
	l := Limits{SearchMoves: line.PV[:1:1], Nodes: uint64(nodes)}
	if c := &e.engine.clock; c.limited {
		l.MoveTime = max(c.soft-time.Since(c.ownStart), 1)
	}
	e.rescorer.NewGame() // the score depends on the position and the move alone
	return e.rescorer.Search(context.Background(), g, l, Reporter{Info: func(i Info) {
		line.Score, line.Bound, line.Known, line.PV = i.Score, i.Bound, i.Known, slices.Clone(i.PV)
	}})
}

// allowedMoves returns the legal moves of p that are among those of a limit, all if it has none.
func allowedMoves(p *board.Position, limit []board.Move) []board.Move {
	var legal movegen.List
	movegen.Generate(p, &legal, movegen.All)
	return slices.DeleteFunc(legal.Slice(), func(m board.Move) bool { return len(limit) > 0 && !slices.Contains(limit, m) })
}

// limitNodes lets a search begin no iteration after the given nodes. The limits that were there stay in force. Each line of MultiPV,
// of which there are as many as root moves at most, has nodes of its own, so that the first is as good as it would be alone.
func (l *Limits) limitNodes(nodes, rootMoves int) {
	soft := uint64(nodes) * uint64(max(min(l.MultiPV, rootMoves), 1))
	if l.SoftNodes == 0 || soft < l.SoftNodes {
		l.SoftNodes = soft
	}
}

// skill is what a limited engine does differently inside the search. The zero value does nothing.
type skill struct {
	seed             uint64 // decides the errors of the game in progress
	evalError        int    // standard deviation of the error of the evaluation in centipawns
	blind            int    // per cent of the least conspicuous moves that are overlooked, 0 to 100
	seesQueens       bool   // the capture of a queen is never overlooked
	avoidsRepetition bool   // a position of the game that occurs once more counts as a draw
}

// evenScore is the score in centipawns, of either side, at which the error of the evaluation is half of what it is in an even
// position.
const evenScore = 500

// distort returns score, the evaluation of p for the side to move in centipawns, with the error of the player. The error has
// three parts, for the pawn structure, White's pieces and Black's. A move changes one or two of them, so that the player is
// wrong about related positions in a related way, and believes in a plan as long as the structure lasts. The fewer pieces there
// are, the less there is to be wrong about: simple endgames are judged almost rightly.
func (s *skill) distort(p *board.Position, score int) int {
	sum := s.noise(p.PawnKey(), 0) + s.noise(p.NonPawnKey(board.White), 1) + s.noise(p.NonPawnKey(board.Black), 2)
	wrong := sum * p.Occupied().Count() / 32 * evenScore / (evenScore + max(score, -score))
	if p.Turn() == board.Black {
		wrong = -wrong
	}
	return max(-eval.MaxScore, min(score+wrong, eval.MaxScore))
}

// noise returns what the player adds for White where something has the given key: anything from -evalError to evalError,
// uniformly, so that the sum of three has the standard deviation evalError. The keys are random already; the product with the
// seed makes every game, and each of the three kinds of keys, different.
func (s *skill) noise(key uint64, kind int) int {
	seed := bits.RotateLeft64(s.seed, 21*kind)
	high, low := bits.Mul64(key^seed, seed|1)
	return int(int64(int32(high^low)) * int64(s.evalError) >> 31)
}

// overlooks reports whether the player does not see the move m in the position p, to which the move last has led. In one game
// the answer is always the same, so that all lines of a search agree about a position. But the move before and the move after
// are positions of their own, in which the same threat may be seen. A player in check looks at every answer, and one who has
// just lost a piece sees that they can take back.
func (s *skill) overlooks(p *board.Position, m, last board.Move) bool {
	if m.To() == last.To() || p.InCheck() || s.seesQueens && p.Captured(m).Type() == board.Queen {
		return false
	}
	high, low := bits.Mul64(p.Key()^s.seed, (s.seed^uint64(m)*0x9e3779b97f4a7c15)|1)
	return int((high^low)>>32%100) < s.blind*obscurity(p, m, last)/100
}

// obscurity returns how easily the move m of p is overlooked after the move last, from 0 to 100. People seldom overlook the
// obvious move. They overlook one that comes from far away, goes backwards or jumps, or happens where nobody was looking.
func obscurity(p *board.Position, m, last board.Move) int {
	from, to := m.From(), m.To()
	hidden := 40
	if p.At(from).Type() == board.Knight {
		hidden += 30 // its moves follow no line
	}
	if kingSteps(from, to) >= 4 {
		hidden += 30
	}
	if to.Relative(p.Turn()).Rank() < from.Relative(p.Turn()).Rank() {
		hidden += 20 // attacks are expected to go forward
	}
	if kingSteps(last.To(), to) > 2 {
		hidden += 20 // everybody is looking elsewhere
	}
	switch p.Captured(m).Type() {
	case board.Queen:
		hidden /= 3 // nobody forgets her for long
	case board.Rook:
		hidden = hidden * 2 / 3
	}
	return min(hidden, 100)
}

// kingSteps returns how many moves a king needs from a to b on an empty board.
func kingSteps(a, b board.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// seesQueensElo is the rating from which on no player overlooks that a queen can be taken.
const seesQueensElo = 1200

// guardsQueens reports whether a player of level v neither loses the queen nor lets the opponent's go in one move, unless they
// see a mate. From seesQueensElo on every player looks at the queens before they move. Those who hardly ever misjudge a
// position need no such rule.
func (v Level) guardsQueens() bool { return v.Elo >= seesQueensElo && v.Error >= 100 }

// guardQueens takes some of the moves of p out of the search: all that do not win the queen if one does, otherwise those that lose
// the own one. A move with which the player sees a mate stays. Nothing changes if fewer would be left than MultiPV has lines.
func (l *Limits) guardQueens(p *board.Position, moves []board.Move, seesMate func(moves []board.Move) board.Move) {
	kept, left := partition(moves, func(m board.Move) bool { return winsQueen(p, m) })
	if len(kept) == 0 {
		kept, left = partition(moves, func(m board.Move) bool { return !LosesQueen(p, m) })
	}
	if len(left) == 0 {
		return
	}
	if m := seesMate(left); m != board.NoMove {
		kept = append(kept, m)
	}
	if len(kept) >= max(min(l.MultiPV, len(moves)), 1) {
		l.SearchMoves = kept
	}
}

// partition returns the moves that fit and those that do not, both in their order.
func partition(moves []board.Move, fits func(m board.Move) bool) (fitting, others []board.Move) {
	for _, m := range moves {
		if fits(m) {
			fitting = append(fitting, m)
		} else {
			others = append(others, m)
		}
	}
	return fitting, others
}

// winsQueen reports whether the move m of p captures the queen and gains a rook at least in the exchange.
func winsQueen(p *board.Position, m board.Move) bool {
	return p.Captured(m).Type() == board.Queen && p.SEE(m, board.SEEValue(board.Rook))
}

// LosesQueen reports whether the legal move m of p leaves the queen where the opponent can take her and gains a rook at least,
// a capture by m being counted. It looks at exchanges only, not at what else the opponent would lose.
func LosesQueen(p *board.Position, m board.Move) bool {
	gain := board.SEEValue(board.Rook)
	if taken := p.Captured(m); taken != board.NoPiece {
		gain += board.SEEValue(taken.Type())
	}
	var next board.Position
	p.Make(m, &next)
	var replies movegen.List
	movegen.Generate(&next, &replies, movegen.All)
	for _, reply := range replies.Slice() {
		isNew := m.IsPromotion() && reply.To() == m.To() // then it is a pawn that is lost
		if !isNew && next.Captured(reply).Type() == board.Queen && next.SEE(reply, gain) {
			return true
		}
	}
	return false
}

// overlooks reports whether a limited player does not see the move m of a node. They look at each of their own moves at the root.
func (t *thread) overlooks(n *node, m board.Move) bool {
	return t.engine.skill.blind != 0 && !n.root && t.engine.skill.overlooks(&n.frame.position, m, t.stack(n.ply-1).move)
}
