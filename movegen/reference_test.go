package movegen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// reference is a board of letters that knows the rules in their plainest form: it tries every move that the pieces
// could make and keeps those after which the king cannot be taken. It shares nothing with package board but the text
// of a position.
type reference struct {
	pieces    [8][8]byte // by rank and file, '.' for an empty square
	white     bool       // side to move
	castling  string     // files of rooks as in Shredder-FEN
	enPassant string
}

// newReference reads a Shredder-FEN.
func newReference(fen string) *reference {
	fields := strings.Fields(fen)
	r := &reference{white: fields[1] == "w", castling: fields[2], enPassant: fields[3]}
	for i, rank := range strings.Split(fields[0], "/") {
		file := 0
		for _, c := range []byte(rank) {
			if c >= '1' && c <= '8' {
				for range c - '0' {
					r.pieces[7-i][file] = '.'
					file++
				}
				continue
			}
			r.pieces[7-i][file] = c
			file++
		}
	}
	return r
}

// own reports whether the piece belongs to the given side.
func own(piece byte, white bool) bool { return piece != '.' && (piece < 'a') == white }

func onBoard(rank, file int) bool { return rank >= 0 && rank < 8 && file >= 0 && file < 8 }

// directions in which the pieces other than pawns move, and whether they slide.
func directions(piece byte) (steps [][2]int, slides bool) {
	diagonal := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	straight := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	switch piece | 0x20 {
	case 'n':
		return [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}, false
	case 'b':
		return diagonal, true
	case 'r':
		return straight, true
	case 'q':
		return append(diagonal, straight...), true
	}
	return append(diagonal, straight...), false
}

// attacked reports whether the given side attacks the square.
func (r *reference) attacked(rank, file int, byWhite bool) bool {
	for k := range 8 {
		for f := range 8 {
			if piece := r.pieces[k][f]; own(piece, byWhite) && r.attacks(piece, k, f, rank, file) {
				return true
			}
		}
	}
	return false
}

// attacks reports whether the piece on the first square attacks the second.
func (r *reference) attacks(piece byte, k, f, rank, file int) bool {
	if piece|0x20 == 'p' {
		up := 1
		if piece == 'p' {
			up = -1
		}
		return rank == k+up && (file == f+1 || file == f-1)
	}
	steps, slides := directions(piece)
	for _, d := range steps {
		for n, m := k+d[0], f+d[1]; onBoard(n, m); n, m = n+d[0], m+d[1] {
			if n == rank && m == file {
				return true
			}
			if !slides || r.pieces[n][m] != '.' {
				break
			}
		}
	}
	return false
}

// kingSafe reports whether the king of the side to move cannot be taken.
func (r *reference) kingSafe() bool {
	king := byte('k')
	if r.white {
		king = 'K'
	}
	for rank := range 8 {
		for file := range 8 {
			if r.pieces[rank][file] == king {
				return !r.attacked(rank, file, !r.white)
			}
		}
	}
	panic("no king")
}

func name(rank, file int) string { return string([]byte{'a' + byte(file), '1' + byte(rank)}) }

// moves returns all legal moves in long algebraic notation, castling as king takes rook, sorted.
func (r *reference) moves() []string {
	var all []string
	try := func(k, f, n, m int, suffixes string) {
		after := *r
		after.pieces[n][m], after.pieces[k][f] = r.pieces[k][f], '.'
		if r.pieces[k][f]|0x20 == 'p' && f != m && r.pieces[n][m] == '.' {
			after.pieces[k][m] = '.' // en passant
		}
		if !after.kingSafe() {
			return
		}
		if suffixes == "" {
			all = append(all, name(k, f)+name(n, m))
		}
		for _, s := range suffixes {
			all = append(all, name(k, f)+name(n, m)+string(s))
		}
	}
	for k := range 8 {
		for f := range 8 {
			piece := r.pieces[k][f]
			if !own(piece, r.white) {
				continue
			}
			if piece|0x20 == 'p' {
				r.pawnMoves(k, f, try)
				continue
			}
			steps, slides := directions(piece)
			for _, d := range steps {
				for n, m := k+d[0], f+d[1]; onBoard(n, m) && !own(r.pieces[n][m], r.white); n, m = n+d[0], m+d[1] {
					try(k, f, n, m, "")
					if !slides || r.pieces[n][m] != '.' {
						break
					}
				}
			}
		}
	}
	all = append(all, r.castlingMoves()...)
	slices.Sort(all)
	return all
}

