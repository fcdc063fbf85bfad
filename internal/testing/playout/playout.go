// Package playout makes chess positions for tests: seeded random games from the starting positions of chess,
// Chess960 and double Fischer random chess, and pieces scattered over the board at random. The same seed gives the
// same positions every time.
package playout

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"vertigo/board"
	"vertigo/movegen"
)

// Start returns a starting position: that of chess, of Chess960 or of double Fischer random chess, with equal chances.
func Start(rng *rand.Rand) board.Position {
	switch n := rng.IntN(backRanks); rng.IntN(3) {
	case 0:
		return mustParse(board.StartFEN)
	case 1:
		return mustParse(startFEN(n, n))
	default:
		return mustParse(startFEN(n, rng.IntN(backRanks)))
	}
}

func mustParse(fen string) board.Position {
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic(fmt.Sprintf("playout: a made-up start is refused: %v", err))
	}
	return p
}

// Pick returns one of the moves, which must not be empty. Castling, en passant and promotions are rare in random
// games. Therefore half of the time only they are drawn from, where there are any.
func Pick(rng *rand.Rand, moves []board.Move) board.Move {
	if rng.IntN(2) == 0 {
		var special [movegen.MaxMoves]board.Move
		n := 0
		for _, m := range moves {
			if m.Flag() > board.DoublePush {
				special[n] = m
				n++
			}
		}
		if n > 0 {
			return special[rng.IntN(n)]
		}
	}
	return moves[rng.IntN(len(moves))]
}

// Play yields the positions of a random game from start on, start included, until the game ends by mate, stalemate
// or insufficient material or the given number of plies has been played. The position is valid until the next one.
func Play(rng *rand.Rand, start board.Position, plies int) iter.Seq[*board.Position] {
	return func(yield func(*board.Position) bool) {
		p := start
		for range plies + 1 {
			if !yield(&p) {
				return
			}
			var list movegen.List
			movegen.Generate(&p, &list, movegen.All)
			if list.N == 0 || p.InsufficientMaterial() {
				return
			}
			p = p.After(Pick(rng, list.Slice()))
		}
	}
}

// Positions yields n positions: about half of them from games that begin at a starting position, the others from
// short games that begin with scattered pieces. The position is valid until the next one.
func Positions(seed uint64, n int) iter.Seq[*board.Position] {
	return func(yield func(*board.Position) bool) {
		rng := rand.New(rand.NewPCG(seed, 0))
		for turn := 0; ; turn++ {
			start, plies := Start(rng), 300
			if turn%24 != 0 {
				start, plies = Scatter(rng), 12
			}
			for p := range Play(rng, start, plies) {
				if n == 0 || !yield(p) {
					return
				}
				n--
			}
		}
	}
}

// Scatter returns a position of pieces placed by chance: few or many of them, often with promoted pieces, with rights
// to castle in any arrangement and with pawns that may be captured en passant more often than in games.
func Scatter(rng *rand.Rand) board.Position {
	for {
		if p, err := board.ParseFEN(scatterFEN(rng)); err == nil {
			return p
		}
	}
}

// scatterFEN returns the text of a position that need not be a possible one.
func scatterFEN(rng *rand.Rand) string {
	var pieces [board.SquareCount]byte
	put := func(s board.Square, piece byte) {
		if pieces[s] == 0 {
			pieces[s] = piece
		}
	}
	anywhere := func(piece byte) {
		s := board.Square(rng.IntN(board.SquareCount))
		if (piece|0x20 == 'p') && (s.Rank() == 0 || s.Rank() == 7) {
			return
		}
		put(s, piece)
	}
	turn := board.Color(rng.IntN(2))
	castling := castlingPieces(rng, put)
	enPassant := "-"
	if rng.IntN(3) == 0 {
		enPassant = enPassantPieces(rng, turn, put)
	}
	for _, king := range []byte("Kk") {
		for !strings.Contains(string(pieces[:]), string(king)) {
			anywhere(king)
		}
	}
	const others = "PPPPppppNnBbRrQq"
	for range rng.IntN(30) {
		anywhere(others[rng.IntN(len(others))])
	}
	return fmt.Sprintf("%s %c %s %s %d %d", placement(&pieces), "wb"[turn], castling, enPassant, rng.IntN(100), 1+rng.IntN(200))
}

// castlingPieces puts kings and rooks on the back ranks, for neither side, one or both, and returns the castling field.
func castlingPieces(rng *rand.Rand, put func(s board.Square, piece byte)) string {
	field := ""
	for c := board.White; c <= board.Black; c++ {
		if rng.IntN(3) == 0 {
			continue
		}
		on := func(file int) board.Square { return board.NewSquare(file, 0).Relative(c) }
		lower := byte(c) * ('a' - 'A')
		king := 1 + rng.IntN(6)
		put(on(king), 'K'+lower)
		if rng.IntN(4) != 0 {
			file := king + 1 + rng.IntN(7-king)
			put(on(file), 'R'+lower)
			field += string('A' + byte(file) + lower)
		}
		if rng.IntN(4) != 0 {
			file := rng.IntN(king)
			put(on(file), 'R'+lower)
			field += string('A' + byte(file) + lower)
		}
	}
	if field == "" {
		return "-"
	}
	return field
}

// enPassantPieces puts a pawn that has just made a double step and one or two pawns of the side to move beside it, and
// returns the square behind it.
func enPassantPieces(rng *rand.Rand, turn board.Color, put func(s board.Square, piece byte)) string {
	file := rng.IntN(8)
	pawn := [...]byte{'P', 'p'}
	put(board.NewSquare(file, 4).Relative(turn), pawn[turn.Other()])
	if file > 0 && rng.IntN(4) != 0 {
		put(board.NewSquare(file-1, 4).Relative(turn), pawn[turn])
	}
	if file < 7 && rng.IntN(4) != 0 {
		put(board.NewSquare(file+1, 4).Relative(turn), pawn[turn])
	}
	return board.NewSquare(file, 5).Relative(turn).String()
}

// placement writes the pieces as the first field of a FEN.
func placement(pieces *[board.SquareCount]byte) string {
	text := []byte(strings.Repeat("11111111/", 8)[:71])
	for s, piece := range pieces {
		if piece != 0 {
			text[9*(7-s/8)+s%8] = piece
		}
	}
	return string(text)
}

// Material returns a position of the pieces that a tablebase is named after, for example "KRPvKR", placed by chance. Either
// side may be White, and either may be to move. Nobody may castle or capture en passant.
func Material(rng *rand.Rand, name string) board.Position {
	first, second, _ := strings.Cut(name, "v")
	if rng.IntN(2) == 0 {
		first, second = second, first
	}
	for {
		var pieces [board.SquareCount]byte
		for _, piece := range []byte(first + strings.ToLower(second)) {
			s := rng.IntN(board.SquareCount)
			for pieces[s] != 0 || piece|32 == 'p' && (s < 8 || s >= 56) {
				s = rng.IntN(board.SquareCount)
			}
			pieces[s] = piece
		}
		p, err := board.ParseFEN(fmt.Sprintf("%s %c - - 0 1", placement(&pieces), "wb"[rng.IntN(2)]))
		if err == nil {
			return p
		}
	}
}
