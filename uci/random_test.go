package uci

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestRandomSessions drives the real engine with random sequences of commands, sometimes with a short pause between
// them, so that stops and new searches meet a search at any moment of its life.
func TestRandomSessions(t *testing.T) {
	lines := []string{
		"go depth 1", "go depth 4", "go nodes 1", "go nodes 3000", "go movetime 1", "go movetime 3", "go wtime 1 btime 1",
		"go infinite", "go ponder wtime 50 btime 50", "go ponder depth 1", "go perft 2", "go perft 9", "go mate 1 movetime 2",
		"go infinite searchmoves e2e4 d7d5", "stop", "stop", "stop", "ponderhit", "isready", "isready", "ucinewgame",
		"setoption name Threads value 1", "setoption name Threads value 3", "setoption name Hash value 1",
		"setoption name Hash value 3", "setoption name Clear Hash", "setoption name MultiPV value 1",
		"setoption name MultiPV value 3", "setoption name UCI_Chess960 value true", "position startpos moves e2e4",
		"position startpos moves e2e4 e2e4", "position startpos", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
		"position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "d", "eval",
	}
	sessions := 25
	if testing.Short() {
		sessions = 5
	}
	for seed := range sessions {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		c := startConversation(t)
		var sent strings.Builder
		for range 40 {
			line := lines[random.IntN(len(lines))]
			sent.WriteString(line + "\n")
			c.send(line)
			if random.IntN(4) == 0 {
				time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond)
			}
		}
		c.send("stop") // what ends by itself would be done to its end
		searches, pings, _ := asked(sent.String())
		c.in.Close()
		written := "\n" + strings.Join(c.finish(), "\n") + "\n"
		bestMoves, answers := strings.Count(written, "\nbestmove "), strings.Count(written, "\nreadyok")
		if bestMoves != searches || answers != pings {
			t.Fatalf("seed %d: %d searches, %d bestmoves, %d isready, %d readyok on\n%s",
				seed, searches, bestMoves, pings, answers, sent.String())
		}
	}
}
