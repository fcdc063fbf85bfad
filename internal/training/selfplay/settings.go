// Package selfplay lets the engine play games against itself as training data: random openings, a fixed effort per
// move, and an early end once a game is decided. A game depends only on the settings and its number.
package selfplay

import (
	"errors"
	"fmt"
	"strings"

	"vertigo/internal/engine/syzygy"
	"vertigo/internal/training/gamedata"
	"vertigo/search"
)

// Settings says how games are played. DefaultSettings is the place to start from.
type Settings struct {
	Seed uint64 // with the number of a game, it decides everything random

	Nodes     uint64 // soft limit per move: no iteration begins after this many nodes
	HardNodes uint64 // hard limit per move: the search stops after this many nodes

	// ScoreShare is which part of the positions, 0..1, is searched with Nodes, once ScoreFrom plies have been played. The
	// others only lead from one to the next: they have no score that is recorded, and searches with a soft limit of QuickNodes.
	// Positions of one game are alike, so that a few of each of many games teach more than all of few games.
	ScoreShare float64
	ScoreFrom  int
	QuickNodes uint64

	// TacticalNodes is the soft limit where the side to move is in check, or the best move so far captures or promotes. Such
	// positions are not fit for training, so that their search need only find a good move.
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

	// Tables end a game with a capture or pawn move that leads to a position that they know; nil for none. The caller, who
	// closes them, must record which tables they are: Settings.String does not tell.
	Tables *syzygy.Tables
}

// DefaultSettings returns the settings that the games of the last networks were played with.
func DefaultSettings() Settings {
	return Settings{
		Seed: 1, Nodes: 600, HardNodes: 4800, TacticalNodes: 150, ScoreShare: 0.1, ScoreFrom: gamedata.DefaultFilter().MinPly, QuickNodes: 30, Hash: 1,
		FischerRandom: 0.1, RandomPlies: 2, SoftmaxPlies: 8, Temperature: 60, OpeningNodes: 300, OpeningLimit: 100,
		Adjudication: Adjudication{WinScore: 500, WinPlies: 4, DrawScore: 8, DrawPlies: 10, DrawFrom: 80, MaxPlies: 400},
	}
}

// Check reports settings that no game can be played with.
func (s *Settings) Check() error {
	switch {
	case s.Nodes == 0 || s.TacticalNodes == 0 || s.QuickNodes == 0 || s.OpeningNodes == 0:
		return errors.New("a search needs a limit of at least one node")
	case s.HardNodes < s.Nodes:
		return fmt.Errorf("the hard limit of %d nodes is below the soft limit of %d", s.HardNodes, s.Nodes)
	case !(s.ScoreShare > 0 && s.ScoreShare <= 1):
		return fmt.Errorf("share of positions with a score %v, want more than 0, at most 1", s.ScoreShare)
	case s.Hash < 1:
		return fmt.Errorf("a table of %d MiB, want at least 1", s.Hash)
	case !(s.FischerRandom >= 0 && s.FischerRandom <= 1):
		return fmt.Errorf("share of games %v, want 0 to 1", s.FischerRandom)
	case s.RandomPlies < 0 || s.RandomPlies > 100:
		return fmt.Errorf("%d random plies, want 0 to 100", s.RandomPlies)
	case s.SoftmaxPlies < 0 || s.SoftmaxPlies > 100:
		return fmt.Errorf("%d plies drawn by their scores, want 0 to 100", s.SoftmaxPlies)
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

// String returns the settings as lines of a name and a value, as they are recorded with the games.
func (s *Settings) String() string {
	var b strings.Builder
	for _, line := range []struct {
		name  string
		value any
	}{
		{"seed", s.Seed}, {"nodes", s.Nodes}, {"hard-nodes", s.HardNodes}, {"tactical-nodes", s.TacticalNodes},
		{"score-share", s.ScoreShare}, {"score-from", s.ScoreFrom}, {"quick-nodes", s.QuickNodes},
		{"hash", s.Hash},
		{"fischer-random", s.FischerRandom},
		{"random-plies", s.RandomPlies}, {"softmax-plies", s.SoftmaxPlies}, {"temperature", s.Temperature},
		{"opening-nodes", s.OpeningNodes}, {"opening-limit", s.OpeningLimit},
		{"win-score", s.WinScore}, {"win-plies", s.WinPlies},
		{"draw-score", s.DrawScore}, {"draw-plies", s.DrawPlies}, {"draw-from", s.DrawFrom},
		{"max-plies", s.MaxPlies},
	} {
		fmt.Fprintf(&b, "%s %v\n", line.name, line.value)
	}
	return b.String()
}

// soft returns the limits of a search that begins no iteration after the given number of nodes.
func soft(nodes, hard uint64) search.Limits { return search.Limits{SoftNodes: nodes, Nodes: hard} }
