package motif

import (
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// solutionOf returns the solution with these moves of UCI that begins at a position.
func solutionOf(t *testing.T, fen, moves string, saves bool) *Line {
	t.Helper()
	p := playout.Parse(t, fen)
	s := &Line{Positions: []board.Position{p}, Saves: saves}
	for word := range strings.FieldsSeq(moves) {
		m, err := movegen.ParseMove(&p, word)
		must.Do(t, err, fen)
		p = p.After(m)
		s.Moves, s.Positions = append(s.Moves, m), append(s.Positions, p)
	}
	s.Mates = movegen.EndOf(&p) == movegen.Checkmate
	return s
}

// TestThemes checks each theme with solutions that have it, and with some that nearly do.
func TestThemes(t *testing.T) {
	tables, errs := syzygy.Open(testfiles.Path(t, "syzygy"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	defer tables.Close()
	tested := map[string]int{}
	for _, test := range []struct {
		theme      string
		has        bool
		why        string
		fen, moves string
		saves      bool
		takesBack  bool
	}{
		{"mate", true, "rook", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", false, false},
		{"mate", false, "the king has a way out", "6k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", false, false},

		{"backRankMate", true, "behind his pawns", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", false, false},
		{"backRankMate", true, "of White", "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "d8d1", false, false},
		{"backRankMate", false, "the king's own pieces take nothing from him", "4k3/8/4K3/8/8/8/8/7R w - - 0 1", "h1h8", false, false},
		{"backRankMate", false, "not along the rank", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", false, false},
		{"backRankMate", false, "no mate", "6k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", false, false},

		{"smotheredMate", true, "in the corner", "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7", false, false},
		{"smotheredMate", false, "a rook takes two squares from the king", "7k/7p/8/6N1/8/8/8/6RK w - - 0 1", "g5f7", false, false},
		{"smotheredMate", false, "not a knight", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", false, false},

		{"fork", true, "king and rook, which is taken", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 e8d7 c7a8", false, false},
		{"fork", true, "king and rook, which will be taken whatever happens", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", false, false},
		{"fork", true, "a pawn attacks two knights", "4k3/8/2n1n3/8/3P4/8/8/4K3 w - - 0 1", "d4d5 e8d7 d5e6", false, false},
		{"fork", false, "one target", "4k3/p7/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", false, false},
		{"fork", false, "the knight is taken", "r2qk3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", false, false},
		{"fork", false, "another piece takes the rook", "r3k3/8/8/1N6/8/8/8/R3K3 w - - 0 1", "b5c7 e8d7 a1a8", false, false},
		{"fork", false, "both are defended and worth no more", "7k/2p3p1/3n1n2/8/4R3/8/8/4K3 w - - 0 1", "e4e6 h8g8 e6d6", false, false},

		{"pin", true, "a pinned knight cannot take the queen", "4k3/4n3/8/8/8/8/3Q4/4R1K1 w - - 0 1", "d2d5", false, false},
		{"pin", true, "pinned and taken", "4k3/8/2n5/8/8/7p/4B3/5K2 w - - 0 1", "e2b5 h3h2 b5c6", false, false},
		{"pin", true, "attacked where it is pinned, and taken", "4k3/8/2n5/1B6/3P4/7p/8/5K2 w - - 0 1", "d4d5 h3h2 d5c6", false, false},
		{"pin", true, "pinned at the end, and lost", "4k3/8/8/4n3/8/8/8/R5K1 w - - 0 1", "a1e1", false, false},
		{"pin", true, "the queen can only take what pins it", "4k3/8/2q5/8/P7/8/4B3/5K2 w - - 0 1", "e2b5", false, false},
		{"pin", true, "attacked where it is pinned, at the end", "4k3/8/2n5/1B6/3P4/7p/8/5K2 w - - 0 1", "d4d5", false, false},
		{"pin", false, "the king defends what is pinned at the end", "4k3/8/4n3/8/8/8/8/R5K1 w - - 0 1", "a1e1", false, false},
		{"pin", false, "the queen takes what pins it, which nothing defends", "4k3/8/2q5/8/8/8/4B3/5K2 w - - 0 1", "e2b5", false, false},
		{"pin", false, "a rook takes along the line on which it is pinned", "4k3/4r3/8/8/8/8/8/4R1K1 w - - 0 1", "e1e5", false, false},
		{"pin", false, "it would not gain by taking", "4k3/4n3/8/8/2PP4/8/8/4R1K1 w - - 0 1", "d4d5", false, false},
		{"pin", false, "the king takes what the pinned bishop cannot", "rnbqkb1r/pppp1ppp/5n2/4N3/8/8/PPPPQPPP/RNB1KB1R w KQkq - 2 5", "e5c6 f8e7 c6d8", false, false},
		{"pin", false, "the king has left the line", "4k3/8/2n5/8/8/7p/4B3/5K2 w - - 0 1", "e2b5 e8e7 b5c6", false, false},
		{"pin", false, "the pinned queen is traded", "4k3/5p1p/4q3/8/8/8/7Q/3B2K1 w - - 0 1", "h2e2 h7h6 e2e6", false, false},
		{"pin", false, "two pieces are between", "4k3/3p4/2n5/8/8/7p/4B3/5K2 w - - 0 1", "e2b5 h3h2 b5c6", false, false},

		{"skewer", true, "king and queen", "2q5/8/8/8/2k5/8/8/1R4K1 w - - 0 1", "b1c1 c4d5 c1c8", false, false},
		{"skewer", true, "a rook and another, undefended", "2r4k/8/2r5/8/8/8/8/1R4K1 w - - 0 1", "b1c1 c6e6 c1c8", false, false},
		{"skewer", false, "a rook for a rook", "4rk2/5ppp/4r3/8/8/8/5PPP/R5K1 w - - 0 1", "a1e1 e6c6 e1e8", false, false},
		{"skewer", false, "what stood in front is worth less", "2q4k/8/2n5/8/8/8/8/1R4K1 w - - 0 1", "b1c1 c6e5 c1c8", false, false},
		{"skewer", false, "what stood behind is not taken", "2q5/8/8/8/2k5/8/8/1R4K1 w - - 0 1", "b1c1 c4d5 c1d1", false, false},
		{"skewer", false, "nothing stood in front", "2q4k/8/8/8/8/8/8/1R4K1 w - - 0 1", "b1c1 h8h7 c1c8", false, false},

		{"discoveredAttack", true, "rook on queen", "3qk3/8/8/3N4/8/8/8/3R2K1 w - - 0 1", "d5c7 e8e7 d1d8", false, false},
		{"discoveredAttack", true, "on the king", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5", false, false},
		{"discoveredAttack", false, "the queen takes the knight", "3qk3/8/8/3N4/8/8/8/3R2K1 w - - 0 1", "d5c7 d8c7 d1c1", false, false},
		{"discoveredAttack", false, "queens are traded", "6k1/6pp/5q2/8/5B2/8/5Q2/6K1 w - - 0 1", "f4d6 h7h6 f2f6", false, false},
		{"discoveredAttack", false, "the rook attacked the queen already", "3qk3/8/8/8/8/8/N7/3R2K1 w - - 0 1", "a2b4 e8e7 d1d8", false, false},

		{"discoveredCheck", true, "rook", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5", false, false},
		{"discoveredCheck", false, "the knight itself", "4k3/8/8/8/4N3/8/8/3R2K1 w - - 0 1", "e4f6", false, false},
		{"doubleCheck", true, "knight and rook", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4f6", false, false},
		{"doubleCheck", false, "rook alone", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "e4c5", false, false},

		{"sacrifice", true, "the queen for a rook and mate", "r3k1r1/ppp4p/2p1p1q1/2B1b3/4N2P/5Qn1/P7/1K1R1R2 w q - 0 22", "f3f8 g8f8 f1f8", false, false},
		{"sacrifice", false, "the opponent promotes", "2n4k/1R5p/p7/3N4/8/8/p4K2/8 w - - 1 2", "b7b8 a2a1q b8c8", false, false},
		{"sacrifice", false, "a rook stands en prise while the queen is won", "3q2k1/5ppp/8/3N4/8/6b1/8/3RR1K1 w - - 0 1", "d5c7 g3e1 d1d8", false, false},
		{"sacrifice", false, "an exchange", "4k3/8/3p4/4p3/8/5N2/8/4RK2 w - - 0 1", "f3e5 d6e5 e1e5", false, false},
		{"sacrifice", false, "nothing is taken", "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 e8d7 c7a8", false, false},

		{"hangingPiece", true, "knight", "4k3/8/8/3n4/8/8/8/3R2K1 w - - 0 1", "d1d5", false, false},
		{"hangingPiece", false, "a pawn defends it", "4k3/8/4p3/3n4/8/8/8/3R2K1 w - - 0 1", "d1d5", false, false},
		{"hangingPiece", false, "a pawn", "4k3/8/8/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5", false, false},
		{"hangingPiece", false, "it has just taken as much", "4k3/8/8/3n4/8/8/8/3R2K1 w - - 0 1", "d1d5", false, true},

		{"castling", true, "long", "6k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", false, false},
		{"castling", false, "the opponent castles", "r3k3/8/8/8/8/8/8/6KR w q - 0 1", "h1h2 e8a8 h2h1", false, false},
		{"enPassant", true, "by White", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", false, false},
		{"enPassant", false, "an ordinary capture", "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", false, false},

		{"promotion", true, "queen", "8/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", false, false},
		{"promotion", false, "not yet", "8/8/P6k/8/8/8/8/6K1 w - - 0 1", "a6a7", false, false},
		{"underPromotion", true, "rook", "8/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8r", false, false},
		{"underPromotion", false, "queen", "8/P6k/8/8/8/8/8/6K1 w - - 0 1", "a7a8q", false, false},

		{"zugzwang", true, "the opposition", "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", "d4e4", false, false},
		{"zugzwang", false, "passing would not help", "7k/8/8/4K3/4P3/8/8/8 w - - 0 1", "e5e6", false, false},

		{"stalemate", true, "the rook must not be taken", "8/b2k4/8/8/8/7p/7P/4R2K w - - 0 1", "e1e7", true, false},
		{"stalemate", true, "of the opponent", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", true, false},
		{"stalemate", false, "the goal is to win", "8/b2k4/8/8/8/7p/7P/4R2K w - - 0 1", "e1e7", false, false},
		{"stalemate", false, "the king can move", "8/3k4/b7/8/8/7p/7P/4R2K w - - 0 1", "e1e7", true, false},
		{"stalemate", false, "a bishop may take too", "8/3k4/8/2b5/8/7p/7P/4R2K w - - 0 1", "e1e7", true, false},

		{"equality", true, "saved", "8/b2k4/8/8/8/7p/7P/4R2K w - - 0 1", "e1e7", true, false},
		{"equality", false, "won", "4k3/8/8/3n4/8/8/8/3R2K1 w - - 0 1", "d1d5", false, false},
		{"defensiveMove", true, "saved", "8/b2k4/8/8/8/7p/7P/4R2K w - - 0 1", "e1e7", true, false},
		{"defensiveMove", false, "won", "4k3/8/8/3n4/8/8/8/3R2K1 w - - 0 1", "d1d5", false, false},
	} {
		s := solutionOf(t, test.fen, test.moves, test.saves)
		s.Tables, s.TakesBack = tables, test.takesBack
		i := slices.IndexFunc(allThemes, func(other theme) bool { return other.name == test.theme })
		if i < 0 {
			t.Fatalf("there is no theme %s", test.theme)
		}
		must.Equal(t, allThemes[i].has(s), test.has, test.theme, test.why, test.fen, test.moves)
		tested[test.theme] |= map[bool]int{true: 1, false: 2}[test.has]
	}
	for _, other := range allThemes {
		must.Equal(t, tested[other.name], 3, other.name)
	}
}

// TestZugzwangWithoutTables checks that nothing is called zugzwang that no tables prove.
func TestZugzwangWithoutTables(t *testing.T) {
	if zugzwang(solutionOf(t, "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", "d4e4", false)) {
		t.Error("zugzwang without tables")
	}
}
