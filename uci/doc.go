// Package uci speaks the Universal Chess Interface: it reads lines, looks each up in a table of commands, executes it on an
// engine, and writes the answers. Reader and writer are injected, so that a test is a transcript.
//
// The call path of a search: Session.Run receives the line and executes it, Session.goSearch parses it and fills in a
// search.Limits, and Session.start calls Engine.Search on a goroutine of its own.
//
// # Order of commands
//
// One goroutine owns all state. While nothing is running, commands are executed in the order in which they arrive. A command that
// takes time (go, perft, bench) is a job that runs beside that goroutine. While one runs,
//
//   - isready is answered at once, and so are d and eval unless lines are queued, which may set another position;
//   - stop ends the running job and every job that is queued: each of these is started when its turn comes and stopped right
//     away, so every go has its one bestmove and no stop is lost. Jobs that arrive after the stop run on;
//   - ponderhit goes to the go ponder that was sent last and has had none, running or queued;
//   - go, position and ucinewgame, which some programs send without a stop, end an endless search, and are then queued like
//     everything else;
//   - quit ends the running job as stop does, drops the queue, and ends the session;
//   - everything else is queued until the job has ended, and is then executed in order.
//
// # The end of the input
//
// Every command is completed, in order, as in "printf 'go depth 20\n' | vertigo". Only an endless search is stopped: infinite,
// without limits, or pondering without a ponderhit.
//
// A job must not outlive the program that started it. If that program has died, the input has ended, and the next line fails
// to be written, which ends the session. Jobs that are silent for a second write one.
package uci
