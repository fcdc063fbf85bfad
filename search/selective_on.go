//go:build !textbook

package search

// selective says that the search may follow some lines less deeply than the depth asks, or more. The textbook build
// switches that off, which leaves plain negamax with alpha-beta to hold the rest of the search against.
const selective = true
