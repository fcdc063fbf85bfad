package tree

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
	"vertigo/search/textbook"
)

// start returns the root of a tree.
func start(t *testing.T, p board.Position) state {
	t.Helper()
	net := must.Get(eval.Default())(t)
	return newState(p, net)
}

// positions are the roots of the trees that the tests look at, with depths that keep them small.
var positions = []struct {
	fen   string
	depth int
}{
	{board.StartFEN, 3},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2},
	{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 4},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 30 1", 4},
	{"8/8/8/8/8/6k1/1r6/6K1 b - - 0 1", 4},       // mates soon, and may take and be taken
	{"4k3/8/8/8/8/8/6r1/4K1B1 w - - 0 1", 4},     // a capture leaves too little to win with
	{"7k/P7/8/8/8/8/8/K7 w - - 99 80", 4},        // the fifty-move rule is left out
	{"8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", 3},      // en passant is pinned away or not
	{"r3k2r/8/8/8/8/8/8/2R1K2R b Kkq - 5 10", 3}, // castling
}

// TestSearchesAgree compares the values of all searches, and their counts with those of the rules.
func TestSearchesAgree(t *testing.T) {
	hits := map[string]int{}
	for _, c := range positions {
		root := playout.Parse(t, c.fen)
		list := searches(start(t, root), c.depth)
		plain := list[3]
		if _, size := deepest(&root, c.depth); plain.Nodes > size || !root.InsufficientMaterial() && plain.Nodes < size/2 {
			t.Errorf("%s: %d positions, by the rules %d", c.fen, plain.Nodes, size)
		}
		for i, v := range list {
			if v.Value != plain.Value || v.Best == board.NoMove {
				t.Errorf("%s: %s finds %v with %d, negamax %d", c.fen, v.Name, v.Best, v.Value, plain.Value)
			}
			if i < 3 && (v.Nodes != plain.Nodes || v.Leaves != plain.Leaves || v.Best != plain.Best || v.Roots != nil) || i >= 3 && v.Roots == nil {
				t.Errorf("%s: %s visits %d positions and evaluates %d, negamax %d and %d", c.fen, v.Name, v.Nodes, v.Leaves, plain.Nodes, plain.Leaves)
			}
			if i < 7 && v.Nodes > plain.Nodes || i == 6 && v.Nodes > list[5].Nodes {
				t.Errorf("%s: %s visits %d positions, more than without what it has on top", c.fen, v.Name, v.Nodes)
			}
			if interior := v.Nodes - v.Leaves - v.Hits; interior <= 0 || i < 6 && v.Hits > 0 || i < 4 && v.Cuts > 0 {
				t.Errorf("%s: %s counts %d leaves, %d hits, %d cutoffs of %d", c.fen, v.Name, v.Leaves, v.Hits, v.Cuts, v.Nodes)
			}
			hits[v.Name] += v.Hits
		}
	}
	if len(hits) != 10 || hits["Alpha-beta, ordered, with a table"] == 0 || hits["MTD(f)"] == 0 {
		t.Errorf("hits of the table: %v", hits)
	}
	if list := searches(start(t, board.StartPosition()), 3); list[0].Nodes != 1+20+400+8902 {
		t.Errorf("%d positions up to depth 3, want 9323", list[0].Nodes)
	}
}

// drawn returns the searches whose trees are kept, and the first one's tree, which is the whole one.
func drawn(list []*variant) (kept []*variant, whole *node) {
	for _, v := range list {
		if v.Roots != nil {
			kept = append(kept, v)
		}
	}
	return kept, kept[0].Roots[0]
}

