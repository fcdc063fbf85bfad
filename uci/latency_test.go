package uci

import (
	"strings"
	"testing"
	"time"
)

// await skips lines up to one that begins with prefix.
func (c *conversation) await(prefix string) {
	for line, ok := c.next(); ok; line, ok = c.next() {
		if strings.HasPrefix(line, prefix) {
			return
		}
	}
	c.t.Fatalf("the session has ended without %q", prefix)
}

// BenchmarkStop measures the time from stop to bestmove. The protocol's promise is less than 5 ms.
func BenchmarkStop(b *testing.B) {
	for _, threads := range []string{"1", "2", "8"} {
		b.Run(threads, func(b *testing.B) {
			c := startConversation(b)
			c.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
			c.send("setoption name Threads value " + threads)
			var longest, sum time.Duration
			for range b.N {
				c.send("go infinite")
				c.await("info depth 8")
				started := time.Now()
				c.send("stop")
				c.await("bestmove")
				t := time.Since(started)
				longest, sum = max(longest, t), sum+t
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(longest.Microseconds()), "µs-longest")
			b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "µs-mean")
			c.in.Close()
			c.finish()
		})
	}
}
