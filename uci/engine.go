// Package uci speaks the Universal Chess Interface: it reads lines, looks each up in a table of commands, executes it on
// an engine, and writes the answers. Reader, writer and engine are injected, so that a test is a transcript.
//
// The call path of a search: Session.Run receives the line and executes it, Session.goSearch parses it and fills in a search.Limits,
// and Session.start calls Engine.Search on a goroutine of its own.
//
// # Order of commands
//
// One goroutine owns all state. While nothing is running, commands are executed in the order in which they arrive.
// A command that takes time (go, perft, bench, genfens, verify) is a job that runs beside that goroutine. While one runs,
//
//   - isready is answered at once;
//   - stop ends the running job, and also every job that was asked for before the stop and still waits its turn:
//     each of these is started when its turn comes and stopped right away, so every go has its one bestmove and no
//     stop is lost. Jobs asked for after the stop run on;
//   - ponderhit goes to the go ponder that was sent last and has had none, running or waiting;
//   - go, position and ucinewgame, which some programs send without a stop, end a search without end, and then wait as
//     everything else does;
//   - quit ends the running job as stop does, executes what still waits (its jobs stopped right away, ucinewgame and
//     setoption left out, which may take time and only serve what comes later), and then ends the session;
//   - everything else waits until the job has ended and is then executed in order.
//
// # The end of the input
//
// Every command is completed, in order, as in "printf 'go depth 20\n' | vertigo". Only a search without
// end is stopped: infinite, without limits, or pondering without a ponderhit.
//
// A search must not outlive the program that asked for it. If that program has died, the input has ended, and writing
// fails. A failed write ends the session, but a search may have nothing to say for hours. So once the input has ended, a
// line "info time MS", the time since then, is written whenever nothing else has been written for a while (output.showLife).
package uci

import (
	"context"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/search"
)

// Engine is the search as a session uses it, from one goroutine at a time. After NewGame, a search to a fixed depth is
// repeatable.
type Engine interface {
	// NewGame clears everything that earlier searches have learned.
	NewGame()
	// SetNetwork makes the engine evaluate with another network, which must be valid, and clears the results of the old one.
	SetNetwork(network *eval.Network)
	// ClearHash empties the transposition table.
	ClearHash()
	// Search searches the present position of g until the limits or the end of the context end it. It does not change g.
	Search(ctx context.Context, g *board.Game, l search.Limits, r search.Reporter) search.Result
	// SetHash makes the transposition table mib MiB large. On an error the old table stays as it was.
	SetHash(mib int) error
	// SetThreads sets the number of search threads. On an error it stays as it was.
	SetThreads(n int) error
	// SetElo sets the rating at which the engine plays, a little differently in every game; 0 stands for its full strength. On
	// an error the rating stays as it was.
	SetElo(elo int) error
	// SetTablebases sets the tablebases to ask. Those set before are no longer used when it returns.
	SetTablebases(b search.Tablebases)
	// Close frees the resources of the engine.
	Close()
}
