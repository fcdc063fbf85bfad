package syzygy

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestPlayOut plays won positions to their end, from a random fifty-move count at which they are still won. The defender delays as
// long as possible. In every other game the winner plays the slowest of the moves that are ranked best, up to a capture or a pawn's
// move: the freedom that they leave must not cost the win.
func TestPlayOut(t *testing.T) {
	tables := openData(t)
	rng := rand.New(rand.NewPCG(11, 12))
	games, delayed := playout.Sample(100), 0
	for _, name := range strings.Fields("KBNvK KQvKR KRvKP KPvK KPPvK KRPvK KRvKB KRvKN KQvKP KPvKP KQvKQ KQQvK KQvK") {
		for played := 0; played < games; {
			p := playout.Material(rng, name)
			plies, _ := tables.DTZ(&p)
			if value, _ := tables.WDL(&p); value != Win {
				continue
			}
			played++
			g, won := board.NewGame(withRule50(t, &p, rng.IntN(100-plies))), false
			for spent := 0; movegen.EndOfGame(g) == movegen.Unfinished; spent++ {
				ranked, ok := tables.RankRoot(g, true, nil)
				if !ok || len(ranked) != len(movegen.LegalMoves(&g.Position)) {
					t.Fatalf("%s: %d moves ranked, %v", g.Position.FEN(), len(ranked), ok)
				}
				slow, move := played%2 == 0, ranked[0]
				for _, r := range ranked {
					if slow && spent%2 == 0 && r.Rank == move.Rank {
						move = r
					}
				}
				g.Play(move.Move)
				if slow && spent == plies && g.Position.Rule50() > plies {
					delayed++
				}
				_, known := tables.DTZ(&g.Position) // nothing shows the way from a promotion to pieces whose distances are missing
				if won = g.Position.Rule50() == 0 && (slow || !known); won {
					break
				}
			}
			if !won && (g.Position.Turn() == p.Turn() || movegen.EndOfGame(g) != movegen.Checkmate) {
				t.Fatalf("%s: DTZ %d, but the game ended at %s", p.FEN(), plies, g.Position.FEN())
			}
		}
	}
	if delayed == 0 {
		t.Error("no game was delayed")
	}
}

// withRule50 returns p with another fifty-move count.
func withRule50(t *testing.T, p *board.Position, count int) board.Position {
	fields := strings.Fields(p.FEN())
	fields[4] = strconv.Itoa(count)
	return playout.Parse(t, strings.Join(fields, " "))
}

// TestRankUnderRule50 shows how the fifty-move count changes the value of a move.
func TestRankUnderRule50(t *testing.T) {
	tables := openData(t)
	p := playout.Parse(t, "8/8/8/3k4/8/8/8/KBN5 w - - 0 1") // mate takes far more than twenty moves
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
	p := playout.Parse(t, "k7/8/1K6/8/8/8/8/7R w - - 99 100")
	ranked, ok := tables.RankRoot(board.NewGame(p), true, nil)
	if !ok || ranked[0].Move.To().String() != "h8" || ranked[0].WDL != Win || ranked[0].DTZ != 1 {
		t.Errorf("%v %v, want the mate on h8", ranked[0], ok)
	}
	must.Equal(t, ranked[1].WDL, Draw, ranked[1])
}

// TestRankRoom checks which wins the search may choose from: those that zero the count within its sight, whatever the count, and
// otherwise the fastest.
func TestRankRoom(t *testing.T) {
	tables := openData(t)
	for _, test := range []struct {
		fen     string
		slowest int // distance of the slowest of the moves ranked best
	}{
		{"3k4/8/7K/8/8/8/1r4q1/8 b - - 0 1", 7},  // 2 by giving the queen away
		{"3k4/8/7K/8/8/8/1r4q1/8 b - - 60 1", 7}, // as much later on
		{"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 17},
		{"8/8/8/3k4/8/8/8/KQ6 w - - 82 1", 17},
	} {
		g := board.NewGame(playout.Parse(t, test.fen))
		ranked, ok := tables.RankRoot(g, true, nil)
		slowest := 0
		for _, r := range ranked {
			if r.Rank == ranked[0].Rank {
				slowest = max(slowest, r.DTZ)
			} else if r.WDL == Win && r.DTZ <= slowest {
				t.Errorf("%s: %v is ranked below %v", test.fen, r, ranked[0])
			}
		}
		if !ok || slowest != test.slowest {
			t.Errorf("%s: %d at the slowest, want %d: %v", test.fen, slowest, test.slowest, ranked)
		}
	}
}

// TestRankForcesProgress checks that a repetition in the game ends the freedom to choose between sure wins.
func TestRankForcesProgress(t *testing.T) {
	tables := openData(t)
	g := board.NewGame(playout.Parse(t, "3k4/8/3K4/8/8/8/8/1Q6 w - - 0 1"))
	play := func(moves ...string) (ranked []RankedMove) {
		for _, m := range moves {
			from, _ := board.ParseSquare(m[:2])
			to, _ := board.ParseSquare(m[2:])
			g.Play(board.NewMove(from, to, board.Normal))
		}
		ranked, ok := tables.RankRoot(g, true, nil)
		if !ok {
			t.Fatalf("%s: not ranked", g.Position.FEN())
		}
		return ranked
	}
	if ranked := play(); ranked[0].Rank != ranked[5].Rank {
		t.Errorf("no freedom: %v", ranked)
	}
	ranked := play("b1c1", "d8e8", "c1b1", "e8d8")
	for _, r := range ranked {
		if r.WDL == Win && (r.Rank == ranked[0].Rank) != (r.DTZ == ranked[0].DTZ) || r.DTZ > 0 && r.DTZ < ranked[0].DTZ {
			t.Errorf("%v has the rank of %v", r, ranked[0])
		}
	}
	// A third occurrence is a draw.
	if ranked = play("b1c1", "d8e8", "c1b1"); ranked[0].WDL != Draw || ranked[0].Move.To().String() != "d8" {
		t.Errorf("%v, want the repetition on d8", ranked)
	}
}

// TestRankGivesUp stops the ranking after a few moves.
func TestRankGivesUp(t *testing.T) {
	tables := openData(t)
	asked := 0
	ranked, ok := tables.RankRoot(board.NewGame(playout.Parse(t, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")), true, func() bool {
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
	p := playout.Parse(t, "8/8/8/3k4/8/1K6/8/Q6r w - - 0 1") // the queen is attacked, and some moves lose it
	if _, ok := tables.DTZ(&p); !ok {
		t.Error("Qxh1 wins, for which no DTZ table is needed")
	}
	ranked, ok := tables.RankRoot(board.NewGame(p), true, nil)
	if !ok {
		t.Fatal("not ranked")
	}
	first, last := ranked[0], ranked[len(ranked)-1]
	if first.Rank != rankSureWin || first.WDL != Win || first.DTZ != 0 || first.Move.From() != board.A1 ||
		last.Rank != -rankSureWin || last.WDL != Loss {
		t.Errorf("%v", ranked)
	}
	if _, ok := tables.RankRoot(board.NewGame(playout.Parse(t, "8/8/8/3k4/8/8/8/KR5b w - - 0 1")), true, nil); ok {
		t.Error("ranked without any table of KRvKB")
	}
}

func copyFile(tb testing.TB, from, to string) {
	tb.Helper()
	data := must.Get(os.ReadFile(from))(tb)
	must.Do(tb, os.WriteFile(to, data, 0o600))
}
