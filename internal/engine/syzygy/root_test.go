package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
)

// playOut lets both sides play the first of the ranked moves and returns the result for the side that begins: 1, 0 or
// -1, as the rules of repetition, fifty moves and stalemate have it.
func playOut(t *testing.T, tables *Tables, g *board.Game) int {
	start := g.Position
	for sign := 1; ; sign = -sign {
		p := &g.Position
		switch {
		case isCheckmate(p):
			return -sign
		case isStalemate(p), p.Rule50() >= 100, g.Repetitions() >= 2, p.InsufficientMaterial():
			return 0
		case p.FullMove() > start.FullMove()+500:
			t.Fatalf("%s: no end in sight at %s", start.FEN(), p.FEN())
		}
		ranked, ok := tables.RankRoot(g, true, nil)
		if !ok || len(ranked) != len(legalMoves(p)) {
			t.Fatalf("%s: %d moves ranked, %v", p.FEN(), len(ranked), ok)
		}
		g.Play(ranked[0].Move)
	}
}

// TestPlayOut plays won positions to their end, from a random fifty-move count at which they are still won. The
// defender delays as long as possible.
func TestPlayOut(t *testing.T) {
	tables := openData(t)
	rng := rand.New(rand.NewPCG(11, 12))
	games := playout.Sample(60)
	for _, name := range strings.Fields("KBNvK KQvKR KRvKP KPvK KPPvK KRPvK KRvKB KRvKN KQvKP KPvKP KQvKQ") {
		longest := 0
		for played := 0; played < games; {
			p := randomPosition(rng, name)
			value, _ := tables.WDL(&p)
			plies, _ := tables.DTZ(&p)
			if value != Win {
				continue
			}
			played++
			p = withRule50(t, &p, rng.IntN(100-plies))
			g := board.NewGame(p)
			if result := playOut(t, tables, g); result != 1 {
				t.Fatalf("%s: DTZ %d, but the game ended %d at %s", p.FEN(), plies, result, g.Position.FEN())
			}
			longest = max(longest, g.Position.FullMove()-p.FullMove())
		}
		t.Logf("%s: %d games won, the longest in %d moves", name, games, longest)
	}
}

// TestSlowestWin lets the winner always play the slowest of the moves that are ranked best: the freedom that they leave
// must not delay the next capture, pawn move or mate for more than a stage.
func TestSlowestWin(t *testing.T) {
	tables := openData(t)
	rng := rand.New(rand.NewPCG(13, 14))
	games := 20
	if testing.Short() {
		games = 2
	}
	for _, name := range strings.Fields("KBNvK KQvKR KRvKP KPvK KRvKN KPvKP KQQvK KQvK") {
		delayed := 0
		for played := 0; played < games; {
			p := randomPosition(rng, name)
			plies, _ := tables.DTZ(&p)
			if value, _ := tables.WDL(&p); value != Win {
				continue
			}
			played++
			limit := (plies/stage + 1) * stage
			g := board.NewGame(p)
			spent := 0
			for ; ; spent++ {
				ranked, ok := tables.RankRoot(g, true, nil)
				if !ok {
					t.Fatalf("%s: not ranked", g.Position.FEN())
				}
				move := ranked[0]
				if spent%2 == 0 {
					for _, r := range ranked {
						if r.Rank == ranked[0].Rank {
							move = r
						}
					}
				}
				g.Play(move.Move)
				if g.Position.Rule50() == 0 || isCheckmate(&g.Position) {
					spent++
					break
				}
				if spent > 100 || isStalemate(&g.Position) || g.Repetitions() >= 2 {
					t.Fatalf("%s: DTZ %d, no win at %s", p.FEN(), plies, g.Position.FEN())
				}
			}
			if spent > limit {
				t.Errorf("%s: DTZ %d, but %d plies", p.FEN(), plies, spent)
			}
			if spent > plies+1 {
				delayed++
			}
		}
		if name == "KQvK" && delayed == 0 {
			t.Error("no game was delayed, so the test shows nothing")
		}
	}
}

// withRule50 returns p with another fifty-move count.
func withRule50(t *testing.T, p *board.Position, count int) board.Position {
	fields := strings.Fields(p.FEN())
	fields[4] = strconv.Itoa(count)
	return parse1(t, strings.Join(fields, " "))
}

