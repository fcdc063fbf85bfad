package uci

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/movegen"
)

// positionArguments are the arguments of position.
type positionArguments struct {
	fen     string // "" if the line names no position at all
	moves   []string
	unknown []string // words that were not understood, as they are shown
	unclear bool     // some of them come after the position and are moves, or may be some, as no word moves follows
}

// quotationMarks may stand around a FEN that was copied from a text.
const quotationMarks = "\"'`“”„‘’«»"

func parsePosition(t *tokens) positionArguments {
	var a positionArguments
	strays := false // moves before the word moves
	for word := t.next(); word != ""; word = t.next() {
		switch strings.ToLower(word) {
		case "startpos":
			a.fen = board.StartFEN
		case "fen":
			fen, found := t.until("moves")
			a.fen = strings.Trim(strings.Join(fen, " "), quotationMarks)
			if !found {
				return a
			}
			a.moves, _ = t.until("")
		case "moves":
			a.moves, _ = t.until("")
			a.unclear = strays
		default:
			a.unknown = append(a.unknown, quoted(word, []string{"startpos", "fen", "moves"}))
			a.unclear = a.unclear || a.fen != ""
			strays = strays || a.fen != "" && board.IsLongAlgebraic(word)
		}
	}
	return a
}

// position sets the position. If it refuses its arguments, no position is set: to search the previous one would be a wrong
// answer.
func (s *Session) position(args *tokens) error {
	s.game, s.refused = s.readPosition(args)
	return s.refused
}

// present returns the game with the position to work on, or why there is none.
func (s *Session) present() (*board.Game, error) {
	if s.refused != nil {
		return nil, fmt.Errorf("no position is set: %w", s.refused)
	}
	return s.game, nil
}

// readPosition returns the game that the arguments of position describe. A note names the parts of a FEN that it leaves out.
func (s *Session) readPosition(args *tokens) (*board.Game, error) {
	a := parsePosition(args)
	if a.unclear {
		return nil, misunderstanding("position", a.unknown)
	}
	if len(a.unknown) > 0 {
		if err := s.notUnderstood("position", a.unknown); err != nil {
			return nil, err
		}
	}
	if a.fen == "" {
		return nil, errors.New("position: neither startpos nor a FEN is given")
	}
	p, dropped, err := board.ReadFEN(a.fen)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	if i := slices.IndexFunc(strings.Fields(a.fen), board.IsLongAlgebraic); i >= 0 {
		return nil, fmt.Errorf("position: %q comes before the word moves", strings.Fields(a.fen)[i])
	}
	if len(dropped) > 0 {
		s.out.note(fmt.Sprintf("position: left out %s; the position is now %s", strings.Join(dropped, ", "), p.FEN()))
	}
	game := board.NewGame(p)
	for i, word := range a.moves {
		m, err := movegen.ParseMove(&game.Position, word)
		if err != nil {
			return nil, fmt.Errorf("position: move %d of %d: %w", i+1, len(a.moves), err)
		}
		game.Play(m)
	}
	return game, nil
}

func (s *Session) display() error {
	game, err := s.present()
	if err != nil {
		return fmt.Errorf("d: %w", err)
	}
	p := game.Position
	legal := movegen.LegalMoves(&p)
	var b strings.Builder
	drawing, _, _ := strings.Cut(p.String(), "\n\n") // without the FEN after it
	fmt.Fprintf(&b, "%s\n\nFEN: %s\nShredder-FEN: %s\n", drawing, p.FEN(), p.ShredderFEN())
	fmt.Fprintf(&b, "Key: %016X\n", p.Key())
	fmt.Fprintf(&b, "Repetitions: %d\n", game.Repetitions())
	fmt.Fprintf(&b, "Checkers:")
	for square := range p.Checkers().All() {
		fmt.Fprintf(&b, " %v", square)
	}
	fmt.Fprintf(&b, "\nLegal moves (%d):", len(legal))
	for _, m := range legal {
		b.WriteByte(' ')
		b.WriteString(movegen.FormatMove(&p, m, s.settings.chess960))
	}
	s.out.line("%s", b.String())
	return nil
}

// explain prints the parts of the static evaluation.
func (s *Session) explain() error {
	game, err := s.present()
	if err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	s.out.line("%s", strings.TrimRight(eval.Trace(s.network, &game.Position), "\n"))
	return nil
}
