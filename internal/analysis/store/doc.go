// Package store keeps the answers of searches in a file, so that nothing is analysed twice. An answer is found again under
// a key of everything that it depends on: the position with what may repeat and the count of the fifty-move rule, the root
// moves that are allowed, the limits, the network, the tablebases, the engine, and what was searched before with the same
// table. A hit is therefore what the search would have said; everything else is a miss.
//
// The file is a database of SQLite in the mode with a write-ahead log. Several processes of one machine may share it.
// Every answer is a transaction of its own: a process that is killed loses at most the answer that it was writing. All rows
// have checksums, as SQLite itself has none. docs/store.md describes the schema, and what it was chosen over.
//
// Package store also holds the command "vertigo store".
package store
