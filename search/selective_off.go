//go:build textbook

package search

// selective is false in the textbook build: every move is searched to the full depth, and a leaf is worth its static
// evaluation.
const selective = false
