package main

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/lab/gamedata"
	"vertigo/movegen"
	"vertigo/search"
)

// short returns settings for games that take little time.
func short() settings {
	s := defaultSettings()
	s.nodes, s.openingNodes = 60, 100
	s.fischerRandom = 0.5
	s.MaxPlies = 150
	return s
}

// numbers gives out the numbers from first to last.
func numbers(first, last uint64) func() (uint64, bool) {
	next := first
	return func() (uint64, bool) {
		next++
		return next - 1, next-1 <= last
	}
}

// games plays the games of the numbers and returns them by number.
func games(t *testing.T, s settings, workers int, first, last uint64) map[uint64]gamedata.Game {
	t.Helper()
	played := map[uint64]gamedata.Game{}
	err := playAll(t.Context(), s, workers, numbers(first, last), func(g *gamedata.Game) error {
		if _, again := played[g.ID]; again {
			t.Errorf("game %d was played twice", g.ID)
		}
		c := *g
		c.Plies = slices.Clone(g.Plies)
		played[g.ID] = c
		return g.Check()
	})
	must.Do(t, err)
	if len(played) != int(last-first+1) {
		t.Fatalf("%d games, want those from %d to %d", len(played), first, last)
	}
	return played
}

// TestGamesEndWhenTheyShould replays games under the referee: each must end at its last ply, with its result, by the
// rules of chess or by adjudication. The scores of positions in check are not recorded: one score decides here, so that the
// referee need not know them, and a game may end at one.
func TestGamesEndWhenTheyShould(t *testing.T) {
	s := short()
	s.scoreShare, s.WinPlies, s.DrawPlies = 1, 1, 1
	fischerRandom := 0
	for n, g := range games(t, s, 2, 0, 29) {
		if extra := g.FirstPly() - s.randomPlies - s.softmaxPlies; extra != 0 && extra != 1 {
			t.Errorf("game %d: %d plies in the opening", n, g.FirstPly())
		}
		if rooks := board.FileA | board.FileH; g.Start.Castling()&^rooks != 0 {
			fischerRandom++
		}
		played, known := 0, true // whether the last score is
		result, err := gamedata.Play(board.NewGame(g.Start), g.FirstPly(), s.Adjudication, func() (board.Move, int, error) {
			if played == len(g.Plies) {
				return board.NoMove, 0, errors.New("it goes on")
			}
			pl := g.Plies[played]
			played++
			score := int(pl.Score)
			if known = pl.Score != gamedata.NoScore; !known {
				score = s.DrawScore + 1 // which decides nothing
			} else if max(score, -score) == gamedata.MaxScore {
				score *= 2 // a mate score, which the file cuts
			}
			return pl.Move, score, nil
		})
		if played < len(g.Plies) || err != nil && known || err == nil && result != g.Result {
			t.Errorf("game %d: %d of %d plies, %v, %v; recorded is %v", n, played, len(g.Plies), result, err, g.Result)
		}
	}
	if fischerRandom < 5 {
		t.Errorf("%d of 30 games have Chess960 castling rights, want at least 5: half begin as Fischer random chess", fischerRandom)
	}
}

// TestOpeningsAreNearEquality compares the first scores of games with those after openings that were not checked.
func TestOpeningsAreNearEquality(t *testing.T) {
	s := short()
	s.openingLimit, s.MaxPlies, s.scoreShare = 60, 20, 1
	far := func(limit int) (n int) {
		s.openingLimit = limit
		for _, g := range games(t, s, 2, 0, 39) {
			if len(g.Plies) > 0 && math.Abs(float64(g.Plies[0].Score)) > 160 {
				n++
			}
		}
		return n
	}
	if checked, unchecked := far(60), far(30000); checked > 2 || unchecked < 5 {
		t.Errorf("far from equality: %d of 40 checked openings and %d of 40 others", checked, unchecked)
	}
}

// TestDraw compares how often moves are drawn with what their scores say.
func TestDraw(t *testing.T) {
	testfiles.NoRace(t)
	s := short()
	s.temperature = 100
	player := must.Get(newPlayer(s))(t)
	defer player.close()
	p := playout.Parse(t, "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1") // Rb8 mates; most other moves of the rook lose it or nothing
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		m := must.Get(player.draw(t.Context(), rng, board.NewGame(p)))(t)
		if san := pgn.Line(&p, []board.Move{m}); san != "Rb8#" {
			t.Fatalf("%s was drawn instead of mate", san)
		}
	}

	start := board.StartPosition()
	const draws = 2500
	count := map[board.Move]float64{}
	for range draws {
		player.engine.NewGame()
		m := must.Get(player.draw(t.Context(), rng, board.NewGame(start)))(t)
		count[m]++
	}
	weights, sum := map[board.Move]float64{}, 0.0
	for _, m := range movegen.LegalMoves(&start) {
		player.engine.NewGame()
		_, score, _ := player.search(t.Context(), board.NewGame(start), search.Limits{Depth: 1, SearchMoves: []board.Move{m}})
		weights[m] = math.Exp(float64(score) / s.temperature)
		sum += weights[m]
	}
	for m, w := range weights {
		want := draws * w / sum
		if d := math.Abs(count[m] - want); d > 10+0.2*want {
			t.Errorf("%v was drawn %v times of %d, want about %.0f", m, count[m], draws, want)
		}
	}
}

