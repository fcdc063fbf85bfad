//go:build !race

package tt

// store writes the word. An atomic store is an exchange on amd64, which waits for all stores before it and takes eight times as
// long, and a node stores two words. Nothing here needs that order: a word is written whole on every platform of 64 bits, and
// the check of the slot covers a pair of words from two writers.
func (w *word) store(v uint64) { *w = word(v) }
