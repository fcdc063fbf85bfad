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

// measure reports the longest and the mean time that act takes, in microseconds, each time after prepare.
func measure(b *testing.B, prepare, act func()) {
	var longest, sum time.Duration
	for range b.N {
		prepare()
		started := time.Now()
		act()
		t := time.Since(started)
		longest, sum = max(longest, t), sum+t
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(longest.Microseconds()), "µs-longest")
	b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "µs-mean")
}

// search lets c search without end for a moment.
func (c *conversation) search(threads string) {
	c.send("setoption name Threads value " + threads)
	c.send("go infinite")
	c.await("info depth 8")
}

// BenchmarkStop measures the time from stop to bestmove. The protocol's promise is less than 5 ms.
func BenchmarkStop(b *testing.B) {
	for _, threads := range []string{"1", "2", "8"} {
		b.Run(threads, func(b *testing.B) {
			c := startConversation(b)
			c.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
			measure(b, func() { c.search(threads) }, func() {
				c.send("stop")
				c.await("bestmove")
			})
			c.finish(true)
		})
	}
}

// BenchmarkPing measures the time from isready to readyok during a search.
func BenchmarkPing(b *testing.B) {
	c := startConversation(b)
	c.search("2")
	measure(b, func() {}, func() {
		c.send("isready")
		c.await("readyok")
	})
	c.finish(true)
}

// BenchmarkQuit measures the time from quit during a search to the end of the session, which should be less than
// 50 ms.
func BenchmarkQuit(b *testing.B) {
	var c *conversation
	measure(b, func() {
		c = startConversation(b)
		c.search("2")
	}, func() {
		c.send("quit")
		c.finish(false)
	})
}
