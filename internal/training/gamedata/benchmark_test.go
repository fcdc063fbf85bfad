package gamedata_test

import (
	"os"
	"path/filepath"
	"testing"

	"vertigo/internal/training/gamedata"
)

// reportPlies adds how many plies per second were handled.
func reportPlies(b *testing.B, plies int) {
	b.ReportMetric(float64(plies)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mplies/s")
}

func countPlies(games []gamedata.Game) (plies int) {
	for i := range games {
		plies += len(games[i].Plies)
	}
	return plies
}

// BenchmarkWriter checks, packs and writes a thousand games.
func BenchmarkWriter(b *testing.B) {
	games := randomGames(40, 1000)
	path := filepath.Join(b.TempDir(), "games")
	for b.Loop() {
		w, err := gamedata.NewWriter(path, "")
		if err != nil {
			b.Fatal(err)
		}
		for i := range games {
			if err := w.Append(&games[i]); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer() // Close waits for the disk
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
	reportPlies(b, countPlies(games))
}

// BenchmarkReader reads a thousand games, on one core.
func BenchmarkReader(b *testing.B) {
	games := randomGames(40, 1000)
	r := open(b, write(b, "", games, never))
	b.ReportAllocs()
	for b.Loop() {
		for i := range r.Blocks() {
			if err := r.Block(i, func(*gamedata.Game) bool { return true }); err != nil {
				b.Fatal(err)
			}
		}
	}
	reportPlies(b, countPlies(games))
}
