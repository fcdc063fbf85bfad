package uci

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/movegen"
	"vertigo/search"
)

func (uciCommand) execute(s *Session) error {
	var b strings.Builder
	fmt.Fprintf(&b, "id name Vertigo %s\nid author the Vertigo authors\n", s.config.Version)
	for _, o := range s.options {
		fmt.Fprintf(&b, "option name %s %s\n", o.name, o.declaration)
	}
	s.out.line("%suciok", b.String())
	s.greeted = true
	return nil
}

func (c debugCommand) execute(s *Session) error {
	s.debug = c.on
	return nil
}

// isready is executed at once, also during a search, which then needs no preparation.
func (isReadyCommand) execute(s *Session) error {
	if s.job == nil {
		s.prepare()
	}
	s.out.line("readyok")
	return nil
}

func (registerCommand) execute(*Session) error { return nil }

func (newGameCommand) execute(s *Session) error {
	s.prepare()
	for _, p := range s.players() {
		p.NewGame()
	}
	return nil
}

func (c positionCommand) execute(s *Session) error {
	if c.fen == "" {
		return errors.New("position: neither startpos nor a FEN is given; the position stays as it was")
	}
	p, err := board.ParseFEN(c.fen)
	if err != nil {
		return fmt.Errorf("position: %w; the position stays as it was", err)
	}
	game := board.NewGame(p)
	for i, word := range c.moves {
		m, err := movegen.ParseMove(&game.Position, word)
		if err != nil {
			return fmt.Errorf("position: move %d of %d: %w; the position stays as it was", i+1, len(c.moves), err)
		}
		game.Play(m)
	}
	s.game = game
	return nil
}

func (c goCommand) execute(s *Session) error {
	if c.perft.given {
		s.startPerft(int(c.perft.or(1, 1, maxPerftDepth)))
		return nil
	}
	p := s.game.Position
	limits := c.limits(&p, s.settings)
	limits.Begun = time.Now() // clearing a new table, below, may take seconds
	moves, complaints := rootMoves(&p, c.searchMoves)
	for _, complaint := range complaints {
		s.out.note(complaint)
	}
	limits.SearchMoves = moves
	r := &report{out: s.out, root: p, chess960: s.writesChess960(&p), wdl: s.settings.showWDL}
	if m, ok := s.bookMove(&c); ok {
		s.out.note("move of the opening book")
		r.bestMove(search.Result{Best: m})
		return nil
	}
	s.prepare()
	chosen := s.player(&c)
	var hit chan time.Time
	if c.ponder {
		hit = make(chan time.Time, 1) // the session never waits for the search
		limits.PonderHit = hit
	}
	s.start(func(ctx context.Context) func() error {
		result := chosen.Search(ctx, s.game, limits, search.Reporter{Info: r.info, Bound: r.info, CurrMove: r.currMove})
		return func() error {
			s.noteTablebases()
			r.bestMove(result)
			return nil
		}
	})
	s.job.ponderHit = hit
	return nil
}

// player returns the player that is to search. Only play is limited: whoever analyses, looks for a mate or lets the engine
// think until it is stopped wants to know the truth.
func (s *Session) player(c *goCommand) Player {
	if !s.settings.limited || s.settings.analysing || c.infinite || c.mate.given {
		return s.engine
	}
	s.limited.SetElo(s.settings.elo)
	return s.limited
}

// writesChess960 reports whether castling from p or later is written as king takes rook.
func (s *Session) writesChess960(p *board.Position) bool {
	return s.settings.chess960 || !p.StandardCastling()
}

// The three commands that act on a running search do nothing when they come to be executed like others, which is
// when none is running.

func (stopCommand) execute(*Session) error      { return nil }
func (ponderHitCommand) execute(*Session) error { return nil }
func (quitCommand) execute(*Session) error      { return nil }

func (displayCommand) execute(s *Session) error {
	p := s.game.Position
	var legal movegen.List
	movegen.Generate(&p, &legal, movegen.All)
	var b strings.Builder
	drawing, _, _ := strings.Cut(p.String(), "\n\n") // without the FEN behind it
	fmt.Fprintf(&b, "%s\n\nFEN: %s\nShredder-FEN: %s\n", drawing, p.FEN(), p.ShredderFEN())
	fmt.Fprintf(&b, "Key: %016X\n", p.Key())
	fmt.Fprintf(&b, "Repetitions: %d\n", s.game.Repetitions())
	fmt.Fprintf(&b, "Checkers:")
	for square := range p.Checkers().All() {
		fmt.Fprintf(&b, " %v", square)
	}
	fmt.Fprintf(&b, "\nLegal moves (%d):", legal.N)
	for _, m := range legal.Slice() {
		b.WriteByte(' ')
		b.WriteString(movegen.FormatMove(&p, m, s.writesChess960(&p)))
	}
	s.out.line("%s", b.String())
	return nil
}

func (evalCommand) execute(s *Session) error {
	p := s.game.Position
	s.out.line("%s", strings.TrimRight(eval.Trace(s.network, &p), "\n"))
	return nil
}

// flip mirrors the board between the fourth and fifth rank and exchanges the colours. The history of the game is
// lost.
func (flipCommand) execute(s *Session) error {
	p, err := board.ParseFEN(flipFEN(s.game.Position.ShredderFEN()))
	if err != nil {
		return fmt.Errorf("flip: %w", err)
	}
	s.game = board.NewGame(p)
	return nil
}

// flipFEN returns the position of a complete, valid FEN with colours exchanged.
func flipFEN(fen string) string {
	swapCase := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return r - 'a' + 'A'
			}
			if r >= 'A' && r <= 'Z' {
				return r - 'A' + 'a'
			}
			return r
		}, s)
	}
	fields := strings.Fields(fen)
	ranks := strings.Split(swapCase(fields[0]), "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	fields[0] = strings.Join(ranks, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swapCase(fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

func (versionCommand) execute(s *Session) error {
	s.out.line("Vertigo %s (%s)", s.config.Version, howBuilt())
	return nil
}

// howBuilt tells what decides the speed of the binary: compiler, platform and, where there is such a thing, the level of the
// architecture that it was compiled for; and what it has found on this machine.
func howBuilt() string {
	text := fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GO"+strings.ToUpper(runtime.GOARCH) {
				text += " " + s.Value
			}
		}
	}
	return text + ", evaluating with " + eval.InstructionSet()
}

func (blankCommand) execute(*Session) error { return nil }

func (c misusedCommand) execute(*Session) error {
	return UsageError(fmt.Sprintf("%s: unknown argument %q; usage: %s", c.word, c.argument, c.usage))
}

// An unknown line is passed over in silence, as UCI asks, until it is known that its sender understands info lines.
func (c unknownCommand) execute(s *Session) error {
	if s.greeted || s.debug {
		s.out.note(fmt.Sprintf("unknown command %q; help lists the known ones", c.line))
	}
	return nil
}
