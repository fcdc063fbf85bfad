// Package pgn reads and writes moves in standard algebraic notation (SAN), including Chess960, and games in Portable Game
// Notation (PGN).
//
// # Where games begin and end
//
// A game has tags, moves and a result, and any of them may be missing. Between games, there may be anything. The Reader divides
// the input by these rules:
//
//   - The result ends the moves, and its line ends the game. Comments in the lines below belong to it, too, up to an empty line.
//   - Without a result, the moves end before a tag that begins a line, and before an empty line with the number 1 of White's move
//     or the signature of a mail after it. A paragraph of text or comments right above that tag belongs to the next game.
//   - Without moves, tags end before an empty line and the tag Event, or a tag that they have already.
//   - Before the moves, what is neither a tag nor a comment is a heading: a line of text such as "2. Smith - Jones, 12.5.2024" or
//     "----------". The moves begin with a move that has a number, begins a line, or is followed by another one. If its number
//     continues those of the heading, the heading has moves that are not understood, and these belong to it.
//   - Headings and comments before and between the tags follow them, as comments. They are reported only where no moves follow.
package pgn
