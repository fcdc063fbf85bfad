package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/movegen"
	"vertigo/search"
)

// The largest arguments of go that make a difference; larger ones are cut to these.
const (
	maxMilliseconds = 1 << 34 // half a year; a time.Duration holds several hundred times as much
	maxMovesToGo    = 1000
	maxNodesTime    = 1 << 20
)

// unclockedTime is the time for a move if the program that asks for it does not know the clocks.
const unclockedTime = 200 * time.Millisecond

// goArguments are the arguments of go.
type goArguments struct {
	searchMoves             []string
	ponder, infinite, perft bool
	depth                   intArg // plies
	nodes                   intArg
	mate                    intArg                   // moves
	moveTime                intArg                   // milliseconds
	time, inc               [board.ColorCount]intArg // milliseconds, by board.Color
	movesToGo               intArg
	plies                   intArg   // of perft
	unknown                 []string // words that were not understood, as they are shown
}

// goWords are the keywords of go.
var goWords = strings.Fields("depth nodes movetime mate wtime btime winc binc movestogo infinite ponder searchmoves perft")

// maxSearchMoves is more than the moves of any position.
const maxSearchMoves = 256

// field returns the argument whose number follows word, nil if there is none.
func (a *goArguments) field(word string) *intArg {
	return map[string]*intArg{
		"depth": &a.depth, "nodes": &a.nodes, "mate": &a.mate, "perft": &a.plies,
		"movetime": &a.moveTime, "movestogo": &a.movesToGo,
		"wtime": &a.time[board.White], "btime": &a.time[board.Black], "winc": &a.inc[board.White], "binc": &a.inc[board.Black],
	}[word]
}

// parseGo parses the arguments of go. It skips and lists words that it does not understand.
func parseGo(t *tokens) goArguments {
	var a goArguments
	for word := t.next(); word != ""; word = t.next() {
		field := a.field(word)
		switch {
		case field != nil:
			*field = t.parseInt()
			a.perft = a.perft || word == "perft" // never a search, even if the number is missing
			if !field.given {
				a.unknown = append(a.unknown, word+" without a number")
				field.given = word != "perft" // a limit of zero: without any, the search would not end
			}
		case word == "infinite":
			a.infinite = true
		case word == "ponder":
			a.ponder = true
		case word == "searchmoves":
			for next := t.peek(); next != "" && !a.endsSearchMoves(next); next = t.peek() {
				a.searchMoves = append(a.searchMoves, t.next())
			}
		default:
			a.unknown = append(a.unknown, quoted(word, goWords))
			t.parseInt() // probably its number
		}
	}
	return a
}

// endsSearchMoves reports whether a word ends the moves after searchmoves: it is one of go or, since no move is near one, a misspelt
// one. Beyond the moves of any position, the words are nonsense, and need no close look.
func (a *goArguments) endsSearchMoves(word string) bool {
	return slices.Contains(goWords, word) || len(a.searchMoves) < maxSearchMoves && cli.Nearest(word, goWords) != ""
}

// goSearch starts a search, or the count that go perft asks for.
func (s *Session) goSearch(args *tokens) error {
	a := parseGo(args)
	if a.perft {
		return s.startPerft(a.plies)
	}
	game, err := s.present()
	if err != nil {
		return s.startWithoutMove(&a, err)
	}
	p := game.Position
	limits := a.limits(&p, s.settings)
	limits.Start = time.Now() // clearing a new table, below, may take seconds
	limits.SearchMoves = s.parseMoves(&p, a.searchMoves)
	if len(a.searchMoves) == 0 && !s.settings.chess960 {
		limits.SearchMoves = standardMoves(&p)
	}
	if len(a.unknown) > 0 {
		if err := s.notUnderstood("go", a.unknown); err != nil {
			return err
		}
	}
	if len(a.searchMoves) > 0 && len(limits.SearchMoves) == 0 && movegen.HasLegalMove(&p) {
		return s.startWithoutMove(&a, errors.New("searchmoves names no legal move"))
	}
	think := s.engine.Search
	inGame := !s.settings.analysing && !a.mate.given && !isEndless(&limits) // limited strength and books are for games alone
	if inGame && s.settings.limited {
		think = s.player.Search
	}
	if m, ok := s.bookMove(&a); inGame && ok {
		s.out.note("move of the opening book")
		limits.Depth, limits.SearchMoves = 1, []board.Move{m} // for its score
		think = s.engine.Search
	}
	r := &report{out: s.out, root: p, chess960: s.settings.chess960, wdl: s.settings.showWDL, several: limits.MultiPV > 1}
	s.prepareTable()
	s.startSearch(&a, isEndless(&limits), func(ctx context.Context, hit <-chan time.Time) string {
		limits.PonderHit = hit
		result := think(ctx, game, limits, search.Reporter{Info: r.info, Bound: r.write, CurrMove: r.currMove})
		s.noteTablebases()
		return r.bestMove(result)
	})
	return nil
}

