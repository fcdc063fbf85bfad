//go:build !race

package syzygy

// raceEnabled says that the race detector makes everything ten times slower.
const raceEnabled = false
