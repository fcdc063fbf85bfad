package puzzles

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/motif"
	"vertigo/internal/engine/limited"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/pgn"
	"vertigo/movegen"
	"vertigo/search"
)

// Goal is the task of the solver.
type Goal uint8

const (
	Win     Goal = iota // a won position, or mate
	Save                // a draw, or better, where every other move loses
	Improve             // a better move than the one that was played
)

// Puzzle is a position with the only line that achieves its goal. Where the goal is to improve on a move, several may.
type Puzzle struct {
	Origin Origin
	Before board.Position // before the opponent's last move
	Line   []board.Move   // that move, then those of solver and opponent in turn; the last one is the solver's
	Goal   Goal
	Played board.Move // the solver's move in the game, on which to improve if that is the goal; NoMove for none
	Turns  []Turn     // one for each move of the solver
	Themes []string
	Rating Rating
}

// Origin is the source of a puzzle.
type Origin struct {
	Where string            // the file and the game in it
	Ply   int               // half-moves of the game before the opponent's last move
	Tags  map[string]string // of the game, as UTF-8

	Opening game.Opening // of the game
}

// Turn is a position in which the solver has one good move.
type Turn struct {
	Value    winrate.Score // White's, of the move of the line
	Wrong    []game.Line   // begin with moves that are not accepted, if they are asked for
	Accepted []board.Move  // the solution: the move of the line and, if that mates, every other mate; or moves that are as good
	Best     float64       // expected score with the move of the line, 0 to 1
	Second   float64       // with the best move that is not accepted
	Forced   bool          // there is no other legal move
}

// newOrigin returns the origin of a puzzle in a game.
func newOrigin(g *game.Game, ply int) Origin {
	return Origin{Where: pgn.PlainText(g.Where), Ply: ply, Tags: g.Tags(), Opening: g.Opening()}
}

// Positions returns the position before each move of the line, and the one after the last move.
func (p *Puzzle) Positions() []board.Position {
	return (&game.Line{Root: &p.Before, Moves: p.Line}).Positions()
}

// Start returns the position in which the solver begins.
func (p *Puzzle) Start() board.Position { return p.Before.After(p.Line[0]) }

// Solution returns the line without the opponent's last move.
func (p *Puzzle) Solution() []board.Move { return p.Line[1:] }

// Mates reports whether the line ends with mate.
func (p *Puzzle) Mates() bool {
	list := p.Positions()
	return movegen.EndOf(&list[len(list)-1]) == movegen.Checkmate
}

// ID returns a name that depends on the pieces, the side to move and the line alone, not on the counters of the position: 48 bits of
// a hash, in hexadecimal.
func (p *Puzzle) ID() string {
	text := []byte(p.Before.EPD())
	for _, m := range p.Line {
		text = binary.LittleEndian.AppendUint16(text, uint16(m))
	}
	return fmt.Sprintf("%012x", xxhash.Sum64(text)>>16)
}

// Task describes the task of the solver.
func (p *Puzzle) Task() string {
	start := p.Start()
	side := game.Sides[start.Turn()]
	switch {
	case p.Mates():
		return fmt.Sprintf("%s mates in %d", side, len(p.Turns))
	case p.Goal == Win:
		return side + " wins"
	}
	return side + " to move" // more would give the move away
}

// themes returns the names of the themes, including those of mate, phase and length. Tables, which may be nil, prove zugzwang.
func (p *Puzzle) themes(tables *syzygy.Tables) (names []string) {
	line := motif.NewLine(&p.Before, p.Line[0], p.Solution())
	line.Saves, line.Tables = p.Goal == Save, tables
	names = line.Themes()
	if line.Mates {
		names = slices.Insert(names, 1, fmt.Sprintf("mateIn%d", len(p.Turns)))
	}
	names = append(names, strings.ToLower(game.Phase(&line.Positions[0])))
	return append(names, [...]string{"oneMove", "short", "long", "veryLong"}[min(len(p.Turns), 4)-1])
}

// played returns the move to improve on in standard algebraic notation, "" for another goal.
func (p *Puzzle) played() string {
	if p.Goal != Improve {
		return ""
	}
	start := p.Start()
	return pgn.Moves(&start, p.Played)[0]
}

// matingMoves returns the moves of p that mate at once.
func matingMoves(p *board.Position) (mates []board.Move) {
	ci := p.CheckInfo()
	for _, m := range movegen.LegalMoves(p) {
		if !p.GivesCheck(m, &ci) {
			continue
		}
		if next := p.After(m); movegen.EndOf(&next) == movegen.Checkmate {
			mates = append(mates, m)
		}
	}
	return mates
}

// isFoundBy reports whether the player plays every move of the solver.
func (p *Puzzle) isFoundBy(ctx context.Context, player *limited.Player) bool {
	g := board.NewGame(p.Start())
	moves := p.Solution()
	for i, turn := range p.Turns {
		if !turn.Forced {
			played := player.Search(ctx, g, search.Limits{}, search.Reporter{}).Best
			if !slices.Contains(turn.Accepted, played) {
				return false
			}
		}
		for _, m := range moves[2*i : min(2*i+2, len(moves))] {
			g.Play(m)
		}
	}
	return true
}
