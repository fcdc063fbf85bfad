package limited

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/search"
)

// Player is a player of limited strength. It has a thread and a small table of its own, beside those of an engine of full
// strength: a weaker player cannot know the results of a strong search, and the other way round its own search leaves no trace.
// It does not probe tablebases, and is not safe for concurrent use.
type Player struct {
	engine   *search.Engine
	rescorer *search.Engine // of full strength; it scores the moves that the player has chosen
	level    Level
	seed     uint64 // decides the errors of the game in progress
}

// Sizes of tables in MiB. The levels were measured with that of the player.
const (
	limitedHash = 8
	rescoreHash = 1
)

// rescoreNodes are the nodes of the searches that score the lines of a report anew. A player who visits more errs so little that
// the reports of their own search are true enough.
const rescoreNodes = 5000

// leastHardNodes are the nodes within which every search may complete its iterations.
const leastHardNodes = 10_000

// New returns a player with the rating MinElo. Players with the same seed make the same errors in their first game,
// in their second, and so on.
func New(seed uint64) (*Player, error) {
	engine, err := search.NewEngine(limitedHash, 1)
	if err != nil {
		return nil, err
	}
	rescorer, err := search.NewEngine(rescoreHash, 1)
	if err != nil {
		engine.Close()
		return nil, err
	}
	return &Player{engine: engine, rescorer: rescorer, level: LevelOf(MinElo), seed: nextSeed(seed)}, nil
}

// nextSeed returns the seed of the game after one with the given seed.
func nextSeed(seed uint64) uint64 {
	return xxhash.Sum64(binary.LittleEndian.AppendUint64(nil, seed))
}

// SetElo sets the rating, MinElo to MaxElo. If it changes, the player forgets what it found at another level.
func (y *Player) SetElo(elo int) { y.SetLevel(LevelOf(elo)) }

// SetLevel sets the level itself, which need not be one of those that were measured, as SetElo does.
func (y *Player) SetLevel(v Level) {
	if v != y.level {
		y.level = v
		y.engine.NewGame()
	}
}

// SetNetwork makes the player evaluate with a valid network and forget what it found with another.
func (y *Player) SetNetwork(network *eval.Network) {
	y.engine.SetNetwork(network)
	y.rescorer.SetNetwork(network)
}

// Forget forgets what earlier searches have learned. The game in progress, with its errors, goes on.
func (y *Player) Forget() { y.engine.NewGame() }

// NewGame forgets everything that earlier searches have learned, and begins a game with other errors.
func (y *Player) NewGame() {
	y.engine.NewGame()
	y.seed = nextSeed(y.seed)
}

// Reset forgets everything and begins the first game of a player with the given seed, as New does, but keeps the
// rating and the memory.
func (y *Player) Reset(seed uint64) {
	y.engine.NewGame()
	y.seed = nextSeed(seed)
}

// Close ends the player and gives the memory of the tables back.
func (y *Player) Close() {
	y.engine.Close()
	y.rescorer.Close()
}

// Search searches as search.Engine does, at the player's level. All limits hold, for each of the searches of a move. With r.Info
// and a level of fewer than rescoreNodes nodes, its reports and the score and the ponder move of the result are the truth about
// the moves that it chooses, see searchRescored. Otherwise they are the player's own, mistaken view.
func (y *Player) Search(ctx context.Context, g *board.Game, l search.Limits, r search.Reporter) search.Result {
	level := y.level.against(&g.Position)
	l.Weakness = weakness(y.seed, level)
	if l.Start.IsZero() {
		l.Start = time.Now()
	}
	allowed := allowedMoves(&g.Position, l.SearchMoves)
	limitNodes(&l, level.Nodes, len(allowed))
	if level.guardsQueens() {
		guardQueens(&l, &g.Position, allowed, func(moves []board.Move) board.Move {
			alone := withoutWait(l)
			alone.SearchMoves, alone.MultiPV = moves, 1
			limitNodes(&alone, level.Nodes, 1)
			r := y.engine.Search(ctx, g, alone, search.Reporter{})
			if r.Score < scores.MateBound {
				return board.NoMove
			}
			return r.Best
		})
	}
	if r.Info == nil || level.Nodes >= rescoreNodes {
		return y.engine.Search(ctx, g, l, r)
	}
	return y.searchRescored(ctx, g, l, r.Info)
}

