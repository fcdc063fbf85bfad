package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"vertigo/board"
	"vertigo/cmd/vertigo/witness"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/pgn"
	"vertigo/movegen"
	"vertigo/search"
)

// expected is what the checks compare with.
type expected struct {
	evaluator func(net *nnue.Network, plies int) *nnue.Evaluator
	network   string // the network whose bench is known
	depth     int    // of the bench
	nodes     uint64 // of the bench
	counts    []count
	ask       func(p *witness.Position) opinion
}

// count is the number of lines of some plies that begin at a position.
type count struct {
	fen   string
	plies int
	lines uint64
}

// opinion is what the witness says of a position: its FEN, and the legal moves in algebraic notation by how UCI writes them.
type opinion struct {
	fen   string
	moves map[string]string
}

// expectations returns what holds on every machine.
func expectations() *expected {
	return &expected{
		evaluator: nnue.NewReference, network: search.BenchNetwork, depth: search.BenchDepth, nodes: search.BenchNodes, ask: askWitness,
		counts: []count{ // well known, except for those of Chess960, which Stockfish 15.1 has counted
			{board.StartFEN, 6, 119060324},
			{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193690690},
			{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
			{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15833292},
			{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6, 71179139},
			{"rkbqnnrb/pppppppp/8/8/8/8/PPPPPPPP/BNQBNRKR w HFga - 0 1", 5, 4920696},
			{"rk5r/8/1n4b1/8/8/5B2/8/1R3KR1 b GBha - 0 1", 5, 28430295},
		},
	}
}

func askWitness(p *witness.Position) opinion {
	o := opinion{p.FEN(), map[string]string{}}
	for _, m := range p.Moves() {
		o.moves[m.UCI()] = m.SAN()
	}
	return o
}

// checks returns the checks of the program.
func (e *expected) checks() []check {
	return []check{{"kernels", e.checkKernels}, {"bench", e.checkBench}, {"perft", e.checkPerft}, {"rules", e.checkRules}}
}

// What the checks see of random games.
const (
	checkedPositions = 1000
	longestGame      = 200 // plies of a game
)

// randomGames plays random games from the starting position. Visit gets each position with its number of plies and the move to be
// played.
func randomGames(ctx context.Context, visit func(ply int, p *board.Position, m board.Move) error) error {
	rng := rand.New(rand.NewPCG(1, 2))
	for seen := 0; seen < checkedPositions; {
		p := board.StartPosition()
		for ply := 0; ply < longestGame && seen < checkedPositions && ctx.Err() == nil; ply++ {
			moves := movegen.LegalMoves(&p)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if err := visit(ply, &p, m); err != nil {
				return err
			}
			p = p.After(m)
			seen++
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// checkKernels evaluates positions as the search does, move by move with the kernels of this machine, and each from nothing in
// plain Go.
func (e *expected) checkKernels(ctx context.Context) (string, error) {
	net, err := eval.Default()
	if err != nil {
		return "", err
	}
	used, plain := nnue.New(net, longestGame), e.evaluator(net, 0)
	line := make([]board.Position, longestGame) // the evaluator refers to all positions of the line
	err = randomGames(ctx, func(ply int, p *board.Position, _ board.Move) error {
		if line[ply] = *p; ply == 0 {
			used.Reset(&line[0])
		} else {
			used.Make(ply-1, &line[ply])
		}
		plain.Reset(p)
		if got, want := used.Evaluate(ply, p), plain.Evaluate(0, p); got != want {
			return fmt.Errorf("%s gives %d, plain Go %d, at %s", eval.InstructionSet(), got, want, p.FEN())
		}
		return nil
	})
	return fmt.Sprintf("%d positions evaluated alike with %s and in plain Go", checkedPositions, eval.InstructionSet()), err
}

// checkBench counts the nodes of the bench. They are known for one network.
func (e *expected) checkBench(ctx context.Context) (string, error) {
	net, err := eval.Default()
	if err != nil {
		return "", err
	}
	if name := net.String(); name != e.network {
		return fmt.Sprintf("not compared: the network in the binary is %s, not %s", name, e.network), nil
	}
	const hash = 16 // MiB, as in the command bench
	engine, err := search.NewEngine(hash, 1)
	if err != nil {
		return "", err
	}
	defer engine.Close()
	nodes, err := engine.Bench(ctx, e.depth, nil)
	if err != nil {
		return "", err
	}
	if nodes != e.nodes {
		return "", fmt.Errorf("%d nodes, want %d", nodes, e.nodes)
	}
	return fmt.Sprintf("%d nodes", nodes), nil
}

// checkPerft counts the lines of a few positions.
func (e *expected) checkPerft(ctx context.Context) (string, error) {
	sum := uint64(0)
	for _, c := range e.counts {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			return "", err
		}
		lines, complete := movegen.Perft(&p, c.plies, func() bool { return ctx.Err() != nil })
		if complete && lines != c.lines {
			return "", fmt.Errorf("%d lines of %d plies, want %d, from %s", lines, c.plies, c.lines, c.fen)
		}
		sum += lines
	}
	return fmt.Sprintf("%d lines from %d positions", sum, len(e.counts)), nil
}

// checkRules plays random games with the witness.
func (e *expected) checkRules(ctx context.Context) (string, error) {
	var w *witness.Position
	err := randomGames(ctx, func(ply int, p *board.Position, m board.Move) (err error) {
		if ply == 0 {
			if w, err = witness.Parse(p.FEN()); err != nil {
				return err
			}
		}
		if err := compareWitness(p, e.ask(w)); err != nil {
			return err
		}
		w, err = w.Play(movegen.FormatMove(p, m, false))
		return err
	})
	return fmt.Sprintf("%d positions of random games: moves, notation and FEN are those of the library", checkedPositions), err
}

// compareWitness compares a position, its legal moves and their notation with what the witness says.
func compareWitness(p *board.Position, want opinion) error {
	moves := movegen.LegalMoves(p)
	switch fen := p.FEN(); {
	case fen != want.fen:
		return fmt.Errorf("FEN %s, the library has %s", fen, want.fen)
	case len(moves) != len(want.moves):
		return fmt.Errorf("legal moves: %d, the library has %d, at %s", len(moves), len(want.moves), fen)
	}
	n := pgn.NewSAN(p)
	for _, m := range moves {
		text := movegen.FormatMove(p, m, false)
		san := want.moves[text]
		if got := n.Format(m); got != san {
			return fmt.Errorf("%s is written %q, by the library %q, at %s", text, got, san, p.FEN())
		}
		if read, err := n.Parse(san); err != nil || read != m {
			return fmt.Errorf("%s is not read as %s, at %s", san, text, p.FEN())
		}
	}
	return nil
}
