package game

import (
	"cmp"
	_ "embed" // the list is part of the binary
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"vertigo/board"
	"vertigo/internal/pgn"
)

// packedOpenings is Lichess's list of openings (github.com/lichess-org/chess-openings, released under CC0): its files one after
// the other, compressed. Each file begins with a heading; every other line is the code of an opening, its name, and its moves in
// PGN, with tabs between them. A newer list replaces it as it is:
//
//	cat a.tsv b.tsv c.tsv d.tsv e.tsv | zstd --ultra -22 -o openings.tsv.zst
//
//go:embed openings.tsv.zst
var packedOpenings []byte

// openingsHeading is the first line of each file of the list.
const openingsHeading = "eco\tname\tpgn"

// Opening is an opening that has a name. The zero Opening stands for none.
type Opening struct {
	ECO  string // the code of the Encyclopaedia of Chess Openings, "B90"
	Name string // Lichess's name: "Sicilian Defense: Najdorf Variation"
}

// String returns code and name, "" without any.
func (o Opening) String() string { return strings.TrimSpace(o.ECO + " " + o.Name) }

// Family returns what the opening has in common with its neighbours, such as "Sicilian Defense": the name without the variation.
// Without a name it is the code.
func (o Opening) Family() string {
	if end := strings.IndexAny(o.Name, ":,"); end > 0 {
		return strings.TrimSpace(o.Name[:end])
	}
	return cmp.Or(o.Name, o.ECO)
}

// findOpening returns the opening by the tags and, where they lack it, by the list. Programs give games of Chess960 the code of
// the same moves in chess, which says nothing.
func (g *Game) findOpening() Opening {
	listed := g.listedOpening()
	if len(g.Positions) > 0 && isShuffled(g.Positions[0].Root()) {
		return listed
	}
	return Opening{cmp.Or(known(g.tags["ECO"]), listed.ECO), cmp.Or(known(g.tags["Opening"]), listed.Name)}
}

// isShuffled reports whether a game from p is one of Chess960: the men are in their ranks, but not on the squares of chess, or a
// player castles from other squares.
func isShuffled(p *board.Position) bool {
	chess := board.StartPosition()
	return !p.StandardCastling() || p.Occupied() == chess.Occupied() && p.Changed(&chess) != 0
}

// listedOpening returns the opening of the game, or of the single position, by the list: that of the last of the positions that
// have a name, whatever the order of the moves. Without any it is the zero Opening. After a pass, no position counts.
func (g *Game) listedOpening() (last Opening) {
	for _, p := range g.Positions {
		if o, ok := readPacked()[p.Root().Key()]; ok {
			last = o
		}
		if p.Move == board.NoMove {
			break
		}
	}
	return last
}

// readPacked returns the openings of the list by the keys of their positions. It reads the list once, when the first game asks.
var readPacked = sync.OnceValue(func() map[uint64]Opening {
	list, err := readOpenings(packedOpenings)
	if err != nil {
		panic(fmt.Sprintf("the list of openings in the binary: %v", err)) // cannot happen: the tests read it
	}
	return list
})

// readOpenings returns the openings of a compressed list by the keys of their positions. An error quotes the line.
func readOpenings(compressed []byte) (map[uint64]Opening, error) {
	text, err := unpack(compressed)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		row := strings.Split(line, "\t")
		if len(row) != 3 {
			return nil, fmt.Errorf("%q has %d columns, want the code, the name and the moves", line, len(row))
		}
		if line != openingsHeading {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[2], b[2]) }) // those with a common beginning together
	list, l := make(map[uint64]Opening, len(rows)), newOpeningLine()
	for _, row := range rows {
		if err := l.play(row[2]); err != nil {
			return nil, fmt.Errorf("%q: %w", row, err)
		}
		list[l.position().Key()] = Opening{row[0], row[1]}
	}
	return list, nil
}

// unpack returns the text of a compressed list.
func unpack(compressed []byte) (string, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return "", err
	}
	defer d.Close()
	text, err := d.DecodeAll(compressed, nil)
	return string(text), err
}

// openingLine is the line that was played last. The next one has most of its moves, too, and only the others are read.
type openingLine struct {
	words     []string
	positions []board.Position // before each word, and after the last
}

func newOpeningLine() *openingLine {
	return &openingLine{positions: []board.Position{board.StartPosition()}}
}

// position returns the position at the end of the line.
func (l *openingLine) position() *board.Position { return &l.positions[len(l.positions)-1] }

// play plays a line from the start position, written as in PGN.
func (l *openingLine) play(text string) error {
	var words []string
	for _, word := range strings.Fields(text) {
		if !strings.HasSuffix(word, ".") { // the number of a move
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return errors.New("it has no moves")
	}
	same := 0
	for same < min(len(words), len(l.words)) && words[same] == l.words[same] {
		same++
	}
	l.words, l.positions = words[:same], l.positions[:same+1]
	for _, word := range words[same:] {
		n := pgn.NewSAN(l.position())
		m, err := n.Parse(word)
		if err != nil {
			return err
		}
		n.Play(m)
		l.words, l.positions = append(l.words, word), append(l.positions, n.Position)
	}
	return nil
}

// Phase returns the phase of a game in which a position is: the endgame has at most six pieces besides kings and pawns, the
// opening is the first twelve moves unless more than two of the fourteen pieces are gone.
func Phase(p *board.Position) string {
	pieces := 0
	for c := range board.ColorCount {
		for _, t := range [...]board.PieceType{board.Knight, board.Bishop, board.Rook, board.Queen} {
			pieces += p.Pieces(board.Color(c), t).Count()
		}
	}
	switch {
	case pieces <= 6:
		return "Endgame"
	case pieces >= 12 && p.FullMove() <= 12:
		return "Opening"
	}
	return "Middlegame"
}
