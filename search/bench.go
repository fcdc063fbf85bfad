package search

import (
	"context"
	"fmt"
	"time"

	"vertigo/board"
)

// The bench is fixed work whose node count is the signature of the search. A change of behaviour changes the count; a refactoring
// does not.

// BenchDepth is how deeply each position is searched, in plies.
const BenchDepth = 13

// BenchNodes is how many nodes one thread searches in the bench with the network of that name. It is the same on every machine.
const (
	BenchNodes   = 2102401
	BenchNetwork = "5632x512x2-8-09de366c50feb1c9"
)

// BenchResult is the search of one position of the bench.
type BenchResult struct {
	Result
	Position   board.Position
	Number, Of int           // among the positions, from 1, and how many there are
	Time       time.Duration // without that for clearing the table
}

// benchPositions are the positions of the bench as FEN: openings, middlegames and endgames from the engine's own games,
// a few well-known test positions, and the corners of the rules.
var benchPositions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
	"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
	"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
	"rnbqkbnr/4p1p1/3p1p2/ppp2PPp/3PP2P/8/PPP3B1/RNBQK1NR w KQkq - 0 9",
	"1r1q1rk1/1bp1bppp/p1n2n2/1p1pp3/1P1P1N1P/P1N1PPP1/2P5/R1BQKB1R w KQ - 0 12",
	"r4rk1/ppqbppb1/3p2p1/2p3Np/PnN1P1nP/1PPP2P1/2QBBP2/R3K2R w KQ - 9 15",
	"r4r2/p1pnb1k1/2n3pp/4p3/Ppb2p2/3P1N1P/1PPB1PP1/2KR1B1R w - - 0 21",
	"r7/1p1q1k2/4p2b/1P1nP2p/P4pp1/1Q1N4/2R3PP/5RK1 w - - 3 30",
	"r1b1kb1r/pp2pppp/nq1p1n2/2p5/8/1PN4P/P1PPPPP1/R1BQKBNR w KQkq - 2 6",
	"r1bqkbnr/pppp4/7p/4P1p1/3n1p2/5N1P/PPPNPPP1/2RQKB1R w Kkq - 0 9",
	"r1b1k2r/p1pqbnpp/p2p4/3Ppp2/4PP2/2P1B3/PPQ2NPP/RN3RK1 w kq - 6 12",
	"r1b2rk1/pq6/8/3pQ2p/1b3n2/N2B1P2/PP4P1/R2K2NR w - - 2 24",
	"1r1r3k/2p3pp/2bb1p2/1p2pP2/1n2P1P1/2N1B2P/1PP1B1K1/2RR4 w - - 1 27",
	"r4rk1/6b1/p1pp4/4p2R/2Pp4/2P2PB1/1P2P3/R3K3 w Q - 0 30",
	"2k5/1p6/p7/8/3r2nr/1R6/P1PP4/3KR3 w - - 0 33",
	"1rbqkbnr/pppp2pp/4p3/5p2/PnP5/1P6/3PPPPP/RNBQKBNR w Kk - 0 6",
	"r1bq1rk1/pppp1ppp/n7/4n3/8/P1NP2P1/1PP1P2P/R1BQKB1R w KQ - 2 9",
	"r3kb1r/2q1ppp1/3p1n2/1n5p/pP3PbP/2N1P3/P1PPB1P1/R2Q1RK1 w kq - 0 15",
	"r1b2rk1/5p1p/p3p1p1/B1qp4/2P1n3/4P2P/P1P1BPP1/R2Q1RK1 w - - 3 18",
	"1rb3k1/1p1p2pp/2nN1r2/p7/2P2p2/3PnN2/PP1KP3/R4B1R w - - 4 24",
	"r7/2ppk1pp/4p3/4PpnP/8/2P2PP1/P4KR1/1R6 w - - 0 27",
	"3rr3/4q2k/5p1p/N1pb2p1/P3p1Q1/1P2P2P/2PP4/R4R1K w - - 0 30",
	"8/1p4p1/1K6/5k2/8/8/3B4/8 w - - 5 51",
	"r2qkb1r/1ppb1pp1/2n2n1p/P2p4/8/B2P1N2/P2QPPPP/RN2KB1R w KQkq - 0 9",
	"r2qkb1r/4p1pp/ppn1b3/2p4n/2PpNQ2/3P1NP1/PP2PP1P/R1B1KB1R w KQkq - 1 12",
	"2kr1b1r/1ppqp2p/p4p2/3pn3/3N2b1/P1N1P3/1PPP4/R1B1KQR1 w Q - 5 18",
	"5k1r/pbp3pp/8/2np4/5Pp1/4P2P/1PPPB3/2K3R1 w - - 0 21",
	"8/4p2b/1kP5/3B1P2/5K2/2b5/8/8 w - - 1 57",
	"r1bqkb1r/ppp1ppp1/2np3p/6Nn/2N5/3P4/PPP1PPPP/R1BQKB1R w KQkq - 0 6",
	"rnb1kb1r/pp1p1p1p/2p5/q3PP2/5p2/3P3P/PPP1P3/RN1QKBNR w KQkq - 1 9",
	"r2qkb1r/2pn1p2/2b2n2/p2p2N1/3pP1p1/2N1B3/1PP1BP1P/R2QK2R w Kkq - 0 15",
	"q1k1nb1r/p4ppp/1pn1b3/2pp4/5Q2/2BPP3/PPP1B1PP/R4R1K w - - 8 18",
	"r4rk1/pp5p/8/P3bR2/1P2p1PP/3n2P1/3N2K1/1R6 w - - 0 36",
	"r1bqk2r/1pppbppp/2n2n2/p1P1p3/8/P1NPBN1P/1P2PPP1/R2QKB1R w KQk - 1 9",
	"r1b1k1nr/pppnp1b1/8/5P1p/2B1PPp1/P7/1PP2N1P/RNBK3R w kq - 2 12",
	"b3kb1r/3n2pp/1q2pn2/5p2/2PP1P2/1p3N1P/3BP1P1/1N1QKB1R w Kk - 0 15",
	"5rk1/3n1ppp/3N1n2/4p3/4P3/5N2/r1PB1PPP/1R4K1 w - - 0 21",
	"r4rk1/4bppp/5n2/p1pp1P2/4p3/P5P1/1P1PBP1P/R1B2RK1 w - - 0 24",
	"r2q2kr/4nnb1/2p2p2/2p1p3/p3P3/PbNB3P/1B1P1P1N/RQ2R1K1 w - - 1 27",
	"r7/2p5/1p1p2k1/4p2p/1P6/p1PPKR2/P3PP2/8 w - - 0 33",
	"r1bqkbnr/ppppp1p1/2n4p/5p2/8/3P1N2/PPPQPPPP/R1BNKB1R w KQkq - 2 6",
	"r1bqkb1r/ppp2p1p/2n1p3/3p2p1/3P4/2PN3P/PP1NPPPn/R1BQKBR1 w Qkq - 0 9",
	"r1bqkb1r/1p4pp/2np4/p1pnp3/2P2p2/3P1N1P/PP1BPPP1/R2QKB1R w KQk - 0 12",
	"r2k1b1r/pp2p1p1/3p1p1n/7p/n1qPPN2/P4N2/2PB1PPP/R2Q1RK1 w - - 3 18",
	"r2q1rk1/2pb1pp1/1pnp1b1p/3Np3/2P4P/2NP2P1/PR2PPB1/3QR1K1 w - - 3 21",
	"1r4k1/p7/2p3p1/3nq3/P7/2PB2P1/P1Q2P2/2B3K1 w - - 0 27",
	"2r5/8/1p2pk1p/8/2P1KPp1/PR4P1/P7/8 w - - 19 42",
}

// Bench searches the positions of the bench one after the other, each to the same depth in plies on an empty table, and reports
// each to after, which may be nil. It returns the nodes of all. The error says that ctx has ended.
func (e *Engine) Bench(ctx context.Context, depth int, after func(BenchResult)) (nodes uint64, err error) {
	for i, fen := range benchPositions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return nodes, fmt.Errorf("bench: %w", err)
		}
		e.NewGame()
		started := time.Now()
		r := e.Search(ctx, board.NewGame(p), Limits{Depth: depth}, Reporter{})
		if ctx.Err() != nil {
			return nodes, ctx.Err()
		}
		nodes += r.Nodes
		if after != nil {
			after(BenchResult{r, p, i + 1, len(benchPositions), time.Since(started)})
		}
	}
	return nodes, nil
}
