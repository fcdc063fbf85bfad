package pgn

import (
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/cmd/vertigo/witness"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestNotation writes every legal move of random positions of chess and Chess960, reads it again, and compares with the witness.
func TestNotation(t *testing.T) {
	for _, fen := range []string{ // where a move needs the file and the rank of departure, which is rare
		"7k/8/8/3Q1Q2/8/3Q4/8/K7 w - - 0 1", "k7/8/1n1n4/8/1n1n4/8/8/K7 b - - 0 1",
	} {
		p := playout.Parse(t, fen)
		checkNotation(t, &p)
	}
	for p := range playout.Positions(6, playout.Sample(20_000)) {
		checkNotation(t, p)
	}
}

// checkNotation checks the notation of all legal moves of p.
func checkNotation(t *testing.T, p *board.Position) {
	t.Helper()
	theirs := witnessed(t, p)
	n := NewSAN(p)
	for _, m := range playout.Legal(p) {
		text := n.Format(m)
		for _, spelled := range []string{text, strings.TrimRight(text, "+#") + "!?", movegen.FormatMove(p, m, true)} {
			if got, err := n.Parse(spelled); err != nil || got != m {
				t.Fatalf("%s is read as %v (%v), want %v, in %s", spelled, got, err, m, p.FEN())
			}
		}
		want := theirs[movegen.FormatMove(p, m, false)]
		if m.Flag() == board.Castle && !p.StandardCastling() {
			if text, want = strings.TrimRight(text, "+#"), "O-O"; m.To() < m.From() {
				want = "O-O-O"
			}
		}
		if text != want {
			t.Fatalf("%v is written %s, by the witness %s, in %s", m, text, want, p.FEN())
		}
	}
}

// witnessed returns the legal moves of p in the notation of the witness, by how UCI writes them. Castling in Chess960 is not
// among them.
func witnessed(t *testing.T, p *board.Position) map[string]string {
	t.Helper()
	fields := strings.Fields(p.FEN())
	if !p.StandardCastling() {
		fields[2] = "-"
	}
	w := must.Get(witness.Parse(strings.Join(fields, " ")))(t)
	texts := map[string]string{}
	for _, m := range w.Moves() {
		texts[m.UCI()] = m.SAN()
	}
	return texts
}

func TestParse(t *testing.T) {
	p := must.Get(board.ParseFEN("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"))(t)
	n := NewSAN(&p)
	for text, want := range map[string]string{
		"Ne4": "may be any of 2 moves", "e4": "not legal", "O-O": "not legal", "--": "not a move", "": "not a move", "Nce9": "not a move",
		"N3e2": "may be any of 2 moves",
	} {
		if m, err := n.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %v, %v; want an error with %q", text, m, err, want)
		}
	}
	for text, want := range map[string]string{"Nc3-e4": "c3e4", "Nce4": "c3e4", "Ng3xe4": "g3e4", "c3e4": "c3e4"} {
		if m, err := n.Parse(text); err != nil || movegen.FormatMove(&p, m, false) != want {
			t.Errorf("%q is read as %v, %v; want %s", text, m, err, want)
		}
	}
}
