// Package textbook has the textbook searches of game trees as working code: minimax, negamax with and without colour,
// alpha-beta, principal variation search, iterative deepening and MTD(f). All of them find the same value of a position,
// and a move that achieves it; the later ones visit fewer positions for it. Nothing here knows chess: a game is any
// type that implements the small interfaces of state.go.
//
// The package serves two purposes. It is the first thing to read if negamax is new to you; "vertigo tree startpos" draws
// these searches at work. And it is an oracle: package search, with its guesses switched off (the build tag textbook),
// must find the values that the first pages of this package find, and its tests check that.
//
// # The way through
//
// Read state.go first: a game is a state with Moves, Play and Evaluate. The leaves of every search call Evaluate; the
// rest of the tree only passes values up. Example in example_test.go plays a game of one number and fits on a page.
//
// Minimax (minimax.go) is the definition. Two functions call each other: one picks the greatest value for the first
// player, the other the least for the second.
//
// The two functions differ only by signs. NegamaxColor (negamax_color.go) merges them: one function maximises for the side
// to move and negates the value that comes back from the opponent. It carries the colour of the side to move along,
// because the evaluation is made for the first player.
//
// Negamax (negamax.go) needs no colour, because Evaluate answers for the side to move. That is how chess engines do it.
// No game of interest can be searched to its end, so NegamaxDepth, in the same file, stops after a number of plies and
// evaluates the state there. It visits every line of that length. All searches below find the value that it finds.
//
// AlphaBeta (alphabeta.go) passes a window down the tree: what each side has already secured elsewhere. A move that is
// too good for its opponent to allow it ends the search of a state, a cutoff. The search is fail-soft: it returns
// the best value it has found even if that lies outside the window.
//
// A cutoff comes the sooner the better the first move is. AlphaBetaOrdered (alphabeta_ordered.go) sorts the moves by a hint,
// such as captures first. With perfect order it reaches about twice the depth in the same time.
//
// Different moves often lead to the same state. AlphaBetaTable (alphabeta_table.go) keeps its results in a
// transposition table (table.go), with the depth and the kind of bound that make them safe to use. The best move
// of an entry is tried first.
//
// Once the first move is usually the best, the others need only be refuted. PVS (pvs.go), also called NegaScout, searches the
// first move with the full window and asks of the others, with a null window, only whether they are better.
//
// IterativeDeepening (deepen.go) searches one ply, then two, then three. There is an answer at any time, and each
// iteration leaves best moves in the table that order the next one.
//
// MTDF (mtdf.go) takes the idea of PVS to its end: every search, also that of the root, has a null window.
//
// The remaining files watch the searches: walk.go has the counting that they share, observe.go reports each step to an
// Observer, and record.go keeps the steps as a tree.
//
// # From here to search/negamax.go
//
// The search of the engine is PVS inside IterativeDeepening, with a table and fail-soft values. In search/negamax.go, the
// function negamax is pvs of this package with numbered steps around it, and these are its counterparts:
//
//	here                               package search
//	Deepen                             thread.deepen in root.go, with aspiration windows: it expects the last value again
//	pvs                                thread.negamax in negamax.go
//	the loop over the moves in pvs     thread.searchMoves in negamax.go
//	its null window and second search  thread.moveScore in negamax.go, which also reduces the depth of late moves at first
//	byHint, withFirst                  the picker in picker.go: table move, captures, killers, quiet moves by their histories
//	Entry.isEnough                     ttCutoff in tt.go, which also takes results of greater depth
//	Table                              package tt: four slots to a bucket, shared by threads, replaced by depth and age
//	movesWithin, leaf                  quiescence in quiescence.go: captures are played out before a state is evaluated
//	State, Play, Evaluate              package board copies a position at each move; package eval updates its network
//
// The engine adds guesses that no proof covers: it prunes and reduces moves that are unlikely to matter (prune.go) and
// extends those that are forced. They make it strong and its values depend on more than the depth. Without
// them its values are those of NegamaxDepth, to the centipawn.
//
// # Values
//
// A value is an int strictly between -Infinity and Infinity. Larger is better, and the game is zero-sum: a value v for one
// player is -v for the other. Unless a function says otherwise, a value is from the side to move's point of view, at the
// state that it belongs to. So everything from negamax_color.go on rests on one identity:
//
//	value(s) = max over the moves m of s of  -value(s after m)
//
// A search with a horizon finds value(s, depth), the same identity cut short: at depth 0, and where the game is over,
// value(s, depth) is Evaluate of s. value(s, 3) and value(s, 5) are different quantities of the same state, and no search
// may take one for the other.
//
// # Why they are right
//
// Minimax and negamax compute the identity as it stands. All others keep one contract, which Fishburn stated and called
// fail-soft. Called on state s with a depth and a window alpha < beta, they return r so that
//
//	r <= alpha         means  value(s, depth) <= r   (failed low:  r is an upper bound)
//	alpha < r < beta   means  value(s, depth) == r   (exact)
//	r >= beta          means  value(s, depth) >= r   (failed high: r is a lower bound)
//
// Each file shows that its function keeps the contract if its recursive calls do; a leaf returns its exact
// value and keeps it trivially; so by induction every call keeps it. With the window (-Infinity, Infinity)
// only the middle line can apply: the result is exact. The move that comes with a result above alpha is proven
// to be worth at least r (and exactly r below beta). The move of a result that failed low is only a guess.
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
