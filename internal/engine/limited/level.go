// Package limited plays at a rating: a Player chooses its moves by a search that looks less far ahead and makes human mistakes.
package limited

import (
	"math"
	"slices"

	"vertigo/board"
)

// Ratings of players, on the scale of the reference that the levels were measured against.
const (
	MinElo = 800
	MaxElo = 3000
)

// A Level is a measured strength: what a player of that rating sees, and how well they judge it.
//
// People differ from engines in three ways. They see less far, so the search of a player begins no further
// iteration once it has visited a number of nodes. They are wrong about positions, always in the same way, because
// their likes and dislikes do not change from move to move: so their evaluation has an error that
// depends on the position and the game alone. And beginners overlook moves of the opponent, see flaws.isBlindTo. All three
// grow smaller from level to level. No move is ever drawn by lot: the search chooses every one, and takes hanging pieces
// as well as its errors let it. A mate in one is not missed at any level.
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
