package uci

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/movegen"
)

const maxPerftPlies = 64 // no computer could finish it

// perft is the command of that name, which is not part of UCI; go perft is in go.go.
func (s *Session) perft(args *tokens) error {
	plies := args.parseInt()
	if err := args.end(); err != nil {
		return err
	}
	return s.startPerft(plies)
}

// startPerft counts the lines of the given number of plies from the present position, beside the session.
func (s *Session) startPerft(plies intArg) error {
	switch {
	case !plies.given:
		return cli.UsageError("perft: the number of plies is missing")
	case plies.value < 0:
		return cli.UsageError(fmt.Sprintf("perft: the number of plies is negative: %d", plies.value))
	}
	game, err := s.present()
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	depth := min(plies.value, maxPerftPlies)
	p := game.Position
	chess960 := s.settings.chess960
	s.start(func(ctx context.Context) (string, error) {
		started := s.now()
		nodes, complete := movegen.Divide(&p, depth, hasEnded(ctx), func(m board.Move, n uint64) {
			s.out.line("%s: %d", movegen.FormatMove(&p, m, chess960), n)
		})
		if !complete {
			return "", errors.New("perft stopped")
		}
		t := max(s.now().Sub(started), time.Microsecond)
		return fmt.Sprintf("info string perft %d took %v, %.1f million nodes per second\n\nNodes searched: %d\n",
			depth, t.Round(time.Microsecond), float64(nodes)/float64(t.Microseconds()), nodes), nil
	})
	return nil
}

// hasEnded returns a function for work that does not take a context: it reports whether the work must end.
func hasEnded(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }
