// Package selfplay lets the engine play games against itself as training data: random openings, a fixed effort per
// move, and an early end once a game is decided. A game depends only on the settings and its number.
package selfplay

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"strings"

	"vertigo/search"
)

// Settings says how games are played. Numbers of nodes that may be 0 follow from Nodes.
type Settings struct {
	Seed uint64 // with the number of a game, it decides everything random

	Nodes     uint64 // soft limit per move: no iteration begins after this many nodes
	HardNodes uint64 // hard limit per move: the search stops after this many nodes; 0 for 8 times Nodes

	// ScoreShare is which part of the positions, 0..1, is searched with Nodes, from gamedata.MinPly on. The others only lead from
	// one to the next: they have no score that is recorded, and searches with a soft limit of QuickNodes (0 for a twentieth of
	// Nodes). Positions of one game are alike, so that a few of each of many games teach more than all of few games.
	ScoreShare float64
	QuickNodes uint64

	// TacticalNodes is the soft limit where the side to move is in check, or the best move so far captures or promotes (0 for a
	// quarter of Nodes). Such positions are not fit for training, so that their search need only find a good move.
	TacticalNodes uint64

	Hash int // MiB of transposition table

	FischerRandom float64 // which part of the games, 0..1, begins as double Fischer random chess: each side its own back rank

	// An opening begins with RandomPlies random moves, or with one more in every other game, so that either side is to move. Then
	// come SoftmaxPlies moves that are drawn with probabilities in proportion to exp(score/Temperature): the better a move
	// looks to a search of one ply, the likelier it is. Their positions are more like those of real games than random ones are.
	RandomPlies  int
	SoftmaxPlies int
	Temperature  float64 // centipawns
	OpeningNodes uint64  // soft limit of the search that checks the opening
	OpeningLimit int     // an opening with a score beyond ± this many centipawns is thrown away

	Adjudication
}

// Adjudication says when a game ends before the rules of chess end it. Scores are those of the searches that chose
// the moves, so both sides count wherever more than one ply is needed.
type Adjudication struct {
	WinScore int // a side is ahead by this many centipawns …
	WinPlies int // … for this many plies in a row: it has won. A mate score counts at once.

	DrawScore int // the score stays within ± this many centipawns …
	DrawPlies int // … for this many plies in a row …
	DrawFrom  int // … after this many plies since the first move: a draw

	MaxPlies int // a game of this many plies since the first move is a draw
}

// DefaultSettings returns the settings that the games of the last networks were played with.
func DefaultSettings() Settings {
	return Settings{
		Seed: 1, Nodes: 600, ScoreShare: 0.1, Hash: 1,
		FischerRandom: 0.1, RandomPlies: 2, SoftmaxPlies: 8, Temperature: 60, OpeningNodes: 300, OpeningLimit: 100,
		Adjudication: Adjudication{WinScore: 500, WinPlies: 4, DrawScore: 8, DrawPlies: 10, DrawFrom: 80, MaxPlies: 400},
	}
}

