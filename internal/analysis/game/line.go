package game

import (
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// Line is one of the best lines of a finished search.
type Line struct {
	Root     *board.Position `json:"-"`               // where it begins
	Score    int             `json:"score"`           // of the side to move, as the search has it
	Known    bool            `json:"known,omitempty"` // Score is what the tablebases know
	Depth    int             `json:"depth"`           // plies
	SelDepth int             `json:"seldepth"`        // plies of the longest line searched
	Moves    Moves           `json:"pv"`

	// What the methods of these names have returned, nil before.
	positions []board.Position
	san       []string
}

// Moves are moves that follow one another. In files, spaces separate them.
type Moves []board.Move

// MarshalText returns the moves in long algebraic notation with castling as king takes rook.
func (m Moves) MarshalText() ([]byte, error) {
	words := make([]string, len(m))
	for i := range m {
		words[i] = m[i].String()
	}
	return []byte(strings.Join(words, " ")), nil
}

// UnmarshalText reads what MarshalText writes. As in board.Move.UnmarshalText, a position must complete the moves.
func (m *Moves) UnmarshalText(text []byte) error {
	*m = nil
	for word := range strings.FieldsSeq(string(text)) {
		var move board.Move
		if err := move.UnmarshalText([]byte(word)); err != nil {
			return err
		}
		*m = append(*m, move)
	}
	return nil
}

// setRoot turns a line from a file into one that begins at root. The error says which move is not legal.
func (l *Line) setRoot(root *board.Position) (err error) {
	l.Root = root
	at := *root
	for i, m := range l.Moves {
		if l.Moves[i], err = movegen.Legal(&at, m); err != nil {
			return err
		}
		at = at.After(l.Moves[i])
	}
	return nil
}

// Positions returns the position before each move, and the last one.
func (l *Line) Positions() []board.Position {
	if l.positions == nil {
		l.positions = make([]board.Position, len(l.Moves)+1)
		l.positions[0] = *l.Root
		for i, m := range l.Moves {
			l.positions[i].Make(m, &l.positions[i+1])
		}
	}
	return l.positions
}

// Expected returns the expected score, 0 to 1, of the side to move where the line begins.
func (l *Line) Expected() float64 { return winrate.OddsOf(l.Root, l.Score, l.Known).Expected() }

// SAN returns the moves in standard algebraic notation.
func (l *Line) SAN() []string {
	if len(l.san) != len(l.Moves) {
		l.san = pgn.Words(l.Root, l.Moves)
	}
	return l.san
}

// Text returns the moves in standard algebraic notation, separated by spaces.
func (l *Line) Text() string { return strings.Join(l.SAN(), " ") }

// Numbered returns Text with the numbers of the moves.
func (l *Line) Numbered() string { return pgn.Numbered(l.Root, l.SAN()) }

// UCI returns the moves as UCI has them; castling depends on the rules of the game.
func (l *Line) UCI() []string { return movegen.FormatLine(l.Root, l.Moves, false) }

// Outputs show scores from White's point of view, as chess sites do: more is better for White. Only the operation ce of EPD is
// for the side to move, since its standard says so.

// Shown returns the score of the line as outputs show it: "+0.35", "#3", "#-2", "#".
func (l *Line) Shown() winrate.Score { return forWhite(l.Root, winrate.ScoreOf(l.Root, l.Score)) }

// Odds returns the chances of White, by the centipawns that are shown, as for a position.
func (l *Line) Odds() winrate.Odds { return l.value().Odds(l.Root) }

// forWhite returns White's score if that of the side to move at p is s.
func forWhite(p *board.Position, s winrate.Score) winrate.Score {
	if p.Turn() == board.Black {
		s.N = -s.N
	}
	return s
}

// oddsForWhite is winrate.OddsOf for White.
func oddsForWhite(p *board.Position, score int, known bool) winrate.Odds {
	odds := winrate.OddsOf(p, score, known)
	if p.Turn() == board.Black {
		odds.Win, odds.Loss = odds.Loss, odds.Win
	}
	return odds
}
