package pgn

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/movegen"
)

// decoration writes what a game has after a move, of which ply half-moves have been played: before is the position before it.
type decoration func(b *bytes.Buffer, n *SAN, before *board.Position, ply int)

// decorations are the kinds of games that are measured.
var decorations = map[string]decoration{
	"bare": func(*bytes.Buffer, *SAN, *board.Position, int) {},
	"annotated": func(b *bytes.Buffer, _ *SAN, _ *board.Position, ply int) {
		fmt.Fprintf(b, "{ [%%eval %.2f] [%%clk 0:%02d:%02d] } ", float64(ply%90)/100, 9-ply/10, ply*7%60)
	},
	"variations": func(b *bytes.Buffer, _ *SAN, before *board.Position, ply int) {
		switch ply % 6 {
		case 2:
			b.WriteString("{White has more space, and the better bishop} ")
		case 5:
			line := randomLine(rand.New(rand.NewPCG(uint64(ply), 0)), *before, 5)
			fmt.Fprintf(b, "$6 (%s {with the idea of a break} %s $14) ", MoveNumber(before), Line(before, line))
		}
	},
}

// randomLine returns a line of random moves from a position.
func randomLine(r *rand.Rand, p board.Position, length int) (line []board.Move) {
	for range length {
		var list movegen.List
		if movegen.Generate(&p, &list, movegen.All); list.N == 0 {
			break
		}
		line = append(line, list.Slice()[r.IntN(list.N)])
		p.Make(line[len(line)-1], &p)
	}
	return line
}

// randomGames returns games of eighty random half-moves with the tags that Lichess writes.
func randomGames(count int, decorate decoration) []byte {
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(1, 2))
	for i := range count {
		for _, tag := range [][2]string{{"Event", "Rated Blitz game"}, {"Site", fmt.Sprintf("https://lichess.org/%08x", i)}, {"Date", "2024.01.01"},
			{"White", fmt.Sprint("player", r.IntN(9999))}, {"Black", fmt.Sprint("player", r.IntN(9999))}, {"Result", "*"}, {"WhiteElo", "1500"},
			{"BlackElo", "1600"}, {"ECO", "B00"}, {"TimeControl", "180+2"}, {"Termination", "Normal"}} {
			b.WriteString(TagWord(tag[0], tag[1]).Text + "\n")
		}
		b.WriteByte('\n')
		n, start := NewSAN(new(board.Position)), board.StartPosition()
		n.Position = start
		for ply, m := range randomLine(r, start, 80) {
			before := n.Position
			if before.Turn() == board.White {
				fmt.Fprintf(&b, "%d. ", before.FullMove())
			}
			b.WriteString(n.Format(m) + " ")
			n.Play(m)
			decorate(&b, n, &before, ply)
		}
		b.WriteString("*\n\n")
	}
	return b.Bytes()
}

// BenchmarkReading reads games of several kinds, passes over them by their tags, or plays them. It reports the seconds for a gigabyte,
// without those for the allocated memory that other processors free meanwhile; go test -cpu 1 has them.
func BenchmarkReading(b *testing.B) {
	for kind, decorate := range decorations {
		text := randomGames(300, decorate)
		for _, plays := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/plays=%v", kind, plays), func(b *testing.B) {
				for b.Loop() {
					r := NewReader(bytes.NewReader(text))
					for {
						g, err := r.Next()
						if err == io.EOF {
							break
						}
						_ = g.Tags()
						if plays {
							if _, moves, err := g.Replay(); err != nil || len(moves) == 0 || len(g.Faults) > 0 {
								b.Fatal(len(moves), err, g.Faults, g)
							}
						}
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N*len(text)), "s/GB")
			})
		}
	}
}

// BenchmarkHostile reads inputs of two sizes that are not games. The times of the two are alike where reading is linear.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range []string{"(", "[ ", "{ ", "{ [", "[a\"", "[a \ufeff", "{{}", "{}}", "1.", "1-0 e4 ", "( e4 ", "<", "e8(", "x ", ") ",
		"\n\n[a \"", "{\n\n[a \"b\"]\n", "; {\n", "!", "e4{", "1. e4 (1. d4) ", "Ke4 (", "Ke4 { { ", "$", "e4 $1 ( Ke4 ) "} {
		for _, size := range []int{1 << 16, 1 << 20} {
			b.Run(fmt.Sprintf("%q/%d", piece, size), func(b *testing.B) {
				text := slices.Concat([]byte("1. e4 "), []byte(strings.Repeat(piece, size/len(piece))))
				for b.Loop() {
					r := NewReader(bytes.NewReader(text))
					for g, err := r.Next(); err != io.EOF; g, err = r.Next() {
						if err == nil {
							_, _, _ = g.Replay()
							_ = g.String()
						}
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N*len(text)), "s/GB")
			})
		}
	}
}
