package nnue

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// scratch is the evaluation of p computed from nothing.
func scratch(n *Network, p *board.Position) int {
	return n.evaluate(p, p.Occupied(), Bucket(p.Occupied().Count(), n.Buckets))
}

// events counts what random lines have come across.
type events struct {
	evaluations, castles, enPassants, promotions, capturingPromotions, nulls, crossings, longChains int
}

// walker plays about in the tree of games as a search does, with an evaluator that it checks on the way.
type walker struct {
	t         *testing.T
	rng       *rand.Rand
	net       *Network
	eval      *Evaluator
	positions [41]board.Position
	since     int // plies since the last evaluation
	seen      *events
}

// visit evaluates now and then, and goes on from ply with some moves, one after the other.
func (w *walker) visit(ply, depth int) {
	w.check(ply, w.rng.IntN(3) != 0)
	if depth == 0 || ply+1 >= len(w.positions) {
		return
	}
	p, next := &w.positions[ply], &w.positions[ply+1]
	since := w.since
	if !p.InCheck() && w.rng.IntN(5) == 0 {
		w.seen.nulls++
		p.MakeNull(next)
		w.eval.MakeNull(ply)
		w.visit(ply+1, depth-1)
	}
	list := movegen.LegalMoves(p)
	if len(list) == 0 {
		return
	}
	for range 1 + w.rng.IntN(2) {
		m := playout.Pick(w.rng, list)
		w.count(p, m)
		p.Make(m, next)
		w.eval.Make(ply, next)
		w.since = since + 1
		w.visit(ply+1, depth-1)
	}
	w.check(ply, w.rng.IntN(4) == 0)
}

// check compares the evaluator with the evaluation from scratch if it is to look at all.
func (w *walker) check(ply int, look bool) {
	if !look {
		return
	}
	p := &w.positions[ply]
	got, want := w.eval.Evaluate(ply, p), scratch(w.net, p)
	if got != want {
		w.t.Fatalf("%s at ply %d: %d, want %d", p.FEN(), ply, got, want)
	}
	w.seen.evaluations++
	if w.since > 3 {
		w.seen.longChains++
	}
	w.since = 0
}

func (w *walker) count(p *board.Position, m board.Move) {
	landing := m.To()
	switch {
	case m.Flag() == board.Castle:
		w.seen.castles++
		landing, _ = board.CastlingSquares(p.Turn(), m.From(), m.To())
	case m.Flag() == board.EnPassant:
		w.seen.enPassants++
	case m.IsPromotion() && p.IsCapture(m):
		w.seen.capturingPromotions++
	case m.IsPromotion():
		w.seen.promotions++
	}
	if p.At(m.From()).Type() == board.King && m.From().File() > 3 != (landing.File() > 3) {
		w.seen.crossings++
	}
}

// TestIncrementalEqualsRefresh plays random games of chess, Chess960 and from scattered pieces, with detours, null moves
// and returns to earlier plies, and evaluates irregularly.
func TestIncrementalEqualsRefresh(t *testing.T) {
	for i, k := range availableKernels() {
		t.Run(k.name, func(t *testing.T) {
			net := RandomNetwork(uint64(i), HiddenStep*(1+2*i), 8)
			rng := rand.New(rand.NewPCG(5, uint64(i)))
			seen := &events{}
			w := &walker{t: t, rng: rng, net: net, seen: seen}
			w.eval = newEvaluator(net, len(w.positions)-1, k)
			games := 24
			if testing.Short() {
				games = 8
			}
			for game := range games {
				start := playout.Start(rng)
				if game%3 == 0 {
					start = playout.Scatter(rng)
				}
				for range 12 { // the line moves on through the game
					w.positions[0], w.since = start, 0
					w.eval.Reset(&start)
					w.visit(0, 8)
					start = w.deeper(start)
				}
			}
			t.Logf("%+v", *seen)
			if s := *seen; min(s.castles, s.enPassants, s.promotions, s.capturingPromotions, s.nulls, s.crossings, s.longChains) < 5 {
				t.Errorf("too little was seen of something: %+v", s)
			}
		})
	}
}

// deeper returns a position some random moves on.
func (w *walker) deeper(start board.Position) board.Position {
	last := start
	for p := range playout.Play(w.rng, start, 4) {
		last = *p
	}
	return last
}

func parse(t *testing.T, fen string) *board.Position {
	t.Helper()
	p := playout.Parse(t, fen)
	return &p
}