// searchRescored searches at the player's level, in silence, and reports the lines that it has chosen with the scores of a search
// of full strength, in the order of these, and the moves that belong to them. The choice is made by then, so that the second
// search cannot change it: the move to play may begin a lower line than the first.
func (y *Player) searchRescored(ctx context.Context, g *board.Game, l search.Limits, report func(search.Info)) search.Result {
	choose := withoutWait(l)
	var chosen []search.Info // the lines reported last
	result := y.engine.Search(ctx, g, choose, search.Reporter{Info: func(i search.Info) {
		i.PV = slices.Clone(i.PV)
		chosen = append(chosen[:min(i.MultiPV-1, len(chosen))], i)
	}})
	for n := range chosen {
		if len(chosen[n].PV) == 0 {
			break // the side to move has no moves
		}
		if n > 0 && (ctx.Err() != nil || choose.MoveTime > 0 && time.Since(choose.Start) >= choose.MoveTime) {
			chosen = chosen[:n] // there is no time for the scores of the others
			break
		}
		r := y.rescore(g, &chosen[n], &choose, max(rescoreNodes/len(chosen), rescoreNodes/10))
		if n == 0 {
			result.Score, result.Ponder = r.Score, r.Ponder
		}
	}
	slices.SortStableFunc(chosen, func(a, b search.Info) int { return cmp.Compare(b.Score, a.Score) })
	for n, i := range chosen {
		i.MultiPV = n + 1
		report(i)
	}
	search.AwaitRelease(ctx, l.Infinite, l.PonderHit)
	return result
}

// withoutWait returns the limits of a search that does not wait for its release. A search that ponders then has no limit of time:
// the opponent's time is ample for so few nodes.
func withoutWait(l search.Limits) search.Limits {
	l.Infinite = false
	if l.PonderHit != nil {
		l.PonderHit, l.Clock, l.MoveTime = nil, false, 0
	}
	return l
}

// rescore sets the score and the moves of a line to those of a search of full strength that begins with the first move of the
// line. It takes no more than the given nodes, and what is left of the time that the limits grant.
func (y *Player) rescore(g *board.Game, line *search.Info, granted *search.Limits, nodes int) search.Result {
	l := *granted
	l.Weakness, l.SearchMoves, l.Nodes = nil, line.PV[:1:1], uint64(nodes)
	l.Depth, l.Mate, l.SoftNodes, l.StopIf, l.MultiPV = 0, 0, 0, nil, 1
	y.rescorer.NewGame() // the score depends on the position and the move alone
	return y.rescorer.Search(context.Background(), g, l, search.Reporter{Info: func(i search.Info) {
		line.Score, line.Bound, line.Known, line.PV = i.Score, i.Bound, i.Known, slices.Clone(i.PV)
	}})
}

// allowedMoves returns the legal moves of p that are among those of a limit, all if it has none.
func allowedMoves(p *board.Position, limit []board.Move) []board.Move {
	return slices.DeleteFunc(movegen.LegalMoves(p), func(m board.Move) bool { return len(limit) > 0 && !slices.Contains(limit, m) })
}

// limitNodes lets a search begin no iteration after the given nodes, and stops one that takes more than ten times as many: where
// the fifty-move rule ends most lines, a hundred iterations cost next to nothing, and the next might take hours. The limits that
// were there stay in force. Each line of MultiPV, of which there are as many as root moves at most, has nodes of its own, so that
// the first is as good as it would be alone.
func limitNodes(l *search.Limits, nodes, rootMoves int) {
	soft := uint64(nodes) * uint64(max(min(l.MultiPV, rootMoves), 1))
	if l.SoftNodes == 0 || soft < l.SoftNodes {
		l.SoftNodes = soft
	}
	if hard := max(10*soft, leastHardNodes); l.Nodes == 0 || hard < l.Nodes {
		l.Nodes = hard
	}
}
