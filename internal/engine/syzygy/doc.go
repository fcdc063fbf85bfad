// Package syzygy probes Syzygy endgame tablebases, in pure Go and from any number of goroutines at once. The tables
// and their format are the work of Ronald de Man (https://github.com/syzygy1/tb).
//
// # What the tables hold
//
// For every material up to seven pieces, say KRPvKR, there can be two files. KRPvKR.rtbw (WDL) says for each position
// whether the side to move wins, draws or loses, and whether the fifty-move rule prevents it. KRPvKR.rtbz (DTZ) says
// for positions with one of the sides to move how many plies remain to the next capture or pawn move ("distance to
// zeroing") when both sides play well. No table knows castling, and none knows en passant, which the probing code
// adds by a small search.
//
// A table has a position's value at an index that is computed from the squares of the pieces, and keeps the values
// compressed. Three steps lead from a position to a value, and each has its own file here:
//
//	position --(index.go)--> number below the table's size --(pairs.go)--> stored value --(probe.go)--> WDL or DTZ
//
// # Layout of a file
//
// All numbers are little-endian except the compressed bits, which run from the highest bit of each byte down. A
// table consists of parts: one for each side to move if the sides have different pieces (and the file is WDL), else one;
// times four if there are pawns, for the leading pawn on the files a to d.
//
//	+-------------------------------------------------------------------------------+
//	| magic: 71 e8 23 5d (WDL) or d7 66 0c a5 (DTZ)                         4 bytes |
//	| bits: 1 = the sides have different pieces, 2 = there are pawns            1 byte |
//	+------------------------------ for each pawn file -----------------------------+
//	| position of the leading group in the order of factors                  1 byte |
//	| the same of the other side's pawns, if both sides have pawns           1 byte |
//	| the pieces in the order of the index, 1..6 = white PNBRQK, 9..14 black    1 each |
//	|     in all of these the low four bits belong to the part with White           |
//	|     to move, the high four to the other                                       |
//	+--------------- padding to an even offset; then for each part -----------------+
//	| flags: 1 = Black to move (DTZ), 2 = values mapped, 4 = wins in plies,  1 byte |
//	|        8 = losses in plies, 16 = wide map, 128 = one value only               |
//	|   one value only: that value                                           1 byte |
//	|   otherwise:                                                                  |
//	|     log2 of the block size in bytes                                    1 byte |
//	|     log2 of the span, the number of values per index entry             1 byte |
//	|     how many block counts follow beyond those of real blocks           1 byte |
//	|     number of blocks                                                  4 bytes |
//	|     longest and shortest code, bits                                   2 bytes |
//	|     lowest symbol of each code length, from the shortest up            2 each |
//	|     number of symbols                                                 2 bytes |
//	|     the symbols, each two 12-bit numbers: left and right half. Right   3 each |
//	|         = 0xfff marks a symbol that stands for one value, namely left         |
//	|     padding to an even offset                                                 |
//	+------------------- DTZ: for each part whose values are mapped ----------------+
//	| four lists (win, loss, cursed win, blessed loss), each a length and that many |
//	| numbers, all of one byte; with a wide map of two bytes, from an even offset   |
//	+--------------- padding to an even offset; then for each part -----------------+
//	| index: where the value in the middle of each span is: block number    6 bytes |
//	| (4 bytes) and number of the value within the block (2 bytes)             each |
//	+-------------------------------- for each part --------------------------------+
//	| block counts: number of values in each block, less one                 2 each |
//	+------------- for each part, from an offset that is a multiple of 64 ----------+
//	| the blocks: each a run of codes that begins at the block's first bit          |
//	+------------------------ padding to a multiple of 64 --------------------------+
//	| checksum: CityHash of all before                                     16 bytes |
//	+-------------------------------------------------------------------------------+
//
// # Damage
//
// Nothing in a file is trusted. Open checks size and magic, the structure is checked before a file's first use, and every
// number that a probe reads is checked against its bounds. The checksum is compared by Tables.Verify alone, which
// "vertigo verify FOLDER" calls: reading all of a file would delay a game. A bad file is left out and reported once, by name.
package syzygy
