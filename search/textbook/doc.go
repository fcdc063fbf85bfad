// Package textbook is the textbook family of game-tree searches as working code. Each member finds the value of
// a position in a two-player, zero-sum game with perfect information, and a move that achieves it. They all
// find the same value; from one file to the next they look at fewer positions for it. Nothing here knows
// chess: a game is whatever implements the small interfaces of state.go.
//
// The package is there to be read, and to be a yardstick: a search full of refinements is right only if,
// with the refinements that guess switched off, it agrees with the first few pages of this one.
//
// # Order of reading
//
//	state.go       what a game is: State, Colored, Ordered, Keyed; what a search returns: Result
//	walk.go        the book-keeping that all searches share: count a node, make a move, report it
//	minimax.go     Minimax           one function for each player
//	color.go       NegamaxColor      one function for both, told whose turn it is
//	negamax.go     Negamax           one function for both, which need not be told
//	               NegamaxDepth      the same with a horizon, for games too long to search to the end
//	alphabeta.go   AlphaBeta         skips what cannot matter; fail-soft
//	order.go       AlphaBetaOrdered  tries the likely best move first, to skip more
//	table.go       Table             a memory of fixed size that forgets, and the rules that make this safe
//	memory.go      AlphaBetaTable    never searches twice what it remembers
//	pvs.go         PVS               expects the first move to be best and only checks the others (NegaScout)
//	deepen.go      IterativeDeepening, Deepen   always has an answer; each round orders the next
//	mtdf.go        MTDF              asks nothing but yes-or-no questions
//	observe.go     Observer, Event   watch any of them at work
//	record.go      Recorder, Node    keep what was seen as a tree, to draw it
//
// # Values
//
// A value is an int strictly between -Infinity and Infinity, larger is better, and the game is zero-sum: what
// is v for one player is -v for the other. Unless a function says otherwise, a value is seen from the player to
// move at the state that it belongs to. Hence the identity on which everything from color.go on rests:
//
//	value(s) = max over the moves m of s of  -value(s after m)
//
// A search with a horizon finds value(s, depth), which is the same identity cut short: at depth 0, and where
// the game is over, value(s, depth) is Evaluate of s. value(s, 3) and value(s, 5) are different quantities
// about the same state, and no search may take one for the other.
//
// # What makes them sound
//
// Minimax and negamax compute the identity as it stands. All others are held to one contract, stated by
// Fishburn and named fail-soft. Called on state s with depth and a window alpha < beta, they return r so that
//
//	r <= alpha         means  value(s, depth) <= r   (failed low:  r is an upper bound)
//	alpha < r < beta   means  value(s, depth) == r   (exact)
//	r >= beta          means  value(s, depth) >= r   (failed high: r is a lower bound)
//
// Each file shows that its function keeps the contract if its recursive calls do; a leaf returns its exact
// value and keeps it trivially; so by induction every call keeps it. With the window (-Infinity, Infinity)
// only the middle line can apply: the result is exact. The move that comes with a result above alpha is proven
// to be worth at least r (and exactly r below beta). The move of a result that failed low is no more than a guess.
//
// # Sources
//
//   - J. von Neumann, Zur Theorie der Gesellschaftsspiele, Mathematische Annalen 100, 1928: the minimax value.
//   - C. Shannon, Programming a computer for playing chess, Philosophical Magazine 41, 1950: the horizon and the
//     evaluation of what lies on it.
//   - D. Knuth, R. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975: negamax, the proof of
//     alpha-beta, the minimal tree.
//   - J. Fishburn, Another optimization of alpha-beta search, SIGART Newsletter 84, 1983: fail-soft.
//   - A. Zobrist, A new hashing method with application for game playing, University of Wisconsin report 88, 1970:
//     keys of positions.
//   - D. Slate, L. Atkin, CHESS 4.5, in Chess Skill in Man and Machine, 1977: the table with bounds and
//     iterative deepening at work.
//   - J. Pearl, SCOUT: a simple game-searching algorithm with proven optimal properties, AAAI 1980; T. Marsland,
//     M. Campbell, Parallel search of strongly ordered game trees, Computing Surveys 14, 1982; A. Reinefeld, An
//     improvement to the Scout tree-search algorithm, ICCA Journal 6, 1983: null windows, PVS, NegaScout.
//   - A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial
//     Intelligence 87, 1996: MTD(f).
package textbook
