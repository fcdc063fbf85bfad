//go:build !textbook

package search

// selective says that the search may follow some lines less deeply than the depth asks, or more deeply. The textbook build
// switches that off. The search then finds the same values as plain negamax, and tests compare the two.
const selective = true