func TestEvaluationStaysInBounds(t *testing.T) {
	net := RandomNetwork(17, 32, 2)
	p := board.StartPosition()
	for _, bias := range []int32{-1 << 31, 1<<31 - 1} {
		net.OutputBias[0], net.OutputBias[1] = bias, bias
		must.Do(t, net.Validate())
		want := MaxScore
		if bias < 0 {
			want = -MaxScore
		}
		e := New(net, 0)
		e.Reset(&p)
		must.Equal(t, e.Evaluate(0, &p), want, bias)
	}
}

func TestEvaluatorDoesNotAllocate(t *testing.T) {
	lines := benchLines(8, 80)
	for _, k := range availableKernels() {
		e := newEvaluator(RandomNetwork(19, 64, 8), 81, k)
		allocs := testing.AllocsPerRun(20, func() {
			for i := range lines {
				l := &lines[i]
				e.Reset(&l.positions[0])
				for ply := range l.moves {
					e.Make(ply, &l.positions[ply+1])
					if ply%3 == 0 {
						sink += e.Evaluate(ply+1, &l.positions[ply+1])
					}
				}
				e.MakeNull(len(l.moves))
				sink += e.Evaluate(len(l.moves)+1, &l.positions[len(l.moves)])
			}
		})
		must.Equal(t, allocs, 0, k.name)
	}
}

// TestNewRefusesWrongShape: the kernels would read beyond the weights.
func TestNewRefusesWrongShape(t *testing.T) {
	n := RandomNetwork(1, 64, 4)
	n.Buckets++
	defer func() {
		if recover() == nil {
			t.Error("accepted")
		}
	}()
	New(n, 1)
}

// line is a game to replay.
type line struct {
	positions []board.Position
	moves     []board.Move
}

// benchLines returns random games.
func benchLines(n, plies int) []line {
	rng := rand.New(rand.NewPCG(7, 7))
	lines := make([]line, n)
	for i := range lines {
		p := playout.Start(rng)
		l := &lines[i]
		for range plies {
			list := movegen.LegalMoves(&p)
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			l.positions, l.moves = append(l.positions, p), append(l.moves, m)
			p = p.After(m)
		}
		l.positions = append(l.positions, p)
	}
	return lines
}

// sink keeps results alive.
var sink int

// TestFeaturesAreDistinct checks that, wherever the king stands, every piece on every square in each of its classes is an input
// of its own, that no input is left over, and that a perspective's own king is always on the files a to d.
func TestFeaturesAreDistinct(t *testing.T) {
	for c := board.White; c <= board.Black; c++ {
		for king := board.Square(0); king < board.SquareCount; king++ {
			var seen [FeatureCount]bool
			inputs := 0
			for pc := board.Piece(0); pc < board.PieceCount; pc++ {
				for sq := board.Square(0); sq < board.SquareCount; sq++ {
					for class := range ClassCount(pc.Type()) {
						f := Feature(c, king, pc, sq, class)
						if f < 0 || f >= FeatureCount || seen[f] {
							t.Fatalf("%v with king %v sees %c on %v as %d, out of range or twice", c, king, pc.Letter(), sq, f)
						}
						seen[f] = true
						inputs++
					}
				}
			}
			if inputs != FeatureCount {
				t.Fatalf("%d of %d inputs are in use", inputs, FeatureCount)
			}
			if f := Feature(c, king, board.NewPiece(c, board.King), king, 0); f%8 > 3 {
				t.Errorf("%v sees its king on %v as %d", c, king, f)
			}
		}
	}
}

func TestBucket(t *testing.T) {
	for _, c := range []struct{ pieces, buckets, want int }{
		{2, 1, 0}, {32, 1, 0},
		{2, 8, 0}, {5, 8, 0}, {6, 8, 1}, {28, 8, 6}, {29, 8, 6}, {30, 8, 7}, {32, 8, 7},
		{2, 31, 0}, {3, 31, 1}, {32, 31, 30},
		{0, 8, 0}, {40, 8, 7}, // cannot occur, but stays inside
	} {
		must.Equal(t, Bucket(c.pieces, c.buckets), c.want, c.pieces, c.buckets)
	}
	for buckets := 1; buckets <= MaxBuckets; buckets++ {
		sizes := make([]int, buckets)
		for pieces := 2; pieces <= 32; pieces++ {
			b := Bucket(pieces, buckets)
			if first, last := bucketPieces(b, buckets); pieces < first || pieces > last {
				t.Errorf("%d pieces are in bucket %d of %d, which reports %d to %d", pieces, b, buckets, first, last)
			}
			sizes[b]++
		}
		for b, size := range sizes {
			if even := 31 / buckets; size < even || size > even+1 {
				t.Errorf("bucket %d of %d has %d numbers of pieces, want %d or one more", b, buckets, size, even)
			}
		}
	}
}