// standardMoves returns the moves of p that standard chess knows, nil if these are all, or none: a program that plays standard
// chess takes another castling for an illegal move.
func standardMoves(p *board.Position) []board.Move {
	if p.StandardCastling() {
		return nil
	}
	legal := movegen.LegalMoves(p)
	if !slices.ContainsFunc(legal, board.Move.IsChess960Castling) {
		return nil
	}
	return slices.DeleteFunc(legal, board.Move.IsChess960Castling)
}

// startWithoutMove gives at once the reason why there is no move, and the bestmove when the protocol allows it. If the commands
// are arguments of the program, it returns the reason alone.
func (s *Session) startWithoutMove(a *goArguments, reason error) error {
	reason = fmt.Errorf("go: %w", reason)
	if s.strict {
		return reason
	}
	s.show(reason)
	s.startSearch(a, a.infinite, func(ctx context.Context, hit <-chan time.Time) string {
		search.AwaitRelease(ctx, a.infinite, hit)
		return noMove
	})
	return nil
}

// startSearch starts the job of a go. Work receives the ponderhit from hit, which is nil if it does not ponder, and returns the last
// line.
func (s *Session) startSearch(a *goArguments, endless bool, work func(ctx context.Context, hit <-chan time.Time) string) {
	var hit chan time.Time
	if a.ponder {
		hit = make(chan time.Time, 1) // the session never waits for the search
	}
	s.start(func(ctx context.Context) (string, error) { return work(ctx, hit), nil })
	s.job.endless, s.job.ponderHit = endless, hit
}

// isEndless reports whether no limit ends the search. A search for a mate ends when it has found one or ruled it out.
func isEndless(l *search.Limits) bool {
	return l.Infinite || !l.Clock && l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && l.Mate == 0
}

// limits translates the arguments of go for a search of p. In a search.Limits zero means "no limit", so arguments of
// zero or less become the smallest limit there is: the engine then moves at once.
func (a *goArguments) limits(p *board.Position, set settings) search.Limits {
	l := search.Limits{
		Depth:     a.depth.or(0, 1, search.MaxPly),
		Mate:      a.mate.or(0, 1, search.MaxPly),
		MoveTime:  milliseconds(a.moveTime.or(0, 1, maxMilliseconds)),
		MovesToGo: a.movesToGo.or(0, 0, maxMovesToGo),
		Overhead:  set.overhead,
		NodesTime: set.nodeTime,
		Ponder:    set.ponder,
		Infinite:  a.infinite,
		MultiPV:   set.multiPV,
	}
	if a.nodes.given {
		l.Nodes = uint64(max(a.nodes.value, 1))
	}
	if a.mate.given && a.mate.value <= 0 {
		l.Depth = 1 // no mate is that short
	}
	// The opponent's clock alone means that the game is timed. Our own clock is then unknown and counts as empty.
	us, them := p.Turn(), p.Turn().Other()
	if a.withoutClocks() {
		if isEndless(&l) && !l.Infinite {
			l.MoveTime = unclockedTime
		}
		return l
	}
	l.Clock = a.time[us].given || a.time[them].given || a.inc[us].given
	l.Time = milliseconds(a.time[us].or(0, -maxMilliseconds, maxMilliseconds))
	l.Inc = milliseconds(a.inc[us].or(0, 0, maxMilliseconds))
	return l
}

// withoutClocks reports whether both clocks are exactly zero, and no increments are known. Programs that do not know their own
// clocks send that, such as Knights 22.12 with every move.
func (a *goArguments) withoutClocks() bool {
	zero := intArg{given: true}
	return a.time[board.White] == zero && a.time[board.Black] == zero && max(a.inc[board.White].value, a.inc[board.Black].value) <= 0
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// parseMoves returns the legal moves of p that words name, each once. It complains of the first other words, and says how many more
// there are.
func (s *Session) parseMoves(p *board.Position, words []string) (moves []board.Move) {
	skipped := 0
	for _, word := range words {
		m, err := movegen.ParseMove(p, word)
		switch {
		case err != nil && skipped < mostNamed:
			s.out.note(fmt.Sprintf("searchmoves: %v; skipped", err))
			fallthrough
		case err != nil:
			skipped++
		case !slices.Contains(moves, m):
			moves = append(moves, m)
		}
	}
	if skipped > mostNamed {
		s.out.note(fmt.Sprintf("searchmoves: %d more words are skipped", skipped-mostNamed))
	}
	return moves
}
