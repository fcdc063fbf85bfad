// Package pgn reads and writes moves in standard algebraic notation (SAN), including Chess960, and games in Portable Game
// Notation (PGN).
package pgn
