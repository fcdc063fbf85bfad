package search

import (
	"math"
	"math/bits"
	"slices"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/movegen"
)

// Ratings that a limited player can have. They are those of the reference that the levels were measured against.
const (
	MinElo = 800
	MaxElo = 3000
)

// A Level is a strength that was measured: a player who sees so much and judges so well has that rating.
//
// People differ from engines in three things. They see less far, so the search of a limited player begins no further
// iteration once it has visited a number of nodes. They are wrong about positions, always in the same way, because
// their likes and dislikes do not change from move to move: so the evaluation of a limited player is biased, by an amount
// that depends on the position and the game alone. And beginners overlook what the opponent can do, see attention. All three
// grow smaller from level to level. No move is ever drawn by lot: the search chooses every one, having looked at all moves of
// the player's own, and takes what hangs as well as its bias lets it. A mate in one is not missed at any level.
type Level struct {
	Elo   int
	Nodes int // begin no further iteration after so many
	Error int // standard deviation of the bias in centipawns, in an even position with all men
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

// against returns the level at which a player of level v plays p. Everybody has been taught to mate a king that has nothing
// left, and nobody misjudges such a position.
func (v Level) against(p *board.Position) Level {
	if p.Color(p.Turn().Other()).Count() == 1 {
		v.Nodes, v.Error, v.Blind = max(v.Nodes, techniqueNodes), 0, 0
	}
	return v
}

// handicap changes the limits of a search of p to those of a player with the given level. The limits that were there stay
// in force. Each line of MultiPV, of which there are as many as moves at most, has nodes of its own, so that the first is as
// good as it would be alone.
func (l *Limits) handicap(v Level, p *board.Position) {
	var moves movegen.List
	rootMoves(p, l, &moves)
	nodes := uint64(v.Nodes) * uint64(max(min(l.MultiPV, moves.N), 1))
	if l.SoftNodes == 0 || nodes < l.SoftNodes {
		l.SoftNodes = nodes
	}
}

// bias is an error of judgement that stays the same for a whole game. The zero value is none.
type bias struct {
	seed  uint64
	error int // standard deviation in centipawns
}

// undecided is the score in centipawns, of either side, at which the error of judgement is half of what it is in an even
// position.
const undecided = 500

// distort returns score, the evaluation of p for the side to move in centipawns, as the player sees it. The error has three
// parts: what he thinks of the pawn structure, of White's pieces and of Black's. A move changes one or two of them, so
// that the player is wrong about related positions in a related way, and believes in his plan as long as the structure
// lasts. The fewer men there are, the less there is to be wrong about: simple endgames are judged almost rightly.
func (b bias) distort(p *board.Position, score int) int {
	sum := b.opinion(p.PawnKey(), 0) + b.opinion(p.NonPawnKey(board.White), 1) + b.opinion(p.NonPawnKey(board.Black), 2)
	wrong := sum * p.Occupied().Count() / 32 * undecided / (undecided + max(score, -score))
	if p.Turn() == board.Black {
		wrong = -wrong
	}
	return max(-eval.MaxScore, min(score+wrong, eval.MaxScore))
}

// opinion returns what the player adds for White where he sees something with the given key: anything from -error to
// error, uniformly, so that the sum of three opinions has the standard deviation error. The keys are random already; the
// product with the seed makes every game, and each of the three kinds of keys, different.
func (b bias) opinion(key uint64, kind int) int {
	seed := bits.RotateLeft64(b.seed, 21*kind)
	high, low := bits.Mul64(key^seed, seed|1)
	return int(int64(int32(high^low)) * int64(b.error) >> 31)
}
