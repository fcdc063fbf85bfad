package testfiles

// Games are six games in PGN that test a reader: a byte order mark, an escaped line,
// comments with brackets inside, nested variations, a game without a result, positions to start from. The third has an
// illegal move and the fifth an unknown variant; the fourth is Chess960.
const Games = "\ufeff% escaped\n" + `[Event "a"]
[White "A \"B\" C"]

1. e4! {a comment [%clk 1] (} e5 (1... c5 2. Nf3 (2. c3 {)} d5) d6) 2.Nf3 $1 Nc6
; 3. Qh5 is not played
3.Bb5 a6 4. 0-0 Nf6 1/2-1/2
[Event "no result"]
[FEN "6k1/P7/8/8/8/8/8/6K1 w - - 0 1"]

1. a8Q+ Kf7
[Event "illegal"]

1. e4 e5 2. Ke3 *

[Event "960"]
[Variant "Chess960"]
[FEN "r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 9"]

9. O-O O-O-O 10. Rab1 *

[Event "unknown"]
[Variant "Atomic"]

1. e4 *
[Event "last"]

1. f3 e5 2. g4 Qh4# 0-1
`
