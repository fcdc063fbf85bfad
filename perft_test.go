package vertigo_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// The rules of chess from end to end: the number of lines of a given length, counted by the generator that the
// engine plays with, against numbers that other programs have agreed on for years.
//
//	go test . -perft.nodes 10e9            go deeper, up to a count of ten thousand million nodes for a position
//	go test . -perft.depth 4               go no deeper than that
//	go test . -perft.epd 'suites/*.epd'    count the positions of other files
var (
	perftEPD   = flag.String("perft.epd", "", "count the positions of the EPD files that match this `pattern`, not those of testdata/perft")
	perftNodes = flag.Float64("perft.nodes", 0, "count the nodes of a depth if there are at most this many (default 5e6, or 50e3 with -short)")
	perftDepth = flag.Int("perft.depth", 99, "count no deeper than this")
)

// knownCounts holds well-known positions and some more, each with the counts from depth 1 on. Those of Chess960,
// at the end, have been counted with Stockfish 15.1.
var knownCounts = []struct {
	name, fen string
	counts    []uint64
}{
	{"start", board.StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		[]uint64{48, 2039, 97862, 4085603, 193690690}},
	{"rook ending with en passant pins", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		[]uint64{14, 191, 2812, 43238, 674624, 11030083, 178633661}},
	{"promotions under attack", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292}},
	{"the same for Black", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
		[]uint64{6, 264, 9467, 422333, 15833292}},
	{"promotion on d8", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		[]uint64{44, 1486, 62379, 2103487, 89941194}},
	{"middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
		[]uint64{46, 2079, 89890, 3894594, 164075551}},
	{"promotions on all sides", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
		[]uint64{24, 496, 9483, 182838, 3605103, 71179139}},
	{"en passant would uncover the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
		[]uint64{18, 92, 1670, 10138, 185429, 1134888}},
	{"double step before one's own bishop", "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
		[]uint64{13, 102, 1284, 10375, 138886, 1038514}},
	{"double step past a pawn that a bishop watches", "8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1",
		[]uint64{13, 102, 1266, 10276, 135655, 1015133}},
	{"en passant on the bishop's diagonal", "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
		[]uint64{8, 104, 736, 9287, 62297, 824064}},
	{"en passant gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
		[]uint64{15, 126, 1928, 13931, 206379, 1440467}},
	{"castling short gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
		[]uint64{15, 66, 1198, 6399, 120330, 661072}},
	{"castling long gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
		[]uint64{16, 71, 1286, 7418, 141077, 803711}},
	{"castling rights lost by capture", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
		[]uint64{26, 1141, 27826, 1274206}},
	{"castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
		[]uint64{44, 1494, 50509, 1720476}},
	{"promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
		[]uint64{11, 133, 1442, 19174, 266199, 3821001}},
	{"discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",
		[]uint64{29, 165, 5160, 31961, 1004658}},
	{"promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1",
		[]uint64{9, 40, 472, 2661, 38983, 217342}},
	{"underpromotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
		[]uint64{6, 27, 273, 1329, 18135, 92683}},
	{"self-stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1",
		[]uint64{2, 6, 13, 63, 382, 2217}},
	{"stalemate and checkmate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
		[]uint64{10, 25, 268, 926, 10857, 43261, 567584}},
	{"double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
		[]uint64{37, 183, 6559, 23527, 811573}},
	{"the most moves of all", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
		[]uint64{218, 99, 19073, 85043, 13853661, 115892741}},
	{"unequal back ranks", "rkbqnnrb/pppppppp/8/8/8/8/PPPPPPPP/BNQBNRKR w HFga - 0 1",
		[]uint64{20, 400, 8940, 200383, 4920696}},
	{"king on the b-file", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAhf - 0 1",
		[]uint64{20, 400, 9014, 202136, 5020902}},
	{"king between neighbouring rooks", "nbnqrkbr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR w HAhe - 0 1",
		[]uint64{20, 380, 8510, 181379, 4508750}},
	{"castling rook next to the king", "1rk3r1/8/8/2pP4/8/8/8/R1K3R1 w GAgb c6 0 1",
		[]uint64{25, 565, 13243, 309763, 7526546}},
	{"castling with a pinned rook", "r2k1r1b/p6p/8/2q5/8/8/P6P/1RK3RQ w GBfa - 0 1",
		[]uint64{2, 102, 2782, 126193, 3758348}},
	{"castling over attacked squares", "rk5r/8/1n4b1/8/8/5B2/8/1R3KR1 b GBha - 0 1",
		[]uint64{33, 983, 31061, 877646, 28430295}},
}

// budget is the largest number of nodes to count for a depth of a position.
func budget() uint64 {
	switch {
	case *perftNodes > 0:
		return uint64(*perftNodes)
	case testing.Short():
		return 50e3
	}
	return 5e6
}

// TestKnownCounts counts the positions of the table as deep as the budget allows.
func TestKnownCounts(t *testing.T) {
	for _, c := range knownCounts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			checkCounts(t, c.fen, byDepth(c.counts))
		})
	}
}

func byDepth(counts []uint64) map[int]uint64 {
	m := map[int]uint64{}
	for i, n := range counts {
		m[i+1] = n
	}
	return m
}

// checkCounts counts from shallow to deep, so that a fault shows where it is small, as far as the budget and the flags allow.
func checkCounts(t *testing.T, fen string, counts map[int]uint64) {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for depth := 1; depth <= *perftDepth; depth++ {
		want, ok := counts[depth]
		if !ok || want > budget() {
			return
		}
		if got, ok := movegen.Perft(&p, depth, nil); got != want || !ok {
			t.Fatalf("%s: perft %d = %d, want %d", fen, depth, got, want)
		}
	}
}

// TestEPDCounts counts every line of the EPD files as deep as the budget allows.
func TestEPDCounts(t *testing.T) {
	pattern := *perftEPD
	if pattern == "" {
		pattern = filepath.Join(testfiles.Path(t, "perft"), "*.epd")
	}
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			lines := bufio.NewScanner(f)
			n := 0
			for lines.Scan() {
				if strings.TrimSpace(lines.Text()) == "" {
					continue
				}
				n++
				fen, counts, err := parseEPD(lines.Text())
				if err != nil {
					t.Fatalf("%s, line %d: %v", path, n, err)
				}
				t.Run(strconv.Itoa(n), func(t *testing.T) {
					t.Parallel()
					checkCounts(t, fen, counts)
				})
			}
			if err := lines.Err(); err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				t.Errorf("%s is empty", path)
			}
		})
	}
}

// parseEPD reads a line such as "FEN ;D1 20 ;D2 400".
func parseEPD(line string) (fen string, counts map[int]uint64, err error) {
	parts := strings.Split(line, ";")
	counts = map[int]uint64{}
	for _, part := range parts[1:] {
		var depth int
		var nodes uint64
		if _, err := fmt.Sscanf(strings.TrimSpace(part), "D%d %d", &depth, &nodes); err != nil {
			return "", nil, fmt.Errorf("%q: %w", part, err)
		}
		counts[depth] = nodes
	}
	if counts[1] == 0 {
		return "", nil, fmt.Errorf("%q has no count for depth 1", line)
	}
	return strings.TrimSpace(parts[0]), counts, nil
}