// isThreatened looks at every attacker on its own.
func isThreatened(p *board.Position, sq board.Square) bool {
	pc := p.At(sq)
	if pc.Type() == board.King {
		return false
	}
	attacks := func(from board.Square) bool {
		piece := p.At(from)
		if piece.Type() == board.Pawn {
			return board.PawnAttacks(piece.Color(), from).Has(sq)
		}
		// The enemy's king shields nothing.
		return board.Attacks(piece.Type(), from, p.Occupied()&^p.Pieces(piece.Color().Other(), board.King)).Has(sq)
	}
	attacked, defended, lesser := false, false, false
	for from := range p.Occupied().All() {
		switch piece := p.At(from); {
		case from == sq || !attacks(from):
		case piece.Color() == pc.Color():
			defended = true
		default:
			attacked = true
			lesser = lesser || piece.Type() != board.King && board.SEEValue(piece.Type()) < board.SEEValue(pc.Type()) &&
				!(piece.Type() == board.Knight && pc.Type() == board.Bishop)
		}
	}
	return lesser || attacked && !defended
}

// structure returns what the pawns make of the piece on a square, looking at every pawn on its own: the bits of its class that
// have nothing to do with threats.
func structure(p *board.Position, sq board.Square) int {
	pc := p.At(sq)
	us := pc.Color()
	forward := 1 - 2*int(us)
	inFront := board.NoPiece
	if rank := sq.Rank() + forward; rank >= 0 && rank < 8 {
		inFront = p.At(board.NewSquare(sq.File(), rank))
	}
	pawns := func(c board.Color, is func(files, ranks int) bool) bool {
		for s := range p.Pieces(c, board.Pawn).All() {
			if is(s.File()-sq.File(), (s.Rank()-sq.Rank())*forward) {
				return true
			}
		}
		return false
	}
	sameFile := func(files, _ int) bool { return files == 0 }
	bits := 0
	set := func(bit int, is bool) {
		if is {
			bits |= bit
		}
	}
	switch pc.Type() {
	case board.Pawn:
		set(2, !pawns(us.Other(), func(files, ranks int) bool { return files*files <= 1 && ranks > 0 }))
		set(4, inFront != board.NoPiece)
	case board.Knight, board.Bishop:
		set(2, inFront == board.NewPiece(us, board.Pawn))
		set(4, inFront == board.NewPiece(us.Other(), board.Pawn))
	case board.Rook:
		own, theirs := pawns(us, sameFile), pawns(us.Other(), sameFile)
		set(2, !own && theirs)
		set(4, !own && !theirs)
	case board.King:
		for file := max(sq.File()-1, 0); file <= min(sq.File()+1, 7); file++ {
			if !pawns(us, func(files, _ int) bool { return files == file-sq.File() }) {
				bits++
			}
		}
	}
	return bits
}

// canCheck reports whether the piece on a square can give the enemy king a safe check, looking at every square by itself.
func canCheck(p *board.Position, sq board.Square) bool {
	pc := p.At(sq)
	if pc.Type() == board.Pawn || pc.Type() == board.King {
		return false
	}
	us := pc.Color()
	for to := range board.Attacks(pc.Type(), sq, p.Occupied()&^p.Pieces(us.Other(), board.King)).All() {
		there := p.At(to)
		if there != board.NoPiece && there.Color() == us || !board.Attacks(pc.Type(), to, p.Occupied()).Has(p.King(us.Other())) {
			continue
		}
		// The king does not shield the squares behind it from its enemies; here the enemy of the square is its own side.
		if !p.Attacked(us.Other(), to, p.Occupied()&^p.Pieces(us, board.King)) {
			return true
		}
	}
	return false
}

