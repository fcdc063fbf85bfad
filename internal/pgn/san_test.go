package pgn

import (
	"strings"
	"testing"

	"github.com/notnil/chess"

	"vertigo/board"
	"vertigo/movegen"
)

// TestNotation writes every legal move of a tree of positions and reads it again, and compares with the library where
// castling is standard.
func TestNotation(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"7k/8/8/3Q1Q2/8/3Q4/8/K7 w - - 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	} {
		root, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		checkNotation(t, &root, 2)
	}
}

func checkNotation(t *testing.T, p *board.Position, depth int) {
	t.Helper()
	n := NewSAN(p)
	witness := new(chess.Position)
	if err := witness.UnmarshalText([]byte(p.FEN())); err != nil || !p.StandardCastling() {
		witness = nil
	}
	var list movegen.List
	movegen.Generate(p, &list, movegen.All)
	for _, m := range list.Slice() {
		text := n.Format(m)
		for _, spelled := range []string{text, strings.TrimRight(text, "+#") + "!?", movegen.FormatMove(p, m, true)} {
			if got, err := n.Parse(spelled); err != nil || got != m {
				t.Fatalf("%s is read as %v (%v), want %v, in %s", spelled, got, err, m, p.FEN())
			}
		}
		if witness != nil {
			w, err := chess.UCINotation{}.Decode(witness, movegen.FormatMove(p, m, false))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range witness.ValidMoves() { // the decoded move knows nothing of checks
				if v.String() == w.String() && (chess.AlgebraicNotation{}).Encode(witness, v) != text {
					t.Fatalf("%v is written %s, by the library %s, in %s", w, text, chess.AlgebraicNotation{}.Encode(witness, v), p.FEN())
				}
			}
		}
		if depth > 1 && int(m)%7 == 0 {
			var next board.Position
			p.Make(m, &next)
			checkNotation(t, &next, depth-1)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	p, err := board.ParseFEN("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	n := NewSAN(&p)
	for text, want := range map[string]string{
		"Ne4": "may be any of 2 moves", "e4": "not legal", "O-O": "not legal", "--": "not a move", "": "not a move", "Nce9": "not a move",
	} {
		if m, err := n.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want an error with %q", text, m, err, want)
		}
	}
	for text, want := range map[string]string{"Nc3-e4": "c3e4", "Nce4": "c3e4", "N3e2": "", "Ng3xe4": "g3e4", "c3e4": "c3e4"} {
		m, err := n.Parse(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q is read as %v", text, m)
			}
		} else if err != nil || movegen.FormatMove(&p, m, false) != want {
			t.Errorf("%q is read as %v, %v; want %s", text, m, err, want)
		}
	}
}
