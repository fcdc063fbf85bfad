package movegen_test

import (
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

func TestParseMove(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		name, fen, text string
		from, to        string
		flag            board.MoveFlag
	}{
		{"step", board.StartFEN, "g1f3", "g1", "f3", board.Normal},
		{"pawn step", board.StartFEN, "e2e3", "e2", "e3", board.Normal},
		{"double step", board.StartFEN, "e2e4", "e2", "e4", board.DoublePush},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5", "d6", board.EnPassant},
		{"promotion", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8r", "a7", "a8", board.PromoteRook},
		{"promotion in upper case", "8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8Q", "a7", "a8", board.PromoteQueen},
		{"castling, two squares", castle, "e1g1", "e1", "h1", board.Castle},
		{"castling, king takes rook", castle, "e1h1", "e1", "h1", board.Castle},
		{"castling long, two squares", castle, "e1c1", "e1", "a1", board.Castle},
		{"castling long, king takes rook", castle, "e1a1", "e1", "a1", board.Castle},
		{"castling for Black", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8", "a8", board.Castle},
		{"Chess960, king takes rook", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1g1", "e1", "g1", board.Castle},
		{"Chess960, the king's goal", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1c1", "e1", "b1", board.Castle},
		{"Chess960, a step on to the king's goal", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "f1", "g1", board.Normal},
		{"Chess960, the same by king takes rook", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "f1", "h1", board.Castle},
		{"Chess960, king takes rook on its goal", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1", "g1", board.Castle},
		{"Chess960, a long way to the king's goal", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1g1", "b1", "h1", board.Castle},
		{"Chess960, the king stays", "4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1c1", "c1", "a1", board.Castle},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := playout.Parse(t, c.fen)
			m := must.Get(movegen.ParseMove(&p, c.text))(t)
			if m.From().String() != c.from || m.To().String() != c.to || m.Flag() != c.flag {
				t.Errorf("%s is read as %v%v, flag %d, want %s%s, flag %d", c.text, m.From(), m.To(), m.Flag(), c.from, c.to, c.flag)
			}
		})
	}
}

func TestParseMoveErrors(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{board.StartFEN, "", "not a move in long algebraic notation"},
		{board.StartFEN, "e4", "not a move in long algebraic notation"},
		{board.StartFEN, "Nf3", "not a move in long algebraic notation"},
		{board.StartFEN, "e2e9", "not a move in long algebraic notation"},
		{board.StartFEN, "0000", "not a move in long algebraic notation"},
		{board.StartFEN, "e2e4qq", "not a move in long algebraic notation"},
		{board.StartFEN, "E2E4", "not a move in long algebraic notation"},
		{board.StartFEN, "e2e5", "e2e5 is not legal in rnbqkbnr"},
		{board.StartFEN, "e7e5", "is not legal"},
		{board.StartFEN, "e2e4q", "is not legal"},
		{board.StartFEN, "e1g1", "is not legal"},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8", "is not legal"},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8k", "is not legal"},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8p", "is not legal"},
		{"8/P7/8/8/8/8/8/k1K5 w - - 0 1", "a7a8\x11", "is not legal"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "is not legal"},
		{"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "is not legal"},
		{"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "is not legal"},
	} {
		p := playout.Parse(t, c.fen)
		m, err := movegen.ParseMove(&p, c.text)
		if err == nil || m != board.NoMove {
			t.Errorf("%s: %q is read as %s", c.fen, c.text, movegen.FormatMove(&p, m, true))
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q: error %q, want it to say %q", c.fen, c.text, err, c.want)
		}
	}
}

func TestFormatMove(t *testing.T) {
	const standard, mixed = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1"
	for _, c := range []struct {
		fen, from, to string
		flag          board.MoveFlag
		chess         string
		chess960      string
	}{
		{standard, "e1", "h1", board.Castle, "e1g1", "e1h1"},
		{standard, "e1", "a1", board.Castle, "e1c1", "e1a1"},
		{standard, "e1", "d1", board.Normal, "e1d1", "e1d1"},
		{standard, "b7", "b8", board.PromoteQueen, "b7b8q", "b7b8q"},
		{standard, "b7", "a8", board.PromoteKnight, "b7a8n", "b7a8n"},
		{standard, "a1", "a1", board.Normal, "0000", "0000"},
		{mixed, "e1", "h1", board.Castle, "e1g1", "e1h1"},
		{mixed, "e1", "b1", board.Castle, "e1b1", "e1b1"},
		{"4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1", "h1", board.Castle, "f1h1", "f1h1"},
	} {
		p := playout.Parse(t, c.fen)
		from, _ := board.ParseSquare(c.from)
		to, _ := board.ParseSquare(c.to)
		m := board.NewMove(from, to, c.flag)
		must.Equal(t, movegen.FormatMove(&p, m, false), c.chess, c.from, c.to)
		must.Equal(t, movegen.FormatMove(&p, m, true), c.chess960, c.from, c.to)
	}
}

// TestMoveRoundTrip writes all moves of random positions in both spellings and reads them back.
func TestMoveRoundTrip(t *testing.T) {
	for p := range playout.Positions(130, playout.Sample(5000)) {
		for _, m := range movegen.LegalMoves(p) {
			for _, chess960 := range []bool{true, false} {
				text := movegen.FormatMove(p, m, chess960)
				if got, err := movegen.ParseMove(p, text); got != m || err != nil {
					t.Fatalf("%s: %s is read as %s, %v", p.ShredderFEN(), text, movegen.FormatMove(p, got, true), err)
				}
			}
		}
	}
}

// FuzzParseMove reads any text as a move: it must not panic, and what is read must be legal and mean what it says.
func FuzzParseMove(f *testing.F) {
	f.Add("e2e4", uint64(0))
	f.Add("e1g1", uint64(1))
	f.Add("a7a8Q", uint64(2))
	f.Add("0000", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		for p := range playout.Positions(seed, 20) {
			m, err := movegen.ParseMove(p, text)
			if err != nil {
				continue
			}
			if !movegen.IsLegal(p, m) {
				t.Fatalf("%s: %q is read as an illegal move", p.ShredderFEN(), text)
			}
			lower := strings.ToLower(text)
			kingTo, _ := board.CastlingSquares(p.Turn(), m.From(), m.To())
			if movegen.FormatMove(p, m, true) != lower && (m.Flag() != board.Castle || m.From().String()+kingTo.String() != lower) {
				t.Fatalf("%s: %q is read as %s", p.ShredderFEN(), text, movegen.FormatMove(p, m, true))
			}
		}
	})
}

// TestMoveText writes every legal move of some positions as text, from which the same move is found again.
func TestMoveText(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN, "r3k2r/8/8/3pP3/8/8/6p1/R3K2R b KQkq - 0 1", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"4k3/P7/8/8/8/8/8/1R2K1R1 w GB - 0 1", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
	} {
		p := playout.Parse(t, fen)
		for _, m := range movegen.LegalMoves(&p) {
			var read board.Move
			must.Do(t, read.UnmarshalText([]byte(m.String())))
			if legal, err := movegen.Legal(&p, read); err != nil || legal != m {
				t.Errorf("%s: %s is read as %s, flag %d, want flag %d, %v", fen, m, legal, legal.Flag(), m.Flag(), err)
			}
		}
	}
	for _, text := range []string{"", "e2", "e2e9", "e9e2", "e2e2", "0000", "e7e8k", "e7e8Q", "e2e4 "} {
		must.Fail(t, new(board.Move).UnmarshalText([]byte(text)), "", text)
	}
	start := board.StartPosition()
	for _, m := range []board.Move{board.NoMove, board.NewMove(12, 36, board.Normal), board.NewMove(12, 28, board.PromoteQueen)} {
		_, err := movegen.Legal(&start, m)
		must.Fail(t, err, "", m)
	}
}
