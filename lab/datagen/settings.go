package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
	"vertigo/lab/gamedata"
	"vertigo/search"
)

// settings says how games are played, as their flags describe.
type settings struct {
	seed uint64 // with the number of a game, it decides everything random

	nodes, hardNodes uint64
	// scoreShare is counted from gamedata.MinPly on, and of the positions that are not in check. Positions of one game are alike, so
	// a few of each of many games teach more than all of few games.
	scoreShare float64
	// linePlies moves after such a position are those of its line. They take no search, and their positions share its score: 2.4
	// times as many samples in the same time, which teach much more.
	linePlies  int
	quickNodes uint64
	// tacticalNodes are fewer: such positions are not fit for training, so that their search need only find a good move.
	tacticalNodes uint64
	hash          int

	fischerRandom float64
	randomPlies   int
	// The positions after softmaxPlies are more like those of real games than those of random moves are.
	softmaxPlies int
	temperature  float64
	openingNodes uint64
	openingLimit int
	gamedata.Adjudication
}

// defaultSettings returns the settings that the games of the last networks were played with.
func defaultSettings() settings {
	return settings{
		seed: 1, nodes: 400, scoreShare: 0.2, linePlies: 2, quickNodes: 10, tacticalNodes: 60, hash: 1,
		fischerRandom: 0.1, randomPlies: 2, softmaxPlies: 8, temperature: 60, openingNodes: 100, openingLimit: 100,
		Adjudication: gamedata.Adjudication{WinScore: 500, WinPlies: 4, DrawScore: 8, DrawPlies: 10, DrawFrom: 80, MaxPlies: 400},
	}
}

// The bounds of numbers of nodes, and of other numbers.
const mostNodes, most = 1e15, 1e6

// register defines a flag for every setting, with its present value.
func (s *settings) register(flags *pflag.FlagSet) {
	flags.Uint64Var(&s.seed, "seed", s.seed, "seed of the random openings; different seeds give different games")
	flags.Var(cli.Number(&s.nodes, 1, mostNodes), "nodes", "soft limit per move: no iteration begins after this many nodes")
	flags.Var(cli.Number(&s.hardNodes, 0, mostNodes), "hard-nodes", "hard limit of nodes per move; 0 for 8 times --nodes")
	flags.Var(cli.Number(&s.tacticalNodes, 1, mostNodes), "tactical-nodes", "soft limit per move where a capture or promotion is best")
	flags.Float64Var(&s.scoreShare, "score-share", s.scoreShare,
		"share of the positions out of check, above 0 to 1, that get a score and --nodes")
	flags.Var(cli.Number(&s.linePlies, 0, 1000), "line-plies",
		"moves of the best line that are played after one with a score, with the same score and without a search")
	flags.Var(cli.Number(&s.quickNodes, 1, mostNodes), "quick-nodes", "soft limit per move in the other positions")
	flags.Var(cli.Number(&s.hash, 1, 1<<20), "hash", "size of each worker's transposition table in MiB")
	flags.Float64Var(&s.fischerRandom, "dfrc", s.fischerRandom,
		"share of the games, 0 to 1, that start as double Fischer random chess")
	flags.Var(cli.Number(&s.randomPlies, 0, 100), "random-plies", "random moves at the start; half of the games have one more")
	flags.Var(cli.Number(&s.softmaxPlies, 0, 100), "softmax-plies",
		"moves after the random ones, drawn by their scores; see --temperature")
	flags.Float64Var(&s.temperature, "temperature", s.temperature,
		"`centipawns` T: the probability of a drawn move is in proportion to exp(score/T), with the score of a search of one ply")
	flags.Var(cli.Number(&s.openingNodes, 1, mostNodes), "opening-nodes", "soft limit of nodes of the search that checks the opening")
	flags.Var(cli.Number(&s.openingLimit, 50, most), "opening-limit", "replace openings with scores beyond ± this many centipawns")
	flags.Var(cli.Number(&s.WinScore, 1, most), "win-score", "a side ahead by this many centipawns for --win-plies plies has won")
	flags.Var(cli.Number(&s.WinPlies, 1, most), "win-plies", "see --win-score")
	flags.Var(cli.Number(&s.DrawScore, 0, most), "draw-score",
		"a score within ± this many centipawns for --draw-plies plies, from ply --draw-from on, is a draw")
	flags.Var(cli.Number(&s.DrawPlies, 1, most), "draw-plies", "see --draw-score")
	flags.Var(cli.Number(&s.DrawFrom, 0, most), "draw-from", "see --draw-score")
	flags.Var(cli.Number(&s.MaxPlies, 1, 10000), "max-plies", "a game of this many plies is a draw")
}

// String returns the settings as lines of a flag and its value, as they are recorded with the games.
func (s *settings) String() string {
	var b strings.Builder
	c, flags := *s, pflag.NewFlagSet("", pflag.ContinueOnError)
	c.register(flags)
	flags.VisitAll(func(f *pflag.Flag) { fmt.Fprintf(&b, "%s %v\n", f.Name, f.Value) })
	return b.String()
}

// complete sets a hard limit of 0 to eight times the soft one, and reports settings that no game can be played with.
func (s *settings) complete() error {
	s.hardNodes = cmp.Or(s.hardNodes, 8*s.nodes)
	inUnit := func(x float64) bool { return x >= 0 && x <= 1 } // false for NaN
	switch {
	case s.hardNodes < s.nodes:
		return fmt.Errorf("the hard limit of %d nodes is below the soft limit of %d", s.hardNodes, s.nodes)
	case !inUnit(s.scoreShare) || s.scoreShare == 0:
		return fmt.Errorf("share of positions with a score %v, want more than 0, at most 1", s.scoreShare)
	case !inUnit(s.fischerRandom):
		return fmt.Errorf("share of games %v, want 0 to 1", s.fischerRandom)
	case !(s.temperature > 0 && s.temperature <= 10000):
		return fmt.Errorf("a temperature of %v centipawns, want more than 0, at most 10000", s.temperature)
	case s.MaxPlies <= s.randomPlies+1+s.softmaxPlies:
		return fmt.Errorf("games of at most %d plies, want more than those of the opening", s.MaxPlies)
	}
	return nil
}

// soft returns the limits of a search that begins no iteration after the given number of nodes.
func soft(nodes, hard uint64) search.Limits { return search.Limits{SoftNodes: nodes, Nodes: hard} }
