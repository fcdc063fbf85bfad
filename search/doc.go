// Package search finds the best move: iterative deepening around a fail-soft negamax with principal variation search, quiescence,
// a shared transposition table and one worker per thread. It reports through callbacks and prints nothing.
//
// If negamax or alpha-beta is new to you, read package textbook first, in the folder textbook. Then read
// negamax in negamax.go, whose steps are numbered, root.go, which calls it with iterative deepening and aspiration windows, and
// picker.go, which orders the moves. The pruning of nodes and moves is in prune.go, late move reductions in reduction.go, the
// static evaluation in evaluation.go, the last plies in quiescence.go. What a search reports is in report.go.
//
// # Where fail-soft is bent
//
// A fail-soft score outside the window is the tightest bound that the search has found. In four places it is a guess instead, on
// the same side of the window. A score above beta is moved back towards it (blendFailHigh, blendStandPat). Reverse futility
// returns a mean of evaluation and beta. A futile capture lifts the score of a quiescence node to what it could gain. Where the
// side to move can repeat, alpha is raised to a draw before any move is searched, so that a score at most alpha says no more than
// that. In quiescence no score is exact, as quiet moves are not tried. Package textbook keeps the contract whole, and so does this
// one in the textbook build.
//
// # The life of a search
//
// A column is a goroutine. Engine.Search runs the main thread on the goroutine that calls it; here that is one which package uci
// starts for every go. Solid arrows show where one goroutine hands work to another.
//
//	reader          session                        search = main thread             other threads
//	  |
//	"go wtime …"
//	  |--- line ----> execute, goSearch
//	                   start ------------ go ------> Engine.Search
//	"isready" ------> readyok                         reset all threads --- wake --> serve
//	                                                  thread.deepen                   thread.deepen
//	                                                   aspirate                        aspirate
//	                                                    negamax                         negamax
//	"stop" ---------> cancel . . . . . . . . . . . . .  poll . . . . . . . . . . . . .  poll
//	"ponderhit" ----> send the time . . . . . . . . .   poll                             |
//	                                                   reportLines: "info …"             |
//	                                                  AwaitRelease                       |
//	                                                  stop = true . . . . . . . . . .   poll, back to sleep
//	                  next line <---- ended --------- "bestmove"
//
// Nothing waits along the dotted lines: every thread checks the context of the search, its deadline and the stop flag once every
// pollInterval nodes. The main thread also checks the other limits and the ponderhit. However a search ends, it sets the flag
// stop. Threads share only the network, the table, the histories in sharedHistories, the tablebases, the limits, clock and
// context of the search, the stop flag, the deadline, the published counts of nodes and tablebase hits, the best line of each
// thread, by which they vote for the move to play (vote.go), and the number of threads that vote to end the search at the soft
// limit.
//
// # The life of a move
//
//	thread.makeMove(f, m)
//	  Table.Prefetch     the bucket of the key after m is on its way to the cache
//	  Position.Make      f.position -> f.next.position: a copy with pieces, keys, checkers and pins anew
//	  keys[ply+1]        for repetitions
//	  Evaluator.Make     notes that the accumulator is to be made; nothing is computed yet
//	thread.negamax(ply+1)
//	  Table.Probe        after a cutoff, or with the evaluation stored, the accumulator need not be computed
//	  Evaluator.Evaluate the accumulator, from that of the nearest ply that has one: rows of weights added and
//	                     subtracted for the pieces in which the two positions differ; then the output layer
//	  …                  moves of its own
//	  Table.Store        score, bound, depth, move, evaluation by the network, and whether the node was on a principal variation
//
// Taking a move back costs nothing: the next move from f overwrites f.next.
package search