func TestEvaluate(t *testing.T) {
	for _, c := range []struct {
		fen  string
		ply  int
		want int
	}{
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 3, -scores.Mate + 3},
		{"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", 3, scores.Draw},
		{"7k/5K2/6N1/8/8/8/8/8 b - - 0 1", 3, scores.Draw},
	} {
		s := start(t, playout.Parse(t, c.fen))
		s.ply = c.ply
		if got := s.Evaluate(); got != c.want || len(s.Moves()) != 0 {
			t.Errorf("%s is worth %d with %d moves, want %d with none", c.fen, got, len(s.Moves()), c.want)
		}
	}
	fresh, old := start(t, playout.Parse(t, "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1")), start(t, playout.Parse(t, "4k3/8/8/8/8/8/3R4/4K3 w - - 90 99"))
	if fresh.Key() != old.Key() || fresh.Evaluate() != old.Evaluate() || fresh.Evaluate() < 100 {
		t.Errorf("positions that the table takes for the same are worth %d and %d", fresh.Evaluate(), old.Evaluate())
	}
}

// TestHint puts promotions and captures first, the greatest gain at the head.
func TestHint(t *testing.T) {
	s := start(t, playout.Parse(t, "1q5k/P7/8/3r4/2P5/8/6r1/3QK3 w - - 0 1"))
	moves := s.Moves()
	slices.SortStableFunc(moves, func(a, b board.Move) int { return s.Hint(b) - s.Hint(a) })
	got := strings.Join(pgn.Moves(&s.position, moves...), " ")
	if want := "axb8=Q+ axb8=R+ axb8=B axb8=N a8=Q cxd5 Qxd5 a8=R a8=B a8=N "; !strings.HasPrefix(got, want) || s.Hint(moves[10]) != 0 {
		t.Errorf("the moves are ordered %s; want %s, then quiet ones", got, want)
	}
}

// TestPicture checks that every picture is the whole tree, in which plain negamax leaves nothing out.
func TestPicture(t *testing.T) {
	const depth = 3
	list, plain := drawn(searches(start(t, board.StartPosition()), depth))
	widths := map[*node]int{}
	if n := leaves(plain, widths); n != 8902 {
		t.Fatalf("%d leaves", n)
	}
	for i, v := range list {
		p := newPicture(v.Roots, plain, widths, depth)
		for ply := range p.plies {
			var sums [kinds]float64
			for k := range kinds {
				for _, share := range p.plies[ply][k] {
					sums[k] += float64(share)
				}
			}
			if sums[whole] < columns-.1 || sums[whole] > columns+.1 {
				t.Errorf("%s: level %d is %.2f wide", v.Name, ply, sums[whole])
			}
			if sums[visited] > sums[whole]+.1 || i == 0 && sums[visited] < columns-.1 || i > 0 && ply > 1 && sums[visited] > .9*columns {
				t.Errorf("%s: %.2f of level %d are visited", v.Name, sums[visited], ply)
			}
			if sums[bestLine] < thinnest-1 {
				t.Errorf("%s: the best line is %.2f wide on level %d", v.Name, sums[bestLine], ply)
			}
		}
		text := 0
		for _, l := range p.layers() {
			text += len(l.Path)
		}
		if text == 0 || text > 200_000 {
			t.Errorf("%s: the picture has %d bytes", v.Name, text)
		}
	}
}

// TestOutlineCountsEverything checks that each position is either drawn or counted as hidden, that what a cutoff saves
// is what plain negamax visits there, and that there are no more rows than allowed.
func TestOutlineCountsEverything(t *testing.T) {
	for _, c := range positions {
		list, whole := drawn(searches(start(t, playout.Parse(t, c.fen)), min(c.depth, 2)))
		for i, v := range list {
			for _, limit := range []int{leastRows, 100, 2100} {
				shown, hidden, saved := 0, 0, 0
				for _, root := range v.Roots {
					r := newOutline(root, whole, limit)
					if r.count() > max(limit, 1) {
						t.Errorf("%s: %s: %d rows of at most %d", c.fen, v.Name, r.count(), limit)
					}
					shown += r.count()
					each(r, func(r *row) {
						hidden += r.Hidden
						if r.Cut != nil {
							saved += r.Cut.Saved
						}
					})
				}
				must.Equal(t, shown+hidden, v.Nodes, c.fen, v.Name, shown, hidden)
				if hidden == 0 && i < 3 && v.Nodes+saved != list[0].Nodes {
					t.Errorf("%s: %s: %d positions and %d saved, want %d", c.fen, v.Name, v.Nodes, saved, list[0].Nodes)
				}
			}
		}
	}
}

