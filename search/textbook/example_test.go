package textbook_test

import (
	"fmt"

	"vertigo/search/textbook"
)

// heap is a game: the players take one, two or three matches in turn, and who takes the last one wins.
type heap int

func (h heap) Moves() []int {
	var moves []int
	for take := 1; take <= min(3, int(h)); take++ {
		moves = append(moves, take)
	}
	return moves
}

func (h heap) Play(take int) heap { return h - heap(take) }

// Evaluate knows only that an empty heap has lost.
func (h heap) Evaluate() int {
	if h == 0 {
		return -1
	}
	return 0
}

func (h heap) Hint(take int) int { return take }
func (h heap) Key() uint64       { return uint64(h) }

func Example() {
	root := heap(14)
	plain := textbook.NegamaxDepth(root, 14, nil)
	fmt.Printf("negamax:    value %+d, take %d, %d nodes\n", plain.Value, plain.Move, plain.Nodes)

	pruned := textbook.AlphaBeta(root, 14, -textbook.Infinity, textbook.Infinity, nil)
	fmt.Printf("alpha-beta: value %+d, take %d, %d nodes\n", pruned.Value, pruned.Move, pruned.Nodes)

	var record textbook.Recorder[heap, int]
	table := textbook.NewTable[int](7)
	textbook.MTDF(heap(5), 5, 0, table, record.Observe)
	for _, question := range record.Roots {
		fmt.Printf("MTD(f) asks whether 5 matches are worth %+d or more: %+d\n", question.Beta, question.Value)
	}
	// Output:
	// negamax:    value +1, take 2, 6872 nodes
	// alpha-beta: value +1, take 2, 2205 nodes
	// MTD(f) asks whether 5 matches are worth +0 or more: +1
	// MTD(f) asks whether 5 matches are worth +2 or more: +1
}