// checkingKinds counts the kinds of pieces that can give the king on a square a safe check.
func checkingKinds(p *board.Position, king board.Square) int {
	kinds := map[board.PieceType]bool{}
	for sq := range p.Color(p.At(king).Color().Other()).All() {
		if canCheck(p, sq) {
			kinds[p.At(sq).Type()] = true
		}
	}
	return len(kinds)
}

// TestTraits compares the traits with what their description says about every piece by itself.
func TestTraits(t *testing.T) {
	var seen [board.King + 1][16]int
	for p := range playout.Positions(17, 20_000) {
		traits := TraitsOf(p)
		for i, pieces := range traits {
			if alien := pieces &^ p.Occupied(); alien != 0 {
				t.Fatalf("%s: trait %d of empty squares %x", p.FEN(), i, uint64(alien))
			}
		}
		for sq := range p.Occupied().All() {
			want := structure(p, sq)
			if isThreatened(p, sq) {
				want |= 1
			}
			if p.At(sq).Type() == board.King {
				want += 4 * min(checkingKinds(p, sq), 3)
			}
			if got := traits.Class(sq); got != want {
				t.Fatalf("%s: the piece on %v is of class %d, want %d", p.FEN(), sq, got, want)
			}
			seen[p.At(sq).Type()][want]++
		}
	}
	for pt := board.Pawn; pt <= board.King; pt++ {
		for class, n := range seen[pt] {
			if class < ClassCount(pt) && n < 5 || class >= ClassCount(pt) && n > 0 {
				t.Errorf("%d pieces of type %d were of class %d", n, pt, class)
			}
		}
	}
}

// TestTraceKnowsMaterial gives the network one neuron that counts pawns and one that counts queens of the own side, so
// that every line of the trace can be foretold.
func TestTraceKnowsMaterial(t *testing.T) {
	n := NewNetwork(32, 8)
	for sq := board.Square(0); sq < board.SquareCount; sq++ {
		for class := range ClassCount(board.Pawn) {
			n.FeatureWeights[Feature(board.White, 0, board.NewPiece(board.White, board.Pawn), sq, class)*32] = 20
		}
		for class := range ClassCount(board.Queen) {
			n.FeatureWeights[Feature(board.White, 0, board.NewPiece(board.White, board.Queen), sq, class)*32+1] = 100
		}
	}
	for bucket := range n.Buckets {
		w := n.outputWeights(bucket)
		w[0], w[1], w[32], w[33] = 100, 100, -100, -100
		n.OutputBias[bucket] = int32(bucket) * QA * QB / 4 // a pawn per bucket
	}
	must.Do(t, n.Validate())
	p := parse(t, "3qk3/8/8/8/8/8/PP6/3QK3 b - - 0 1") // 6 pieces: bucket 1
	pawns := func(cp int) string { return fmt.Sprintf("%+.2f", float64(cp)/100) }
	worth := func(a int) int { return a * a * 100 }
	n.Scale = 500
	score := func(whitePawns, whiteQueens, blackQueens, bucket int) int { // for Black
		sum := worth(100*blackQueens) - worth(20*whitePawns) - worth(100*whiteQueens)
		return (sum + QA*int(n.OutputBias[bucket])) * 500 / (QA * QA * QB)
	}
	text := Trace(n, p)
	whole := score(2, 1, 1, 1)
	must.Contain(t, text, fmt.Sprintf("Output %s for White, %d centipawns for black to move", pawns(-whole), whole),
		"Network of 5632 inputs, 2 x 32 neurons, 8 buckets",
		"     1 |    6-9 | "+fmt.Sprintf("%10s", pawns(-whole))+"  <- in use, 6 pieces",
		"     7 |  30-32 | "+fmt.Sprintf("%10s", pawns(-score(2, 1, 1, 7)))+"\n")
	must.Equal(t, strings.Count(text, "in use"), 1)
	pawn, white, black := pawns(score(1, 1, 1, 1)-whole), pawns(score(2, 0, 1, 1)-whole), pawns(score(2, 1, 0, 1)-whole)
	must.Contain(t, text, "|       |       |       |   q   |   k   |       |       |       |\n|       |       |       |"+fmt.Sprintf("%6s", black)+
		" |       |",
		"|   P   |   P   |       |       |       |       |       |       |\n|"+strings.Repeat(fmt.Sprintf("%6s", pawn)+" |", 2)+
			"       |",
		"|       |       |       |   Q   |   K   |       |       |       |\n|       |       |       |"+fmt.Sprintf("%6s", white)+
			" |       |")
}
