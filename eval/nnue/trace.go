package nnue

import (
	"fmt"
	"strings"

	"vertigo/board"
)

// Trace returns, for people, what the network makes of p: the value of every piece, the evaluation of every output
// bucket and the network as a whole. All values are in pawns from White's point of view, the last line also has the
// centipawns from the side to move's: on the network's own scale, not that of shown scores. It computes
// everything from scratch and is slow.
func Trace(n *Network, p *board.Position) string {
	var sb strings.Builder
	pieces := p.Occupied().Count()
	used := Bucket(pieces, n.Buckets)
	whole := n.evaluate(p, p.Occupied(), used)

	sb.WriteString("Value of each piece: the evaluation with it less that without it, " +
		"in the same output bucket and with the same traits of the others\n")
	tracePieces(&sb, p, func(sq board.Square) float64 {
		return whitePawns(p, whole-n.evaluate(p, p.Occupied()&^sq.Bit(), used))
	})

	sb.WriteString("\nBucket | Pieces | Evaluation\n-------+--------+-----------\n")
	for bucket := range n.Buckets {
		first, last := bucketPieces(bucket, n.Buckets)
		mark := ""
		if bucket == used {
			mark = fmt.Sprintf("  <- in use, %d pieces", pieces)
		}
		span := fmt.Sprintf("%d-%d", first, last)
		if first == last {
			span = fmt.Sprint(first)
		}
		fmt.Fprintf(&sb, "%6d | %6s | %+10.2f%s\n", bucket, span, whitePawns(p, n.evaluate(p, p.Occupied(), bucket)), mark)
	}

	fmt.Fprintf(&sb, "\nNetwork of %d inputs, 2 x %d neurons, %d buckets\n", FeatureCount, n.Hidden, n.Buckets)
	fmt.Fprintf(&sb, "Output %+.2f for White, %d centipawns for %v to move\n", whitePawns(p, whole), whole, p.Turn())
	return sb.String()
}

// tracePieces draws the board with the letter of every piece and, kings excepted, its value under it.
func tracePieces(sb *strings.Builder, p *board.Position, value func(sq board.Square) float64) {
	const bar = "+-------+-------+-------+-------+-------+-------+-------+-------+\n"
	for rank := 7; rank >= 0; rank-- {
		sb.WriteString(bar)
		var letters, values strings.Builder
		for file := range 8 {
			sq := board.NewSquare(file, rank)
			switch pc := p.At(sq); {
			case pc == board.NoPiece:
				letters.WriteString("|       ")
				values.WriteString("|       ")
			case pc.Type() == board.King:
				fmt.Fprintf(&letters, "|   %c   ", pc.Letter())
				values.WriteString("|       ")
			default:
				fmt.Fprintf(&letters, "|   %c   ", pc.Letter())
				fmt.Fprintf(&values, "|%+6.2f ", value(sq))
			}
		}
		sb.WriteString(letters.String() + "|\n" + values.String() + "|\n")
	}
	sb.WriteString(bar)
}

// whitePawns turns centipawns of the side to move into pawns of White. A zero never comes out negative.
func whitePawns(p *board.Position, cp int) float64 {
	if p.Turn() == board.Black {
		cp = -cp
	}
	return float64(cp) / 100
}

// bucketPieces returns the smallest and the largest number of pieces that fall into a bucket.
func bucketPieces(bucket, buckets int) (first, last int) {
	for pieces := maxPieces; pieces >= 2; pieces-- {
		if Bucket(pieces, buckets) == bucket {
			first, last = pieces, max(last, pieces)
		}
	}
	return first, last
}

// evaluate returns the evaluation for the side to move in centipawns of those pieces of p that stand on the given squares,
// both kings among them, in the given bucket. The traits are those with all pieces. It is as plain as can be and what the
// evaluator is tested against.
func (n *Network) evaluate(p *board.Position, pieces board.Bitboard, bucket int) int {
	us := p.Turn()
	mine, theirs := n.accumulate(p, pieces, us), n.accumulate(p, pieces, us.Other())
	return n.score(dot(&mine[0], &theirs[0], &n.outputWeights(bucket)[0], n.Hidden), bucket)
}

// accumulate returns one perspective's accumulator for those pieces of p that stand on the given squares.
func (n *Network) accumulate(p *board.Position, pieces board.Bitboard, perspective board.Color) []int16 {
	acc := append([]int16(nil), n.FeatureBias...)
	traits := TraitsOf(p)
	for sq := range pieces.All() {
		f := Feature(perspective, p.King(perspective), p.At(sq), sq, traits.Class(sq))
		for i, w := range n.FeatureWeights[f*n.Hidden:][:n.Hidden] {
			acc[i] += int16(w)
		}
	}
	return acc
}
