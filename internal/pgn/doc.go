// Package pgn reads and writes chess as people do: moves in standard algebraic notation (SAN), Chess960 included,
// and games in Portable Game Notation (PGN).
package pgn
