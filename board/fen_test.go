package board_test

import (
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestParseFEN reads positions in all accepted spellings and prints them in both of its own.
func TestParseFEN(t *testing.T) {
	for _, c := range []struct {
		name, in, fen, shredder string
	}{
		{"start", board.StartFEN, board.StartFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
		{"four fields", "8/8/4k3/8/8/3K4/8/8 b - -", "8/8/4k3/8/8/3K4/8/8 b - - 0 1", "8/8/4k3/8/8/3K4/8/8 b - - 0 1"},
		{"five fields", "8/8/4k3/8/8/3K4/8/8 b - - 17", "8/8/4k3/8/8/3K4/8/8 b - - 17 1", "8/8/4k3/8/8/3K4/8/8 b - - 17 1"},
		{"three fields", "4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"},
		{"two fields", "4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{"counters", "8/8/4k3/8/8/3K4/8/8 b - - 99 123", "8/8/4k3/8/8/3K4/8/8 b - - 99 123", "8/8/4k3/8/8/3K4/8/8 b - - 99 123"},
		{"counting from 0", "8/8/4k3/8/8/3K4/8/8 w - - 0 0", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"},
		{"a clock beyond its room", "8/8/4k3/8/8/3K4/8/8 w - - 1000 1", "8/8/4k3/8/8/3K4/8/8 w - - 255 1",
			"8/8/4k3/8/8/3K4/8/8 w - - 255 1"},
		{"more white space", "  8/8/4k3/8/8/3K4/8/8\tw  - -  3 4 \n", "8/8/4k3/8/8/3K4/8/8 w - - 3 4", "8/8/4k3/8/8/3K4/8/8 w - - 3 4"},
		{"empty squares one by one", "8/8/11112k1/8/17/3K4/71/8 w - -", "8/8/6k1/8/8/3K4/8/8 w - - 0 1",
			"8/8/6k1/8/8/3K4/8/8 w - - 0 1"},
		{"rights in any order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"},
		{"rights said twice", "r3k2r/8/8/8/8/8/8/R3K2R w KKHq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
			"r3k2r/8/8/8/8/8/8/R3K2R w Ha - 0 1"},
		{"Shredder-FEN", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"},
		{"X-FEN, the inner rook", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
			"4k3/8/8/8/8/8/8/4KR1R w F - 0 1"},
		{"X-FEN, the outer rook", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1",
			"4k3/8/8/8/8/8/8/4KR1R w H - 0 1"},
		{"X-FEN, Black's inner rook", "1r1r1k2/8/8/8/8/8/8/4K3 b d - 0 1", "1r1r1k2/8/8/8/8/8/8/4K3 b d - 0 1",
			"1r1r1k2/8/8/8/8/8/8/4K3 b d - 0 1"},
		{"X-FEN, Black's outer rook", "1r1r1k2/8/8/8/8/8/8/4K3 b q - 0 1", "1r1r1k2/8/8/8/8/8/8/4K3 b q - 0 1",
			"1r1r1k2/8/8/8/8/8/8/4K3 b b - 0 1"},
		{"counters of EPD", "8/8/4k3/8/8/3K4/8/8 w - - fmvn 30; hmvc 5;", "8/8/4k3/8/8/3K4/8/8 w - - 5 30",
			"8/8/4k3/8/8/3K4/8/8 w - - 5 30"},
		{"half of them", "8/8/4k3/8/8/3K4/8/8 w - - hmvc 5", "8/8/4k3/8/8/3K4/8/8 w - - 5 1", "8/8/4k3/8/8/3K4/8/8 w - - 5 1"},
		{"rights of both kinds", "r2k3r/8/8/8/8/8/8/1RK4R w KBha - 0 1", "r2k3r/8/8/8/8/8/8/1RK4R w KQkq - 0 1",
			"r2k3r/8/8/8/8/8/8/1RK4R w HBha - 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := playout.Parse(t, c.in)
			must.Equal(t, p.FEN(), c.fen)
			must.Equal(t, p.ShredderFEN(), c.shredder, "Shredder-FEN")
			must.Do(t, board.CheckInvariants(&p))
		})
	}
}

// TestParseFENCastling checks that rights without king and rook in place are dropped, each by itself.
func TestParseFENCastling(t *testing.T) {
	for _, c := range []struct{ pieces, field, want string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "KQkq"},
		{"r3k2r/8/8/8/8/8/8/4K2R", "KQkq", "Kkq"},
		{"r3k2r/8/8/8/8/8/8/R3K3", "KQkq", "Qkq"},
		{"4k3/8/8/8/8/8/8/4K3", "KQkq", "-"},
		{"r3k2r/8/8/8/8/8/4K3/R6R", "KQkq", "kq"},
		{"r6r/4k3/8/8/8/8/8/R3K2R", "KQkq", "KQ"},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "HAh", "KQk"},
		{"r3k2r/8/8/8/8/8/8/R3K2R", "GBE", "-"},
		{"n3k2n/8/8/8/8/8/8/R3K2R", "HAha", "KQ"},
		{"r3k2r/8/8/8/8/8/8/N3K2R", "AH", "K"},
		{"4k3/8/8/8/8/8/8/KR6", "Q", "-"},
		{"4k3/8/8/8/8/8/8/KR6", "K", "K"},
		{"4k3/8/8/8/8/8/8/6RK", "Q", "Q"},
		{"R3k2R/4n3/8/8/8/8/8/4K3", "kq", "-"},
	} {
		turn := "w"
		if c.pieces[0] == 'R' {
			turn = "b" // White's rooks check
		}
		p := playout.Parse(t, c.pieces+" "+turn+" "+c.field+" - 0 1")
		must.Equal(t, strings.Fields(p.FEN())[2], c.want, c.pieces, c.field)
	}
}

// TestParseFENEnPassant checks which squares are kept: those on which a capture is legal.
func TestParseFENEnPassant(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"a capture is legal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"},
		{"for Black", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"},
		{"from either side", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6"},
		{"on the edge", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "a6"},
		{"not over the edge", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "-"},
		{"nobody beside it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"},
		{"no pawn in front", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "-"},
		{"one's own pawn in front", "4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "-"},
		{"the square is occupied", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "-"},
		{"the pawn cannot have come from there", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"},
		{"the taker is pinned to the file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "-"},
		{"the taker is pinned, but along the capture", "7k/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", "d6"},
		{"both pawns shield the king", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "-"},
		{"one taker is pinned, the other not", "2r1k3/8/8/2PpP3/8/8/8/2K5 w - d6 0 1", "d6"},
		{"the pawn gives check", "8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "d6"},
		{"another piece gives check", "8/8/8/3pP3/8/8/r3K3/7k w - d6 0 1", "-"},
		{"the capture blocks a check", "3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "d6"},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		must.Equal(t, p.EnPassant().String(), c.want, c.name, c.fen)
	}
}

// TestReadFENDropped checks what is understood without a part of the text, and that the part is named; but not an en-passant
// square after a double step, of which no pawn can make use.
func TestReadFENDropped(t *testing.T) {
	const noPush = "(no pawn of black has just made a double step over it)"
	for _, c := range []struct{ fen, want, dropped string }{
		{board.StartFEN, board.StartFEN, ""},
		{"4k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			"the castling rights q (no king and rook in place)"},
		{"4k3/8/8/8/8/8/4K3/7R w HA - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
			"the castling rights HA (no king and rook in place)"},
		{"4k3/8/8/8/8/8/8/3QK1RR w GH - 0 1", "4k3/8/8/8/8/8/8/3QK1RR w K - 0 1",
			"the castling right with the rook on g1 (a rook further out has it)"},
		{"4k3/8/8/8/8/8/8/3QK1RR w KG - 0 1", "4k3/8/8/8/8/8/8/3QK1RR w K - 0 1",
			"the castling right with the rook on g1 (a rook further out has it)"},
		{"4k3/8/8/8/8/8/8/3QK1R1 w GH - 0 1", "4k3/8/8/8/8/8/8/3QK1R1 w K - 0 1",
			"the castling rights H (no king and rook in place)"},
		{"rrr1k2r/8/8/8/8/8/8/4K3 w hcba - 0 1", "rrr1k2r/8/8/8/8/8/8/4K3 w kq - 0 1",
			"the castling right with the rook on b8 (a rook further out has it); the castling right with the rook on c8 (a rook further out has it)"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ""},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
			""},
		{"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "the en-passant square d6 " + noPush},
		{"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1", "the en-passant square d6 " + noPush},
		{"6k1/5ppp/8/8/4P3/8/5PPP/3R2K1 w - e3 0 1", "6k1/5ppp/8/8/4P3/8/5PPP/3R2K1 w - - 0 1", "the en-passant square e3 " + noPush},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "the en-passant square d5 " + noPush},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - a1 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "the en-passant square a1 " + noPush},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
			"the en-passant square e6 (no pawn of white has just made a double step over it)"},
		{"4k3/8/8/8/8/8/8/4K2R White K, none, 3, 9;", "4k3/8/8/8/8/8/8/4K2R w K - 3 9", ""},
		{"4k3/8/8/8/8/8/8/4K2R B – – 3. 9.", "4k3/8/8/8/8/8/8/4K2R b - - 3 9", ""},
		{"4k3/8/8/8/8/8/8/4K2R w none none", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", ""},
		{"4k3/8/8/8/8/8/8/4K2R w K 3 9", "4k3/8/8/8/8/8/8/4K2R w K - 3 9", ""},
		{"4k3/8/8/3pP3/8/8/8/4K3 w D6 3 9", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 9", ""},
		{"4k3/8/8/8/8/8/8/4K2R w 3 9", "4k3/8/8/8/8/8/8/4K2R w - - 3 9", ""},
		{"4k3/8/8/8/8/8/8/4K2R w K - halfmove 3 move 9", "4k3/8/8/8/8/8/8/4K2R w K - 3 9", ""},
		{"4k3/8/8/8/8/8/8/4K2R w K - none none", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", `"none none" after the position`},
		{"4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", `the castling rights "KX" (neither KQkq nor files)`},
		{"4k3/8/8/8/8/8/8/4K2R w ¶К - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", `the castling rights "¶К" (neither KQkq nor files)`},
		{"4k3/8/8/8/8/8/8/4K2R w K¶ - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", `'¶' in the castling rights`},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", `the en-passant square "d9" (not a square)`},
		{"8/8/4k3/8/P7/8/PPPPPPPP/3QKQNN w - - 0 1", "8/8/4k3/8/P7/8/PPPPPPPP/3QKQNN w - - 0 1", ""},
		{"nnnnnnnn/nnn1k3/8/8/8/8/8/4K3 w - - 0 1", "nnnnnnnn/nnn1k3/8/8/8/8/8/4K3 w - - 0 1", ""},
		{"8/8/4k3/8/8/3K4/8/8 w - - -3 1", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", `the halfmove clock "-3" (not a number from 0)`},
		{"8/8/4k3/8/8/3K4/8/8 w - - 99999999999999999999 7", "8/8/4k3/8/8/3K4/8/8 w - - 0 7", `the halfmove clock "99999999999999999999" (not a number from 0)`},
		{"8/8/4k3/8/8/3K4/8/8 w - - 255 32767", "8/8/4k3/8/8/3K4/8/8 w - - 255 32767", ""},
		{"8/8/4k3/8/8/3K4/8/8 w - - 256 40000", "8/8/4k3/8/8/3K4/8/8 w - - 255 32767", `the halfmove clock "256" beyond 255; the move number "40000" beyond 32767`},
		{"8/8/4k3/8/8/3K4/8/8 w - - - -", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", `the halfmove clock "-" (not a number from 0); the move number "-" (not a number from 0)`},
		{`8/8/4k3/8/8/3K4/8/8 w - - bm Kd4; id "x y";`, "8/8/4k3/8/8/3K4/8/8 w - - 0 1", `"bm Kd4; id \"x y\";" after the position`},
		{`8/8/4k3/8/8/3K4/8/8 w - - hmvc 3; id "x";`, "8/8/4k3/8/8/3K4/8/8 w - - 3 1", `"id \"x\";" after the position`},
		{"8/8/4k3/8/8/3K4/8/8 w - - hmvc x;", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", `the halfmove clock "x" (not a number from 0)`},
		{"8/8/4k3/8/8/3K4/8/8 w - - 1 2 hmvc 3;", "8/8/4k3/8/8/3K4/8/8 w - - 1 2", `"hmvc 3;" after the position`},
		{"8/8/4k3/8/8/3K4/8/8 w - - 3 acd 12;", "8/8/4k3/8/8/3K4/8/8 w - - 3 1", `"acd 12;" after the position`},
		{"8/8/4k3/8/8/3K4/8/8 w - - 3 9 2", "8/8/4k3/8/8/3K4/8/8 w - - 3 9", `"2" after the position`},
	} {
		p, dropped, err := board.ReadFEN(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := strings.Join(dropped, "; "); got != c.dropped || p.FEN() != c.want {
			t.Errorf("%s is read as %s without %q, want %s without %q", c.fen, p.FEN(), got, c.want, c.dropped)
		}
		if err := board.CheckInvariants(&p); err != nil {
			t.Error(err)
		}
	}
}

// TestParseFENErrors checks that a refusal says what is wrong and where.
func TestParseFENErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"", "lacks the pieces or the side to move"},
		{"8/8/4k3/8/8/3K4/8/8", "lacks the pieces or the side to move"},
		{"8/8/4k3/8/8/3K4/8/8 w - - 0 1 d3d4 e6e5", `"d3d4" does not belong to a FEN`},
		{"8/8/4k3/8/8/3K4/8/8 w - - moves d3d4", `"moves" does not belong to a FEN`},
		{"8/8/4k3/8/8/3K4/8/8 w - - 0 1 move d3d4", `"move" does not belong to a FEN`},
		{"8/8/4k3/8/8/3K4/8 w - - 0 1", "number of ranks is 7, want 8"},
		{"8/8/4k3/8/8/3K4/8/8/8 w - - 0 1", "number of ranks is 9, want 8"},
		{"8/8/4k3/7/8/3K4/8/8 w - - 0 1", `rank 5 "7": the number of squares is 7, want 8`},
		{"8/8/4k3/8p/8/3K4/8/8 w - - 0 1", `rank 5 "8p": the number of squares is 9, want 8`},
		{"8/8/4k3/8/8/3K4/ppppppppp/8 w - - 0 1", `rank 2 "ppppppppp": the number of squares is 9, want 8`},
		{"8/8/4k3//8/3K4/8/8 w - - 0 1", `rank 5 "": the number of squares is 0, want 8`},
		{"8/8/4k3/8/3x4/3K4/8/8 w - - 0 1", `rank 4 "3x4": 'x' is not a piece`},
		{"8/8/4k3/8/9/3K4/8/8 w - - 0 1", `rank 4 "9": '9' is not a piece`},
		{"8/8/4k3/8/08/3K4/8/8 w - - 0 1", `rank 4 "08": '0' is not a piece`},
		{"8/8/4k3/8/.7/3K4/8/8 w - - 0 1", `rank 4 ".7": '.' is not a piece`},
		{"8/8/4k3/8/\xff7/3K4/8/8 w - - 0 1", `is not a piece`},
		{"8/8/4k3/8/8/3K4/8/8 x - - 0 1", `side to move "x", want w or b`},
		{"8/8/4k3/8/8/3K4/8/8 w d3d4", `"d3d4" does not belong to a FEN`},
		{"8/8/4k3/8/8/3K4/8/8 w - moves d3d4", `"moves" does not belong to a FEN`},
		{"8/8/8/8/8/3K4/8/8 w - - 0 1", "black has 0 kings, want 1"},
		{"8/8/4k3/8/8/8/8/8 w - - 0 1", "white has 0 kings, want 1"},
		{"8/8/4k3/8/8/3K1K2/8/8 w - - 0 1", "white has 2 kings, want 1"},
		{"4k3/8/8/8/P7/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1", "white has 18 pieces, at most 16 are possible"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn on h8"},
		{"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "pawn on a1"},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "white is to move and could take the king on e8"},
		{"8/8/8/8/8/3k4/4K3/8 b - - 0 1", "black is to move and could take the king on e2"},
		{"8/8/8/8/8/8/3p4/4K2k b - - 0 1", "black is to move and could take the king on e1"},
	} {
		p, err := board.ParseFEN(c.fen)
		switch {
		case err == nil:
			t.Errorf("%q is read as %s, want an error with %q", c.fen, p.FEN(), c.want)
		case !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: error %q, want it to say %q", c.fen, err, c.want)
		}
	}
}

// FuzzFEN reads any text at all. What is read must be sound, have a number of moves that fits the list, survive all
// of them, and come back from either of its own spellings.
func FuzzFEN(f *testing.F) {
	for _, fen := range []string{
		board.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/8/8/2PpP3/8/8/8/k1K5 w - d6 0 2",
		"4kr1r/8/8/8/8/8/8/1R2KR1R b fB - 12 345",
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
		"1Q4Q1/3Q4/Q4Q1Q/Q1Q4Q/4Q3/1Q4QK/3Q2pp/Q4Qnk w - - 0 1",
		"rkbqnnrb/pppppppp/8/8/8/8/PPPPPPPP/BNQBNRKR w HFga - 0 1",
		"8/8/4k3/8/8/3K4/8/8 b - -",
		"4k3/8/8/8/8/8/8/4KB2 b - - 0 100000",
		"8/8/4k3/8/8/3K4/8 w - - 0 1",
		"8/8/4k3/8/\xff7/3K4/8/8 w - - 0 1",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "FEN ") {
				t.Errorf("error %q does not say what was read", err)
			}
			return
		}
		must.Do(t, board.CheckInvariants(&p))
		if n := len(movegen.LegalMoves(&p)); n >= movegen.MaxMoves {
			t.Fatalf("%q has %d moves", fen, n)
		}
		for m, next := range playout.Moves(&p) {
			must.Do(t, board.CheckInvariants(next), fen, movegen.FormatMove(&p, m, true))
		}
	})
}