// each calls visit with r and all rows below it.
func each(r *row, visit func(*row)) {
	visit(r)
	for _, child := range r.Children {
		each(child, visit)
	}
}

// TestVerdicts checks the rows against the definition: a cutoff ends the moves of a position and reaches beta, the best
// move is the last that was better than all before.
func TestVerdicts(t *testing.T) {
	list, whole := drawn(searches(start(t, board.StartPosition()), 2))
	for _, v := range list {
		seen := map[string]int{}
		for _, root := range v.Roots {
			each(newOutline(root, whole, 1<<30), func(r *row) { checkVerdicts(t, v.Name, r, seen) })
		}
		if (seen["raises"] == 0) != (v.Round == "question") || seen["lower"] == 0 || (seen["cutoff"] == 0) != (v == list[0]) || (seen["again"] > 0) != (v.Round == "round" || strings.HasPrefix(v.Name, "PVS")) {
			t.Errorf("%s: verdicts %v", v.Name, seen)
		}
	}
}

func checkVerdicts(t *testing.T, name string, r *row, seen map[string]int) {
	best, last, order := 0, 0, 0
	for i, child := range r.Children {
		seen[strings.Fields(child.Class)[0]]++
		if child.Best {
			best = i + 1
		}
		if !strings.HasPrefix(child.Class, "lower") {
			last = i + 1
		}
		if strings.HasPrefix(child.Class, "cutoff") && i != len(r.Children)-1 {
			t.Errorf("%s: moves are tried after the cutoff by %s", name, child.Move)
		}
		if again := i > 0 && r.Children[i-1].Move == child.Move; again {
			seen["again"]++
			must.Equal(t, r.Children[i-1].Verdict, "better, to be searched again", name, child.Move)
		} else {
			order++
		}
		must.Equal(t, child.Order, order, name, child.Move)
	}
	if len(r.Children) > 0 && (best == 0 || last > 0 && best != last) {
		t.Errorf("%s: below %s move %d is the best, but %d was the last to be better", name, r.Move, best, last)
	}
	if r.Cut != nil && (r.Cut.Count == 0 || r.Cut.Saved < r.Cut.Count) {
		t.Errorf("%s: below %s a cutoff saves %+v", name, r.Move, r.Cut)
	}
}

// TestChanges compares the changes that the page's board gets with the positions that the rules give.
func TestChanges(t *testing.T) {
	for p := range playout.Positions(1, 3000) {
		for _, m := range movegen.LegalMoves(p) {
			var next board.Position
			p.Make(m, &next)
			var squares [board.SquareCount]byte
			for s := range board.Square(board.SquareCount) {
				squares[s] = p.At(s).Letter()
			}
			for text := changes(p, &next); text != ""; text = text[3:] {
				s, _ := board.ParseSquare(text[:2])
				squares[s] = text[2]
			}
			for s := range board.Square(board.SquareCount) {
				if squares[s] != next.At(s).Letter() {
					t.Fatalf("%s: after %v there is %c on %v, want %c", p.FEN(), m, squares[s], s, next.At(s).Letter())
				}
			}
		}
	}
}

// TestWindow writes windows, whose ends are shown as every other output shows the score of the root, and null windows as questions.
func TestWindow(t *testing.T) {
	root := board.StartPosition()
	o := outliner{root: &root}
	for want, got := range map[string]string{
		"(−∞, +∞)": o.window(-textbook.Infinity, textbook.Infinity), "(#−1, mate)": o.window(-scores.Mate+2, -scores.Mate+1), "> +0.00?": o.window(0, 1),
		fmt.Sprintf("(−%.2f, #2)", float64(winrate.Centipawns(&root, 288))/100): o.window(-288, scores.Mate-3),
	} {
		must.Equal(t, got, want, "a window")
	}
}