func (r *reference) pawnMoves(k, f int, try func(k, f, n, m int, suffixes string)) {
	up, start, last := 1, 1, 7
	if !r.white {
		up, start, last = -1, 6, 0
	}
	suffixes := ""
	if k+up == last {
		suffixes = "nbrq"
	}
	if r.pieces[k+up][f] == '.' {
		try(k, f, k+up, f, suffixes)
		if k == start && r.pieces[k+2*up][f] == '.' {
			try(k, f, k+2*up, f, "")
		}
	}
	for _, m := range []int{f - 1, f + 1} {
		if onBoard(k+up, m) && (own(r.pieces[k+up][m], !r.white) || r.enPassant == name(k+up, m)) {
			try(k, f, k+up, m, suffixes)
		}
	}
}

// castlingMoves follows the wording of the rules of Chess960: all squares between the king's and its goal, and
// between the rook's and its goal, both goals included, must be empty but for the two, and the king must not be
// attacked where it stands, where it arrives, or on the way.
func (r *reference) castlingMoves() []string {
	var all []string
	if !r.kingSafe() {
		return all
	}
	rank, king := 7, byte('k')
	if r.white {
		rank, king = 0, 'K'
	}
	from := slices.Index(r.pieces[rank][:], king)
	for _, letter := range []byte(r.castling) {
		if letter == '-' || own(letter, true) != r.white {
			continue
		}
		rook := int(letter|0x20) - 'a'
		kingTo, rookTo := 6, 5
		if rook < from {
			kingTo, rookTo = 2, 3
		}
		legal := true
		for f := min(from, rook, kingTo, rookTo); f <= max(from, rook, kingTo, rookTo); f++ {
			onWay := f >= min(from, kingTo) && f <= max(from, kingTo) || f >= min(rook, rookTo) && f <= max(rook, rookTo)
			if onWay && f != from && f != rook && r.pieces[rank][f] != '.' {
				legal = false
			}
		}
		for f := min(from, kingTo); f <= max(from, kingTo); f++ {
			walking := *r
			walking.pieces[rank][from] = '.'
			walking.pieces[rank][f] = king
			if f == kingTo {
				walking.pieces[rank][rook] = '.'
				walking.pieces[rank][rookTo] = r.pieces[rank][rook]
				walking.pieces[rank][kingTo] = king
			}
			if walking.attacked(rank, f, !r.white) {
				legal = false
			}
		}
		if legal {
			all = append(all, name(rank, from)+name(rank, rook))
		}
	}
	return all
}

// names returns the moves of a list in long algebraic notation, castling as king takes rook, sorted.
func names(p *board.Position, list *movegen.List) []string {
	var all []string
	for _, m := range list.Slice() {
		all = append(all, movegen.FormatMove(p, m, true))
	}
	slices.Sort(all)
	return all
}

// difference names the moves that only one of two sorted lists has.
func difference(got, want []string) string {
	var extra, missing []string
	for _, m := range got {
		if !slices.Contains(want, m) {
			extra = append(extra, m)
		}
	}
	for _, m := range want {
		if !slices.Contains(got, m) {
			missing = append(missing, m)
		}
	}
	return fmt.Sprintf("%d moves, want %d; illegal %v, missing %v", len(got), len(want), extra, missing)
}

// TestGenerateAgainstReference compares the legal moves of random positions, from games and scattered, with those of
// the plain rules.
func TestGenerateAgainstReference(t *testing.T) {
	for p := range playout.Positions(100, playout.Sample(50000)) {
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		got, want := names(p, &list), newReference(p.ShredderFEN()).moves()
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %s", p.ShredderFEN(), difference(got, want))
		}
	}
}