// TestRankUnderRule50 shows how the fifty-move count changes the value of a move.
func TestRankUnderRule50(t *testing.T) {
	tables := openData(t)
	p := parse1(t, "8/8/8/3k4/8/8/8/KBN5 w - - 0 1") // mate takes far more than twenty moves
	plies, _ := tables.DTZ(&p)
	if plies < 45 {
		t.Fatalf("DTZ %d", plies)
	}
	for count, want := range map[int]WDL{0: Win, 99 - plies: Win, 101 - plies: CursedWin, 90: CursedWin} {
		q := withRule50(t, &p, count)
		ranked, ok := tables.RankRoot(board.NewGame(q), true, nil)
		if !ok || ranked[0].WDL != want || ranked[0].Rank <= 0 {
			t.Errorf("count %d: %v %v, want %v", count, ranked[0], ok, want)
		}
		ranked, ok = tables.RankRoot(board.NewGame(q), false, nil)
		if !ok || ranked[0].WDL != Win {
			t.Errorf("count %d without the rule: %v %v", count, ranked[0], ok)
		}
		// The opponent's view of the best move.
		var next board.Position
		q.Make(ranked[0].Move, &next)
		replies, ok := tables.RankRoot(board.NewGame(next), true, nil)
		if !ok || replies[0].Rank >= 0 || replies[0].WDL != -want {
			t.Errorf("count %d: reply %v %v, want %v", count, replies[0], ok, -want)
		}
	}
	q := withRule50(t, &p, 99) // whatever White does, the game is drawn
	ranked, ok := tables.RankRoot(board.NewGame(q), true, nil)
	if !ok || ranked[0].Rank != 0 || ranked[0].WDL != Draw {
		t.Errorf("count 99: %v %v", ranked[0], ok)
	}
}

// TestRankMateAtLastMove checks that mate precedes the fifty-move rule.
func TestRankMateAtLastMove(t *testing.T) {
	tables := openData(t)
	p := parse1(t, "k7/8/1K6/8/8/8/8/7R w - - 99 100")
	ranked, ok := tables.RankRoot(board.NewGame(p), true, nil)
	if !ok || ranked[0].Move.To().String() != "h8" || ranked[0].WDL != Win || ranked[0].DTZ != 1 {
		t.Errorf("%v %v, want the mate on h8", ranked[0], ok)
	}
	if ranked[1].WDL != Draw {
		t.Errorf("%v follows, want a draw", ranked[1])
	}
}

// TestRankForcesProgress checks that a repetition in the game ends the freedom to choose between sure wins.
func TestRankForcesProgress(t *testing.T) {
	tables := openData(t)
	g := board.NewGame(parse1(t, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"))
	ranked, _ := tables.RankRoot(g, true, nil)
	if ranked[0].Rank != rankSureWin || ranked[5].Rank != rankSureWin {
		t.Fatalf("%v", ranked[:6])
	}
	for _, m := range []string{"b1c1", "d5d6", "c1b1", "d6d5"} {
		from, _ := board.ParseSquare(m[:2])
		to, _ := board.ParseSquare(m[2:])
		g.Play(board.NewMove(from, to, board.Normal))
	}
	ranked, ok := tables.RankRoot(g, true, nil)
	if !ok || ranked[0].Rank <= ranked[len(ranked)-1].Rank || ranked[0].Rank >= rankSureWin {
		t.Errorf("%v %v", ranked, ok)
	}
	shortest := ranked[0].DTZ
	for _, r := range ranked {
		if r.DTZ > 0 && r.DTZ < shortest {
			t.Errorf("%v is ranked below %v", r, ranked[0])
		}
	}
	// A third occurrence is a draw.
	for _, m := range []string{"b1c1", "d5d6", "c1b1"} {
		from, _ := board.ParseSquare(m[:2])
		to, _ := board.ParseSquare(m[2:])
		g.Play(board.NewMove(from, to, board.Normal))
	}
	ranked, ok = tables.RankRoot(g, true, nil)
	if !ok || ranked[0].WDL != Draw || ranked[0].Move.To().String() != "d5" {
		t.Errorf("%v %v, want the repetition on d5", ranked, ok)
	}
}

// TestRankGivesUp stops the ranking after a few moves.
func TestRankGivesUp(t *testing.T) {
	tables := openData(t)
	asked := 0
	ranked, ok := tables.RankRoot(board.NewGame(parse1(t, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")), true, func() bool {
		asked++
		return asked > 3
	})
	if ok || ranked != nil || asked != 4 {
		t.Errorf("%v %v after %d questions", ranked, ok, asked)
	}
}

// TestRankByWDL ranks without DTZ tables.
func TestRankByWDL(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"KRvK", "KQvKR", "KQvK"} {
		copyFile(t, filepath.Join(dataDir(t), name+".rtbw"), filepath.Join(dir, name+".rtbw"))
	}
	tables := openPath(t, dir)
	p := parse1(t, "8/8/8/3k4/8/8/8/KQ5r w - - 0 1") // Qxh1 wins at once, and little else does
	if _, ok := tables.DTZ(&p); ok {
		p2 := parse1(t, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
		if _, ok := tables.DTZ(&p2); ok {
			t.Error("DTZ without tables")
		}
	}
	ranked, ok := tables.RankRoot(board.NewGame(p), true, nil)
	if !ok || ranked[0].Rank != rankSureWin || ranked[0].WDL != Win || ranked[len(ranked)-1].Rank >= rankSureWin {
		t.Errorf("%v %v", ranked, ok)
	}
	if _, ok := tables.RankRoot(board.NewGame(parse1(t, "8/8/8/3k4/8/8/8/KR5b w - - 0 1")), true, nil); ok {
		t.Error("ranked without any table of KRvKB")
	}
}

func copyFile(tb testing.TB, from, to string) {
	tb.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		tb.Fatal(err)
	}
}