// TestKeepFails checks that playing ends when a game cannot be kept.
func TestKeepFails(t *testing.T) {
	full := errors.New("disk full")
	if err := playAll(t.Context(), short(), 2, numbers(0, 100), func(*gamedata.Game) error { return full }); err != full {
		t.Errorf("error %v, want that of keep", err)
	}
}

// TestCancelInsideSearch checks that the end of the context ends a search that has practically no limit.
func TestCancelInsideSearch(t *testing.T) {
	s := short()
	s.nodes, s.hardNodes, s.openingNodes = 1<<60, 1<<60, 1<<56
	player := must.Get(newPlayer(s))(t)
	defer player.close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for player.engine.Nodes() == 0 { // until the search is under way
			time.Sleep(time.Millisecond)
		}
		stop()
	}()
	if err := player.play(ctx, 0, new(gamedata.Game)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}

// TestShareOfScores counts the positions that have a score; none of them may be in check.
func TestShareOfScores(t *testing.T) {
	for _, share := range []float64{0.1, 0.5, 1} {
		s := short()
		s.scoreShare, s.linePlies, s.softmaxPlies = share, 0, 4 // Games begin before ply 10.
		scored, all := 0, 0
		for _, g := range games(t, s, 2, 0, 19) {
			g.Positions(func(pos *board.Position, ply int, pl gamedata.Ply) bool {
				switch has := pl.Score != gamedata.NoScore; {
				case pos.InCheck():
					if has {
						t.Errorf("a score in check: %s", pos.FEN())
					}
				case ply >= gamedata.MinPly:
					all++
					if has {
						scored++
					}
				case has:
					t.Errorf("a score at ply %d, before ply %d", ply, gamedata.MinPly)
				}
				return true
			})
		}
		if got := float64(scored) / float64(all); max(got-share, share-got) > 0.05 {
			t.Errorf("%.3f of %d positions have a score, want %.1f", got, all, share)
		}
	}
}

// TestLines counts the positions that have the score of the one before, for the other side.
func TestLines(t *testing.T) {
	for _, plies := range []int{0, 2} {
		s := short()
		s.scoreShare, s.linePlies = 0.1, plies
		same, scored := 0, 0
		for _, g := range games(t, s, 2, 0, 19) {
			for i, pl := range g.Plies[1:] {
				if last := g.Plies[i].Score; pl.Score != gamedata.NoScore && pl.Score != 0 {
					scored++
					if pl.Score == -last {
						same++
					}
				}
			}
		}
		if share := float64(same) / float64(scored); share < 0.2*float64(plies) || share > 0.1+0.3*float64(plies) {
			t.Errorf("%d plies: %d of %d scores are that of the position before", plies, same, scored)
		}
	}
}

// TestTacticalPositionsTakeFewerNodes searches positions with the limits of a game.
func TestTacticalPositionsTakeFewerNodes(t *testing.T) {
	s := short()
	s.nodes, s.hardNodes, s.tacticalNodes = 4000, 32000, 100
	player := must.Get(newPlayer(s))(t)
	defer player.close()
	for name, c := range map[string]struct {
		fen      string
		tactical bool
	}{
		"quiet":     {board.StartFEN, false},
		"capture":   {"rnbqkbnr/ppp2ppp/8/3pp3/4Q3/8/PPPPPPPP/RNB1KBNR b KQkq - 0 3", true},
		"promotion": {"8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", true},
		"check":     {"r1bqkbnr/pppp1Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3", true},
	} {
		p := playout.Parse(t, c.fen)
		player.engine.NewGame()
		if r := player.engine.Search(t.Context(), board.NewGame(p), player.quickLimits(),
			search.Reporter{}); r.Nodes > 8*player.settings.quickNodes {
			t.Errorf("%s: %d nodes for a limit of %d", name, r.Nodes, player.settings.quickNodes)
		}
		r := player.engine.Search(t.Context(), board.NewGame(p), player.limits(&p), search.Reporter{})
		must.Equal(t, r.Nodes < s.nodes, c.tactical, name, r.Nodes, s.nodes, s.tacticalNodes)
	}
}

// TestSettings looks for numbers of nodes, of which one follows from another, in the text that is recorded with the games.
func TestSettings(t *testing.T) {
	s := defaultSettings()
	err := s.complete()
	for _, want := range []string{"\nhard-nodes 3200\n", "\ntactical-nodes 60\n", "\nquick-nodes 10\n", "\nwin-score 500\n"} {
		if text := s.String(); err != nil || !strings.Contains(text, want) {
			t.Errorf("the settings are (%v)\n%s", err, text)
		}
	}
}