// Register defines a flag for every setting, with its present value.
func (s *Settings) Register(flags *flag.FlagSet) {
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the random openings; different seeds give different games")
	flags.Uint64Var(&s.Nodes, "nodes", s.Nodes, "soft limit per move: no iteration begins after this many nodes")
	flags.Uint64Var(&s.HardNodes, "hard-nodes", s.HardNodes, "hard limit of nodes per move; 0 for 8 times -nodes")
	flags.Uint64Var(&s.TacticalNodes, "tactical-nodes", s.TacticalNodes,
		"soft limit per move in check and where a capture or promotion is best; 0 for a quarter of -nodes")
	flags.Float64Var(&s.ScoreShare, "score-share", s.ScoreShare, "share of the positions, above 0 to 1, that get a score and -nodes")
	flags.Uint64Var(&s.QuickNodes, "quick-nodes", s.QuickNodes,
		"soft limit per move in the other positions; 0 for a twentieth of -nodes")
	flags.IntVar(&s.Hash, "hash", s.Hash, "size of each worker's transposition table in MiB")
	flags.Float64Var(&s.FischerRandom, "dfrc", s.FischerRandom,
		"share of the games, 0 to 1, that start as double Fischer random chess")
	flags.IntVar(&s.RandomPlies, "random-plies", s.RandomPlies, "random moves at the start; half of the games have one more")
	flags.IntVar(&s.SoftmaxPlies, "softmax-plies", s.SoftmaxPlies,
		"moves after the random ones, drawn by their scores; see -temperature")
	flags.Float64Var(&s.Temperature, "temperature", s.Temperature, "`centipawns` T: the probability of a drawn move is in proportion to exp(score/T), with the score of a search of one ply")
	flags.Uint64Var(&s.OpeningNodes, "opening-nodes", s.OpeningNodes, "soft limit of nodes of the search that checks the opening")
	flags.IntVar(&s.OpeningLimit, "opening-limit", s.OpeningLimit, "replace openings with scores beyond ± this many centipawns")
	flags.IntVar(&s.WinScore, "win-score", s.WinScore, "a side ahead by this many centipawns for -win-plies plies has won")
	flags.IntVar(&s.WinPlies, "win-plies", s.WinPlies, "see -win-score")
	flags.IntVar(&s.DrawScore, "draw-score", s.DrawScore,
		"a score within ± this many centipawns for -draw-plies plies, from ply -draw-from on, is a draw")
	flags.IntVar(&s.DrawPlies, "draw-plies", s.DrawPlies, "see -draw-score")
	flags.IntVar(&s.DrawFrom, "draw-from", s.DrawFrom, "see -draw-score")
	flags.IntVar(&s.MaxPlies, "max-plies", s.MaxPlies, "a game of this many plies is a draw")
}

// String returns the settings as lines of a flag and its value, as they are recorded with the games.
func (s *Settings) String() string {
	var b strings.Builder
	c, flags := *s, flag.NewFlagSet("", flag.ContinueOnError)
	c.Register(flags)
	flags.VisitAll(func(f *flag.Flag) { fmt.Fprintf(&b, "%s %v\n", f.Name, f.Value) })
	return b.String()
}

// Complete sets the numbers of nodes that follow from others, and reports settings that no game can be played with.
func (s *Settings) Complete() error {
	s.HardNodes = cmp.Or(s.HardNodes, 8*s.Nodes)
	s.TacticalNodes = cmp.Or(s.TacticalNodes, max(s.Nodes/4, 1))
	s.QuickNodes = cmp.Or(s.QuickNodes, max(s.Nodes/20, 1))
	inUnit := func(x float64) bool { return x >= 0 && x <= 1 } // false for NaN
	switch {
	case s.Nodes == 0 || s.OpeningNodes == 0:
		return errors.New("a search needs a limit of at least one node")
	case s.HardNodes < s.Nodes:
		return fmt.Errorf("the hard limit of %d nodes is below the soft limit of %d", s.HardNodes, s.Nodes)
	case !inUnit(s.ScoreShare) || s.ScoreShare == 0:
		return fmt.Errorf("share of positions with a score %v, want more than 0, at most 1", s.ScoreShare)
	case s.Hash < 1:
		return fmt.Errorf("a table of %d MiB, want at least 1", s.Hash)
	case !inUnit(s.FischerRandom):
		return fmt.Errorf("share of games %v, want 0 to 1", s.FischerRandom)
	case min(s.RandomPlies, s.SoftmaxPlies) < 0 || max(s.RandomPlies, s.SoftmaxPlies) > 100:
		return fmt.Errorf("%d random plies and %d drawn by their scores, want 0 to 100", s.RandomPlies, s.SoftmaxPlies)
	case !(s.Temperature > 0 && s.Temperature <= 10000):
		return fmt.Errorf("a temperature of %v centipawns, want more than 0, at most 10000", s.Temperature)
	case s.OpeningLimit < 50:
		return fmt.Errorf("opening limit of %d centipawns, want at least 50", s.OpeningLimit)
	case s.WinScore < 1 || s.WinPlies < 1 || s.DrawScore < 0 || s.DrawPlies < 1:
		return errors.New("adjudication needs a win score and numbers of plies of at least 1, and a draw score of at least 0")
	case s.MaxPlies <= s.RandomPlies+1+s.SoftmaxPlies || s.MaxPlies > 10000:
		return fmt.Errorf("games of at most %d plies, want more than those of the opening and at most 10000", s.MaxPlies)
	}
	return nil
}

// soft returns the limits of a search that begins no iteration after the given number of nodes.
func soft(nodes, hard uint64) search.Limits { return search.Limits{SoftNodes: nodes, Nodes: hard} }
